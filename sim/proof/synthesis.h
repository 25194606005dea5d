// The emitted network as Yosys synthesises it.
#pragma once

#include <map>

#include "gen/plan/plan.h"
#include "gen/rtl/rtl.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/proof/chip.h"

namespace toroid::proof {

struct Netlists {
  Wiring wiring;                               // of the top
  std::map<Variant, lanes::Netlist> variants;  // of the node, simplified
};

// `files` are those that RenderRtl makes of the plan. Diagnostics are of field "yosys" and kUnable:
// it is missing, failed, or wrote what sim/lanes does not know.
Result<Netlists> Synthesise(const Plan& plan, const EmittedFiles& files, const Progress& progress);

}  // namespace toroid::proof
