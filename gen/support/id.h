// Ids that cannot be swapped: a NodeId is not an Axis, though both are small integers.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace toroid {

// A distinct integer type for each Tag. Construction and reading are explicit: Axis{1},
// axis.value().
template <class Tag, class Rep = std::int32_t>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Rep value) : value_(value) {}
  constexpr Rep value() const { return value_; }
  // the index in a list by this id; requires a value >= 0
  constexpr std::size_t index() const { return static_cast<std::size_t>(value_); }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  Rep value_{};
};

struct NodeTag;
struct AxisTag;
struct CubeDimTag;

using NodeId = Id<NodeTag, std::uint32_t>;  // a node of a graph, 0 .. size-1
// a dimension of a host or guest shape, first coordinate = 0
using Axis = Id<AxisTag>;
using CubeDim = Id<CubeDimTag>;  // a bit position of a hypercube guest's process number
using Cycle = std::int64_t;      // a clock cycle, or a number of them

}  // namespace toroid
