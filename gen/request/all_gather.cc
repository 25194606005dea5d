#include "gen/request/all_gather.h"

#include "gen/support/text.h"

namespace toroid {

Fields AllGatherRequest::fields() {
  return {{"--elements", &elements},
          {"--barrier-cycles", &barrier_cycles},
          schedule.KindField(),
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string AllGatherRequest::Text(std::uint64_t seed) const {
  return ", N=" + Counted(elements, "element") + ", seed " + std::to_string(seed) + ", barrier " +
         std::to_string(barrier_cycles);
}

Diagnostics AllGatherRequest::Check(const Setting& setting) const {
  return DataDiagnostics(setting, "--elements", elements, Growth::kQuadratic);
}

}  // namespace toroid
