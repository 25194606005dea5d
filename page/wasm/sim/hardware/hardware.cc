// A web page starts no compiler, so it has no hardware to simulate.
#include "sim/hardware/hardware.h"

namespace toroid {

Result<Hardware> MakeHardware(const Plan& /*plan*/, const RunOptions& options,
                              const Progress& /*progress*/, std::uint32_t /*copies*/,
                              const Slab* /*slab*/) {
  return Diagnostic{"--engine", std::string(ToString(options.engine)),
                    "compiles hardware, and a web page has no compiler",
                    "take --engine model, or toroid on a computer", Fault::kUnable};
}

}  // namespace toroid
