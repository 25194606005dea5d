// A due error pulse is known a cycle before it is seen, when a refused packet's last beat is
// accepted. The two lists of local ports, due and seen, are compared once a cycle, and the first
// difference is reported.
#include "sim/bench/watch.h"

#include <fmt/core.h>

#include <algorithm>

#include "sim/bench/event_log.h"

namespace toroid {

std::string Watch::InjectorText(std::uint32_t local) const {
  return PlaceText(plan_,
                   InHost(plan_, first_node_, {.place = local, .kind = WireRecord::kInject}));
}

std::string Watch::NodeText(std::uint32_t node) const {
  return "node " + plan_.host().NodeText(NodeId{node});
}

// V2.1.
void Watch::SeeErrors(Cycle now, std::span<const std::uint32_t> errors) {
  refused_ += errors.size();
  if (first_wrong_error_.empty() && !std::ranges::equal(errors, due_)) {
    const auto [seen, due] = std::ranges::mismatch(errors, due_);
    const bool spurious = seen != errors.end() && (due == due_.end() || *seen < *due);
    first_wrong_error_ =
        spurious ? fmt::format("error is high in cycle {} at {}, which has refused no packet", now,
                               InjectorText(*seen))
                 : fmt::format("error is low in cycle {} at {}, which has just refused a packet",
                               now, InjectorText(*due));
  }
  due_.swap(next_);
  next_.clear();
}

void Watch::SeeStray(Cycle now, const WireRecord& record) {
  if (strays_++ > 0) return;
  first_stray_ =
      fmt::format("cycle {} at {}", now, PlaceText(plan_, InHost(plan_, first_node_, record)));
}

void Watch::SeeSend(Cycle now, std::uint32_t node) {
  if (!first_send_.empty()) return;
  first_send_ =
      fmt::format("the schedule unit of {} sends in cycle {}, though everything was delivered",
                  NodeText(node), now);
}

// V3.1: quiet cycles are counted from the last busy one.
void Watch::SeeBusy(Cycle now, std::span<const std::uint32_t> nodes) {
  if (quiet_ > 0 && !nodes.empty() && busy_again_.empty()) {
    busy_again_ = fmt::format(
        "{} is busy in cycle {}, though everything was delivered and no node was busy before",
        NodeText(nodes.front()), now);
  }
  busy_.assign(nodes.begin(), nodes.end());
  quiet_ = nodes.empty() ? quiet_ + 1 : 0;
}

// V3.2.
void Watch::StopWaiting(Cycle now) {
  if (busy_.empty()) return;
  still_busy_ = fmt::format("still busy in cycle {}, though everything was delivered: {}", now,
                            NodeText(busy_.front()));
  if (busy_.size() > 1) still_busy_ += fmt::format(" and {} more", busy_.size() - 1);
}

void Watch::AddOthers(RankSync& rank_sync) {
  Message own;
  own.Put(refused_);
  own.Put(refused_expected_);
  refused_ = refused_expected_ = 0;
  for (Message& message : rank_sync.ranks().Gather(own)) {
    refused_ += message.Take<std::uint64_t>();
    refused_expected_ += message.Take<std::uint64_t>();
  }
}

// One line for each kind, with its first case and, where it helps, the count.
std::vector<std::string> Watch::Violations() const {
  std::vector<std::string> lines;
  if (!first_wrong_error_.empty()) {
    lines.push_back(fmt::format("{}; in all {} error pulses were seen, and {} were due",
                                first_wrong_error_, refused_, refused_expected_));
  }
  if (strays_ > 0) {
    lines.push_back(fmt::format(
        "{} flits crossed a link or left the network after the last delivery, the first in {}",
        strays_, first_stray_));
  }
  for (const std::string& line : {first_send_, busy_again_, still_busy_}) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace toroid
