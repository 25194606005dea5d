// Idea. Start with the mesh nodes on random cube nodes and exchange two cube nodes at a time, one
// of which may be empty. Each proposed exchange brings a node within two dimensions of a neighbour.
// It is accepted if it lowers the energy, and otherwise with a probability that falls with its cost
// and with time (Metropolis). The energy is the sum over the edges of (d - 2)^2 beyond length 2.
//
// Example: 3 x 5 takes a fraction of a second, 5 x 5 x 5, which fills 125 nodes of 128, some
// seconds, 3 x 9 x 9 about a minute. A run that starts too cold to rearrange the first map finds
// nothing, however long it is.
//
// It does not apply if dilation two is impossible, and hardly if no cube node is spare; a failed
// search proves nothing.
//
// Source: Ho and Johnsson name the meshes that they embedded directly (section 3.3) but show no
// embedding; simulated annealing is Kirkpatrick, Gelatt and Vecchi, Science 220, 1983.
#include "tests/oracle/direct_search.h"

#include <bit>
#include <numeric>
#include <utility>

#include "gen/support/random.h"

namespace toroid::gray {
namespace {

constexpr int kUnit = 16;  // energy of an edge of length 3 above one of length 2
constexpr std::uint32_t kEmpty = ~0U;

class Annealing {
 public:
  Annealing(const Shape& guest, const SearchSettings& settings, std::uint64_t seed)
      : settings_(settings),
        random_(seed),
        bits_(CubeBits(guest.size())),
        neighbours_(guest.size()),
        energy_(std::size_t{1} << bits_) {
    for (std::uint32_t i = 0; i < guest.size(); ++i) {
      for (int a = 0; a < guest.axes(); ++a) {
        if (const auto next = guest.Next(NodeId{i}, Axis{a})) {
          neighbours_[i].push_back(next->value());
          neighbours_[next->index()].push_back(i);
        }
      }
    }
    for (std::uint32_t x = 0; x < energy_.size(); ++x) {
      const int beyond = std::popcount(x) - 2;
      energy_[x] = beyond < 0 ? 0 : settings.weight + kUnit * beyond * beyond;
    }
    StartAtRandom();
  }

  // Whether the run ended with no edge longer than two.
  bool Run() {
    for (std::int64_t step = 0; step < settings_.steps; ++step) {
      const std::int64_t cooled = (settings_.hot - settings_.cold) * step / settings_.steps;
      Try(settings_.hot - cooled);
      if (too_long_ == 0 && settings_.weight == 0) return true;
    }
    return too_long_ == 0;
  }

  std::vector<NodeId> Map() const {
    std::vector<NodeId> map;
    for (const std::uint32_t host : host_of_) map.emplace_back(host);
    return map;
  }

 private:
  // A map drawn at random: guest nodes on distinct cube nodes, Fisher-Yates.
  void StartAtRandom() {
    const std::uint32_t nodes = 1U << bits_;
    std::vector<std::uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = nodes; i-- > 1;) std::swap(order[i], order[random_.Below(i + 1)]);
    host_of_.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(neighbours_.size()));
    guest_of_.assign(nodes, kEmpty);
    for (std::uint32_t i = 0; i < host_of_.size(); ++i) guest_of_[host_of_[i]] = i;
    for (std::uint32_t i = 0; i < host_of_.size(); ++i) too_long_ += TooLong(i, kEmpty);
    too_long_ /= 2;
  }

  // The excess over the edges of guest node `i`; an edge to `other` counts half, so that two nodes
  // count it once.
  int TooLong(std::uint32_t i, std::uint32_t other) const {
    int twice = 0;
    for (const std::uint32_t j : neighbours_[i])
      twice += std::popcount(host_of_[i] ^ host_of_[j]) <= 2 ? 0 : j == other ? 1 : 2;
    return other == kEmpty ? twice / 2 : twice;
  }
  // The energy of all edges of guest node `i`, which annealing lowers.
  int Energy(std::uint32_t i) const {
    int energy = 0;
    for (const std::uint32_t j : neighbours_[i]) energy += energy_[host_of_[i] ^ host_of_[j]];
    return energy;
  }

  // Moves a guest node to a cube node; the guest node there, if any, takes its old place.
  void Exchange(std::uint32_t guest, std::uint32_t host) {
    const std::uint32_t other = guest_of_[host];
    const std::uint32_t left = host_of_[guest];
    host_of_[guest] = host;
    guest_of_[host] = guest;
    guest_of_[left] = other;
    if (other != kEmpty) host_of_[other] = left;
  }

  // One step of the annealing: a guest node is moved next to one of its neighbours, one or two
  // dimensions away, where it belongs; other moves would seldom be accepted.
  void Try(std::int64_t temperature) {
    const auto guest = static_cast<std::uint32_t>(random_.Below(neighbours_.size()));
    const std::uint64_t draw = random_.Next();
    const std::uint32_t near = neighbours_[guest][(draw & 0xffff) % neighbours_[guest].size()];
    std::uint32_t host =
        host_of_[near] ^ 1U << ((draw >> 16 & 0xffff) % static_cast<unsigned>(bits_));
    if ((draw >> 63) != 0) host ^= 1U << ((draw >> 32 & 0xffff) % static_cast<unsigned>(bits_));
    const std::uint32_t left = host_of_[guest];
    if (host == left || host == host_of_[near]) return;
    const std::uint32_t other = guest_of_[host];
    const int before = Energy(guest) + (other == kEmpty ? 0 : Energy(other));
    const int long_before = LongAround(guest, other);
    Exchange(guest, host);
    const int cost = Energy(guest) + (other == kEmpty ? 0 : Energy(other)) - before;
    if (cost > 0 && !Accept(cost, temperature)) {
      Exchange(guest, left);
      if (other != kEmpty) return;
      guest_of_[host] = kEmpty;
      return;
    }
    too_long_ += LongAround(guest, other) - long_before;
  }

  // The number of edges that are too long at the two exchanged nodes; an edge between them counts
  // once.
  int LongAround(std::uint32_t guest, std::uint32_t other) const {
    if (other == kEmpty) return TooLong(guest, kEmpty);
    return (TooLong(guest, other) + TooLong(other, guest)) / 2;
  }

  // With probability about 2^(-256 cost / temperature): compares with the logarithm of a uniform
  // number, its mantissa taken as linear.
  bool Accept(int cost, std::int64_t temperature) {
    const std::uint64_t uniform = random_.Next() | 1;
    const int zeros = std::countl_zero(uniform);
    const auto fraction = static_cast<std::int64_t>((uniform << zeros) << 1 >> 48);
    const std::int64_t halvings = (std::int64_t{zeros} << 16) + 0xffff - fraction;  // in 2^-16
    return (std::int64_t{cost} << 24) <= temperature * halvings;
  }

  SearchSettings settings_;
  Random random_;
  int bits_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<int> energy_;  // by the difference of the two ends' cube nodes
  std::vector<std::uint32_t> host_of_;
  std::vector<std::uint32_t> guest_of_;
  int too_long_ = 0;  // edges longer than two
};

}  // namespace

// Runs differ only in their seed. A map that is found has no edge longer than two. It is accepted
// if its chosen paths are within the requested congestion, else the next run begins.
std::optional<CubeEmbedding> SearchDirect(const std::vector<int>& lengths,
                                          const SearchSettings& settings) {
  const Shape guest(lengths);
  const int dimensions = CubeBits(guest.size());
  for (int run = 0; run < settings.runs; ++run) {
    Annealing annealing(guest, settings, Mix(settings.seed, static_cast<std::uint64_t>(run)));
    if (!annealing.Run()) continue;
    std::vector<NodeId> map = annealing.Map();
    std::vector<CubePath> paths = ChoosePaths(guest, dimensions, map);
    CubeEmbedding found{guest, dimensions, std::move(map), std::move(paths)};
    if (Measure(found).congestion <= settings.congestion) return found;
  }
  return std::nullopt;
}

}  // namespace toroid::gray
