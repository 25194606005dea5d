#include "sim/axi/class_network.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "sim/bench/networks.h"

namespace toroid::axi {
namespace {

constexpr std::uint32_t kUnknown = UINT32_MAX;  // flits of a packet whose tail has not come

std::uint64_t EndsOf(NodeId from, NodeId to) {
  return std::uint64_t{from.value()} << 32 | to.value();
}

}  // namespace

ClassNetwork::ClassNetwork(const Plan& plan, int of_class, std::shared_ptr<Dut> dut,
                           const RunOptions& options, const std::vector<PinFinder>& nodes,
                           Complain complain)
    : plan_(plan),
      complain_(std::move(complain)),
      hardware_(MakeHardwareNetwork(plan, std::move(dut), options.seed)),
      model_(options.engine == Engine::kBoth
                 ? MakeModelNetwork(plan, packets_, options.seed, options.threads)
                 : nullptr),
      addresses_(plan),
      payload_words_(static_cast<std::uint32_t>(plan.hardware().flit_width + 31) / 32),
      most_flits_(static_cast<std::uint32_t>(
          HeadFlits(*plan.hardware().wrap.axi, plan.data_width()) + 256)),
      entering_(plan.host().size()),
      model_offers_(plan.host().size()),
      loads_(plan.link_loads()) {
  for (const PinFinder& node : nodes) pins_.emplace_back(node, of_class);
}

void ClassNetwork::Show() {
  for (std::uint32_t n = 0; n < pins_.size(); ++n) {
    pins_[n].s_ready.Set(hardware_->InjectReady(n) ? 1 : 0);
    pins_[n].m_valid.Set(0);
  }
  for (const std::uint32_t n : hardware_->Ejecting()) {
    const EjectedBeat beat = hardware_->BeatAt(n);
    pins_[n].m_valid.Set(1);
    pins_[n].m_data.Write(beat.payload);
    pins_[n].m_last.Set(beat.last ? 1 : 0);
    pins_[n].m_source.Set(beat.source);
  }
}

bool ClassNetwork::Exchange(Cycle now) {
  bool moved = false;
  if (model_) {
    std::ranges::fill(model_offers_, 0);
    for (const std::uint32_t n : model_->Ejecting()) model_offers_[n] = 1;
  }
  for (const std::uint32_t n : hardware_->Ejecting()) {
    if (!pins_[n].m_ready.high()) {
      hardware_->Withhold(n);
      continue;
    }
    moved = true;
    Eject(n, now);
  }
  for (std::uint32_t n = 0; n < pins_.size(); ++n) {
    if (!pins_[n].s_valid.high() || !hardware_->InjectReady(n)) continue;
    moved = true;
    Inject(n, now);
  }
  for (const std::uint32_t n : hardware_->Errors())
    complain_(fmt::format("node {}: a packet was refused", n));
  return moved;
}

// A new packet from the node; its slot, or none if it goes nowhere.
std::uint32_t ClassNetwork::Begin(std::uint32_t node, Cycle now) {
  const auto address = static_cast<std::uint32_t>(pins_[node].s_dest.Get());
  const auto to = addresses_.NodeOf(address);
  if (!to || *to == node) {
    complain_(
        fmt::format("node {}: a packet to address {}, which is no other node's", node, address));
    return kNone;
  }
  const std::uint32_t slot = packets_.Add(
      {.source = NodeId{node}, .destination = NodeId{*to}, .flits = kUnknown, .created = now});
  if (words_.size() <= slot) words_.resize(slot + 1);
  words_[slot].resize(std::size_t{most_flits_} * payload_words_);
  packets_[slot].packet.words = words_[slot].data();
  coming_[EndsOf(NodeId{node}, NodeId{*to})].push_back(slot);
  ++sent_;
  return slot;
}

void ClassNetwork::Inject(std::uint32_t node, Cycle now) {
  Entering& entering = entering_[node];
  const bool tail = pins_[node].s_last.high();
  if (entering.index == 0) entering.slot = Begin(node, now);
  if (entering.slot != kNone && entering.index >= most_flits_) {
    complain_(fmt::format("node {}: a packet of more than {} flits", node, most_flits_));
    entering.slot = kNone;
  }
  if (entering.slot != kNone) {
    const FlitRef flit = {entering.slot, entering.index, tail};
    PacketTable::Entry& entry = packets_[flit.slot];
    pins_[node].s_data.Read(&words_[flit.slot][std::size_t{flit.index} * payload_words_]);
    if (tail) {
      entry.packet.flits = flit.index + 1;
      loads_.Add(entry.packet.source, entry.packet.destination, entry.packet.flits);
    }
    entry.balance -= now;
    hardware_->Inject(node, entry.packet, flit);
    if (model_ && model_->InjectReady(node)) model_->Inject(node, entry.packet, flit);
  }
  entering.index = tail ? 0 : entering.index + 1;
}

void ClassNetwork::Eject(std::uint32_t node, Cycle now) {
  const EjectedBeat beat = hardware_->BeatAt(node);
  hardware_->Accept(node);
  const auto from = addresses_.NodeOf(beat.source);
  auto* slots = from ? &coming_[EndsOf(NodeId{*from}, NodeId{node})] : nullptr;
  if (slots == nullptr || slots->empty()) {
    complain_(
        fmt::format("node {}: a flit from address {}, of no packet to it", node, beat.source));
    return;
  }
  const std::uint32_t slot = slots->front();
  PacketTable::Entry& entry = packets_[slot];
  const std::uint32_t index = entry.ejected++;
  const bool tail = index + 1 == entry.packet.flits;
  entry.balance += now;
  if (beat.last != tail ||
      !std::equal(beat.payload, beat.payload + payload_words_, WordsOf(slot, index))) {
    ++corrupted_;
    complain_(fmt::format("node {}: flit {} of a packet from node {} is not as it was sent", node,
                          index, *from));
  }
  // The model must offer the same flit; where it offers none, the levels differ.
  if (model_ && model_offers_[node] != 0) {
    const FlitRef flit = model_->BeatAt(node).flit;
    if (flit.slot != slot || flit.index != index)
      complain_(fmt::format("node {}: the model's flit is another one", node));
    model_->Accept(node);
  }
  if (!tail) return;
  ++delivered_;
  latencies_.Add(now - entry.packet.created);
  const Cycle stalled =
      entry.balance -
      entry.packet.flits * plan_.ZeroLoadLatency(entry.packet.source, entry.packet.destination);
  stalled_flit_cycles_ += stalled;
  if (stalled != 0) ++stalled_;
  slots->pop_front();
  packets_.Release(slot);
}

void ClassNetwork::Step(Cycle now) {
  const auto step = [](NetworkIf& network, EventLog& log) {
    log.clear();
    network.Step(&log);
    log.ends.push_back(log.records.size());
  };
  if (!model_) {
    hardware_->Step(nullptr);
    return;
  }
  step(*hardware_, seen_);
  step(*model_, expected_);
  if (!difference_) difference_ = CompareLogs(plan_, now, expected_, seen_, compared_);
}

void ClassNetwork::End() {
  hardware_->Empty();
  if (packets_.live() > 0) complain_(fmt::format("{} packets have not arrived", packets_.live()));
  if (!hardware_->BusyNodes().empty()) complain_("busy is high, and all is answered");
}

void ClassNetwork::Skip(Cycle cycles) {
  hardware_->Skip(cycles);
  if (model_) model_->Skip(cycles);
}

std::vector<std::string> ClassNetwork::Blocked() const {
  return model_ ? model_->Blocked() : hardware_->Blocked();
}

}  // namespace toroid::axi
