// The emitted network, synthesised by Yosys.
#pragma once

#include <map>

#include "gen/plan/plan.h"
#include "gen/rtl/rtl.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/proof/chip.h"

namespace toroid::proof {

struct Netlists {
  Wiring wiring;                               // the top's
  std::map<Variant, lanes::Netlist> variants;  // of the node, simplified
};

// `files` are RenderRtl's output for the plan. Diagnostics have field "yosys" and kUnable: Yosys is
// missing, failed, or wrote something unknown to sim/lanes.
Result<Netlists> Synthesise(const Plan& plan, const EmittedFiles& files, const Progress& progress);

}  // namespace toroid::proof
