#include "gen/request/cc_cube.h"

#include "gen/support/text.h"

namespace toroid {

Fields CcCubeRequest::fields() {
  return {{"--elements", &elements},
          {"--pipelining", &pipelining},
          {"--barrier-cycles", &barrier_cycles},
          schedule.KindField(),
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string CcCubeRequest::Text(std::uint64_t /*seed*/) const {
  return ", N=" + Counted(elements, "element") + ", Q=" + std::to_string(pipelining) +
         ", barrier " + std::to_string(barrier_cycles);
}

Diagnostics CcCubeRequest::Check(const Setting& setting) const {
  return PipeliningDiagnostics(setting, pipelining, elements);
}

}  // namespace toroid
