// Runs the missing points in rounds, as each round of a search depends on the one before.
#include "sim/sweep/sweep.h"

#include <algorithm>
#include <optional>

#include "sim/sweep/run_points.h"

namespace toroid {
namespace {

std::size_t PlaceOf(const auto& values, const auto& value) {
  return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
}

// The number that decides to which shard a point belongs.
std::size_t NumberOf(const Grid& grid, const Point& point) {
  if (grid.resolution > 0) return point.network;
  return (point.network * grid.loads.size() + PlaceOf(grid.loads, point.load)) * grid.seeds.size() +
         PlaceOf(grid.seeds, point.seed);
}

}  // namespace

std::vector<Point> ShareOf(const Grid& grid, const std::vector<Point>& points, const Shard& shard) {
  std::vector<Point> share;
  const auto of = static_cast<std::size_t>(shard.of);
  for (const Point& point : points) {
    if (NumberOf(grid, point) % of + 1 == static_cast<std::size_t>(shard.number))
      share.push_back(point);
  }
  return share;
}

Result<SweepResult> RunSweep(const SweepRequest& request, const Progress& progress) {
  SweepResult result{.grid = GridOf(request, progress), .runs = {}, .faults = {}};
  std::optional<ResultsFile> file;
  if (!request.results.empty()) {
    auto opened = ResultsFile::Open(request.results, result.grid, progress);
    if (!opened) return opened.diagnostics();
    file = std::move(opened).value();
    result.runs = file->runs();
  }
  PointRunner runner(request);
  const auto take = [&](const PointOutcome& outcome) {
    for (const std::string& fault : outcome.faults)
      result.faults.push_back(TextOf(result.grid, outcome.point) + ": " + fault);
    if (!result.faults.empty()) return false;
    result.runs.emplace(outcome.point, outcome.measured);
    if (file) file->Add(outcome.point, outcome.measured);
    return true;
  };
  while (result.faults.empty()) {
    const auto points = ShareOf(result.grid, MissingOf(result.grid, result.runs), request.shard);
    if (points.empty()) break;
    Diagnostics found = runner.Run(points, take, progress);
    if (!found.empty()) return found;
  }
  return result;
}

}  // namespace toroid
