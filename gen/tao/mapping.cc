#include "gen/tao/mapping.h"

#include <cassert>
#include <utility>

namespace toroid::tao {
namespace {

template <class S>
concept Contraction = requires(const S& step) {
  step.ranks();
};

// How many nodes a step sends to each place.
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

// Undoes one step; takes its digit off `rank`.
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
