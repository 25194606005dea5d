// Idea: messages that wait for each other meet at a station, an injector (`order`) or a node
// (`exchange`), and pass it in groups of equal cycle. A group's messages are sent when all events
// of the groups before it have happened: messages sent, and at a node also messages arrived.
//
// Example: under `exchange` node 0 sends in cycles 0 and 5 and receives in 0 and 9. Its second
// message begins when the first has gone and that of cycle 0 has arrived.
//
// No deadlock: of the messages that have not arrived, one of the least cycle waits for nothing.
#include "sim/traffic/release.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace toroid {

// Messages are sorted by cycle, so groups are made in order.
ReleaseOrder::ReleaseOrder(Release release, const Schedule& schedule,
                           std::span<const std::uint32_t> injectors)
    : release_(release), schedule_(schedule) {
  assert(release != Release::kCycle && injectors.size() == schedule.messages.size());
  const auto at = [&](std::uint32_t number) -> Station& {
    if (number >= stations_.size()) stations_.resize(number + 1);
    return stations_[number];
  };
  for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
    const ScheduledMessage& message = schedule.messages[m];
    const bool nodes = release == Release::kExchange;
    station_of_.push_back(nodes ? message.node.value() : injectors[m]);
    Group& group = GroupAt(at(station_of_.back()), KeyOf(m));
    ++group.left;
    group.sends.push_back(m);
    if (nodes) ++GroupAt(at(message.to.value()), KeyOf(m)).left;
  }
  for (Station& station : stations_) Open(station);
}

void ReleaseOrder::TakeReady(std::vector<std::size_t>& messages) {
  std::ranges::sort(ready_);
  messages.insert(messages.end(), ready_.begin(), ready_.end());
  ready_.clear();
}

void ReleaseOrder::Sent(std::size_t message) {
  Happened(stations_[station_of_[message]], KeyOf(message));
}

void ReleaseOrder::Arrived(std::size_t message) {
  if (release_ != Release::kExchange) return;
  Happened(stations_[schedule_.messages[message].to.index()], KeyOf(message));
}

// An injector sends one message after another, in the schedule's order.
Cycle ReleaseOrder::KeyOf(std::size_t message) const {
  return release_ == Release::kOrder ? static_cast<Cycle>(message)
                                     : schedule_.messages[message].cycle;
}

ReleaseOrder::Group& ReleaseOrder::GroupAt(Station& station, Cycle key) {
  if (station.groups.empty() || station.groups.back().key < key)
    station.groups.push_back({.key = key, .left = 0, .sends = {}});
  assert(station.groups.back().key == key);
  return station.groups.back();
}

// Passes completed groups, and releases the messages of each group reached.
void ReleaseOrder::Open(Station& station) {
  for (; station.open < station.groups.size(); ++station.open) {
    Group& group = station.groups[station.open];
    for (const std::size_t message : std::exchange(group.sends, {})) ready_.push_back(message);
    if (group.left > 0) return;
  }
}

// Arrivals may be ahead of the open group.
void ReleaseOrder::Happened(Station& station, Cycle key) {
  const auto group = std::ranges::lower_bound(station.groups, key, {}, &Group::key);
  assert(group != station.groups.end() && group->key == key && group->left > 0);
  --group->left;
  Open(station);
}

}  // namespace toroid
