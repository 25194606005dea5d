// What is due is known a cycle before it is seen: a refused packet's last beat was accepted. So the
// two lists of local ports, due and seen, are compared once a cycle, and the first difference is
// named.
#include "sim/bench/watch.h"

#include <algorithm>

#include "sim/bench/event_log.h"

namespace toroid {

std::string Watch::InjectorText(std::uint32_t local) const {
  return PlaceText(plan_, {.place = local, .kind = WireRecord::kInject});
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
    first_wrong_error_ = spurious ? "error is high in cycle " + std::to_string(now) + " at " +
                                        InjectorText(*seen) + ", which has refused no packet"
                                  : "error is low in cycle " + std::to_string(now) + " at " +
                                        InjectorText(*due) + ", which has just refused a packet";
  }
  due_.swap(next_);
  next_.clear();
}

void Watch::SeeStray(Cycle now, const WireRecord& record) {
  if (strays_++ == 0)
    first_stray_ = "cycle " + std::to_string(now) + " at " + PlaceText(plan_, record);
}

void Watch::SeeSend(Cycle now, std::uint32_t node) {
  if (!first_send_.empty()) return;
  first_send_ = "the schedule unit of " + NodeText(node) + " sends in cycle " +
                std::to_string(now) + ", though everything was delivered";
}

// V3.1: quiet cycles are counted from the last busy one.
void Watch::SeeBusy(Cycle now, std::span<const std::uint32_t> nodes) {
  if (quiet_ > 0 && !nodes.empty() && busy_again_.empty()) {
    busy_again_ = NodeText(nodes.front()) + " is busy in cycle " + std::to_string(now) +
                  ", though everything was delivered and no node was busy before";
  }
  busy_.assign(nodes.begin(), nodes.end());
  quiet_ = nodes.empty() ? quiet_ + 1 : 0;
}

// V3.2.
void Watch::StopWaiting(Cycle now) {
  if (busy_.empty()) return;
  still_busy_ = "still busy in cycle " + std::to_string(now) +
                ", though everything was delivered: " + NodeText(busy_.front());
  if (busy_.size() > 1) still_busy_ += " and " + std::to_string(busy_.size() - 1) + " more";
}

// One line for each kind, with the first case and where it helps the count.
std::vector<std::string> Watch::Violations() const {
  std::vector<std::string> lines;
  if (!first_wrong_error_.empty()) {
    lines.push_back(first_wrong_error_ + "; in all " + std::to_string(refused_) +
                    " error pulses were seen, and " + std::to_string(refused_expected_) +
                    " were due");
  }
  if (strays_ > 0) {
    lines.push_back(std::to_string(strays_) +
                    " flits crossed a link or left the network after the last delivery, the first "
                    "in " +
                    first_stray_);
  }
  for (const std::string& line : {first_send_, busy_again_, still_busy_}) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace toroid
