#include "gen/request/fft.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "gen/support/text.h"

namespace toroid {

Fields FftRequest::fields() {
  return {{"--elements", &elements},
          {"--pipelining", &pipelining},
          {"--barrier-cycles", &barrier_cycles},
          schedule.KindField(),
          schedule.TimeLimitField(),
          {"--no-baseline"}};
}

std::string FftRequest::Text(std::uint64_t seed) const {
  return ", N=" + Counted(elements, "element") + ", Q=" + std::to_string(pipelining) + ", seed " +
         std::to_string(seed) + ", barrier " + std::to_string(barrier_cycles);
}

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
