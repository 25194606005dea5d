// A point is a pair of 32-bit numbers and travels in one flit, so that a message of N points has N
// flits; and butterflies need a power of two of them.
#include "gen/request/fft.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "gen/request/program.h"

namespace toroid {

Fields FftRequest::fields() { return ProgramFields(*this); }

std::string FftRequest::Text(std::uint64_t seed) const { return ProgramText(*this, seed); }

Diagnostics FftRequest::Check(const Setting& setting) const {
  Diagnostics found;
  if (!setting.refused("--flit-width") && setting.hardware.flit_width < 64) {
    found.push_back({"--flit-width", std::to_string(setting.hardware.flit_width),
                     "cannot hold a point of the fft",
                     "a flit holds a pair of 32-bit numbers; allowed are 64 and above"});
  }
  if (!setting.refused("--elements") && !std::has_single_bit(static_cast<unsigned>(elements))) {
    found.push_back({"--elements", std::to_string(elements), "is not a power of two",
                     "each process transforms that many points; allowed are 1, 2, 4, 8, ..."});
  }
  std::ranges::copy(DataDiagnostics(setting, "--elements", elements, Growth::kLinear),
                    std::back_inserter(found));
  return found.empty() ? PipeliningDiagnostics(setting, pipelining, elements) : found;
}

}  // namespace toroid
