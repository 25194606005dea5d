// Scheduled routers hold no queues and refuse nothing, so they use little of the interface. They
// report errors as sticky faults; a run with any fault fails by Violations.
#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "gen/support/text.h"
#include "sim/bench/networks.h"
#include "sim/bench/scheduled_wires.h"
#include "sim/model/scheduled_model.h"

namespace toroid {
namespace {

class ScheduledModelNetwork : public NetworkIf {
 public:
  ScheduledModelNetwork(const Plan& plan, const PacketTable& table, std::uint64_t seed, int threads)
      : plan_(plan), table_(table), model_(plan, threads), payload_(plan, seed) {}

  bool InjectReady(std::uint32_t local) const override { return model_.InjectReady(local); }
  void Inject(std::uint32_t local, const Packet& packet, const FlitRef& flit) override {
    if (packet.misaddressed) {
      model_.Inject(local, flit, packet.address);
    } else {
      model_.Inject(local, flit, packet.destination);
    }
  }
  std::span<const std::uint32_t> Ejecting() const override { return model_.Ejecting(); }
  bool KnowsFlits() const override { return true; }
  EjectedBeat BeatAt(std::uint32_t local) const override {
    const FlitRef flit = *model_.EjectHead(local);
    return {.last = flit.tail,
            .payload = payload_.WordsOf(table_[flit.slot].packet, flit.index),
            .flit = flit};
  }
  void Accept(std::uint32_t local) override {
    const FlitRef flit = *model_.EjectHead(local);
    if (flit.tail) ended_[flit.slot] = ShownOf(table_[flit.slot].packet, flit.index);
    model_.Accept(local);
  }
  // Later iterations start with the barrier, if there is one.
  void Start() override {
    if (!left_) model_.Start();
  }
  void Arrive() override { model_.Arrive(); }
  void Leave() override { left_ = true; }
  // Faults are sticky; Violations reports them.
  std::span<const std::uint32_t> Errors() const override { return {}; }
  std::vector<std::uint32_t> BusyNodes() const override { return model_.BusyNodes(); }

  Crossings Step(EventLog* log) override {
    if (log) model_.AppendLevels(log->levels);
    hops_.clear();
    model_.Step(hops_);
    for (std::size_t i = 0; log && i < hops_.size(); ++i)
      log->records.push_back(Record(hops_[i], model_.ControlBits()[i]));
    ended_.clear();
    return {.all = hops_.size()};
  }

  std::vector<std::string> Violations() const override {
    const auto& raised = model_.raised();
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(raised.size(), kMostFaultsNamed); ++i)
      lines.push_back(FaultText(plan_, raised[i]) + LossText(raised[i]));
    for (std::string& line : MoreFaultsText(raised.size())) lines.push_back(std::move(line));
    if (!model_.lost().empty())
      lines.push_back(Counted(model_.lost().size(), "flit was", "flits were") + " lost");
    return lines;
  }

 private:
  // "; flit 2 of the packet from (0,1) to (3,1) is lost", about the first flit that the fault
  // loses.
  std::string LossText(const ScheduledModel::Raised& fault) const {
    for (const ScheduledModel::Lost& lost : model_.lost()) {
      if (lost.cycle != fault.cycle || lost.node != fault.node || lost.cause != fault.fault)
        continue;
      const Packet& packet = table_[lost.flit.slot].packet;  // never delivered, so still there
      return fmt::format("; flit {} of the packet from {} to {} is lost", lost.flit.index,
                         plan_.host().NodeText(packet.source),
                         plan_.host().NodeText(packet.destination));
    }
    return "";
  }

  // Fields of a flit's packet on a link.
  struct Shown {
    std::uint32_t source = 0;
    std::uint64_t payload = 0;
  };
  Shown ShownOf(const Packet& packet, std::uint32_t index) const {
    return {plan_.WireAddressOf(packet.source), payload_.DigestOf(packet, index)};
  }

  // The record of a hop: no head and no destination, but the fields between tail and source. A tail
  // crosses its last link in the cycle in which it is ejected (N5.3), so its packet's slot may
  // already belong to another.
  WireRecord Record(const HopEvent& hop, std::uint64_t control) const {
    const auto ended = ended_.find(hop.flit.slot);
    const Shown shown = ended != ended_.end()
                            ? ended->second
                            : ShownOf(table_[hop.flit.slot].packet, hop.flit.index);
    return {.place = hop.node,
            .port = hop.port,
            .channel = hop.channel,
            .kind = WireRecord::kHop,
            .head_tail = static_cast<std::uint8_t>(hop.flit.tail ? 2 : 0),
            .source = shown.source,
            .destination = 0,
            .payload = shown.payload,
            .added = control};
  }

  const Plan& plan_;
  const PacketTable& table_;
  ScheduledModel model_;
  PayloadMaker payload_;
  std::vector<HopEvent> hops_;
  bool left_ = false;                               // the barrier was left at least once
  std::unordered_map<std::uint32_t, Shown> ended_;  // tails ejected in this cycle, by slot
};

}  // namespace

std::unique_ptr<NetworkIf> MakeScheduledModelNetwork(const Plan& plan, const PacketTable& table,
                                                     std::uint64_t seed, int threads) {
  assert(plan.hardware().router == RouterKind::kScheduled);
  return std::make_unique<ScheduledModelNetwork>(plan, table, seed, threads);
}

}  // namespace toroid
