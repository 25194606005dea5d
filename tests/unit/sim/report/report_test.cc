// The report of a simulation: its outcome, and its text on iterations that missed their predicted
// cycles.
#include "sim/report/report.h"

#include <gtest/gtest.h>

namespace toroid::sim_report_test {
namespace {

IterationReport Line(std::optional<Cycle> cycles, std::optional<Cycle> reference,
                     std::optional<Cycle> predicted) {
  IterationReport line;
  line.phase = Phase::kKernel;
  line.task = {.first = 0, .count = 6};
  line.cycles = cycles;
  line.reference_cycles = reference;
  line.predicted_cycles = predicted;
  return line;
}

SimulationReport ReportOf(const std::string& engine, std::vector<IterationReport> iterations) {
  SimulationReport report;
  report.engine = engine;
  report.iterations = std::move(iterations);
  std::uint64_t number = 0;
  for (IterationReport& iteration : report.iterations) iteration.number = ++number;
  return report;
}

TEST(PredictionDiagnostic, NamesTheFirstIterationThatTookOtherCycles) {
  const auto report = ReportOf("both", {Line(8, 8, 8), Line(9, 9, 8), Line(7, 7, 8)});
  EXPECT_EQ(PredictionDiagnostic(report),
            "iteration 2 of 3, kernel <0,6>, took 9 cycles, but 8 were predicted");
}

TEST(PredictionDiagnostic, IsMadeOfTheModelIfNoHardwareRan) {
  EXPECT_EQ(PredictionDiagnostic(ReportOf("model", {Line({}, 9, 8)})),
            "iteration 1 of 1, kernel <0,6>, took 9 cycles, but 8 were predicted");
}

IterationReport Round(Cycle cycles, Cycle least, std::uint64_t meeting, std::uint64_t conflicts) {
  IterationReport line;
  line.phase = Phase::kRound;
  line.reference_cycles = cycles;
  line.least_cycles = least;
  line.meeting = meeting;
  line.conflicts = conflicts;
  return line;
}

TEST(PredictionDiagnostic, IsMadeOfWhatIsCertainThoughNoCyclesArePredicted) {
  const auto diagnostic = [](const IterationReport& line) {
    return PredictionDiagnostic(ReportOf("model", {line}));
  };
  EXPECT_EQ(diagnostic(Round(9, 8, 4, 1)), std::nullopt);
  EXPECT_EQ(diagnostic(Round(8, 8, 0, 0)), std::nullopt);
  EXPECT_EQ(diagnostic(Round(7, 8, 4, 1)),
            "iteration 1 of 1, round, took 7 cycles, but it cannot take less than 8");
  EXPECT_EQ(diagnostic(Round(9, 8, 4, 0)),
            "iteration 1 of 1, round, had 0 conflicts, but 4 of its messages would meet others if "
            "none waited");
  EXPECT_EQ(diagnostic(Round(9, 8, 0, 2)),
            "iteration 1 of 1, round, had 2 conflicts, but 0 of its messages would meet others if "
            "none waited");
}

TEST(PredictionDiagnostic, IsNoneWhereAllIsAsPredictedOrNothingWasPredicted) {
  EXPECT_EQ(PredictionDiagnostic(ReportOf("rtl", {Line(8, {}, 8), Line(8, {}, 8)})), std::nullopt);
  EXPECT_EQ(PredictionDiagnostic(ReportOf("both", {Line(9, 9, {})})), std::nullopt);
  EXPECT_EQ(PredictionDiagnostic(ReportOf("both", {})), std::nullopt);
}

TEST(IterationTable, KeepsItsColumnsApartWhateverTheNumbers) {
  IterationReport line = Line(100000060, 100000060, 100000060);
  line.steps = 1234567890;
  line.lower_bound = 10000006;
  const std::string table = IterationTable(ReportOf("both", {line}));
  EXPECT_EQ(table.substr(table.find('\n') + 1),
            "  kernel          <0,6> 1234567890    10000006     100000060  100000060  100000060"
            "          0\n");
}

TEST(OutcomeOfARun, IsTheFirstThingThatWentWrong) {
  SimulationReport report;
  EXPECT_EQ(report.outcome(), RunOutcome::kPassed);
  report.match = true;
  EXPECT_EQ(report.outcome(), RunOutcome::kPassed);
  report.diagnostics.push_back("a packet was lost");
  EXPECT_EQ(report.outcome(), RunOutcome::kFaulty);
  report.finished = false;
  EXPECT_EQ(report.outcome(), RunOutcome::kStuck);
  report.match = false;
  EXPECT_EQ(report.outcome(), RunOutcome::kMismatch);
}

TEST(TaskRatio, IsCyclesByWhatTheTaskTakesAtLeast) {
  SimulationReport report;
  report.cycles = 448;
  EXPECT_EQ(report.TaskRatio(), std::nullopt);
  EXPECT_EQ(ToText(report).find("no algorithm"), std::string::npos);
  report.task_bound = {.cycles = 256, .reason = "a cut", .latency = 14};
  EXPECT_EQ(report.TaskRatio(), 1.75);
  EXPECT_EQ(report.LatencyRatio(), 32.0);
  EXPECT_NE(ToText(report).find("task bound   256 cycles, by a cut; this took "
                                "1.750 times that, and 32.00 times the 14 cycles that a flit takes "
                                "to the farthest node\n"),
            std::string::npos);
}

TEST(CycleRatio, IsCyclesByTheirLowerBound) {
  SimulationReport report;
  report.cycles = 448;
  EXPECT_EQ(report.CycleRatio(), std::nullopt);
  report.cycle_lower_bound = 0;
  EXPECT_EQ(report.CycleRatio(), std::nullopt);
  report.cycle_lower_bound = 256;
  EXPECT_EQ(report.CycleRatio(), 1.75);
}

}  // namespace
}  // namespace toroid::sim_report_test
