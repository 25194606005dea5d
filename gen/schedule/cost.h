// The cost of a pipelined d-cube as a function of its pipelining degree Q, and the best Q.
// Definitions: docs/spec/cost.md.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gen/schedule/schedule.h"
#include "gen/schedule/window.h"

namespace toroid {

// The machine of CALMANT 2.1, in cycles: a step with messages of L flits takes startup + per_flit *
// L, and every iteration ends with a barrier. The router of this project has per_flit 1, plus one
// cycle for each link of a route; startup is that of its users.
struct Machine {
  double startup = 0;   // alpha
  double per_flit = 1;  // beta
  Cycle barrier = 0;    // b
};

// A pipelined d-cube with N elements in each message before pipelining, on this machine and under
// this schedule.
struct PipelinedCube {
  ScheduleKind kind = ScheduleKind::kOffset;
  Ports ports = Ports::kOne;
  Layout layout;
  int elements = 1;  // N
  Machine machine;
  // K, cycles of the router beyond a route's links
  Cycle interface = 0;
  Cycle hop_cycles = 1;  // more only for schedules by steps
  int dimensions() const { return layout.axes * layout.levels; }  // d
};

// The program with its messages cut into `pipelining` packets.
struct PipelinedCost {
  int pipelining = 1;             // Q
  int message_flits = 1;          // L = N / Q, rounded up
  int iterations = 0;             // d + Q - 1
  std::uint64_t steps = 0;        // steps of all iterations
  std::uint64_t closed_form = 0;  // ClosedFormSteps
  double cost = 0;                // T, in cycles of the machine
  // cycles on the real router, as `simulate` counts them with the machine's startup, rounded up;
  // kUncountable if there are more
  Cycle cycles = 0;
};
inline constexpr Cycle kUncountable = std::numeric_limits<Cycle>::max();

// Why the program cannot run with this pipelining degree: the diagnostics of MakeSchedule for one
// of its tasks, or that it has no formula. Requires a kind other than `none` and `exact`.
Diagnostics CostDiagnostics(ScheduleKind kind, const Embedding& embedding, Ports ports,
                            int pipelining);

// Requires 1 <= pipelining <= elements, and no diagnostics.
PipelinedCost CostOf(const PipelinedCube& program, int pipelining);

// CALMANT's closed forms of the steps of all iterations (appendix A.3): shallow for q < d, deep for
// q >= d. They sum the iterations' lambda, so with one port on several axes they may be less than
// the steps. For tori under xor they are ours.
std::uint64_t ClosedFormSteps(const Layout& layout, int q);

// The steps of all iterations for Q >= d: slope * Q + offset.
struct LinearSteps {
  std::int64_t slope = 0;   // A
  std::int64_t offset = 0;  // B
  bool operator==(const LinearSteps&) const = default;
};
// Nothing if the schedule has no formula for the full task: a `stream` with one port that needs a
// search.
std::optional<LinearSteps> StepsOfDeepPipelining(const PipelinedCube& program);

// Q*, at which A Q + B steps would have the least cost if Q were a real number; at most N. Below d
// it only says that the best Q is shallow or near d, because there the steps are not A Q + B.
// Nothing if the cost has no minimum (B <= 0: more packets never help), or there are no A and B.
std::optional<double> BestPipeliningByFormula(const PipelinedCube& program);
// The cheaper of the two divisors of N next to Q*, the smaller one if they cost the same; the upper
// one if the lower is below d, and N if no divisor is at least d. Nothing if Q* < d.
std::optional<int> BestDivisorByFormula(const PipelinedCube& program);

// The least degree of each size of packets, ascending; some 2 sqrt(elements).
std::vector<int> UsefulDegrees(int elements);

// Most elements of a message, as --elements has it.
inline constexpr int kMostElements = 1 << 24;

// The program as a complete exchange, whose messages are 2^(d-1) blocks (CALMANT 5.1).
struct BlockCost {
  int block_flits = 1;        // B
  int elements = 1;           // N = 2^(d-1) B
  PipelinedCost unpipelined;  // Q = 1
  PipelinedCost best;         // the degree of least cost
};
// For blocks of 1, 2, 4, ... flits, as long as messages have at most `most` elements.
std::vector<BlockCost> CostByBlock(PipelinedCube program, int most);

// All divisors of n, ascending.
std::vector<int> Divisors(int n);

// The time of a conflict-free schedule of one task, by formula: no node is visited, so a torus of a
// million nodes takes no longer than one of sixteen. Tests compare it with the schedules on every
// small host.

struct TaskCost {
  std::uint64_t steps = 0;   // lockstep steps; slots of the busiest axis for `stream`
  std::uint64_t lambda = 0;  // Schedule::lambda
  // Successive steps or slots until the last message: `end` grows by as many with each flit.
  std::uint64_t in_row = 0;
  Cycle end = 0;  // Schedule::end()
};
// Whether StreamMakespan gives the time of `stream`. With one port on several axes a search for the
// earliest starts makes it instead.
bool StreamHasFormula(const Layout& layout, Task task, Ports ports);

// Requires a schedule that MakeSchedule would make: `calmant`, `offset` or a `stream` with a
// formula, for a hop of one cycle; and message_flits >= 1.
TaskCost CostOfTask(ScheduleKind kind, const Layout& layout, Task task, int message_flits,
                    Ports ports, Cycle hop_cycles = 1);

// lambda: the most messages of a task over one directed link (docs/spec/schedules.md S2.3, S2.4,
// S5.3).
std::uint64_t TaskLoad(const Layout& layout, Task task);

// The windows of a task as SplitIntoWindows cuts them, with their largest loads and distances but
// without the load of each link.
std::vector<Window> WindowsByFormula(const Layout& layout, Task task, Ports ports);

}  // namespace toroid
