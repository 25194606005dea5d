// What simulates the network of a platform: the reference model or the compiled Verilog, behind one
// interface.
//
// The folder is what users of the installed toroid link to. Its public headers, in include/toroid,
// include nothing else of the project and must compile as C++17. The SystemC module is wholly in
// one of them, so the library knows nothing of SystemC and goes with any version of it. Signals of
// both engines are the same in every cycle, because both are cycle-exact and the module around them
// is one.
#pragma once

#include <cstdint>
#include <memory>

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/platform/include/toroid/network_core.h"

namespace toroid {

// As NetworkCore, of which it is the inside.
class PlatformEngine {
 public:
  using Beat = NetworkCore::Beat;

  virtual ~PlatformEngine() = default;
  virtual bool Ready(std::uint32_t stream) const = 0;
  virtual void Inject(std::uint32_t stream, const Beat& beat) = 0;
  virtual bool Offers(std::uint32_t stream) const = 0;
  virtual Beat Offered(std::uint32_t stream) const = 0;
  virtual void Accept(std::uint32_t stream) = 0;
  virtual bool Error(std::uint32_t stream) const = 0;
  virtual void Step() = 0;
  virtual Diagnostics Reset() = 0;  // empty: done
};

// `plan` must outlive them.
std::unique_ptr<PlatformEngine> MakeModelEngine(const Plan& plan);
// `engine` is not the model. Diagnostics are those of MakeHardware.
Result<std::unique_ptr<PlatformEngine>> MakeHardwareEngine(const Plan& plan, NetworkEngine engine);

}  // namespace toroid
