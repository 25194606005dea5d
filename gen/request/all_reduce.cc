#include "gen/request/all_reduce.h"

#include "gen/support/text.h"

namespace toroid {

Fields AllReduceRequest::fields() {
  return {{"--elements", &elements},
          {"--pipelining", &pipelining},
          {"--barrier-cycles", &barrier_cycles},
          schedule.KindField(),
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string AllReduceRequest::Text(std::uint64_t seed) const {
  return ", N=" + Counted(elements, "element") + ", Q=" + std::to_string(pipelining) + ", seed " +
         std::to_string(seed) + ", barrier " + std::to_string(barrier_cycles);
}

Diagnostics AllReduceRequest::Check(const Setting& setting) const {
  const Diagnostics found = DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
  return found.empty() ? PipeliningDiagnostics(setting, pipelining, elements) : found;
}

}  // namespace toroid
