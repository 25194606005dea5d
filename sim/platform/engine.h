// The engine of a platform's network: the reference model or the compiled Verilog, behind one
// interface.
//
// Users of the installed toroid link to this folder. Its public headers, in include/toroid, include
// nothing else of the project and must compile as C++17. One of them has the whole SystemC module,
// so the library does not depend on SystemC and works with any version of it. Signals of both
// engines are equal in every cycle, because both are cycle-exact and share the module around them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/platform/include/toroid/network_core.h"

namespace toroid {

// Interface like NetworkCore, which it implements.
class PlatformEngine {
 public:
  using Beat = NetworkCore::Beat;

  virtual ~PlatformEngine() = default;
  virtual bool Ready(std::uint32_t stream) const = 0;
  virtual void Inject(std::uint32_t stream, const Beat& beat) = 0;
  virtual bool Offers(std::uint32_t stream) const = 0;
  // The streams that offer a beat in this cycle, ascending. Valid until Step.
  virtual std::span<const std::uint32_t> Offering() const = 0;
  virtual Beat Offered(std::uint32_t stream) const = 0;
  virtual void Accept(std::uint32_t stream) = 0;
  virtual bool Error(std::uint32_t stream) const = 0;
  // Returns the number of flits that crossed links in the cycle that ended.
  virtual std::size_t Step() = 0;
  virtual Diagnostics Reset() = 0;  // empty: success
};

// `plan` must outlive it. Diagnostics are those of MakeHardware.
Result<std::unique_ptr<PlatformEngine>> MakeEngine(const Plan& plan, NetworkEngine engine);

// The plan that a description of a network means. Accepts a network of buffered routers that has
// streams only. Diagnostics are those of `toroid generate`, and name each option that a module does
// not have.
Result<Plan> PlanOf(const NetworkSource& source);

}  // namespace toroid
