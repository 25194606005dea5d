// Plans when the rounds of a bucket algorithm begin: docs/spec/collectives.md, section 4.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/collective/task.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// A part of the vector that goes round the axes independently, in one direction.
struct BucketPart {
  std::vector<Axis> axes;  // in the order of a reduce-scatter; an all-gather goes backwards
  Direction direction = Direction::kPlus;
  std::uint64_t until = 0;  // where its share of each block ends, of kWholeBlock
};
inline constexpr std::uint64_t kWholeBlock = std::uint64_t{1} << 32;

// On more nodes contents are not counted one by one.
inline constexpr std::uint32_t kMostNodesCounted = 1 << 16;

// The parts of a vector, and the elements that each has in each block.
class BucketShares {
 public:
  // Blocks are those of a vector of `elements` (CL1.3).
  BucketShares(const Graph& host, std::uint64_t elements, std::vector<BucketPart> parts);

  const std::vector<BucketPart>& parts() const { return parts_; }
  // The first element of the part's share of the node's block; part parts().size() gives the end.
  std::uint64_t Start(std::uint32_t node, std::size_t part) const;
  std::uint32_t Count(std::uint32_t node, std::size_t part) const {
    return static_cast<std::uint32_t>(Start(node, part + 1) - Start(node, part));
  }
  // Nodes form classes by their coordinates on the first `level` + 1 axes of a part: the number of
  // a node's class, and the number of classes.
  std::uint32_t ClassOf(std::uint32_t node, std::size_t part, std::size_t level) const;
  std::uint32_t Classes(std::size_t part, std::size_t level) const;
  // The most elements of a class, by level: the longest message of a round there. On more than
  // kMostNodesCounted nodes all classes count as equal.
  std::vector<Cycle> LongestMessages(std::size_t part) const;

 private:
  const Graph& host_;
  std::uint64_t elements_;
  std::vector<BucketPart> parts_;
};

// A part's rounds on one axis are l - 1; those without any element are left out.
struct BucketRound {
  int level = 0;    // the axis' place in the part's order
  int number = 0;   // the round's number on it, from 0 on
  Cycle flits = 0;  // flits of the longest message
  Cycle cycle = 0;  // the cycle in which all nodes offer its messages
};

// The plan of a reduce-scatter. An all-gather is its reverse.
struct BucketPlan {
  std::vector<BucketPart> parts;
  std::vector<std::vector<BucketRound>> rounds;  // by part
  Cycle sent = 0;                                // the cycle after the last injection
  Cycle end = 0;  // the cycle after the last eject, with all messages as long as the longest
};

// The plan that ends first among the chunk counts and priorities tried. `elements` are those of a
// vector.
BucketPlan PlanBucket(const Graph& host, Ports ports, std::uint64_t elements, const Timing& timing);

// The fewest messages of any reduce-scatter.
std::int64_t LeastBucketMessages(const Graph& host, Ports ports);

// ---- the rings that messages go round ----

// The coordinate at place `place` of the axis' ring, and the inverse. With a wrap link, or length
// 2, the ring is the axis itself; else 0 2 4 .. 5 3 1, so that each direction of each link carries
// one message in each round.
int CoordinateAt(const Graph& host, Axis axis, int place);
int PlaceOf(const Graph& host, Axis axis, int coordinate);

}  // namespace toroid
