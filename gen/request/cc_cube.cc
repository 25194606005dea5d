#include "gen/request/cc_cube.h"

#include "gen/request/program.h"

namespace toroid {

Fields CcCubeRequest::fields() { return ProgramFields(*this); }

std::string CcCubeRequest::Text(std::uint64_t /*seed*/) const {
  return ProgramText(*this, std::nullopt);
}

Diagnostics CcCubeRequest::Check(const Setting& setting) const {
  return PipeliningDiagnostics(setting, pipelining, elements);
}

}  // namespace toroid
