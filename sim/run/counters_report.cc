#include "sim/run/counters_report.h"

namespace toroid {

LinkCountersReport CountersReportOf(const Plan& plan, const LinkCounters& counters) {
  LinkCountersReport report;
  const std::size_t ports = plan.link_ports().size();
  for (std::size_t i = 0; i < counters.counts().size(); ++i) {
    const LinkCounts& counts = counters.counts()[i];
    if (counts.flits == 0) continue;
    const NodeId to{static_cast<std::uint32_t>(i / ports)};
    report.links.push_back({*ReceivesFrom(plan.host(), to, plan.link_ports()[i % ports]), to,
                            counts.flits, counts.stalls, counts.most});
  }
  return report;
}

}  // namespace toroid
