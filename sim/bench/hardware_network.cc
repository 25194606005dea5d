// The wires of the simulated hardware, read as bits. This layer knows no packets: it drives the
// wires with what is sent and passes on what it sees. After the first beat of a packet it drives
// tdest, tid and by_entry with the complements, so hardware that reads them again is caught.
#include <fmt/core.h>

#include <optional>

#include "gen/plan/wire_addresses.h"
#include "sim/bench/link_counters.h"
#include "sim/bench/networks.h"
#include "sim/bench/preparation.h"
#include "sim/bench/protocol_checker.h"
#include "sim/bench/rank_sync.h"
#include "sim/bench/scheduled_wires.h"

namespace toroid {
namespace {

// A mask of the lowest `width` bits; 0 for none.
std::uint32_t Ones(unsigned width) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
}

// The loaded hardware. The positions of its fields follow from the plan (G2.3).
class HardwareNetwork : public NetworkIf {
 public:
  HardwareNetwork(const Plan& plan, std::shared_ptr<Dut> dut, std::uint64_t seed, bool again,
                  RankSync* rank_sync)
      : plan_(plan),
        first_node_(rank_sync ? rank_sync->first_node() : 0),
        dut_(std::move(dut)),
        payload_(plan, seed),
        addresses_(plan),
        entries_(plan),
        protocol_checker_(plan, *dut_, rank_sync ? &rank_sync->slab() : nullptr),
        payload_bits_(static_cast<unsigned>(plan.hardware().flit_width)),
        carried_bits_(static_cast<unsigned>(plan.carried_bits())),
        address_bits_(static_cast<unsigned>(plan.link_address_bits())),
        rank_bits_(static_cast<unsigned>(plan.tid_bits())) {
    if (rank_sync != nullptr) crossing_.emplace(plan, *rank_sync);
    if (plan.hardware().router == RouterKind::kScheduled) scheduled_.emplace(plan);
    if (plan.hardware().barrier) barrier_.emplace(plan);
    if (plan.hardware().links.counters) counters_.emplace(plan);
    if (LoadsRegisters(plan.hardware())) wrong_before_ = LoadImages(plan, *dut_, again);
    if (plan.hardware().translation) wrong_before_ = MakeTables(plan, *dut_);
  }

  bool InjectReady(std::uint32_t local) const override { return dut_->Ready(local); }

  void Inject(std::uint32_t local, const Packet& packet, const FlitRef& flit) override {
    const bool refused = packet.misaddressed;
    // Address, tid and by_entry count on the first beat only; later beats carry their complements
    // to prove that. Scheduled routers read the address of every beat (N5.2).
    const auto entry = refused ? std::nullopt : entries_.Find(packet.source, packet.destination);
    if (entry && flit.head()) ++packets_by_entry_;
    const std::uint32_t address = refused ? packet.address
                                  : entry
                                      ? *entry
                                      : addresses_.Of(packet.destination, packet.destination_rank);
    const std::uint32_t id = refused ? packet.id : packet.source_rank;
    const std::uint32_t addresses = Ones(static_cast<unsigned>(plan_.address_bits()));
    std::uint32_t* words =
        dut_->Inject(local, flit.head() || scheduled_ ? address : ~address & addresses, flit.tail,
                     flit.head() ? id : ~id & Ones(rank_bits_), flit.head() == entry.has_value());
    payload_.Write(packet, flit.index, words);
  }

  std::span<const std::uint32_t> Ejecting() const override { return dut_->Ejecting(); }

  EjectedBeat BeatAt(std::uint32_t local) const override {
    const Dut::BeatWires beat = dut_->EjectBeat(local);
    return {.source = beat.source, .id = beat.id, .last = beat.last, .payload = beat.payload};
  }
  void Accept(std::uint32_t local) override { dut_->Accept(local); }
  void Withhold(std::uint32_t local) override { protocol_checker_.Withheld(local); }

  std::vector<std::uint32_t> SendingNodes() override {
    if (!plan_.schedule_unit()) return {};
    const auto messages = static_cast<std::uint32_t>(plan_.schedule_unit()->sends);
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t message : dut_->Sending()) nodes.push_back(message / messages);
    return nodes;
  }

  // With a barrier its release starts later iterations.
  void Start() override {
    if (plan_.relay() && !left_) dut_->Pulse(ToroidPulse::kStart);
  }

  void Arrive() override { dut_->Pulse(ToroidPulse::kArrive); }
  void Leave() override {
    barrier_->Expect();
    left_ = true;
  }

  // Faults of scheduled routers are sticky; Violations reports them.
  std::span<const std::uint32_t> Errors() const override {
    return scheduled_ ? std::span<const std::uint32_t>() : dut_->Errors();
  }
  std::vector<std::uint32_t> BusyNodes() const override { return dut_->BusyNodes(); }

  bool GoesInStep() const override { return dut_->side_by_side(); }

  Crossings Step(EventLog* log) override {
    protocol_checker_.CheckBeforeStep(*dut_);
    if (scheduled_) scheduled_->See(*dut_);
    if (barrier_) barrier_->See(dut_->ReleasedBits());
    if (log) {
      for (const auto bits :
           {dut_->BusyBits(), dut_->ReadyBits(), dut_->ValidBits(),
            scheduled_ ? dut_->FaultBits() : dut_->ErrorBits(), dut_->ReleasedBits()})
        log->levels.insert(log->levels.end(), bits.begin(), bits.end());
    }
    // A bit of each flit marks messages sent by a relay.
    dut_->Step(log || plan_.relay());
    protocol_checker_.CheckAfterStep(*dut_, crossing_ ? crossing_->seen() : BorderBits{});
    if (crossing_) crossing_->Exchange(*dut_);
    if (counters_) counters_->See(dut_->SendsBits(), dut_->CreditBits());
    Crossings crossings{.all = static_cast<std::size_t>(dut_->crossings())};
    const auto hops = dut_->Hops();
    for (std::size_t i = 0; plan_.relay() && i < hops.size(); ++i)
      if (Relayed(dut_->FlitWords(i))) ++crossings.relayed;
    if (!log) return crossings;
    const auto credits = dut_->CreditBits();
    if (!scheduled_) log->levels.insert(log->levels.end(), credits.begin(), credits.end());
    for (std::size_t i = 0; i < hops.size(); ++i)
      log->records.push_back(scheduled_ ? scheduled_->Record(hops[i], dut_->FlitWords(i))
                                        : Record(hops[i], dut_->FlitWords(i)));
    return crossings;
  }

  // Schedule units and relays have their own clocks and sequences, which keep running.
  bool AtRest() const override {
    const bool has_clock = plan_.schedule_unit() || plan_.relay();
    return !has_clock && !crossing_ && !dut_->side_by_side() && protocol_checker_.AtRest(*dut_);
  }
  void Skip(Cycle cycles) override {
    protocol_checker_.Skip(cycles);
    if (barrier_) barrier_->Skip(cycles);
  }

  std::uint64_t PacketsByEntry() const override { return packets_by_entry_; }
  const LinkCounters* Counters() const override { return counters_ ? &*counters_ : nullptr; }
  void Empty() override {
    protocol_checker_.CheckEmpty();
    at_rest_ = true;
  }
  std::vector<std::string> Violations() const override {
    std::vector<std::string> lines = protocol_checker_.Violations();
    lines.insert(lines.end(), wrong_before_.begin(), wrong_before_.end());
    if (counters_ && at_rest_) {
      for (std::string& line : CounterFaults(plan_, *counters_, *dut_))
        lines.push_back(std::move(line));
    }
    if (scheduled_)
      for (std::string& line : scheduled_->Violations()) lines.push_back(std::move(line));
    if (barrier_)
      for (std::string& line : barrier_->Violations()) lines.push_back(std::move(line));
    return lines;
  }

  // The hardware's registers are not read: only the last flit of each link is known. Nothing waits
  // in scheduled routers.
  std::vector<std::string> Blocked() const override {
    if (scheduled_) return {};
    std::vector<std::string> lines;
    const std::size_t links = std::size_t{dut_->nodes()} * plan_.link_ports().size();
    const unsigned added = carried_bits_ - payload_bits_;
    for (std::size_t link = 0; link < links; ++link) {
      const std::uint32_t* sides = dut_->LastSides(static_cast<std::uint32_t>(link));
      if (!sides) continue;
      lines.push_back(fmt::format("link {} last carried a packet from address {} to address {}",
                                  LinkText(link), WireBits(sides, added, address_bits_),
                                  WireBits(sides, added + address_bits_, address_bits_)));
    }
    return lines;
  }

 private:
  // Fields of a link flit, from the bottom up: payload, source, destination, head, tail.
  std::uint32_t Source(const std::uint32_t* words) const {
    return WireBits(words, carried_bits_, address_bits_);
  }
  std::uint32_t Destination(const std::uint32_t* words) const {
    return WireBits(words, carried_bits_ + address_bits_, address_bits_);
  }
  // L2.1: the top bit of the payload.
  bool Relayed(const std::uint32_t* words) const {
    return plan_.relay() && WireBits(words, carried_bits_ - 1, 1) != 0;
  }
  // The two fields above the user's payload, upper and lower; with copies `tree` (BC1.2).
  std::uint64_t Added(const std::uint32_t* words) const {
    if (carried_bits_ == payload_bits_) return 0;
    if (plan_.Copies()) return WireBits(words, payload_bits_, 1) != 0 ? kOfTree : 0;
    const unsigned lower = plan_.relay() ? address_bits_ : rank_bits_;
    const unsigned upper = carried_bits_ - payload_bits_ - lower;
    return std::uint64_t{WireBits(words, payload_bits_ + lower, upper)} << lower |
           WireBits(words, payload_bits_, lower);
  }

  // A link flit is {tail, head, destination, source, payload}, the payload with relays {relayed,
  // address, data}, with several guest nodes on a host node {destination rank, source rank,
  // data}, with copies {tree, data}.
  WireRecord Record(const ToroidDutHop& hop, const std::uint32_t* words) const {
    return {.place = hop.node,
            .port = hop.port,
            .channel = hop.channel,
            .kind = WireRecord::kHop,
            .head_tail =
                static_cast<std::uint8_t>(WireBits(words, carried_bits_ + 2 * address_bits_, 2)),
            .source = Source(words),
            .destination = Destination(words),
            .payload = PayloadDigest(words, payload_bits_),
            .added = Added(words)};
  }

  std::string LinkText(std::size_t link) const {
    const std::size_t ports = plan_.link_ports().size();
    return plan_.host().NodeText(NodeId{first_node_ + static_cast<std::uint32_t>(link / ports)}) +
           " " + LinkPortText(plan_, link % ports);
  }

  const Plan& plan_;
  std::uint32_t first_node_;  // of the slab
  std::shared_ptr<Dut> dut_;
  std::optional<WireCrossing> crossing_;  // with a slab
  PayloadMaker payload_;
  WireAddresses addresses_;
  EntriesOfNodes entries_;
  std::uint64_t packets_by_entry_ = 0;
  ProtocolChecker protocol_checker_;
  std::optional<ScheduledWires> scheduled_;  // with scheduled routers
  std::optional<BarrierWatch> barrier_;      // with a barrier
  bool left_ = false;                        // which was left at least once
  std::optional<LinkCounters> counters_;     // with counters
  std::vector<std::string> wrong_before_;    // violations before cycle 0
  bool at_rest_ = false;                     // everything was delivered
  unsigned payload_bits_;                    // user's payload
  unsigned carried_bits_;                    // router's payload, which may be wider
  unsigned address_bits_;                    // address on links
  unsigned rank_bits_;                       // width of tid; 0 without one
};

}  // namespace

std::unique_ptr<NetworkIf> MakeHardwareNetwork(const Plan& plan, std::shared_ptr<Dut> dut,
                                               std::uint64_t seed, bool again,
                                               RankSync* rank_sync) {
  return std::make_unique<HardwareNetwork>(plan, std::move(dut), seed, again, rank_sync);
}

}  // namespace toroid
