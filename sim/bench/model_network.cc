// The models behind the interface of the hardware: the record of a hop is made from the packet, as
// the hardware's wires would show it.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "gen/support/text.h"
#include "sim/bench/copied_beats.h"
#include "sim/bench/link_counters.h"
#include "sim/bench/networks.h"
#include "sim/bench/rank_sync.h"
#include "sim/bench/scheduled_wires.h"
#include "sim/bench/tree_beats.h"
#include "sim/model/model.h"
#include "sim/model/scheduled_model.h"

namespace toroid {
namespace {

// Scheduled routers hold no queues and refuse nothing, so they use little of the interface. They
// report errors as sticky faults; a run with any fault fails by Violations.
class ScheduledModelNetwork : public NetworkIf {
 public:
  ScheduledModelNetwork(const Plan& plan, const PacketTable& table, std::uint64_t seed, int threads)
      : plan_(plan), table_(table), payload_(plan, seed), model_(plan, threads, Adder()) {
    if (plan.in_network()) beats_.emplace(plan, payload_);
  }

  bool InjectReady(std::uint32_t local) const override { return model_.InjectReady(local); }
  void Inject(std::uint32_t local, const Packet& packet, const FlitRef& given) override {
    const FlitRef flit = beats_ ? beats_->Add(packet, given) : given;
    if (packet.misaddressed) {
      model_.Inject(local, flit, packet.address);
    } else {
      model_.Inject(local, flit, packet.destination);
    }
  }
  std::span<const std::uint32_t> Ejecting() const override { return model_.Ejecting(); }
  // Along a tree several packets come of a flit, and it shows what wires would.
  bool KnowsFlits() const override { return !beats_; }
  EjectedBeat BeatAt(std::uint32_t local) const override {
    const FlitRef flit = *model_.EjectHead(local);
    if (beats_) return beats_->Wires(flit);
    return {.last = flit.tail,
            .payload = payload_.WordsOf(table_[flit.slot].packet, flit.index),
            .flit = flit};
  }
  void Accept(std::uint32_t local) override {
    const FlitRef flit = *model_.EjectHead(local);
    if (flit.tail && !beats_) ended_[flit.slot] = ShownOf(table_[flit.slot].packet, flit.index);
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
    if (beats_) beats_->EndCycle();
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
  model::Joins::Adder Adder() {
    return [this](const FlitRef& word, const FlitRef& child) { return beats_->Join(word, child); };
  }

  // "; flit 2 of the packet from (0,1) to (3,1) is lost", about the first flit that the fault
  // loses.
  std::string LossText(const ScheduledModel::Raised& fault) const {
    if (beats_) return "";  // packets may be gone
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

  // With a tree. What goes up is from the node that sends it (IN2.4).
  std::uint32_t SourceOn(const HopEvent& hop, std::uint64_t control) const {
    const NodeId node{hop.node};
    const bool down = std::ranges::count(plan_.in_network()->ChildrenOf(node), hop.port,
                                         &trees::NetworkTree::Child::port) > 0;
    const bool up = (control & kOfTree) != 0 && !down;
    return up ? plan_.WireAddressOf(node) : beats_->SourceOf(hop.flit);
  }

  // The record of a hop: no head and no destination, but the fields between tail and source. A tail
  // crosses its last link in the cycle in which it is ejected (N5.3), so its packet's slot may
  // already belong to another.
  WireRecord Record(const HopEvent& hop, std::uint64_t control) const {
    const auto ended = ended_.find(hop.flit.slot);
    const Shown shown = beats_ ? Shown{SourceOn(hop, control), beats_->DigestOf(hop.flit)}
                        : ended != ended_.end()
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
  PayloadMaker payload_;
  std::optional<TreeBeats> beats_;  // with a tree
  ScheduledModel model_;
  std::vector<HopEvent> hops_;
  bool left_ = false;                               // the barrier was left at least once
  std::unordered_map<std::uint32_t, Shown> ended_;  // tails ejected in this cycle, by slot
};

// The model has no wires: payloads and sideband are computed from the packet. For a slab it shows
// what wires would: a packet from another rank has a slot of this rank only, and the scoreboard has
// to find out whether it is the right one. So it does with copies, where one packet enters and
// others leave.
class ModelNetwork : public NetworkIf {
 public:
  ModelNetwork(const Plan& plan, const PacketTable& table, std::uint64_t seed, int threads,
               model::Observer* observer)
      : plan_(plan), table_(table), model_(plan, threads), payload_(plan, seed) {
    model_.Show(observer);
    if (plan.Copies()) copied_beats_.emplace(plan, payload_);
    if (plan.hardware().links.counters) counters_.emplace(plan);
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
      addresses_.push_back(plan.AddressOf(NodeId{n}));
      names_.push_back(NameOf(NodeId{n}));
    }
    if (copied_beats_) words_.resize(names_.size() * static_cast<std::size_t>(payload_.words()));
  }
  ModelNetwork(const Plan& plan, std::uint64_t seed, int threads, RankSync& rank_sync)
      : plan_(plan),
        slab_packets_(std::in_place, plan, rank_sync),
        table_(slab_packets_->packets()),
        first_node_(rank_sync.first_node()),
        model_(plan, threads, rank_sync.slab(), &*slab_packets_),
        payload_(plan, seed),
        words_(static_cast<std::size_t>(rank_sync.slab().size()) *
               static_cast<std::size_t>(plan.local_ports() * payload_.words())) {}

  bool InjectReady(std::uint32_t local) const override { return model_.InjectReady(local); }
  void Inject(std::uint32_t local, const Packet& packet, const FlitRef& given) override {
    const FlitRef flit = slab_packets_    ? slab_packets_->Enter(local, packet, given)
                         : !packet.leaves ? copied_beats_->Add(packet, given.index)
                                          : given;
    if (flit.head() && packet.leaves && !slab_packets_) Expect(flit.slot);
    if (packet.misaddressed) {
      model_.Inject(local, flit, packet.address, packet.id);
    } else {
      model_.Inject(local, flit, packet.destination);
    }
  }
  std::span<const std::uint32_t> Ejecting() const override { return model_.Ejecting(); }
  bool KnowsFlits() const override { return !slab_packets_ && !copied_beats_; }
  EjectedBeat BeatAt(std::uint32_t local) const override {
    const FlitRef flit = *model_.EjectHead(local);
    if (CopiedBeats::Has(flit.slot)) return copied_beats_->Wires(flit);
    if (!KnowsFlits()) return WiresAt(local, flit);
    return {.last = flit.tail,
            .payload = payload_.WordsOf(table_[flit.slot].packet, flit.index),
            .flit = flit};
  }
  void Accept(std::uint32_t local) override {
    const FlitRef flit = *model_.EjectHead(local);
    if (slab_packets_ && flit.tail) slab_packets_->Leave(flit.slot);
    if (CopiedBeats::Has(flit.slot)) copied_beats_->Take(flit);
    model_.Accept(local);
  }
  // Later iterations start with the barrier, if there is one.
  void Start() override {
    if (!left_) model_.Start();
  }
  void Arrive() override { model_.Arrive(); }
  void Leave() override { left_ = true; }
  std::span<const std::uint32_t> Errors() const override { return model_.Errors(); }
  std::vector<std::uint32_t> BusyNodes() const override { return model_.BusyNodes(); }
  Crossings Step(EventLog* log) override {
    const Crossings crossings = StepModel(log);
    if (!slab_packets_) return crossings;
    for (const std::uint32_t slot : slab_packets_->TakeNew()) Expect(slot);
    slab_packets_->Forget();
    return crossings;
  }

  bool AtRest() const override {
    return !plan_.relay() && !slab_packets_ && model_.Empty() && model_.BusyNodes().empty();
  }

  const LinkCounters* Counters() const override { return counters_ ? &*counters_ : nullptr; }

  std::vector<std::string> Blocked() const override {
    std::vector<std::string> lines;
    for (const Model::Blocked& blocked : model_.BlockedFlits()) lines.push_back(Describe(blocked));
    return lines;
  }

 private:
  Crossings StepModel(EventLog* log) {
    if (!log && !plan_.relay() && !counters_) return {.all = model_.Step()};
    if (log) model_.AppendLevels(log->levels);
    hops_.clear();
    model_.Step(hops_);
    if (log) model_.AppendCredits(log->levels);
    if (counters_) Count();
    Crossings crossings{.all = hops_.size()};
    for (const HopEvent& hop : hops_) {
      if (plan_.relay() && model_.EndsOf(hop.flit).relayed) ++crossings.relayed;
      if (log) log->records.push_back(Record(hop));
    }
    return crossings;
  }

  // The beat that hardware would show there.
  EjectedBeat WiresAt(std::uint32_t local, const FlitRef& flit) const {
    const Packet& packet = table_[flit.slot].packet;
    std::uint32_t* words =
        &words_[static_cast<std::size_t>(local) * static_cast<std::size_t>(payload_.words())];
    payload_.Write(packet, flit.index, words);
    return {.source = plan_.WireAddressOf(packet.source, packet.source_rank),
            .id = packet.destination_rank,
            .last = flit.tail,
            .payload = words};
  }

  std::uint32_t NameOf(NodeId node) const {
    const bool named = !plan_.carries_ranks() && plan_.IsAddressable(node);
    return named ? plan_.WireAddressOf(node) : plan_.AddressOf(node);
  }

  // Another packet has the slot: its head's record is made on demand. Refused packets are included,
  // as only a correct model refuses them.
  void Expect(std::uint32_t slot) {
    if (is_shown_.size() <= slot) is_shown_.resize(slot + 1);
    is_shown_[slot] = 0;
  }

  // The head's record on every link of its route, apart from relays.
  const WireRecord& ShownOf(std::uint32_t slot) {
    if (shown_.size() < is_shown_.size()) shown_.resize(is_shown_.size());
    WireRecord& record = shown_[slot];
    if (std::exchange(is_shown_[slot], 1) != 0) return record;
    const Packet& packet = table_[slot].packet;
    record.source = slab_packets_ ? NameOf(packet.source) : names_[packet.source.index()];
    record.destination = slab_packets_ ? plan_.AddressOf(packet.destination)
                                       : addresses_[packet.destination.index()];
    record.payload = payload_.DigestOf(packet, 0);
    if (plan_.carries_ranks()) {
      record.added =
          std::uint64_t{packet.destination_rank} << plan_.tid_bits() | packet.source_rank;
    }
    return record;
  }

  void Count() {
    const std::size_t links = plan_.host().size() * plan_.link_ports().size();
    sends_.assign((2 * links + 63) / 64, 0);
    for (const HopEvent& hop : hops_) {
      const std::size_t bit = 2 * (hop.node * plan_.link_ports().size() + hop.port) + hop.channel;
      sends_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    credits_.clear();
    model_.AppendCredits(credits_);
    counters_->See(sends_, credits_);
  }

  // The record that the hardware's link would show.
  WireRecord Record(const HopEvent& hop) {
    const bool copied = CopiedBeats::Has(hop.flit.slot);
    const Axis axis = plan_.link_ports()[hop.port].axis;
    WireRecord record =
        copied ? copied_beats_->Record(hop.flit, NodeId{hop.node}, axis) : ShownOf(hop.flit.slot);
    record.place = hop.node;
    record.port = hop.port;
    record.channel = hop.channel;
    if (copied) return record;
    record.head_tail =
        static_cast<std::uint8_t>((hop.flit.head() ? 1 : 0) | (hop.flit.tail ? 2 : 0));
    if (hop.flit.head() && !plan_.relay()) return record;
    const Packet& packet = table_[hop.flit.slot].packet;
    record.payload = payload_.DigestOf(packet, hop.flit.index);
    if (plan_.relay()) Relay(packet, model_.EndsOf(hop.flit), record);
    return record;
  }

  // L2.1 and L2.2 of docs/spec/relay.md.
  void Relay(const Packet& packet, const Model::Ends& ends, WireRecord& record) const {
    record.source = names_[ends.from.index()];
    record.destination = addresses_[ends.to.index()];
    const std::uint64_t address =
        ends.relayed ? names_[packet.source.index()] : addresses_[packet.destination.index()];
    record.added = (std::uint64_t{ends.relayed} << plan_.address_bits()) | address;
  }

  std::string PortText(int port) const {
    const LinkPort& link = plan_.link_ports()[static_cast<std::size_t>(port)];
    return fmt::format("link axis {}{}", link.axis.value(),
                       link.direction ? fmt::format(" {}", Sign(*link.direction)) : "");
  }

  // "link axis 0 + channel 1", or the local port if the number is negative.
  std::string EndText(int port, int channel, std::string_view local) const {
    return port >= 0 ? fmt::format("{} channel {}", PortText(port), channel)
                     : fmt::format("{} {}", local, -1 - port);
  }

  // "packet from (0,0) to (0,3), flit 2"
  std::string NameOfFlit(const FlitRef& flit) const {
    const Graph& host = plan_.host();
    if (CopiedBeats::Has(flit.slot))
      return "copied flit from " + host.NodeText(copied_beats_->RootOf(flit));
    const Packet& packet = table_[flit.slot].packet;
    return fmt::format("packet from {} to {}, flit {}", host.NodeText(packet.source),
                       host.NodeText(packet.destination), flit.index);
  }

  // "node (0,1): packet from (0,0) to (0,3), flit 2, in ... waits for ...: no credit"
  std::string Describe(const Model::Blocked& blocked) const {
    static constexpr const char* kReasons[] = {"no credit", "held by another packet",
                                               "ejector full", "lost arbitration"};
    return fmt::format("node {}: {}, in {} waits for {}: {}",
                       plan_.host().NodeText(NodeId{first_node_ + blocked.node}),
                       NameOfFlit(blocked.flit), EndText(blocked.port, blocked.channel, "injector"),
                       EndText(blocked.wants_port, blocked.wants_channel, "ejector"),
                       kReasons[static_cast<int>(blocked.reason)]);
  }

  const Plan& plan_;
  std::optional<SlabPackets> slab_packets_;  // with a slab
  const PacketTable& table_;
  std::uint32_t first_node_ = 0;
  Model model_;
  PayloadMaker payload_;
  std::optional<CopiedBeats> copied_beats_;  // with copies
  bool left_ = false;                        // the barrier was left at least once
  // Empty for a slab, which must not take the memory of all nodes.
  std::vector<std::uint32_t> addresses_;  // by node, physical
  std::vector<std::uint32_t> names_;      // by node, as flits carry their source
  // Payloads shown, by local port, unless the network knows its flits.
  mutable std::vector<std::uint32_t> words_;
  std::vector<WireRecord> shown_;       // by packet slot, made on demand
  std::vector<std::uint8_t> is_shown_;  // by slot: 1 if `shown_` is of the current packet
  std::vector<HopEvent> hops_;
  std::optional<LinkCounters> counters_;        // with counters
  std::vector<std::uint64_t> sends_, credits_;  // of the cycle, for counters_
};

}  // namespace

std::unique_ptr<NetworkIf> MakeModelNetwork(const Plan& plan, const PacketTable& table,
                                            std::uint64_t seed, int threads,
                                            model::Observer* observer, RankSync* rank_sync) {
  if (rank_sync != nullptr) return std::make_unique<ModelNetwork>(plan, seed, threads, *rank_sync);
  if (plan.hardware().router == RouterKind::kScheduled)
    return std::make_unique<ScheduledModelNetwork>(plan, table, seed, threads);
  return std::make_unique<ModelNetwork>(plan, table, seed, threads, observer);
}

}  // namespace toroid
