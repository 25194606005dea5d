// The idea: pipelining trades messages for parallelism. With Q packets in each message there are d
// + Q - 1 iterations, whose total steps grow with Q while each gets shorter, L = N / Q. From Q = d
// on, each further packet adds an iteration of the full task, so the steps are a straight line A Q
// + B, and the cost
//
//   T(Q) = (A Q + B) (alpha + beta N / Q) + (d + Q - 1) b,    T'(Q) = A alpha + b - B beta N / Q^2
//
// has its minimum at Q* = sqrt(B beta N / (A alpha + b)). Under `stream` an iteration takes some
// cycles more than its slots, to fill and drain the links; those of the full task, which each
// further packet adds, count as part of b.
//
// Example: line:8, N = 256, alpha = 100, beta = 1, b = 0. <0,3> takes 5 steps, and <0,1>, <0,2>,
// <1,2>, <2,1> take 1, 2, 4, 4, so S(Q) = 11 + 5 (Q - 2) = 5 Q + 1 and Q* = sqrt(256 / 500) = 0.7:
// below d = 3, where the line does not hold. Shallow pipelining suits such a machine better, and
// only a search finds its best Q.
//
// Source: CALMANT 2.4, 3.3, 4.3 and A.3. Departures: steps are those of the schedules, not the
// closed forms; Q* is ours. docs/spec/cost.md.
#include "gen/schedule/cost.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gen/support/random.h"

namespace toroid {
namespace {

// Cycles of an iteration beyond its slots.
Cycle FillOf(const PipelinedCube& program, const TaskCost& task, int message_flits) {
  if (program.kind != ScheduleKind::kStream) return 0;
  return task.end - static_cast<Cycle>(task.steps) * message_flits;
}

// The cost of one more packet besides its steps.
double CostOfIteration(const PipelinedCube& program) {
  const TaskCost full = CostOfTask(program.kind, program.layout,
                                   {.first = 0, .count = program.dimensions()}, 1, program.ports);
  return static_cast<double>(program.machine.barrier + FillOf(program, full, 1));
}

// CO2.4, CALMANT A.3: the sum is divisible by 18.
std::int64_t MeshShallow(std::int64_t c, std::int64_t levels, std::int64_t q) {
  const std::int64_t k = (q + c - 1) / c;
  const std::int64_t r = (q - 1) % c;
  const std::int64_t rest =
      k % 2 == 0 ? -((c + 3 * r) << (levels - k + 2)) - 9 * c * k
                 : (2 * c - 3 * r) * (std::int64_t{1} << (levels - k + 1)) - 9 * c * (k + 1);
  return (((c + 3 * c * k + 3 * r) << (levels + 2)) + rest) / 18;
}

std::int64_t MeshDeep(std::int64_t c, std::int64_t levels, std::int64_t q) {
  const std::int64_t d = c * levels;
  const std::int64_t rest =
      levels % 2 == 0 ? 3 * d - 12 * q - 16 * c + 12 : -3 * d - 6 * q - 11 * c + 6;
  return (((3 * q + 4 * c - 3) << (levels + 2)) + rest) / 18;
}

}  // namespace

// The iterations of a kernel are equal, so only different tasks are checked.
Diagnostics CostDiagnostics(ScheduleKind kind, const Embedding& embedding, Ports ports,
                            int pipelining) {
  assert(kind != ScheduleKind::kNone && kind != ScheduleKind::kExact &&
         kind != ScheduleKind::kList);
  if (!embedding.IsBijection()) {
    return {{"--guest", embedding.guest().ToString(), WhyNoBijection(embedding),
             "costs are for one process on each node; `schedule` and `simulate` take more"}};
  }
  Diagnostics found = ScheduleDiagnostics(kind, embedding);
  if (!found.empty()) return found;
  const Layout layout = LayoutOf(embedding);
  for (const auto& [iteration, times] : FoldedIterations(embedding.guest().axes(), pipelining)) {
    if (!found.empty()) break;
    const Task task = iteration.task;
    if (kind == ScheduleKind::kCalmant && ports == Ports::kOne)
      found = WindowDiagnostics(kind, layout, WindowsByFormula(layout, task, ports));
    if (kind == ScheduleKind::kStream && !StreamHasFormula(layout, task, ports)) {
      found = {{"--schedule", "stream",
                "has no formula for one port on " + embedding.host().ToString(),
                "--ports all has one, and offset; `schedule` and `simulate` take it task by task"}};
    }
  }
  return found;
}

// CO2.1 to CO2.3. Cycles are added in 128 bits: a million nodes and millions of packets
// overflow 64.
PipelinedCost CostOf(const PipelinedCube& program, int pipelining) {
  const int d = program.dimensions();
  PipelinedCost result{.pipelining = pipelining,
                       .message_flits = PacketFlits(program.elements, pipelining),
                       .iterations = d + pipelining - 1,
                       .closed_form = ClosedFormSteps(program.layout, pipelining)};
  const auto startup = static_cast<Uint128>(std::ceil(program.machine.startup));
  Cycle fill = 0;
  Uint128 cycles = 0;
  for (const auto& [iteration, times] : FoldedIterations(d, pipelining)) {
    const TaskCost one = CostOfTask(program.kind, program.layout, iteration.task,
                                    result.message_flits, program.ports, program.hop_cycles);
    result.steps += one.steps * static_cast<std::uint64_t>(times);
    cycles += static_cast<Uint128>(times) *
              (static_cast<Uint128>(one.end + program.interface + program.machine.barrier) +
               startup * one.in_row);
    fill += times * FillOf(program, one, result.message_flits);
  }
  result.cycles = cycles < kUncountable ? static_cast<Cycle>(cycles) : kUncountable;
  const double step = program.machine.startup + program.machine.per_flit * result.message_flits;
  result.cost = static_cast<double>(result.steps) * step +
                static_cast<double>(fill + result.iterations * program.machine.barrier);
  return result;
}

// The mesh's formula, minus the savings of rings at the top level of each axis.
std::uint64_t ClosedFormSteps(const Layout& layout, int q) {
  const std::int64_t c = layout.axes;
  const std::int64_t levels = layout.levels;
  const std::int64_t mesh = q < c * levels ? MeshShallow(c, levels, q) : MeshDeep(c, levels, q);
  // Every iteration that reaches the top level of an axis saves 2^(D-2) there; there are Q + c - 1
  // of them.
  const std::int64_t saved = layout.rings ? (q + c - 1) << (levels - 2) : 0;
  return static_cast<std::uint64_t>(mesh - saved);
}

// CO3.1.
std::optional<LinearSteps> StepsOfDeepPipelining(const PipelinedCube& program) {
  const int d = program.dimensions();
  const Task full{.first = 0, .count = d};
  if (program.kind == ScheduleKind::kStream &&
      !StreamHasFormula(program.layout, full, program.ports))
    return std::nullopt;
  const auto steps = [&](Task task) {
    return static_cast<std::int64_t>(
        CostOfTask(program.kind, program.layout, task, 1, program.ports).steps);
  };
  std::int64_t at_d = 0;
  for (const Iteration& iteration : PipelinedIterations(d, d)) at_d += steps(iteration.task);
  const std::int64_t slope = steps(full);
  return LinearSteps{.slope = slope, .offset = at_d - slope * d};
}

// CO3.3.
std::optional<double> BestPipeliningByFormula(const PipelinedCube& program) {
  const std::optional<LinearSteps> line = StepsOfDeepPipelining(program);
  if (!line) return std::nullopt;
  const double rise =
      static_cast<double>(line->slope) * program.machine.startup + CostOfIteration(program);
  const double fall =
      static_cast<double>(line->offset) * program.machine.per_flit * program.elements;
  if (fall <= 0) return std::nullopt;
  return rise > 0 ? std::min<double>(std::sqrt(fall / rise), program.elements) : program.elements;
}

// CO3.4: the cost is convex from d on, so the best divisor is one of the two beside Q*.
std::optional<int> BestDivisorByFormula(const PipelinedCube& program) {
  const std::optional<double> best = BestPipeliningByFormula(program);
  if (!best || *best < program.dimensions()) return std::nullopt;
  const int below = NearestDivisors(program.elements, static_cast<int>(std::floor(*best))).first;
  const int above = NearestDivisors(program.elements, static_cast<int>(std::ceil(*best))).second;
  if (below < program.dimensions()) return above;
  return CostOf(program, above).cost < CostOf(program, below).cost ? above : below;
}

// The least of the degrees with equal packets, because the others add empty packets.
std::vector<int> UsefulDegrees(int elements) {
  std::vector<int> degrees;
  for (int flits = elements; flits > 0;) {
    degrees.push_back((elements - 1) / flits + 1);
    flits = PacketFlits(elements, degrees.back()) - 1;
  }
  return degrees;
}

std::vector<BlockCost> CostByBlock(PipelinedCube program, int most) {
  std::vector<BlockCost> rows;
  const int d = program.dimensions();
  for (int block = 1; d <= 31 && block <= most >> (d - 1); block *= 2) {
    program.elements = block << (d - 1);
    BlockCost row{.block_flits = block,
                  .elements = program.elements,
                  .unpipelined = CostOf(program, 1),
                  .best = {}};
    row.best = row.unpipelined;
    for (const int q : UsefulDegrees(program.elements)) {
      const PipelinedCost cost = CostOf(program, q);
      if (cost.cost < row.best.cost) row.best = cost;
    }
    rows.push_back(row);
  }
  return rows;
}

// Divisors in ascending order, found in pairs up to the square root.
std::vector<int> Divisors(int n) {
  std::vector<int> divisors;
  for (int small = 1; small <= n / small; ++small) {
    if (n % small != 0) continue;
    divisors.push_back(small);
    if (small != n / small) divisors.push_back(n / small);
  }
  std::ranges::sort(divisors);
  return divisors;
}

}  // namespace toroid
