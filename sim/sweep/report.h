// A sweep's results printed: for people, as JSON and as CSV.
#pragma once

#include <string>

#include "sim/sweep/curve.h"
#include "sim/sweep/grid.h"

namespace toroid {

std::string ReportText(const Grid& grid, const Runs& runs);
std::string ReportCsv(const Grid& grid, const Runs& runs);
Json ReportJson(const Grid& grid, const Runs& runs);

}  // namespace toroid
