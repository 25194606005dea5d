// `toroid cost --by-block`: the gain of pipelining for each block size, and the share of it that
// barriers take (CALMANT, section 5).
#include <fmt/core.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "gen/schedule/cost.h"

namespace toroid {
namespace {

// CALMANT 5.2: the share is below this for blocks of at least 16 flits, startup 500, barrier 100.
constexpr double kClaimedBarrierShare = 0.016;

// Speed-up; 1 on a machine where nothing takes time.
double SpeedUp(const BlockCost& row) {
  return row.best.cost > 0 ? row.unpipelined.cost / row.best.cost : 1;
}

double BarrierShare(const Spec& spec, const BlockCost& row) {
  if (row.best.cost <= 0) return 0;
  return static_cast<double>(row.best.iterations) * static_cast<double>(spec.cost.barrier_cycles) /
         row.best.cost;
}

Json CostJson(const Spec& spec, const std::vector<BlockCost>& rows) {
  Json json = ResultJson(Command::kCost);
  json["host"] = GraphJson(*spec.host);
  json["guest"] = GraphJson(*spec.guest);
  json["embedding"] = ToString(spec.embedding->kind());
  json["schedule"] = ToString(spec.cost.schedule);
  json["ports"] = ToString(spec.hardware.ports);
  json["startup"] = spec.cost.startup;
  json["per_flit"] = spec.cost.per_flit;
  json["barrier_cycles"] = spec.cost.barrier_cycles;
  json["claimed_barrier_share"] = kClaimedBarrierShare;
  json["blocks"] = Json::array();
  for (const BlockCost& row : rows) {
    json["blocks"].push_back({{"block_flits", row.block_flits},
                              {"elements", row.elements},
                              {"pipelining", row.best.pipelining},
                              {"message_flits", row.best.message_flits},
                              {"cost", row.best.cost},
                              {"unpipelined_cost", row.unpipelined.cost},
                              {"speed_up", SpeedUp(row)},
                              {"barrier_share", BarrierShare(spec, row)}});
  }
  return json;
}

void PrintCsv(const Spec& spec, const std::vector<BlockCost>& rows, std::ostream& out) {
  out << "block_flits,elements,pipelining,message_flits,cost,unpipelined_cost,speed_up,"
         "barrier_share\n";
  for (const BlockCost& row : rows)
    out << fmt::format("{},{},{},{},{},{},{},{}\n", row.block_flits, row.elements,
                       row.best.pipelining, row.best.message_flits, row.best.cost,
                       row.unpipelined.cost, SpeedUp(row), BarrierShare(spec, row));
}

void PrintText(const Spec& spec, const std::vector<BlockCost>& rows, std::ostream& out) {
  const CostRequest& cost = spec.cost;
  out << fmt::format("host     {} holding {} ({}), ports {}\n", spec.host->ToString(),
                     spec.guest->ToString(), ToString(spec.embedding->kind()),
                     ToString(spec.hardware.ports));
  out << fmt::format("program  complete exchange over the cube, schedule {}\n",
                     ToString(cost.schedule));
  out << fmt::format("machine  startup {:.10g}, per flit {:.10g}, barrier {}\n", cost.startup,
                     cost.per_flit, cost.barrier_cycles);
  out << fmt::format(
      "claim    CALMANT 5.2: barriers take less than {:.1f} % for blocks of 16 and more, at "
      "startup 500, per flit 1, barrier 100\n",
      100 * kClaimedBarrierShare);
  out << fmt::format("\n{:>10} {:>11} {:>11} {:>9} {:>15} {:>15} {:>9} {:>9}\n", "block",
                     "elements", "pipelining", "flits", "cost", "with Q = 1", "speed-up",
                     "barriers");
  for (const BlockCost& row : rows)
    out << fmt::format("{:>10} {:>11} {:>11} {:>9} {:>15.10g} {:>15.10g} {:>9.3f} {:>7.2f} %\n",
                       row.block_flits, row.elements, row.best.pipelining, row.best.message_flits,
                       row.best.cost, row.unpipelined.cost, SpeedUp(row),
                       100 * BarrierShare(spec, row));
}

}  // namespace

int RunCostByBlock(const Spec& spec, const PipelinedCube& program, const Console& console) {
  const std::vector<BlockCost> rows = CostByBlock(program, kMostElements);
  if (rows.empty()) {
    return PrintDiagnostics(
        {{"--by-block", "",
          fmt::format("is of messages of 2^{} blocks each", program.dimensions() - 1),
          fmt::format("messages of at most {} elements are counted", kMostElements)}},
        console.err, kBadInput);
  }
  switch (spec.format) {
    case Format::kText: PrintText(spec, rows, console.out); break;
    case Format::kJson: console.out << JsonText(CostJson(spec, rows)); break;
    case Format::kCsv: PrintCsv(spec, rows, console.out); break;
  }
  return kDone;
}

}  // namespace toroid
