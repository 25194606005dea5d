// `toroid sweep`: runs a sweep or merges files of its results, and prints the summary.
#include "sim/sweep/sweep.h"

#include "cli/commands.h"
#include "cli/output_file.h"
#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/sweep/report.h"

namespace toroid {
namespace {

std::string AllLines(const Grid& grid, const Runs& runs) {
  std::string text = LineOf(grid);
  for (const auto& [point, measured] : runs) text += LineOf(point, measured);
  return text;
}

Json SweepJson(const Grid& grid, const Runs& runs) {
  return ResultJson(Command::kSweep, ReportJson(grid, runs));
}

void Print(const Spec& spec, const Grid& grid, const Runs& runs, const Console& console) {
  if (!spec.sweep.plot.empty()) files::WriteWhole(spec.sweep.plot, PlotSvg(grid, runs));
  console.progress.StartPrinting();
  switch (spec.format) {
    case Format::kText: console.out << ReportText(grid, runs); break;
    case Format::kJson: console.out << JsonText(SweepJson(grid, runs)); break;
    case Format::kCsv: console.out << ReportCsv(grid, runs); break;
  }
  console.out << std::flush;
}

int MergeFiles(const Spec& spec, const Console& console) {
  const auto merged = Merge(spec.sweep.merge, console.progress);
  if (!merged)
    return PrintDiagnostics(merged.diagnostics(), console.err, ExitCodeOf(merged.diagnostics()));
  const Grid& grid = merged->grid;
  const Runs& runs = merged->runs;
  if (!spec.sweep.results.empty()) files::WriteWhole(spec.sweep.results, AllLines(grid, runs));
  Print(spec, grid, runs, console);
  const std::vector<Point> missing = MissingOf(grid, runs);
  const int code = missing.empty() ? kDone : kViolation;
  if (!missing.empty())
    PrintDiagnostics(
        {{"--merge", Counted(missing.size(), "run"),
          "not there, the first: " + TextOf(grid, missing.front()), "run the parts to their end"}},
        console.err, code);
  return ReportIfAsked(spec, console, code, [&] { return SweepJson(grid, runs); });
}

int RunAll(const Spec& spec, const Console& console) {
  const auto result = RunSweep(spec.sweep, console.progress);
  if (!result)
    return PrintDiagnostics(result.diagnostics(), console.err, ExitCodeOf(result.diagnostics()));
  Print(spec, result->grid, result->runs, console);
  Diagnostics faults;
  for (const std::string& fault : result->faults)
    faults.push_back({"sweep", "", fault, "`toroid simulate` with these options shows more"});
  const int code = faults.empty() ? kDone : PrintDiagnostics(faults, console.err, kViolation);
  return ReportIfAsked(spec, console, code, [&] { return SweepJson(result->grid, result->runs); });
}

}  // namespace

int RunSweep(const Spec& spec, const Console& console) {
  return spec.sweep.merge.empty() ? RunAll(spec, console) : MergeFiles(spec, console);
}

}  // namespace toroid
