// Idea: on each axis in turn a node sends each other node of its line, in one message, all blocks
// whose destinations have that node's coordinate. After the last axis every block is at its
// destination. So a node sends as many messages as its lines have other nodes, not as the host has,
// and no link carries more flits than with direct routes. With all ports a block has several parts,
// and part p begins with axis p, so all axes are busy at once.
//
// Example, a torus of 4x4: in stage 0 node (0,0) sends (1,0) its blocks for (1,0), ..., (1,3) in
// one message, in stage 1 it sends (0,1) the four that it holds for it: its own, and those from
// (1,0), (2,0), (3,0). Each node sends 6 messages instead of 15.
//
// A block is in the place of its destination; after an axis, the source's coordinate replaces the
// destination's. So it goes into the place of the block for its sender, which may still be there:
// each move goes to another room of the buffer.
//
// Order of placing on a line: messages of one length with a common link are overlapping intervals.
// Taken by where they begin, they need no more time than the busiest link has messages. On a ring
// of 4 k links arcs of a, 2 k - a, a and 2 k - a links go round it, so no link is ever idle. Other
// rings: the longest routes first.
//
// Source: Johnsson, Ho, "Optimum broadcasting and personalized communication in hypercubes", IEEE
// Trans. Computers 38(9), 1989 (blocks combined along the dimensions, of hypercubes); the arcs are
// those of Hinrichs and others, as in exchange.cc.
#include <algorithm>
#include <cassert>
#include <numeric>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"

namespace toroid {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// Pairs by where they begin, in their direction.
Pairs PairsOfMesh(int length) {
  Pairs pairs;
  for (int x = 0; x < length; ++x) {
    for (int y = x + 1; y < length; ++y) {
      pairs.emplace_back(x, y);
      pairs.emplace_back(length - 1 - x, length - 1 - y);
    }
  }
  return pairs;
}

Pairs PairsByDistance(const Graph& host, Axis axis) {
  const int length = host.length(axis);
  Pairs pairs;
  for (int x = 0; x < length; ++x) {
    for (int y = 0; y < length; ++y)
      if (x != y) pairs.emplace_back(x, y);
  }
  std::ranges::stable_sort(pairs, [&](const auto& a, const auto& b) {
    return host.AxisDistance(axis, a.first, a.second) > host.AxisDistance(axis, b.first, b.second);
  });
  return pairs;
}

// Rounds of a ring of 4 k, one in each direction by different nodes: arcs of a and 2 k - a in turn,
// arcs of half the ring in the direction of the tie rule.
Pairs PairsOfRounds(const Graph& host, Axis axis) {
  const int length = host.length(axis);
  const auto at = [&](int x) { return ((x % length) + length) % length; };
  Pairs pairs;
  const auto go_round = [&](int first, int arc, int other, int sign) {
    for (int x = first, gone = 0; gone < length; std::swap(arc, other)) {
      pairs.emplace_back(at(x), at(x + sign * arc));
      x += sign * arc;
      gone += arc;
    }
  };
  for (int a = length / 2; a >= length / 4; --a) {
    const int other = a == length / 2 ? a : length / 2 - a;
    for (int i = 0; i < (a == length / 4 ? length / 4 : length / 2); ++i) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const bool plus = direction == Direction::kPlus;
        const int first = plus ? i : i + 1;
        const int sign = plus ? 1 : -1;
        if (host.RouteDirection(axis, at(first), at(first + sign * a)) == direction)
          go_round(first, a, other, sign);
      }
    }
  }
  return pairs;
}

// The axes that each part of a block takes in turn.
std::vector<std::vector<Axis>> AxisOrdersOf(const Graph& host, Ports ports) {
  const int axes = host.axes();
  std::vector<std::vector<Axis>> orders(ports == Ports::kAll ? static_cast<std::size_t>(axes) : 1);
  for (int p = 0; p < static_cast<int>(orders.size()); ++p) {
    for (int i = 0; i < axes; ++i)
      orders[static_cast<std::size_t>(p)].push_back(Axis{(p + i) % axes});
  }
  return orders;
}

// A part's share of a block depends on the sum of the offsets from source to destination on all
// axes, so blocks that are too short for a share of each part are spread over all parts.
struct Share {
  std::uint64_t first = 0;  // first flit of the block
  std::uint64_t flits = 0;
};
Share ShareOf(std::uint64_t block_flits, std::size_t part, std::uint64_t distance,
              std::size_t parts) {
  const std::uint64_t share = (part + distance) % parts;
  const std::uint64_t first = block_flits * share / parts;
  return {first, block_flits * (share + 1) / parts - first};
}

// Rooms of a buffer, each with a place for every node: blocks to send, received blocks, and for
// each part those that have moved once, twice, ... and will move again.
constexpr std::uint64_t kSent = 0;
constexpr std::uint64_t kReceived = 1;
std::uint64_t RoomsOf(std::size_t parts, int axes) {
  return 2 + parts * static_cast<std::uint64_t>(axes - 1);
}

class LineExchange {
 public:
  LineExchange(std::int64_t block_flits, const Graph& host, Ports ports, const Timing& timing)
      : host_(host),
        block_(static_cast<std::uint64_t>(block_flits)),
        orders_(AxisOrdersOf(host, ports)),
        builder_({.kind = Collective::kExchange, .flits = block_flits},
                 RoomsOf(orders_.size(), host.axes()) * host.size() * block_, host, orders_.size(),
                 timing),
        occupancy_(host, ports, timing) {
    for (std::uint32_t n = 0; n < host.size(); ++n)
      coordinates_.push_back(host.CoordinatesOf(NodeId{n}));
    for (int a = 0; a < host.axes(); ++a) pairs_.push_back(PairsOfLine(host, Axis{a}));
  }

  CollectiveProgram Make(const Progress& progress) {
    Stage stage(progress, "placing messages", static_cast<std::size_t>(host_.axes()));
    for (std::size_t s = 0; s < static_cast<std::size_t>(host_.axes()); ++s) {
      stage.MoveTo(s);
      for (std::size_t p = 0; p < orders_.size(); ++p) AddStage(p, s, stage);
    }
    return builder_.Finish();
  }

 private:
  // Places a stage. A node's messages of a stage do not wait for each other, so all are placed
  // first.
  void AddStage(std::size_t p, std::size_t s, Stage& progress) {
    const Axis axis = orders_[p][s];
    std::vector<Cycle> ready;
    for (std::uint32_t n = 0; n < host_.size(); ++n)
      ready.push_back(builder_.ReadyAt(p, NodeId{n}));
    std::vector<Transfer> transfers;
    for (const auto& [x, y] : pairs_[axis.index()]) {
      progress.Look();
      for (std::uint32_t n = 0; n < host_.size(); ++n) {
        if (coordinates_[n][axis.index()] != x) continue;
        Transfer transfer{.from = NodeId{n}, .to = OnLine(n, axis, y)};
        const auto leaving = Ranges(p, s, transfer.from, transfer.to, s);
        if (leaving.empty()) continue;
        transfer.content = builder_.AddContent(leaving);
        transfer.to_content = builder_.AddContent(Ranges(p, s, transfer.to, transfer.from, s + 1));
        transfer.cycle = occupancy_.Place(transfer.from, transfer.to,
                                          builder_.FlitsOf(transfer.content), ready[n]);
        transfers.push_back(transfer);
      }
    }
    std::ranges::stable_sort(transfers, {}, &Transfer::cycle);
    for (const Transfer& transfer : transfers) builder_.Send(p, transfer);
    builder_.EndRound(p);
  }

  NodeId OnLine(std::uint32_t node, Axis axis, int x) const {
    Coordinates there = coordinates_[node];
    there[axis.index()] = x;
    return host_.NodeAt(there);
  }

  // The ranges of a node's buffer, after `done` stages of a part, that it exchanges with `other` in
  // stage s: the places that share the other's coordinate.
  std::vector<ElementRange> Ranges(std::size_t p, std::size_t s, NodeId node, NodeId other,
                                   std::size_t done) const {
    const std::size_t a = orders_[p][s].index();
    std::vector<ElementRange> ranges;
    for (std::uint32_t place = 0; place < host_.size(); ++place) {
      if (coordinates_[place][a] != coordinates_[other.index()][a]) continue;
      if (const ElementRange range = RangeOf(p, node, place, done); range.count > 0)
        ranges.push_back(range);
    }
    return ranges;
  }

  // The range of a node's buffer with the part of the block in this place.
  ElementRange RangeOf(std::size_t p, NodeId node, std::uint32_t place, std::size_t done) const {
    std::uint64_t moves = 0;
    bool moves_again = false;
    std::uint64_t distance = 0;
    for (std::size_t i = 0; i < orders_[p].size(); ++i) {
      const std::size_t a = orders_[p][i].index();
      const int from = coordinates_[i < done ? place : node.value()][a];
      const int to = coordinates_[i < done ? node.value() : place][a];
      const int length = host_.lengths()[a];
      distance += static_cast<std::uint64_t>((to - from + length) % length);
      if (from == to) continue;
      if (i < done) {
        ++moves;
      } else {
        moves_again = true;
      }
    }
    const std::uint64_t others = orders_[p].size() - 1;
    const std::uint64_t room = moves == 0    ? kSent
                               : moves_again ? kReceived + p * others + moves
                                             : kReceived;
    const Share share = ShareOf(block_, p, distance, orders_.size());
    return {(room * host_.size() + place) * block_ + share.first,
            static_cast<std::uint32_t>(share.flits)};
  }

  const Graph& host_;
  std::uint64_t block_;                    // flits
  std::vector<std::vector<Axis>> orders_;  // by part
  ProgramBuilder builder_;
  Occupancy occupancy_;
  std::vector<Coordinates> coordinates_;  // by node
  std::vector<Pairs> pairs_;              // by axis
};

// The longest axis that is placed: the messages of a line grow with the square of its length.
constexpr int kLongestPlaced = 64;

// The time of a part on lines of an axis, if all nodes begin together.
class LineTime {
 public:
  LineTime(std::int64_t block_flits, const Graph& host, Ports ports, const Timing& timing)
      : block_(static_cast<std::uint64_t>(block_flits)),
        host_(host),
        ports_(ports),
        timing_(timing),
        parts_(AxisOrdersOf(host, ports).size()) {}

  LockstepTime Of(std::size_t part, Axis axis) const {
    const std::vector<Cycle> flits = FlitsOf(part, axis);
    LockstepTime time{.cycles = 0, .load = LoadOf(axis, flits)};
    time.cycles =
        host_.length(axis) > kLongestPlaced ? Estimated(axis, flits) : Placed(axis, flits);
    return time;
  }

 private:
  // The flits of a message, by its offset on this axis modulo the number of parts: it has a share
  // of a block for each node of the other axes.
  std::vector<Cycle> FlitsOf(std::size_t part, Axis axis) const {
    std::vector<std::uint64_t> blocks(parts_, 0);  // by the other offsets' sum
    blocks[0] = 1;
    for (int a = 0; a < host_.axes(); ++a) {
      if (Axis{a} == axis) continue;
      std::vector<std::uint64_t> more(parts_, 0);
      for (int offset = 0; offset < host_.length(Axis{a}); ++offset) {
        for (std::size_t sum = 0; sum < parts_; ++sum)
          more[(sum + static_cast<std::size_t>(offset)) % parts_] += blocks[sum];
      }
      blocks = std::move(more);
    }
    std::vector<Cycle> flits(parts_, 0);
    for (std::size_t offset = 0; offset < parts_; ++offset) {
      for (std::size_t sum = 0; sum < parts_; ++sum)
        flits[offset] +=
            static_cast<Cycle>(blocks[sum] * ShareOf(block_, part, offset + sum, parts_).flits);
    }
    return flits;
  }

  Cycle Mean(const std::vector<Cycle>& flits) const {
    return (std::accumulate(flits.begin(), flits.end(), Cycle{0}) + static_cast<Cycle>(parts_) -
            1) /
           static_cast<Cycle>(parts_);
  }

  // The flits over the busiest link, in one direction; with one port those of a node, if they are
  // more.
  std::uint64_t LoadOf(Axis axis, const std::vector<Cycle>& flits) const {
    const std::int64_t length = host_.length(axis);
    const std::int64_t over_link = length * length / (host_.Wraps(axis) ? 8 : 4);
    return static_cast<std::uint64_t>(
        Mean(flits) * (ports_ == Ports::kOne ? std::max(over_link, length - 1) : over_link));
  }

  Cycle Placed(Axis axis, const std::vector<Cycle>& flits) const {
    const int length = host_.length(axis);
    const Graph line = *Graph::Create(host_.Wraps(axis) ? Kind::kTorus : Kind::kMesh, {length});
    Occupancy occupancy(line, ports_, timing_);
    Cycle end = 0;
    for (const auto& [x, y] : PairsOfLine(line, Axis{0})) {
      const NodeId from{static_cast<std::uint32_t>(x)};
      const NodeId to{static_cast<std::uint32_t>(y)};
      const Cycle own = flits[static_cast<std::size_t>((y - x + length) % length) % parts_];
      if (own == 0) continue;
      end = std::max(end, occupancy.Place(from, to, own) + timing_.Length(own) - 1 +
                              line.Distance(from, to) + timing_.interface);
    }
    return end;
  }

  // The estimate: the busiest link is never idle, but on a ring a round loses a quarter of the way
  // round, because the arcs of the next one begin elsewhere. A ring that rounds do not fill counts
  // as the next longer one that they fill.
  Cycle Estimated(Axis axis, const std::vector<Cycle>& flits) const {
    const std::int64_t length = host_.length(axis);
    const bool is_ring = host_.Wraps(axis);
    const std::int64_t quarter = is_ring ? (length + 3) / 4 : 0;
    const std::int64_t messages = is_ring ? 2 * quarter * quarter : length * length / 4;
    return messages * (timing_.Length(Mean(flits)) + quarter) - 1 + length + timing_.interface;
  }

  std::uint64_t block_;  // flits
  const Graph& host_;
  Ports ports_;
  Timing timing_;
  std::size_t parts_;
};

}  // namespace

std::vector<std::pair<int, int>> PairsOfLine(const Graph& host, Axis axis) {
  if (!host.Wraps(axis)) return PairsOfMesh(host.length(axis));
  return host.length(axis) % 4 == 0 ? PairsOfRounds(host, axis) : PairsByDistance(host, axis);
}

CollectiveProgram LineExchangeProgram(std::int64_t block_flits, const Graph& host, Ports ports,
                                      const Timing& timing, const Progress& progress) {
  assert(host.size() <= kMostNodesOfBlocks);
  return LineExchange(block_flits, host, ports, timing).Make(progress);
}

LockstepTime LineExchangeInLockstep(std::int64_t block_flits, const Graph& host, Ports ports,
                                    const Timing& timing) {
  const auto orders = AxisOrdersOf(host, ports);
  const LineTime time(block_flits, host, ports, timing);
  std::vector<std::vector<StageOfJob>> jobs(orders.size());
  for (std::size_t p = 0; p < orders.size(); ++p) {
    for (const Axis axis : orders[p])
      jobs[p].push_back(
          {.machine = ports == Ports::kOne ? 0 : axis.index(), .time = time.Of(p, axis)});
  }
  return InTurn(jobs, static_cast<std::size_t>(host.axes()));
}

}  // namespace toroid
