#include "gen/request/all_reduce.h"

#include "gen/support/text.h"

namespace toroid {

Fields AllReduceRequest::fields() {
  const bool doubles = method == CollectiveMethod::kDoubling;
  Field kind = schedule.KindField();
  kind.said = doubles;
  return {{"--method", WordOf<ParseCollectiveMethod>(method, kCollectiveMethods)},
          {"--elements", &elements},
          {"--pipelining", &pipelining, doubles},
          {"--barrier-cycles", &barrier_cycles, doubles},
          kind,
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string AllReduceRequest::Text(std::uint64_t seed) const {
  const std::string text =
      ", method " + std::string(ToString(method)) + ", N=" + Counted(elements, "element");
  if (method != CollectiveMethod::kDoubling) return text + ", seed " + std::to_string(seed);
  return text + ", Q=" + std::to_string(pipelining) + ", seed " + std::to_string(seed) +
         ", barrier " + std::to_string(barrier_cycles);
}

Diagnostics AllReduceRequest::Check(const Setting& setting) const {
  if (method != CollectiveMethod::kDoubling)
    return CheckOnHost(setting, "--elements", collective(), method);
  const Diagnostics found = DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
  return found.empty() ? PipeliningDiagnostics(setting, pipelining, elements) : found;
}

}  // namespace toroid
