#include "gen/request/all_gather.h"

#include "gen/support/text.h"

namespace toroid {

Fields AllGatherRequest::fields() {
  const bool doubles = method == CollectiveMethod::kDoubling;
  Field kind = schedule.KindField();
  kind.said = doubles;
  return {{"--method", WordOf<ParseCollectiveMethod>(method, kCollectiveMethods)},
          {"--elements", &elements},
          {"--barrier-cycles", &barrier_cycles, doubles},
          kind,
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string AllGatherRequest::Text(std::uint64_t seed) const {
  const std::string text = ", method " + std::string(ToString(method)) +
                           ", N=" + Counted(elements, "element") + ", seed " + std::to_string(seed);
  if (method != CollectiveMethod::kDoubling) return text;
  return text + ", barrier " + std::to_string(barrier_cycles);
}

Diagnostics AllGatherRequest::Check(const Setting& setting) const {
  if (method != CollectiveMethod::kDoubling)
    return CheckOnHost(setting, "--elements", collective(), method);
  return DataDiagnostics(setting, "--elements", elements, Growth::kQuadratic);
}

}  // namespace toroid
