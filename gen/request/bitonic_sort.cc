#include "gen/request/bitonic_sort.h"

#include "gen/support/text.h"

namespace toroid {

Fields BitonicSortRequest::fields() {
  return {{"--elements", &elements},
          {"--barrier-cycles", &barrier_cycles},
          schedule.KindField(),
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string BitonicSortRequest::Text(std::uint64_t seed) const {
  return ", N=" + Counted(elements, "element") + ", seed " + std::to_string(seed) + ", barrier " +
         std::to_string(barrier_cycles);
}

Diagnostics BitonicSortRequest::Check(const Setting& setting) const {
  return DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
}

}  // namespace toroid
