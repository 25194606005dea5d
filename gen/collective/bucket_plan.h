// When the rounds of a bucket algorithm begin: docs/spec/collectives.md, section 4.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/collective/task.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/link_ports.h"

namespace toroid {

// A part of the vector that goes round the axes on its own, in one direction.
struct BucketPart {
  std::vector<Axis> axes;  // in the order of a reduce-scatter; an all-gather goes backwards
  Direction direction = Direction::kPlus;
  std::uint64_t until = 0;  // where its share of each block ends, of kWholeBlock
};
inline constexpr std::uint64_t kWholeBlock = std::uint64_t{1} << 32;

// More nodes are not looked at one by one.
inline constexpr std::uint32_t kMostNodesCounted = 1 << 16;

// The parts of a vector, and the elements that each has in each block.
class BucketShares {
 public:
  // Blocks are those of a vector of `elements` (T1.3).
  BucketShares(const Graph& host, std::uint64_t elements, std::vector<BucketPart> parts);

  const std::vector<BucketPart>& parts() const { return parts_; }
  // The first element of the part's share of the node's block; of part parts().size(), the end.
  std::uint64_t Start(std::uint32_t node, std::size_t part) const;
  std::uint32_t Count(std::uint32_t node, std::size_t part) const {
    return static_cast<std::uint32_t>(Start(node, part + 1) - Start(node, part));
  }
  // The nodes are in classes by their coordinates on the first `level` + 1 axes of a part: the
  // number of a node's class, and how many there are.
  std::uint32_t ClassOf(std::uint32_t node, std::size_t part, std::size_t level) const;
  std::uint32_t Classes(std::size_t part, std::size_t level) const;
  // The most elements that one class has, by level: the longest message of a round there.
  // On more than kMostNodesCounted nodes they are taken to be the same in all.
  std::vector<Cycle> LongestMessages(std::size_t part) const;

 private:
  const Graph& host_;
  std::uint64_t elements_;
  std::vector<BucketPart> parts_;
};

// A part's rounds on one axis are l - 1; those without any element are left out.
struct BucketRound {
  int level = 0;    // the axis' place in the part's order
  int number = 0;   // of the round on it, from 0 on
  Cycle flits = 0;  // of the longest message
  Cycle cycle = 0;  // in which all nodes offer its messages
};

// Of a reduce-scatter. An all-gather is the same backwards.
struct BucketPlan {
  std::vector<BucketPart> parts;
  std::vector<std::vector<BucketRound>> rounds;  // by part
  Cycle sent = 0;                                // the cycle after the last injection
  Cycle end = 0;  // and of the last eject, with messages as long as the longest
};

// Of the chunks and priorities that are tried the one that ends first. `elements` are those of a
// vector.
BucketPlan PlanBucket(const Graph& host, Ports ports, std::uint64_t elements, const Timing& timing);

// Messages of the reduce-scatter that has the fewest.
std::int64_t LeastBucketMessages(const Graph& host, Ports ports);

// ---- the rings that messages go round ----

// The coordinate at place `place` of the axis' ring, and back. With a wrap link, or of length 2, it
// is the axis itself; else 0 2 4 .. 5 3 1, so that both directions of each link have one message a
// round to carry.
int CoordinateAt(const Graph& host, Axis axis, int place);
int PlaceOf(const Graph& host, Axis axis, int coordinate);

}  // namespace toroid
