#include "sim/run/link_windows.h"

#include <algorithm>
#include <functional>

#include "gen/topology/numbering.h"

namespace toroid {

LinkWindows::LinkWindows(const Plan& plan, std::uint32_t first_node)
    : plan_(plan),
      first_node_(first_node),
      counts_(plan.host().size() * plan.link_ports().size() <= kMostLinks) {}

void LinkWindows::See(Cycle start, const EventLog& log) {
  if (!counts_) return;
  const std::size_t ports = plan_.link_ports().size();
  std::size_t at = 0;
  for (std::size_t i = 0; i < log.ends.size(); ++i) {
    auto& window = WindowOf(start + static_cast<Cycle>(i));
    for (; at < log.ends[i]; ++at) {
      const WireRecord& record = log.records[at];
      if (record.kind == WireRecord::kHop)
        ++window[(first_node_ + record.place) * ports + record.port];
    }
  }
}

std::vector<std::uint64_t>& LinkWindows::WindowOf(Cycle cycle) {
  while (cycle / width_ >= static_cast<Cycle>(kMost)) Widen();
  const auto at = static_cast<std::size_t>(cycle / width_);
  while (windows_.size() <= at)
    windows_.emplace_back(plan_.host().size() * plan_.link_ports().size(), 0);
  return windows_[at];
}

void LinkWindows::Widen() {
  for (std::size_t i = 1; i < windows_.size(); i += 2) {
    std::ranges::transform(windows_[i - 1], windows_[i], windows_[i - 1].begin(), std::plus<>());
  }
  for (std::size_t i = 1; 2 * i < windows_.size(); ++i) windows_[i] = std::move(windows_[2 * i]);
  windows_.resize((windows_.size() + 1) / 2);
  width_ *= 2;
}

void LinkWindows::AddOthers(Ranks& ranks) {
  for (auto& window : windows_) {
    Message own;
    own.PutAll<std::uint64_t>(window);
    std::ranges::fill(window, 0);
    for (Message& message : ranks.Gather(own)) {
      const auto counts = message.TakeAll<std::uint64_t>();
      std::ranges::transform(window, counts, window.begin(), std::plus<>());
    }
  }
}

// Leaves out links without load, ports that lead nowhere, by which a faulty node may send at a
// mesh's edge, and cycles after the last flit.
std::optional<LinkWindowsReport> LinkWindows::Report() const {
  if (!counts_) return std::nullopt;
  LinkWindowsReport report{.width = width_, .flits = {}};
  std::size_t last = 0;
  const std::vector<LinkPort>& ports = plan_.link_ports();
  for (std::size_t at = 0; !windows_.empty() && at < windows_.front().size(); ++at) {
    std::vector<std::uint64_t> flits;
    for (const auto& window : windows_) flits.push_back(window[at]);
    const auto idle = std::ranges::find_if(flits.rbegin(), flits.rend(),
                                           [](std::uint64_t count) { return count > 0; });
    const NodeId from{static_cast<std::uint32_t>(at / ports.size())};
    const auto to = SendsTo(plan_.host(), from, ports[at % ports.size()]);
    if (idle == flits.rend() || !to) continue;
    last = std::max(last, static_cast<std::size_t>(flits.rend() - idle));
    report.links.push_back({from, *to});
    report.flits.push_back(std::move(flits));
  }
  for (auto& flits : report.flits) flits.resize(last);
  return report;
}

}  // namespace toroid
