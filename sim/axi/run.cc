#include "sim/axi/run.h"

#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gen/support/hash.h"
#include "gen/support/input_file.h"
#include "sim/axi/testbench.h"
#include "sim/hardware/hardware.h"
#include "sim/run/describe.h"
#include "sim/run/engines.h"
#include "sim/run/wave.h"

namespace toroid::axi {
namespace {

constexpr Cycle kMostLatencyBins = 64;
constexpr std::size_t kMostTableBytes = std::size_t{256} << 20;

// A manager and a subordinate are needed.
std::optional<Diagnostic> NothingToSend(const Plan& plan) {
  bool manager = false;
  bool subordinate = false;
  for (const AxiNode& node : plan.hardware().wrap.axi->nodes) {
    manager = manager || node.HasManager();
    subordinate = subordinate || node.HasSubordinate();
  }
  if (manager && subordinate) return std::nullopt;
  return Diagnostic{
      "--traffic", "axi",
      fmt::format("sends nothing: no node has a {}", manager ? "subordinate" : "manager"),
      "give a node that role in [[axi.node]]"};
}

struct Parts {
  Endpoints endpoints;
  std::vector<std::shared_ptr<Dut>> networks;
  std::optional<Wrap> wrap;  // with a wave
  double build_seconds = 0;
};

// The wave is written by the wrap alone, not by the networks.
Result<Parts> MakeParts(const Plan& plan, RunOptions options, const Progress& progress) {
  const std::string wave = std::exchange(options.wave, "");
  auto endpoints = MakeEndpoints(plan, progress);
  if (!endpoints) return endpoints.diagnostics();
  Parts parts;
  parts.endpoints = std::move(endpoints).value();
  parts.build_seconds = parts.endpoints.cpu_seconds;
  for (int c = 0; c < 2; ++c) {
    auto made = MakeHardware(plan, options, progress);
    if (!made) return made.diagnostics();
    parts.build_seconds += made->built.cpu_seconds;
    parts.networks.push_back(std::move(std::move(made).value().dut));
  }
  if (wave.empty()) return parts;
  auto wrap = MakeWrap(plan, wave, progress);
  if (!wrap) return wrap.diagnostics();
  parts.build_seconds += wrap->cpu_seconds;
  parts.wrap = std::move(wrap).value();
  return parts;
}

// The wave file goes with an interrupt: it was created, but nothing was written.
Result<Parts> PartsOf(const Plan& plan, const RunOptions& options, const Progress& progress) {
  try {
    return MakeParts(plan, options, progress);
  } catch (const Interrupted&) {
    if (!options.wave.empty()) std::remove(options.wave.c_str());
    throw;
  }
}

void FillPackets(const Testbench& bench, SimulationReport& report) {
  LatencyHistogram latencies;
  LinkLoads loads = bench.network(0).loads();
  for (std::size_t c = 0; c < 2; ++c) {
    const ClassNetwork& network = bench.network(c);
    report.sent += network.sent();
    report.delivered += network.delivered();
    report.corrupted += network.corrupted();
    report.conflicts += network.stalled();
    report.stalled_flit_cycles += network.stalled_flit_cycles();
    report.events_compared += network.events_compared();
    latencies.Add(network.latencies());
    if (c > 0) loads.AddCounts(network.loads().Counts());
  }
  report.lost = report.sent - report.delivered;
  report.latency = {latencies.mean(), latencies.Quantile(0.5), latencies.Quantile(0.99),
                    latencies.max(), latencies.Bins(kMostLatencyBins)};
  report.links = LinksReportOf(loads);
}

SimulationReport ReportOf(const Plan& plan, const SimulationRequest& request,
                          const Testbench& bench) {
  SimulationReport report;
  report.network = NetworkText(plan);
  report.traffic = TrafficText(request);
  report.host = plan.host();
  if (plan.routes()) report.dead = plan.routes()->host.dead();
  report.hardware_hash = plan.hardware_hash();
  report.interface_latency = InterfaceLatency(plan.hardware().router);
  report.hop_cycles = plan.hop_cycles();
  report.engine = ToString(request.run.engine);
  report.rtl = ToString(request.run.rtl);
  report.finished = bench.finished();
  report.cycles = report.finished ? bench.tally().last_end() + 1 : bench.now();
  FillPackets(bench, report);
  report.axi = bench.tally().Report(report.cycles);
  if (request.run.engine == Engine::kBoth) {
    report.match = bench.difference() == nullptr;
    if (report.finished) report.reference_cycles = report.cycles;
  }
  if (const Difference* difference = bench.difference()) {
    report.difference = {difference->cycle, difference->expected, difference->seen};
    report.diagnostics = difference->lines;
  }
  for (const std::string& line : bench.Complaints()) report.diagnostics.push_back(line);
  return report;
}

// Runs it to its end; returns the processor time, in seconds.
double RunAll(Testbench& bench, std::size_t requests, const Progress& progress) {
  const double start = ThreadSeconds();
  Stage stage(progress, "simulating", requests, [&] {
    return fmt::format("cycle {}, {} of {} requests answered", bench.now(), bench.tally().ended(),
                       requests);
  });
  while (!bench.over()) {
    const std::uint64_t before = bench.tally().ended();
    bench.DoCycle();
    stage.Tick(bench.tally().ended() - before);
  }
  bench.End();
  return ThreadSeconds() - start;
}

}  // namespace

Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request) {
  if (const auto found = NothingToSend(plan)) return *found;
  const AxiRequest& axi = std::get<AxiRequest>(request.traffic);
  const std::uint64_t seed = request.run.seed;
  PreparedRun run;
  run.request = request;
  if (run.request.run.rtl == RtlEngine::kAuto) run.request.run.rtl = RtlEngine::kNodes;
  if (axi.table.empty()) {
    run.transactions = DrawAlone(plan, seed);
    run.alone = run.transactions.size();
    for (Transaction& one : DrawTransactions(plan, axi.requests, seed))
      run.transactions.push_back(std::move(one));
    return run;
  }
  const auto text =
      TextOfInput("--trace", axi.table, kMostTableBytes, "give a table of transactions (.csv)");
  if (!text) return text.diagnostics();
  auto read = ReadTransactions(plan, axi.table, *text, seed);
  if (!read) return read.diagnostics();
  auto table = std::move(read).value();
  run.transactions = std::move(table.transactions);
  run.changes = std::move(table.changes);
  run.table_hash = HashOf(*text);
  return run;
}

Result<SimulationReport> Run(const Plan& plan, PreparedRun run, const Progress& progress) {
  if (const std::string& wave = run.request.run.wave; !wave.empty()) {
    if (const auto found = PrepareWave(wave)) return *found;
  }
  auto made = PartsOf(plan, run.request.run, progress);
  if (!made) return made.diagnostics();
  Parts parts = std::move(made).value();
  const std::size_t requests = run.transactions.size();
  Testbench bench(plan, run.request.run, std::move(run.transactions), run.alone, run.changes,
                  std::move(parts.endpoints), std::move(parts.networks), std::move(parts.wrap));
  const double seconds = RunAll(bench, requests, progress);
  SimulationReport report = ReportOf(plan, run.request, bench);
  report.run_hash = RunHash(plan, run.request, run.table_hash);
  report.build_seconds = parts.build_seconds;
  if (seconds > 0)
    report.rtl_speed = static_cast<double>(bench.simulated()) * plan.host().size() / seconds;
  return report;
}

}  // namespace toroid::axi
