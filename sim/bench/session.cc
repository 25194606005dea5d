#include "sim/bench/session.h"

#include <bit>
#include <cassert>

#include "gen/support/text.h"

namespace toroid {

std::uint32_t PacketTable::Add(const Packet& packet, Cycle latency) {
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  entries_[slot] = {.packet = packet, .latency = latency};
  ++live_;
  return slot;
}

Session::Session(const Plan& plan, std::unique_ptr<Network> network,
                 std::unique_ptr<Traffic> traffic, PacketTable& table, SessionOptions options)
    : plan_(plan),
      network_(std::move(network)),
      traffic_(std::move(traffic)),
      table_(table),
      options_(options),
      payload_(plan, options.seed),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      queues_(static_cast<std::size_t>(plan.host().size()) * local_ports_),
      waiting_((queues_.size() + 63) / 64) {}

bool Session::SinkReady(std::uint32_t local) const {
  if (options_.sink_ready >= 1) return true;
  return Chance(Mix(Mix(options_.seed ^ 0x73696e6bULL, local), static_cast<std::uint64_t>(now_)),
                options_.sink_ready);
}

WireRecord Session::LocalRecord(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                                FlitRef flit) const {
  std::uint32_t words[16];
  payload_.Write(packet, flit.index, words);
  WireRecord record{
      .place = local, .kind = kind, .head_tail = static_cast<std::uint8_t>(flit.tail ? 2 : 0)};
  record.source = plan_.WireAddressOf(packet.source, packet.source_member);
  record.payload = PayloadMaker::Digest(words, payload_.words());
  return record;
}

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

void Session::EjectPhase(std::vector<WireRecord>* log) {
  for (const std::uint32_t local : network_->Ejecting()) {
    if (!SinkReady(local)) continue;
    last_event_ = now_;
    ++totals_.events;
    FlitRef flit;
    const std::uint32_t* words = nullptr;
    if (!network_->Eject(local, flit, words)) continue;
    PacketTable::Entry& entry = table_[flit.slot];
    if (log) log->push_back(LocalRecord(WireRecord::kEject, local, entry.packet, flit));
    ++entry.ejected;
    entry.balance += now_;
    totals_.last_eject = now_;
    if (now_ < options_.window) ++totals_.accepted_flits_in_window;
    if (entry.packet.words) traffic_->Received(entry.packet, flit.index, words);
    if (flit.tail) Finish(flit.slot);
  }
}

void Session::OfferPhase() {
  offered_.clear();
  traffic_->Offer(now_, offered_);
  if (traffic_->Starts()) network_->Start();
  for (const Packet& packet : offered_) {
    const std::uint32_t slot =
        table_.Add(packet, plan_.ZeroLoadLatency(packet.source, packet.destination));
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

void Session::InjectPhase(std::vector<WireRecord>* log) {
  for (std::size_t w = 0; w < waiting_.size(); ++w) {
    for (std::uint64_t bits = waiting_[w]; bits != 0; bits &= bits - 1) {
      const auto local =
          static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
      if (!network_->InjectReady(local)) continue;
      Queue& queue = queues_[local];
      PacketTable::Entry& entry = table_[queue.first];
      const FlitRef flit{queue.first, entry.injected, entry.injected + 1 == entry.packet.flits};
      if (flit.head()) {
        ++totals_.sent;
        traffic_->Injected(entry.packet, now_);
      }
      network_->Inject(local, entry.packet, flit);
      if (log) log->push_back(LocalRecord(WireRecord::kInject, local, entry.packet, flit));
      ++entry.injected;
      entry.balance -= now_;
      ++totals_.events;
      last_event_ = now_;
      if (!flit.tail) continue;
      queue.first = entry.next;
      if (queue.first == PacketTable::kNone) waiting_[w] &= ~(std::uint64_t{1} << (local % 64));
    }
  }
}

void Session::RunCycle(std::vector<WireRecord>* log) {
  EjectPhase(log);
  OfferPhase();
  InjectPhase(log);
  const Crossings crossings = network_->Step(log);
  totals_.events += crossings.all;
  if (crossings.all > 0) last_event_ = now_;
  if (crossings.all > crossings.relayed) traffic_->Crossed(now_, false);
  if (crossings.relayed > 0) traffic_->Crossed(now_, true);
  ++now_;
}

std::vector<std::string> Session::Diagnosis() const {
  std::vector<std::string> lines;
  lines.push_back("nothing has moved for " + Counted(now_ - 1 - last_event_, "cycle") + ", " +
                  Counted(table_.live(), "packet is", "packets are") + " under way (cycle " +
                  std::to_string(now_) + ")");
  for (const std::uint32_t local : network_->Ejecting()) {
    lines.push_back("ejector " + std::to_string(local % local_ports_) + " of node " +
                    plan_.host().NodeText(NodeId{local / local_ports_}) +
                    " holds a flit, and its sink does not take it");
  }
  for (std::string& line : network_->Blocked()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace toroid
