// Two diagrams of a sweep as SVG: latency, and accepted load, over offered load.
//
// No Debian package with a C++ interface writes SVG plots: gnuplot and matplotlib are programs to
// call, and two line diagrams are less text than a script for them.
#pragma once

#include <string>

#include "sim/sweep/curve.h"
#include "sim/sweep/grid.h"

namespace toroid {

std::string PlotSvg(const Grid& grid, const Runs& runs);

}  // namespace toroid
