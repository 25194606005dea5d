#include "sim/dut/witness.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gen/support/random.h"

namespace toroid {
namespace {

constexpr std::uint32_t kMostActive = 128;  // nodes that send and receive
constexpr Cycle kPhase = 50;                // cycles between changes of the rates

// Injectors in the middle of a packet, and the rates, as they are for a while.
class Stimulus {
 public:
  Stimulus(const Plan& plan, std::uint64_t seed) : plan_(plan), random_(seed) {
    const std::uint32_t nodes = plan.host().size();
    for (std::uint32_t i = 0; i < std::min(nodes, kMostActive); ++i)
      active_.push_back(nodes <= kMostActive ? i
                                             : static_cast<std::uint32_t>(random_.Below(nodes)));
    std::ranges::sort(active_);
    active_.erase(std::ranges::unique(active_).begin(), active_.end());
    inside_.resize(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(plan.local_ports()));
    payload_.resize((static_cast<std::size_t>(plan.hardware().flit_width) + 31) / 32);
  }

  void BeginCycle(Cycle now) {
    if (now % kPhase != 0) return;
    static constexpr std::array<double, 4> kRates = {0.02, 0.2, 0.6, 1};
    rate_ = kRates[random_.Below(kRates.size())];
    accept_ = kRates[random_.Below(kRates.size())];
  }
  // The start pulse comes now and then, also while what it started before still runs.
  bool Starts(Cycle now) { return now == 0 || random_.Below(150) == 0; }
  bool Accepts() { return Chance(random_.Next(), accept_); }

  const std::vector<std::uint32_t>& active() const { return active_; }

  // Offers a beat to an injector that is ready, in both networks, or none.
  void Inject(std::uint32_t node, int port, Dut& a, Dut& b) {
    const auto local = static_cast<std::uint32_t>(
        node * static_cast<std::uint32_t>(plan_.local_ports()) + static_cast<std::uint32_t>(port));
    if (!Chance(random_.Next(), rate_)) return;
    const bool last = random_.Below(3) == 0;
    const std::uint32_t address =
        inside_[local] ? Noise(plan_.address_bits()) : Address(node, port);
    const std::uint32_t member = inside_[local] ? Noise(plan_.member_bits()) : Member(node);
    inside_[local] = !last;
    for (std::uint32_t& word : payload_) word = static_cast<std::uint32_t>(random_.Next());
    if (const int rest = plan_.hardware().flit_width % 32; rest != 0)
      payload_.back() &= (1U << rest) - 1;
    a.Inject(local, payload_, address, last, member);
    b.Inject(local, payload_, address, last, member);
  }

 private:
  std::uint32_t Noise(int bits) {
    return static_cast<std::uint32_t>(random_.Next() & ((std::uint64_t{1} << bits) - 1));
  }
  // Mostly that of an active node to which packets leave by this port; now and then anything.
  std::uint32_t Address(std::uint32_t node, int port) {
    for (int attempt = 0; attempt < 8 && random_.Below(64) != 0; ++attempt) {
      const NodeId to{active_[random_.Below(active_.size())]};
      if (to.value() == node || !plan_.IsAddressable(to)) continue;
      if (plan_.InjectorOf(NodeId{node}, to) != port) continue;
      const std::uint32_t members = plan_.MembersAt(to);
      return plan_.WireAddressOf(to, static_cast<std::uint32_t>(random_.Below(members)));
    }
    return Noise(plan_.address_bits());
  }
  std::uint32_t Member(std::uint32_t node) {
    if (!plan_.carries_members()) return 0;
    const std::uint32_t members = plan_.MembersAt(NodeId{node});
    return members == 0 || random_.Below(64) == 0
               ? Noise(plan_.member_bits())
               : static_cast<std::uint32_t>(random_.Below(members));
  }

  const Plan& plan_;
  Random random_;
  std::vector<std::uint32_t> active_;
  std::vector<bool> inside_;  // of a packet, by local port
  std::vector<std::uint32_t> payload_;
  double rate_ = 0;
  double accept_ = 0;
};

class Comparison {
 public:
  Comparison(const Plan& plan, Dut& a, Dut& b, std::uint64_t seed)
      : plan_(plan), a_(a), b_(b), stimulus_(plan, seed) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n)
      for (int port = 0; port < plan.local_ports(); ++port)
        alive_.push_back(IsAlive(NodeId{n}, port));
  }

  Agreement Run(Cycle cycles) {
    for (now_ = 0; now_ < cycles && result_.difference.empty(); ++now_) RunCycle();
    return result_;
  }

 private:
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
        const std::uint32_t local = node * ports + port;
        if (alive_[local] && a_.Ready(local))
          stimulus_.Inject(node, static_cast<int>(port), a_, b_);
      }
    if (!result_.difference.empty()) return;
    a_.Step();
    b_.Step();
    CompareHops();
  }

  // Injectors of links that do not exist are dead only in networks that know of it.
  bool IsAlive(NodeId node, int port) const {
    if (plan_.local_ports() == 1) return true;
    const LinkPort& link = plan_.link_ports()[static_cast<std::size_t>(port)];
    return !link.direction || plan_.host().Neighbour(node, link.axis, *link.direction).has_value();
  }

  void Start() {
    if (!plan_.schedule_unit() && !plan_.relay()) return;
    if (stimulus_.Starts(now_)) a_.Start(), b_.Start();
    if (plan_.schedule_unit()) CompareLists("the messages sent", a_.Sending(), b_.Sending());
  }

  void CompareLocals() {
    for (std::uint32_t local = 0; local < alive_.size(); ++local)
      if (alive_[local] && a_.Ready(local) != b_.Ready(local)) Differ("tready", local);
    if (!CompareLists("tvalid", a_.Ejecting(), b_.Ejecting())) return;
    CompareLists("error", a_.Errors(), b_.Errors());
    for (const std::uint32_t local : a_.Ejecting()) {
      const Dut::Beat x = a_.EjectBeat(local);
      const Dut::Beat y = b_.EjectBeat(local);
      if (x.source != y.source || x.id != y.id || x.last != y.last ||
          !std::equal(x.payload, x.payload + a_.payload_words(), y.payload))
        Differ("the beat offered", local);
    }
  }

  bool CompareLists(const char* what, std::span<const std::uint32_t> x,
                    std::span<const std::uint32_t> y) {
    result_.compared += x.size();
    const auto [a, b] = std::ranges::mismatch(x, y);
    if (a == x.end() && b == y.end()) return true;
    Differ(what, a == x.end() ? *b : b == y.end() ? *a : std::min(*a, *b));
    return false;
  }

  void CompareHops() {
    const auto x = a_.Hops();
    const auto y = b_.Hops();
    result_.compared += x.size();
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      const bool same =
          x[i].node == y[i].node && x[i].port == y[i].port && x[i].channel == y[i].channel &&
          std::equal(a_.FlitWords(i), a_.FlitWords(i) + a_.flit_words(), b_.FlitWords(i));
      if (!same) return DifferOnLink(std::min(x[i].node, y[i].node));
    }
    if (x.size() != y.size()) DifferOnLink((x.size() < y.size() ? y[x.size()] : x[y.size()]).node);
  }

  void Differ(const std::string& what, std::uint32_t local) {
    const auto ports = static_cast<std::uint32_t>(plan_.local_ports());
    Note(what + " of local port " + std::to_string(local % ports) + " of node " +
         plan_.host().NodeText(NodeId{local / ports}));
  }
  void DifferOnLink(std::uint32_t node) {
    Note("what leaves node " + plan_.host().NodeText(NodeId{node}));
  }
  void Note(const std::string& what) {
    if (result_.difference.empty())
      result_.difference = "cycle " + std::to_string(now_) + ": " + what;
  }

  const Plan& plan_;
  Dut& a_;
  Dut& b_;
  Stimulus stimulus_;
  std::vector<bool> alive_;  // by local port
  Cycle now_ = 0;
  Agreement result_;
};

}  // namespace

Agreement CompareDuts(const Plan& plan, Dut& witness, Dut& other, Cycle cycles,
                      std::uint64_t seed) {
  return Comparison(plan, witness, other, seed).Run(cycles);
}

}  // namespace toroid
