#include "gen/request/all_gather.h"

#include "gen/request/program.h"

namespace toroid {

Fields AllGatherRequest::fields() { return ProgramFields(*this); }

std::string AllGatherRequest::Text(std::uint64_t seed) const { return ProgramText(*this, seed); }

Diagnostics AllGatherRequest::Check(const Setting& setting) const {
  return DataDiagnostics(setting, "--elements", elements, Growth::kQuadratic);
}

}  // namespace toroid
