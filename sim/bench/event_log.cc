// Names of places and levels for mismatch reports. Numbers of local ports and links are turned back
// into a node, a port and a direction only here, when there is a report.
#include "sim/bench/event_log.h"

#include <fmt/core.h>

#include <array>

#include "sim/model/scheduled_model.h"

namespace toroid {
namespace {

std::string NodeText(const Plan& plan, std::size_t node) {
  return "node " + plan.host().NodeText(NodeId{static_cast<std::uint32_t>(node)});
}

}  // namespace

std::string LinkPortText(const Plan& plan, std::size_t port) {
  const LinkPort& link = plan.link_ports()[port];
  return fmt::format("axis {}{}", link.axis.value(),
                     link.direction ? fmt::format(" {}", Sign(*link.direction)) : "");
}

Levels::Levels(const Plan& plan, std::uint32_t of_nodes) : plan_(plan) {
  const std::size_t nodes = of_nodes;
  const std::size_t locals = nodes * static_cast<std::size_t>(plan.local_ports());
  const std::size_t links = nodes * plan.link_ports().size();
  const bool scheduled = plan.hardware().router == RouterKind::kScheduled;
  const std::size_t faults = nodes * static_cast<std::size_t>(plan.fault_bits());
  ends_ = {BitmapWords(nodes), BitmapWords(locals), BitmapWords(locals),
           BitmapWords(scheduled ? faults : locals)};
  if (plan.hardware().barrier) ends_.push_back(BitmapWords(nodes));
  if (!scheduled) ends_.push_back(BitmapWords(2 * links));
  for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
}

// Finds the bitmap that holds the word, and turns the bit's number into a place.
std::string Levels::Text(std::size_t word, std::size_t bit) const {
  std::size_t kind = 0;
  while (word >= ends_[kind]) ++kind;
  const std::size_t index = (word - (kind == 0 ? 0 : ends_[kind - 1])) * 64 + bit;
  if (kind == 0) return "busy of " + NodeText(plan_, index);
  if (kind == 3 && plan_.hardware().router == RouterKind::kScheduled) {
    const auto faults = static_cast<std::size_t>(plan_.fault_bits());
    return fmt::format("fault {} of {}", ToString(static_cast<NodeFault>(index % faults)),
                       NodeText(plan_, index / faults));
  }
  if (kind == 4 && plan_.hardware().barrier) return "barrier_release of " + NodeText(plan_, index);
  if (kind >= 4) {
    const std::size_t ports = plan_.link_ports().size();
    return fmt::format("credit of channel {} of input {} of {}", index % 2,
                       LinkPortText(plan_, index / 2 % ports), NodeText(plan_, index / 2 / ports));
  }
  static constexpr std::array kNames = {"s_axis_tready of injector ", "m_axis_tvalid of ejector ",
                                        "error of injector "};
  const auto ports = static_cast<std::size_t>(plan_.local_ports());
  return fmt::format("{}{} of {}", kNames[kind - 1], index % ports, NodeText(plan_, index / ports));
}

WireRecord InHost(const Plan& plan, std::uint32_t first_node, WireRecord record) {
  const bool hop = record.kind == WireRecord::kHop;
  record.place += first_node * (hop ? 1 : static_cast<std::uint32_t>(plan.local_ports()));
  return record;
}

std::string PlaceText(const Plan& plan, const WireRecord& record) {
  if (record.kind == WireRecord::kHop) {
    const std::string output =
        fmt::format("{} output {}", NodeText(plan, record.place), LinkPortText(plan, record.port));
    if (plan.hardware().router == RouterKind::kScheduled) return output;
    return fmt::format("{} channel {}", output, record.channel);
  }
  const auto ports = static_cast<std::uint32_t>(plan.local_ports());
  return fmt::format("{} {} {}", NodeText(plan, record.place / ports),
                     record.kind == WireRecord::kInject ? "injector" : "ejector",
                     record.place % ports);
}

}  // namespace toroid
