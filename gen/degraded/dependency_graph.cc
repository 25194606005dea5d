#include "gen/degraded/dependency_graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "gen/support/integers.h"

namespace toroid::degraded {

DependencyGraph::DependencyGraph(const DegradedHost& host)
    : host_(&host),
      slots_(static_cast<std::uint32_t>(host.ports() * kChannels)),
      head_(host.LinkBound()),
      into_(host.size()),
      count_(SizeOf(host.LinkBound(), std::size_t{kChannels}, slots_)),
      refused_(count_.size()),
      place_(host.LinkBound() * kChannels),
      seen_(place_.size()) {
  std::iota(place_.begin(), place_.end(), 0);
  for (const NodeId node : host.survivors()) {
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = host.Next(node, port);
      if (!next) continue;
      const std::size_t link = host.LinkNumber(node, port);
      head_[link] = next->value();
      for (std::size_t c = 0; c < kChannels; ++c)
        into_[next->index()].push_back(static_cast<Channel>(link * kChannels + c));
    }
  }
}

bool DependencyGraph::TryAdd(Channel held, Channel wanted) {
  assert(head_[held / kChannels] == wanted / slots_);
  const std::size_t edge = Edge(held, wanted);
  if (count_[edge] == 0) {
    if (refused_[edge] == epoch_) return false;
    if (place_[wanted] < place_[held]) {
      if (ReachesForward(wanted, held)) {
        refused_[edge] = epoch_;
        return false;
      }
      CollectBackward(held, place_[wanted]);
      Reorder();
    }
  }
  ++count_[edge];
  return true;
}

void DependencyGraph::Remove(Channel held, Channel wanted) {
  std::uint32_t& count = count_[Edge(held, wanted)];
  assert(count > 0);
  if (--count == 0) ++epoch_;
}

// Collects what is reached from `from` within the places up to the goal's; true if that is the
// goal, and then nothing is left of the search.
bool DependencyGraph::ReachesForward(Channel from, Channel goal) {
  ahead_ = {from};
  seen_[from] = 1;
  bool reached = false;
  for (std::size_t i = 0; i < ahead_.size() && !reached; ++i) {
    const Channel at = ahead_[i];
    const Channel first = head_[at / kChannels] * slots_;
    for (std::uint32_t slot = 0; slot < slots_ && !reached; ++slot) {
      if (count_[std::size_t{at} * slots_ + slot] == 0) continue;
      const Channel next = first + slot;
      reached = next == goal;
      if (seen_[next] != 0 || place_[next] > place_[goal]) continue;
      seen_[next] = 1;
      ahead_.push_back(next);
    }
  }
  for (const Channel channel : ahead_) seen_[channel] = 0;
  return reached;
}

// Collects what reaches `from` within the places from the lowest on.
void DependencyGraph::CollectBackward(Channel from, std::uint32_t lowest) {
  behind_ = {from};
  seen_[from] = 1;
  for (std::size_t i = 0; i < behind_.size(); ++i) {
    const Channel at = behind_[i];
    for (const Channel before : into_[at / slots_]) {
      if (seen_[before] != 0 || place_[before] < lowest || !Has(before, at)) continue;
      seen_[before] = 1;
      behind_.push_back(before);
    }
  }
  for (const Channel channel : behind_) seen_[channel] = 0;
}

// Puts what is behind before what is ahead, in the places that they have together.
void DependencyGraph::Reorder() {
  const auto by_place = [&](Channel one, Channel other) { return place_[one] < place_[other]; };
  std::ranges::sort(behind_, by_place);
  std::ranges::sort(ahead_, by_place);
  std::vector<std::uint32_t> places;
  for (const auto* list : {&behind_, &ahead_})
    for (const Channel channel : *list) places.push_back(place_[channel]);
  std::ranges::sort(places);
  std::size_t i = 0;
  for (const auto* list : {&behind_, &ahead_})
    for (const Channel channel : *list) place_[channel] = places[i++];
}

}  // namespace toroid::degraded
