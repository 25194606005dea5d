// Idea: a construction is a chain of steps, each with a formula in both directions. A node's image
// is its coordinates sent through the chain; a guest node is found from its host node and its rank
// by undoing the steps, last first. Only coordinates are kept, so a single address of a graph of
// any size is computed at once: that is what the address units do in hardware.
//
// A step that puts several nodes on one place loses which node it was. Its inverse takes that from
// the rank, as one digit for each contraction, that of the last contraction lowest.
//
// Example: mirror 12 to 6, then blocks of 2: rank 0 .. 3 is side * 2 + place in the block. Host
// node 1, rank 3: undo the block, 1 * 2 + 1 = 3; undo the mirror on its far side, 11 - 3 = 8.
//
// Source: Tao 4.3.1 and 5.4.1, which give each inverse separately.
#include "gen/tao/mapping.h"

#include <cassert>
#include <utility>

namespace toroid::tao {
namespace {

// Whether a step puts several nodes on one place.
template <class S>
concept Contraction = requires(const S& step) {
  step.ranks();
};

// The number of nodes that a step sends to each place.
std::uint32_t GuestsPerNode(const Step& step) {
  return std::visit(
      []<class S>(const S& s) {
        if constexpr (Contraction<S>) {
          return static_cast<std::uint32_t>(s.ranks());
        } else {
          return 1U;
        }
      },
      step);
}

// Undoes one step; removes its digit from `rank`.
void Undo(const Step& step, const Coordinates& to, std::uint32_t& rank, Coordinates& from) {
  std::visit(
      [&]<class S>(const S& s) {
        if constexpr (Contraction<S>) {
          const std::uint32_t count = GuestsPerNode(step);
          s.Inverse(to, static_cast<int>(rank % count), from);
          rank /= count;
        } else {
          s.Inverse(to, from);
        }
      },
      step);
}

std::vector<Step> StepsOf(const Construction& construction) {
  std::vector<Step> steps;
  for (const ConstructionStep& step : construction.steps) steps.push_back(step.step);
  return steps;
}

}  // namespace

Mapping::Mapping(Graph guest, Graph host, const Construction& construction)
    : Mapping(std::move(guest), std::move(host), StepsOf(construction)) {}

Mapping::Mapping(Graph guest, Graph host, std::vector<Step> steps)
    : guest_(std::move(guest)), host_(std::move(host)), steps_(std::move(steps)), ranks_(1) {
  for (const Step& step : steps_) ranks_ *= GuestsPerNode(step);
  assert(guest_.size() == host_.size() * ranks_);
}

NodeId Mapping::HostOf(NodeId guest) const {
  Coordinates at = guest_.CoordinatesOf(guest);
  Coordinates next;
  for (const Step& step : steps_) {
    std::visit([&](const auto& s) { s.Forward(at, next); }, step);
    std::swap(at, next);
  }
  return host_.NodeAt(at);
}

NodeId Mapping::GuestOf(NodeId host, std::uint32_t rank) const {
  assert(rank < ranks_);
  Coordinates at = host_.CoordinatesOf(host);
  Coordinates before;
  for (std::size_t i = steps_.size(); i-- > 0;) {
    Undo(steps_[i], at, rank, before);
    std::swap(at, before);
  }
  return guest_.NodeAt(at);
}

}  // namespace toroid::tao
