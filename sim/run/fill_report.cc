#include <fmt/core.h>

#include <string>
#include <vector>

#include "gen/plan/translation.h"
#include "gen/support/text.h"
#include "sim/bench/link_counters.h"
#include "sim/run/describe.h"
#include "sim/run/fill.h"
#include "sim/run/model_cycles.h"

namespace toroid {
namespace {

constexpr Cycle kMostLatencyBins = 64;

void AppendLines(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

LinkCountersReport CountersReportOf(const Plan& plan, const LinkCounters& counters) {
  LinkCountersReport report;
  const std::size_t ports = plan.link_ports().size();
  for (std::size_t i = 0; i < counters.counts().size(); ++i) {
    const LinkCounts& counts = counters.counts()[i];
    if (counts.flits == 0) continue;
    const NodeId to{static_cast<std::uint32_t>(i / ports)};
    report.links.push_back({*ReceivesFrom(plan.host(), to, plan.link_ports()[i % ports]), to,
                            counts.flits, counts.stalls, counts.most});
  }
  return report;
}

std::string ContentsHash(const RunningProgram& program) {
  const Workload* workload = program.run.stimulus.workload();
  return workload == nullptr ? "" : workload->hash;
}

class ReportFiller {
 public:
  ReportFiller(const RunState& run, const Progress& progress, SimulationReport& report)
      : run_(run), progress_(progress), report_(report) {}

  void Fill() {
    FillNetwork();
    FillEngines();
    FillTotals();
    FillDiagnostics();
    if (run_.shares()) {
      FillPrograms();
    } else {
      report_.traffic = TrafficText(run_.request());
      report_.run_hash = RunHash(run_.plan, run_.request(), ContentsHash(run_.programs.front()));
      FillOne(0, report_);
    }
    FillRemarks();
    FillCoverage();
  }

 private:
  const Testbench& Main() const { return run_.main().bench(); }

  void FillNetwork() {
    const Plan& plan = run_.plan;
    report_.network = NetworkText(plan);
    report_.dead = run_.plan.survivors().dead();
    report_.host = plan.host();
    const auto task = CollectiveOf(run_.request().traffic);
    const bool broadcast = task && task->kind == Collective::kBroadcast;
    if (!plan.Copies() || broadcast) report_.tree = plan.in_network();
    report_.hardware_hash = plan.hardware_hash();
    report_.interface_latency = InterfaceLatency(plan.hardware().router);
    report_.hop_cycles = plan.hop_cycles();
  }

  void FillEngines() {
    const auto& mismatch = run_.mismatch;
    report_.engine = ToString(run_.request().run.engine);
    if (HasHardware()) report_.rtl = ToString(run_.request().run.rtl);
    report_.finished = Main().done();
    report_.cycles = run_.CyclesIn(run_.main());
    if (HasModel()) report_.reference_cycles = run_.CyclesIn(run_.model);
    if (run_.compares() && !NothingToCompare()) report_.match = !mismatch;
    if (mismatch) report_.difference = {mismatch->cycle, mismatch->expected, mismatch->seen};
    if (HasModel()) report_.model_speed = SpeedOf(*run_.model.engine);
    if (HasHardware()) report_.rtl_speed = SpeedOf(*run_.hardware.engine);
  }

  // Node-cycles per second.
  double SpeedOf(const EngineRun& engine) const {
    if (engine.seconds() <= 0) return 0;
    return static_cast<double>(engine.simulated()) * run_.plan.host().size() / engine.seconds();
  }

  void FillTotals() {
    const RunTotals& totals = Main().totals();
    const Faults faults = Main().faults();
    report_.conflicts = totals.conflicts;
    report_.stalled_flit_cycles = totals.stalled_flit_cycles;
    report_.sent = totals.sent;
    report_.delivered = totals.delivered;
    report_.lost = faults.lost + (Main().done() ? 0 : totals.sent - totals.delivered);
    report_.duplicated = faults.duplicated;
    report_.corrupted = faults.corrupted;
    report_.misrouted = faults.misrouted;
    report_.out_of_order = faults.out_of_order;
    report_.refused = Main().watch().refused();
    report_.refused_expected = Main().watch().refused_expected();
    const LatencyHistogram& latencies = totals.latencies;
    report_.latency = {latencies.mean(), latencies.Quantile(0.5), latencies.Quantile(0.99),
                       latencies.max(), latencies.Bins(kMostLatencyBins)};
    if (Main().links() != nullptr) report_.links = LinksReportOf(*Main().links());
    if (const LinkCounters* counters = Main().network().Counters())
      report_.counters = CountersReportOf(run_.plan, *counters);
    if (const Cycle window = InjectionOf(run_.request().traffic); window > 0) {
      report_.throughput = static_cast<double>(totals.accepted_flits_in_window) /
                           static_cast<double>(window) /
                           static_cast<double>(run_.plan.live_nodes());
    }
  }

  void FillDiagnostics() {
    std::vector<std::string>& lines = report_.diagnostics;
    if (run_.mismatch) AppendLines(lines, run_.mismatch->lines);
    if (run_.mismatch && !run_.shares())
      lines.push_back("replay with: " + ReplayCommand(run_.plan, run_.request()));
    if (const Faults faults = Main().faults(); faults.any())
      lines.push_back("messages were not delivered as sent: " + ToString(faults));
    AppendLines(lines, Main().Violations());
    if (Main().done() || run_.mismatch) return;
    AppendLines(lines, Main().Diagnosis());
    // The model is in the same state and sees inside the nodes.
    if (run_.compares()) AppendLines(lines, run_.model.bench().Blocked());
  }

  void FillPrograms() {
    report_.traffic = ProgramsText(run_.programs.size(), run_.request().run);
    report_.predicted_cycles = run_.PredictedCycles();
    std::vector<std::string> hashes;
    for (std::size_t p = 0; p < run_.programs.size(); ++p) {
      const RunningProgram& program = run_.programs[p];
      hashes.push_back(program.plan.hardware_hash());
      hashes.push_back(RunHash(program.plan, program.run.request, ContentsHash(program)));
      report_.programs.push_back(ReportInBox(p));
      if (report_.finished && !report_.programs.back().program.finished)
        report_.diagnostics.push_back(
            fmt::format("program {}: the run ended before it did", p + 1));
      for (const std::string& line : report_.programs.back().program.diagnostics)
        report_.diagnostics.push_back(fmt::format("program {}: {}", p + 1, line));
    }
    report_.run_hash = JoinedHash(hashes);
  }

  BoxReport ReportInBox(std::size_t p) {
    const RunningProgram& program = run_.programs[p];
    const TrafficCounts& counts = run_.main().shared->counts(p);
    BoxReport report{
        program.box->lengths(), program.box->base(), EmbeddedText(*program.plan.embedding()), {}};
    report.program.traffic = TrafficText(program.run.request);
    report.program.finished = run_.main().traffic(p).Exhausted();
    report.program.cycles = run_.CyclesIn(run_.main(), p);
    if (HasModel()) report.program.reference_cycles = run_.CyclesIn(run_.model, p);
    report.program.conflicts = counts.stalled;
    report.program.sent = counts.sent;
    report.program.delivered = counts.delivered;
    FillOne(p, report.program);
    return report;
  }

  // Fills the fields that each program has.
  void FillOne(std::size_t p, ProgramReport& report) {
    const RunningProgram& program = run_.programs[p];
    const Traffic& main = run_.main().traffic(p);
    CompareWithOthers(program, main, report);
    FillProgram({program.plan, program.run, main, HasModel() ? &run_.model.traffic(p) : nullptr},
                report);
  }

  // Runs the program alone without its schedule, and by other methods.
  void CompareWithOthers(const RunningProgram& program, const Traffic& main,
                         ProgramReport& report) {
    const auto& [plan, run, box] = program;
    const bool placed = run.stimulus.workload() != nullptr && run.stimulus.claims_conflict_free();
    if ((!run.stimulus.scheduled() && !placed) || !run.request.run.baseline) return;
    const SimulationRequest& request = run.request;
    report.baseline_round_robin = BaselineCycles(plan, request, Arbiter::kRoundRobin, progress_);
    report.baseline_through_first =
        BaselineCycles(plan, request, Arbiter::kThroughFirst, progress_);
    const auto chosen =
        report.finished ? std::optional(CyclesOf(main, request.traffic)) : std::nullopt;
    report.methods = CyclesOfMethods(plan, request, chosen, progress_);
    report.unsplit = CyclesUnsplit(plan, request, progress_);
  }

  void FillRemarks() {
    if (NothingToCompare()) {
      report_.remarks.push_back(
          "no event was compared: none of the random packets fell into the run");
    } else if (run_.compares() && report_.events_compared == 0) {
      report_.diagnostics.push_back("no event was compared: the traffic sends nothing");
    }
    if (HasHardware() && run_.plan.hardware().translation && SendsByEntry(run_.plan))
      report_.remarks.push_back(
          fmt::format("{} sent by the number of a table entry",
                      Counted(Main().network().PacketsByEntry(), "packet was", "packets were")));
  }

  // Patterns draw their packets, and may draw none; all other traffic must send something.
  bool NothingToCompare() const {
    return run_.compares() && FamilyOf(run_.request().traffic) == Family::kPattern &&
           !run_.mismatch && report_.events_compared == 0;
  }

  void FillCoverage() {
    if (run_.coverage == nullptr) return;
    report_.coverage = run_.coverage->Report();
    report_.coverage->file = run_.request().run.coverage;
    AppendLines(report_.diagnostics, report_.coverage->Contradictions());
  }

  bool HasModel() const { return run_.model.engine != nullptr; }
  bool HasHardware() const { return run_.hardware.engine != nullptr; }

  const RunState& run_;
  const Progress& progress_;
  SimulationReport& report_;
};

}  // namespace

void FillReport(const RunState& run, const Progress& progress, SimulationReport& report) {
  ReportFiller(run, progress, report).Fill();
}

}  // namespace toroid
