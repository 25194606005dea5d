#include "gen/request/all_reduce.h"

#include "gen/request/program.h"

namespace toroid {

Fields AllReduceRequest::fields() { return ProgramFields(*this); }

std::string AllReduceRequest::Text(std::uint64_t seed) const { return ProgramText(*this, seed); }

Diagnostics AllReduceRequest::Check(const Setting& setting) const {
  const Diagnostics found = DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
  return found.empty() ? PipeliningDiagnostics(setting, pipelining, elements) : found;
}

}  // namespace toroid
