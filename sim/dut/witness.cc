// Both networks get the same stimulus, drawn from the first one's outputs: a beat is offered where
// its injector is ready, a flit accepted where its ejector offers one. The stimulus fits both while
// they agree; the comparison ends at the first difference.
//
// The stimulus is random, but not uniform. Rates of injection and of acceptance change every 50
// cycles between nearly nothing and saturation, so that buffers run empty, fill up and stall. Most
// addresses are right; one in 64 is noise, as both must refuse the same ones (R6.4). At most 128
// nodes take part, so that packets meet on large networks too. Scheduled routers get traffic that
// no schedule would allow, and lose flits; both must lose the same flits and raise the same faults.
// Nodes that load tables have loaded them before.
//
// Not compared: values on a link or port whose valid is low, which are arbitrary and may differ;
// and registers, as lanes keep none by name.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "gen/plan/host_load.h"
#include "gen/plan/translation.h"
#include "gen/support/random.h"
#include "sim/dut/dut.h"

namespace toroid {
namespace {

constexpr std::uint32_t kMostActive = 128;  // nodes that send and receive
constexpr Cycle kPhase = 50;                // cycles between changes of the rates

// State of injectors in the middle of a packet, and the current rates.
class Stimulus {
 public:
  Stimulus(const Plan& plan, std::uint32_t nodes, std::uint64_t seed) : plan_(plan), random_(seed) {
    for (std::uint32_t i = 0; i < std::min(nodes, kMostActive); ++i)
      active_.push_back(nodes <= kMostActive ? i
                                             : static_cast<std::uint32_t>(random_.Below(nodes)));
    std::ranges::sort(active_);
    active_.erase(std::unique(active_.begin(), active_.end()), active_.end());
    inside_.resize(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(plan.local_ports()));
    payload_.resize((static_cast<std::size_t>(plan.hardware().flit_width) + 31) / 32);
  }

  void BeginCycle(Cycle now) {
    if (now % kPhase != 0) return;
    static constexpr std::array<double, 4> kRates = {0.02, 0.2, 0.6, 1};
    rate_ = kRates[random_.Below(kRates.size())];
    accept_ = kRates[random_.Below(kRates.size())];
  }
  // The start pulse comes now and then, even while a previous start still runs.
  bool Starts(Cycle now) { return now == 0 || random_.Below(150) == 0; }
  bool MakesTables(Cycle now) { return now == 0 || random_.Below(400) == 0; }
  bool Arrives() { return random_.Below(60) == 0; }
  bool Accepts() { return Chance(random_.Next(), accept_); }

  const std::vector<std::uint32_t>& active() const { return active_; }

  // Offers a beat to a ready injector in both networks, or none.
  void Inject(std::uint32_t node, int port, Dut& a, Dut& b) {
    const auto local = static_cast<std::uint32_t>(
        node * static_cast<std::uint32_t>(plan_.local_ports()) + static_cast<std::uint32_t>(port));
    if (!Chance(random_.Next(), rate_)) return;
    const bool last = random_.Below(3) == 0;
    const bool by_entry = plan_.hardware().translation && random_.Below(4) == 0;
    const std::uint32_t address = by_entry       ? Noise(TableEntryBits(plan_))
                                  : Names(local) ? Address(node, port)
                                                 : Noise(plan_.address_bits());
    const std::uint32_t rank = inside_[local] ? Noise(plan_.tid_bits()) : Rank(node);
    inside_[local] = !last;
    for (std::uint32_t& word : payload_) word = static_cast<std::uint32_t>(random_.Next());
    if (const int rest = plan_.hardware().flit_width % 32; rest != 0)
      payload_.back() &= (1U << rest) - 1;
    for (Dut* dut : {&a, &b}) dut->Inject(local, payload_, address, last, rank, by_entry);
  }

 private:
  // Whether the network reads the next beat's address.
  bool Names(std::uint32_t local) const {
    return !inside_[local] || plan_.hardware().router == RouterKind::kScheduled;
  }
  std::uint32_t Noise(int bits) {
    return static_cast<std::uint32_t>(random_.Next() & ((std::uint64_t{1} << bits) - 1));
  }
  // Mostly the address of an active node to which packets leave by this port; sometimes any
  // address.
  std::uint32_t Address(std::uint32_t node, int port) {
    for (int attempt = 0; attempt < 8 && random_.Below(64) != 0; ++attempt) {
      const NodeId to{active_[random_.Below(active_.size())]};
      if (to.value() == node || !plan_.IsAddressable(to)) continue;
      if (plan_.InjectorOf(NodeId{node}, to) != port) continue;
      const std::uint32_t ranks = plan_.GuestsAt(to);
      return plan_.WireAddressOf(to, static_cast<std::uint32_t>(random_.Below(ranks)));
    }
    return Noise(plan_.address_bits());
  }
  std::uint32_t Rank(std::uint32_t node) {
    if (!plan_.carries_ranks()) return 0;
    const std::uint32_t ranks = plan_.GuestsAt(NodeId{node});
    return ranks == 0 || random_.Below(64) == 0 ? Noise(plan_.tid_bits())
                                                : static_cast<std::uint32_t>(random_.Below(ranks));
  }

  const Plan& plan_;
  Random random_;
  std::vector<std::uint32_t> active_;
  std::vector<bool> inside_;  // by local port: inside a packet
  std::vector<std::uint32_t> payload_;
  double rate_ = 0;
  double accept_ = 0;
};

class Comparison {
 public:
  Comparison(const Plan& plan, Dut& a, Dut& b, std::uint64_t seed)
      : plan_(plan),
        a_(a),
        b_(b),
        scheduled_(plan.hardware().router == RouterKind::kScheduled),
        stimulus_(plan, a.nodes(), seed) {}

  Agreement Run(Cycle cycles) {
    if (LoadsRegisters(plan_.hardware())) Load();
    for (now_ = 0; now_ < cycles && result_.difference.empty(); ++now_) RunCycle();
    return result_;
  }

 private:
  void Load() {
    const HostLoad load = HostLoadOf(plan_);
    for (Cycle c = 0; c < load.cycles; ++c) {
      const bool word = c < static_cast<Cycle>(load.words.size());
      for (Dut* dut : {&a_, &b_})
        dut->Offer(word ? &load.words[static_cast<std::size_t>(c)] : nullptr);
    }
  }

  // Compares levels before the edge and events after it, so a difference is reported in the cycle
  // in which it first shows.
  void RunCycle() {
    stimulus_.BeginCycle(now_);
    CompareLocals();
    Start();
    for (const std::uint32_t local : a_.Ejecting()) {
      if (!stimulus_.Accepts()) continue;
      a_.Accept(local);
      b_.Accept(local);
    }
    const auto ports = static_cast<std::uint32_t>(plan_.local_ports());
    for (const std::uint32_t node : stimulus_.active())
      for (std::uint32_t port = 0; port < ports; ++port) {
        if (a_.Ready(node * ports + port)) stimulus_.Inject(node, static_cast<int>(port), a_, b_);
      }
    if (!result_.difference.empty()) return;
    a_.Step();
    b_.Step();
    CompareHops();
    CompareLevels("a credit on a link", a_.CreditBits(), b_.CreditBits(),
                  2 * plan_.link_ports().size());
  }

  void Pulse(ToroidPulse pulse) { a_.Pulse(pulse), b_.Pulse(pulse); }
  void Start() {
    if (plan_.hardware().translation) {
      CompareLevels("table_ready", a_.TableBits(), b_.TableBits(), 1);
      if (stimulus_.MakesTables(now_)) Pulse(ToroidPulse::kMakeTables);
    }
    if (plan_.hardware().barrier && stimulus_.Arrives()) Pulse(ToroidPulse::kArrive);
    if (!plan_.schedule_unit() && !plan_.relay()) return;
    if (stimulus_.Starts(now_)) Pulse(ToroidPulse::kStart);
    if (plan_.schedule_unit()) CompareSending();
  }

  void CompareLocals() {
    const auto ports = static_cast<std::size_t>(plan_.local_ports());
    CompareLevels("tready", a_.ReadyBits(), b_.ReadyBits(), ports);
    CompareLevels("error", a_.ErrorBits(), b_.ErrorBits(), scheduled_ ? 1 : ports);
    CompareLevels("busy", a_.BusyBits(), b_.BusyBits(), 1);
    if (scheduled_)
      CompareLevels("faults", a_.FaultBits(), b_.FaultBits(),
                    static_cast<std::size_t>(plan_.fault_bits()));
    CompareLevels("barrier_release", a_.ReleasedBits(), b_.ReleasedBits(), 1);
    CompareLevels("loaded", a_.LoadedBits(), b_.LoadedBits(), 1);
    if (plan_.partition()) ComparePlaces();
    if (!CompareLevels("tvalid", a_.ValidBits(), b_.ValidBits(), ports)) return;
    result_.compared += a_.Ejecting().size() + a_.Errors().size();
    for (const std::uint32_t local : a_.Ejecting()) {
      const Dut::BeatWires x = a_.EjectBeat(local);
      const Dut::BeatWires y = b_.EjectBeat(local);
      if (x.source != y.source || x.id != y.id || x.last != y.last ||
          !std::equal(x.payload, x.payload + a_.payload_words(), y.payload))
        DifferAt("the beat offered", local / static_cast<std::uint32_t>(ports));
    }
  }

  // Both lists are ascending: the first difference names the node.
  void CompareSending() {
    const auto x = a_.Sending();
    const auto y = b_.Sending();
    result_.compared += x.size();
    const auto [a, b] = std::ranges::mismatch(x, y);
    if (a == x.end() && b == y.end()) return;
    const std::uint32_t message = a == x.end() ? *b : b == y.end() ? *a : std::min(*a, *b);
    DifferAt("the messages sent",
             message / static_cast<std::uint32_t>(plan_.schedule_unit()->sends));
  }

  // `bits`: bits of the bitmap for each node.
  bool CompareLevels(const char* what, std::span<const std::uint64_t> x,
                     std::span<const std::uint64_t> y, std::size_t bits) {
    const auto [a, b] = std::ranges::mismatch(x, y);
    if (a == x.end()) return true;
    const auto bit = static_cast<std::size_t>(a - x.begin()) * 64 +
                     static_cast<std::size_t>(std::countr_zero(*a ^ *b));
    DifferAt(what, static_cast<std::uint32_t>(bit / bits));
    return false;
  }
  void ComparePlaces() {
    CompareLevels("holds_guest", a_.HoldsGuestBits(), b_.HoldsGuestBits(), 1);
    const auto x = a_.LogicalAddresses();
    const auto place = std::ranges::mismatch(x, b_.LogicalAddresses()).in1;
    if (place != x.end()) DifferAt("logical", static_cast<std::uint32_t>(place - x.begin()));
  }

  // Engines list leaving flits in the same order, node after node. The first difference is reported
  // at the lower node number, as one of the two may just have omitted a flit.
  void CompareHops() {
    const auto x = a_.Hops();
    const auto y = b_.Hops();
    result_.compared += x.size();
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      const bool same =
          x[i].node == y[i].node && x[i].port == y[i].port && x[i].channel == y[i].channel &&
          std::equal(a_.FlitWords(i), a_.FlitWords(i) + a_.flit_words(), b_.FlitWords(i));
      if (!same) return DifferAt("what leaves on links", std::min(x[i].node, y[i].node));
    }
    if (x.size() != y.size())
      DifferAt("what leaves on links", (x.size() < y.size() ? y[x.size()] : x[y.size()]).node);
  }

  // Keeps only the first difference.
  void DifferAt(const std::string& what, std::uint32_t node) {
    if (result_.difference.empty())
      result_.difference =
          fmt::format("cycle {}: {} of node {}", now_, what, plan_.host().NodeText(NodeId{node}));
  }

  const Plan& plan_;
  Dut& a_;
  Dut& b_;
  bool scheduled_;  // scheduled routers
  Stimulus stimulus_;
  Cycle now_ = 0;
  Agreement result_;
};

}  // namespace

Agreement CompareDuts(const Plan& plan, Dut& witness, Dut& other, Cycle cycles,
                      std::uint64_t seed) {
  return Comparison(plan, witness, other, seed).Run(cycles);
}

}  // namespace toroid
