// Two diagrams of a sweep as SVG: latency, and accepted load, over offered load.
//
// No Debian package with a C++ interface writes SVG plots: gnuplot and matplotlib are programs to
// call, and two line diagrams are less text than a script for them.
#pragma once

#include <string>
#include <vector>

#include "sim/sweep/curve.h"
#include "sim/sweep/grid.h"

namespace toroid {

// Round numbers for an axis from 0 to `end`: 0, and four to ten steps up to it. Requires a finite
// end above 0; of one that is too small for steps, 0 alone.
std::vector<double> AxisMarks(double end);

std::string PlotSvg(const Grid& grid, const Runs& runs);

}  // namespace toroid
