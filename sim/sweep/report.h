// A sweep's results: as text for people, as JSON, as CSV, and as two diagrams in SVG.
#pragma once

#include <string>
#include <vector>

#include "sim/sweep/curve.h"
#include "sim/sweep/grid.h"

namespace toroid {

std::string ReportText(const Grid& grid, const Runs& runs);
std::string ReportCsv(const Grid& grid, const Runs& runs);
Json ReportJson(const Grid& grid, const Runs& runs);

// ---- diagrams of latency, and accepted load, over offered load ----
//
// No Debian package with a C++ interface writes SVG plots: gnuplot and matplotlib are programs to
// call, and two line diagrams are less text than a script for them.

// Round numbers for an axis from 0 to `end`: 0, and four to ten steps up to it. Requires a finite
// end above 0; of one that is too small for steps, 0 alone.
std::vector<double> AxisMarks(double end);

std::string PlotSvg(const Grid& grid, const Runs& runs);

}  // namespace toroid
