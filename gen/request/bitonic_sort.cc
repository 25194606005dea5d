#include "gen/request/bitonic_sort.h"

#include "gen/request/program.h"

namespace toroid {

Fields BitonicSortRequest::fields() { return ProgramFields(*this); }

std::string BitonicSortRequest::Text(std::uint64_t seed) const { return ProgramText(*this, seed); }

Diagnostics BitonicSortRequest::Check(const Setting& setting) const {
  return DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
}

}  // namespace toroid
