// Idea: one loop drives model and hardware alike, so they differ only where the engines do. A cycle
// has the order in which things depend on each other: what sinks take, error pulses, what traffic
// offers, what injectors take, and then the engine's step. Events are logged as wires show them,
// one after another, which makes the comparison of two engines a comparison of two lists.
//
// A flit's stall is not followed hop by hop: for each packet the sum of its eject cycles less the
// sum of its inject cycles is what its flits took, and anything above flits * zero-load latency is
// waiting.
//
// Example: two flits injected in cycles 3 and 4 and ejected in 7 and 9: 16 - 7 = 9; with a latency
// of 4 each they need 8, so one flit waited one cycle and the message is a conflict.
#include "sim/bench/session.h"

#include <bit>
#include <cassert>

#include "gen/support/text.h"

namespace toroid {

// Slots of delivered packets are used again, so a long run takes the room of what is under way.
std::uint32_t PacketTable::Add(const Packet& packet, Cycle latency) {
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  // One by one: a whole that was put together elsewhere would be waited for.
  Entry& entry = entries_[slot];
  entry.packet = packet;
  entry.latency = latency;
  entry.injected = entry.ejected = 0;
  entry.balance = 0;
  entry.next = kNone;
  entry.live = true;
  ++live_;
  return slot;
}

// Only kinds that occurred.
std::string ToString(const Faults& faults) {
  const std::pair<std::uint64_t, const char*> counts[] = {{faults.lost, "lost"},
                                                          {faults.duplicated, "duplicated"},
                                                          {faults.corrupted, "corrupted"},
                                                          {faults.misrouted, "misrouted"},
                                                          {faults.out_of_order, "out of order"}};
  std::string text;
  for (const auto& [count, name] : counts) {
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  }
  return text;
}

namespace {

// Flits move on links towards their destinations, so some arrive soon unless all stop. Sixteen
// times the longest route and the watchdog leaves room for any contention.
Cycle PatienceOf(const Graph& host, Cycle watchdog) {
  Cycle longest = 0;
  for (int a = 0; a < host.axes(); ++a)
    longest += host.Wraps(Axis{a}) ? host.length(Axis{a}) / 2 : host.length(Axis{a}) - 1;
  return 16 * (longest + watchdog);
}

}  // namespace

Session::Session(const Plan& plan, std::unique_ptr<Network> network,
                 std::unique_ptr<Traffic> traffic, PacketTable& table, SessionOptions options)
    : plan_(plan),
      network_(std::move(network)),
      traffic_(std::move(traffic)),
      table_(table),
      options_(options),
      payload_(plan, options.seed),
      addresses_(plan),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      queues_(static_cast<std::size_t>(plan.host().size()) * local_ports_),
      waiting_(BitmapWords(queues_.size())),
      watch_(plan),
      patience_(PatienceOf(plan.host(), options.watchdog)) {
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    for (const int x : plan.host().CoordinatesOf(NodeId{n})) coordinates_.push_back(x);
  }
}

// The plan's, which divides for every coordinate.
Cycle Session::ZeroLoadLatency(NodeId from, NodeId to) const {
  if (plan_.relay()) return plan_.ZeroLoadLatency(from, to);
  const Graph& host = plan_.host();
  const auto axes = static_cast<std::size_t>(host.axes());
  Cycle links = 0;
  for (std::size_t a = 0; a < axes; ++a)
    links += host.AxisDistance(Axis{static_cast<int>(a)}, coordinates_[from.index() * axes + a],
                               coordinates_[to.index() * axes + a]);
  const Cycle latency = links + plan_.interface_latency();
  assert(latency == plan_.ZeroLoadLatency(from, to));
  return latency;
}

// A keyed hash of sink and cycle: the same for both engines, whoever asks, and however often.
bool Session::SinkReady(std::uint32_t local) const {
  if (options_.sink_ready >= 1) return true;
  return Chance(Mix(Mix(options_.seed ^ 0x73696e6bULL, local), static_cast<std::uint64_t>(now_)),
                options_.sink_ready);
}

// As the wires show it: a refused packet has no source that the network would know, and keeps the
// address that it was offered with.
WireRecord Session::LocalRecord(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                                const FlitRef& flit) const {
  WireRecord record{
      .place = local, .kind = kind, .head_tail = static_cast<std::uint8_t>(flit.tail ? 2 : 0)};
  if (packet.misaddressed) {
    record.destination = packet.address;
  } else {
    record.source = addresses_.Of(packet.source, packet.source_rank);
  }
  record.payload = payload_.DigestOf(packet, flit.index);
  return record;
}

// A packet's tail was accepted: the books are closed.
void Session::Finish(std::uint32_t slot) {
  const PacketTable::Entry& entry = table_[slot];
  const Cycle ideal = static_cast<Cycle>(entry.packet.flits) * entry.latency;
  const Cycle stalled = entry.balance - ideal;
  totals_.stalled_flit_cycles += stalled;
  if (stalled != 0) ++totals_.conflicts;
  ++totals_.delivered;
  totals_.latencies.Add(now_ - entry.packet.created);
  network_->Forget(slot);
  traffic_->Delivered(entry.packet, now_, stalled != 0);  // its words end here
  table_.Release(slot);
}

// A refused packet's last beat was accepted.
void Session::Refuse(std::uint32_t local, std::uint32_t slot) {
  watch_.Refused(local);
  table_.Release(slot);
}

// What sinks take in this cycle. A packet's tail ends it, so its slot may be used again at once.
void Session::EjectPhase(EventLog* log) {
  for (const std::uint32_t local : network_->Ejecting()) {
    if (!SinkReady(local)) {
      network_->Withhold(local);
      continue;
    }
    last_event_ = now_;
    ++totals_.events;
    FlitRef flit;
    const std::uint32_t* words = nullptr;
    if (!network_->Eject(local, flit, words)) continue;
    PacketTable::Entry& entry = table_[flit.slot];
    assert(!entry.packet.misaddressed);
    if (log) log->records.push_back(LocalRecord(WireRecord::kEject, local, entry.packet, flit));
    last_end_ = now_;
    ++entry.ejected;
    entry.balance += now_;
    totals_.last_eject = now_;
    if (now_ < options_.window) ++totals_.accepted_flits_in_window;
    if (entry.packet.words) traffic_->Received(entry.packet, flit.index, words);
    if (flit.tail) Finish(flit.slot);
  }
}

// What traffic offers joins the queue of its injector; a queue holds any number, and no node sees
// it.
void Session::OfferPhase() {
  offered_.clear();
  traffic_->Offer(now_, offered_);
  if (traffic_->Starts()) network_->Start();
  for (const Packet& packet : offered_) {
    const std::uint32_t slot = table_.Add(
        packet, packet.misaddressed ? 0 : ZeroLoadLatency(packet.source, packet.destination));
    const std::uint32_t local = packet.source.value() * local_ports_ + packet.injector;
    Queue& queue = queues_[local];
    if (queue.first == PacketTable::kNone) {
      queue.first = slot;
      waiting_[local / 64] |= std::uint64_t{1} << (local % 64);
    } else {
      table_[queue.last].next = slot;
    }
    queue.last = slot;
  }
}

// One beat at each injector that is ready and has a packet.
void Session::InjectPhase(EventLog* log) {
  for (std::size_t w = 0; w < waiting_.size(); ++w) {
    for (std::uint64_t bits = waiting_[w]; bits != 0; bits &= bits - 1) {
      const auto local =
          static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
      if (!network_->InjectReady(local)) continue;
      Queue& queue = queues_[local];
      PacketTable::Entry& entry = table_[queue.first];
      const FlitRef flit{queue.first, entry.injected, entry.injected + 1 == entry.packet.flits};
      if (flit.head() && !entry.packet.misaddressed) {
        ++totals_.sent;
        traffic_->Injected(entry.packet, now_);
      }
      network_->Inject(local, entry.packet, flit);
      if (log) log->records.push_back(LocalRecord(WireRecord::kInject, local, entry.packet, flit));
      ++entry.injected;
      entry.balance -= now_;
      ++totals_.events;
      last_event_ = last_end_ = now_;
      if (!flit.tail) continue;
      queue.first = entry.next;
      if (entry.packet.misaddressed) Refuse(local, flit.slot);
      if (queue.first == PacketTable::kNone) waiting_[w] &= ~(std::uint64_t{1} << (local % 64));
    }
  }
}

// V3.1: after the last delivery only looking on is left.
void Session::RunCycle(EventLog* log) {
  if (delivered()) {
    EventLog own;
    SettlingCycle(log ? *log : own);
  } else {
    EjectPhase(log);
    watch_.SeeErrors(now_, network_->Errors());
    OfferPhase();
    InjectPhase(log);
    const Crossings crossings = network_->Step(log);
    totals_.events += crossings.all;
    if (crossings.all > 0) last_event_ = now_;
    if (crossings.all > crossings.relayed) traffic_->Crossed(now_, false);
    if (crossings.relayed > 0) traffic_->Crossed(now_, true);
  }
  if (log) log->ends.push_back(log->records.size());
  ++now_;
}

// Nothing is under way and nothing is sent, so nothing may move. All sinks accept, so that what
// comes all the same is seen; the network counts what it was.
void Session::SettlingCycle(EventLog& log) {
  watch_.SeeBusy(now_, network_->BusyNodes());
  for (const std::uint32_t local : network_->Ejecting()) {
    FlitRef flit;
    const std::uint32_t* words = nullptr;
    network_->Eject(local, flit, words);
    watch_.SeeStray(now_, {.place = local, .kind = WireRecord::kEject});
  }
  watch_.SeeErrors(now_, network_->Errors());
  for (const std::uint32_t node : network_->SendingNodes()) watch_.SeeSend(now_, node);
  const std::size_t before = log.records.size();
  network_->Step(&log);
  for (std::size_t i = before; i < log.records.size(); ++i) watch_.SeeStray(now_, log.records[i]);
  if (++settling_ > options_.watchdog + kQuietCycles) watch_.StopWaiting(now_);
  if (watch_.quiet()) network_->Empty();
  watched_ = watch_.quiet() || settling_ > options_.watchdog + kQuietCycles;
}

std::vector<std::string> Session::Violations() const {
  std::vector<std::string> lines = watch_.Violations();
  for (std::string& line : network_->Violations()) lines.push_back(std::move(line));
  return lines;
}

// Up to five packets that have not arrived.
std::vector<std::string> Session::Missing() const {
  std::vector<std::string> lines;
  for (const PacketTable::Entry& entry : table_.entries()) {
    if (!entry.live || lines.size() == 5) continue;
    lines.push_back("packet from " + plan_.host().NodeText(entry.packet.source) + " to " +
                    plan_.host().NodeText(entry.packet.destination) + ": of " +
                    Counted(entry.packet.flits, "flit") + " " + std::to_string(entry.injected) +
                    " entered and " + std::to_string(entry.ejected) + " arrived");
  }
  return lines;
}

// V4.2.
std::string Session::Heading() const {
  const std::string cycle = " (cycle " + std::to_string(now_) + ")";
  if (network_->BusyNodes().empty() && table_.live() > 0)
    return "packets that have not arrived, though no node holds anything any more: " +
           std::to_string(table_.live()) + cycle;
  const std::string live =
      Counted(table_.live(), "packet is", "packets are") + " under way" + cycle;
  if (now_ - last_event_ <= options_.watchdog)
    return "flits move, but for " + Counted(now_ - 1 - last_end_, "cycle") +
           " none has entered or arrived; " + live;
  return "nothing has moved for " + Counted(now_ - 1 - last_event_, "cycle") + ", " + live;
}

// The heading, then who holds what: sinks that do not take, and flits that wait.
std::vector<std::string> Session::Diagnosis() const {
  std::vector<std::string> lines = {Heading()};
  if (network_->BusyNodes().empty()) {
    for (std::string& line : Missing()) lines.push_back(std::move(line));
  }
  for (const std::uint32_t local : network_->Ejecting()) {
    lines.push_back("ejector " + std::to_string(local % local_ports_) + " of node " +
                    plan_.host().NodeText(NodeId{local / local_ports_}) +
                    " holds a flit, and its sink does not take it");
  }
  for (std::string& line : network_->Blocked()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace toroid
