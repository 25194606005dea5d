// Tasks <i,M> of a pipelined CC-cube and the message schedules that run them without conflicts.
// Definitions and formulas: docs/spec/schedules.md.
//
// The folder's idea: if every message is offered in a cycle computed beforehand, no two ever need a
// link at the same time, so no flit waits and the cycles of a program are known before it runs.
// calmant and offset: steps by formula. stream: no steps, each axis independently. exact: the
// fewest steps, by formula, stored table or SAT solver. list: any messages, one by one. verify
// checks all of them in the same way, independently of their construction; task_cost and cost
// compute their cost without making them. gen/program/meetings predicts runs without a schedule.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/placing/message_routes.h"
#include "gen/program/program.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

enum class ScheduleKind { kNone, kCalmant, kOffset, kStream, kExact, kList };

// Whether messages may take any routes, or those of dimension order only.
constexpr bool TakesAnyRoutes(ScheduleKind kind) {
  return kind == ScheduleKind::kNone || kind == ScheduleKind::kList;
}
std::string_view ToString(ScheduleKind kind);
std::optional<ScheduleKind> ParseScheduleKind(std::string_view text);

// When a message may begin: in its cycle, after the one before it at its source has left, or after
// its node has also received the messages before it (docs/spec/schedules.md, section 10).
enum class Release { kCycle, kOrder, kExchange };
std::string_view ToString(Release release);
std::optional<Release> ParseRelease(std::string_view text);

// Where the steps of `exact` come from.
enum class Origin { kFormula, kTable, kSolver };
std::string_view ToString(Origin origin);

// The request for `exact`.
struct ExactOptions {
  int steps = 0;            // at most this many; 0: the lower bound
  bool takes_steps = true;  // whether the user may ask for another number
  // wall-clock time for the solver; 0: no solver
  double seconds = 60;
  // polled while the solver works, which stops once it is true; null: polls the progress
  std::function<bool()> cancelled = nullptr;
};

// The task <i,M>: every process exchanges one message in each of the cube dimensions first ..
// first+count-1. count >= 1.
struct Task {
  int first = 0;
  int count = 0;
  auto operator<=>(const Task&) const = default;
};

// A message from one guest node to another.
using GuestPair = std::pair<NodeId, NodeId>;

// One message of a schedule, between different host nodes. Its flits are offered from `cycle` on
// (cycle 0 = the start pulse).
struct ScheduledMessage {
  NodeId node;  // host node that sends
  NodeId to;    // host node that receives
  CubeDim cube_dimension;
  Axis axis;
  Direction direction;
  // The step in which it is sent, from 0 on. `stream` calls it a slot, and counts slots for each
  // axis, unless several axes share a port; `none` sends everything in step 0; `list` has no steps.
  std::optional<int> step = std::nullopt;
  Cycle cycle = 0;
  std::uint32_t from_rank = 0;  // rank of the sending guest node of `node`
  std::uint32_t to_rank = 0;    // rank of the receiving guest node of `to`
  bool operator==(const ScheduledMessage&) const = default;
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::kNone;
  Task task;
  Ports ports = Ports::kOne;
  int message_flits = 1;
  // sorted by cycle, then node, then cube dimension, then rank
  std::vector<ScheduledMessage> messages;
  // between guest nodes of one host node: they cross no link and take no time
  std::vector<GuestPair> local;
  // A step lasts message_flits + (longest - 1) * hop_cycles cycles. `longest` is the longest
  // distance in its window, with all ports in the windows that the axes go through in this step;
  // for `exact` in the step itself (S9.4). None for `none`, `stream` and `list`.
  std::vector<Step> steps;
  // from the first offer to the last flit's last link crossing, both included, if nothing waits
  Cycle makespan = 0;
  // most messages over one directed link, on the real routes
  std::uint64_t lambda = 0;
  // lambda for all ports; for one the most messages that a node sends, if these are more
  std::uint64_t lower_bound = 0;
  std::optional<Origin> origin;  // of `exact` only
  bool claims_conflict_free() const { return kind != ScheduleKind::kNone; }
  // The cycle after the last flit's last link crossing; that of the start pulse is 0. The last
  // eject comes K cycles after that crossing (router.md), so an iteration in which nothing waits
  // takes end() + K cycles. Requires a message.
  Cycle end() const { return messages.front().cycle + makespan; }
  bool operator==(const Schedule&) const = default;
};

// Requires message_flits >= 1. Diagnostics: a guest that is not a hypercube (--guest); a task
// outside the cube (--task); a schedule that does not exist for this host, embedding, bit order or
// task
// (--schedule; names one that does). If host nodes hold several processes, or none, `calmant`,
// `offset` and `stream` are those of the cube of nodes (node_cube.h), and `exact` does not exist.
//   none     any
//   calmant  standard, cyclic, equal lengths, mesh or line; a hypercube, under identity too;
//   CALMANT
//            3.2 (one axis) and 4.2 (more), errata applied
//   offset   as calmant, and xor on torus or ring
// stream as offset; every axis independently, but with one port on several axes (and <0,2> on the
//            ring of 4) in slots of the whole host
//   exact    any, one port; see exact.h for what its other diagnostics mean
//   list     any; see list.cc
// The parameter `exact` is for the kind `exact`.
Result<Schedule> MakeSchedule(ScheduleKind kind, const Embedding& embedding, Task task, Ports ports,
                              int message_flits, const ExactOptions& exact = {},
                              const Progress& progress = {});

// The same where messages take other routes, for `none` and `list`, or a hop more than one cycle,
// for all but `stream`. The routes' host is the embedding's; for other kinds than `none` and `list`
// they keep dimension order between neighbours of the guest.
Result<Schedule> MakeScheduleOn(const MessageRoutes& routes, ScheduleKind kind,
                                const Embedding& embedding, Task task, Ports ports,
                                int message_flits, const ExactOptions& exact = {},
                                const Progress& progress = {});

// The schedule by steps where a flit takes other than one cycle to cross a link. Requires a
// schedule with steps that was made for one cycle.
Schedule OverLinksOf(const MessageRoutes& routes, Schedule schedule);

// A schedule for sources that idle for `startup` cycles before each message. Requires a schedule of
// messages with more than `startup` flits, by steps or cycles that a longer message keeps: the
// result is its schedule without the messages' first flits.
Schedule WithStartup(Schedule longer, int startup);

// Messages between any pairs of guest nodes, which belong to no task. For kind `none` those between
// different host nodes are offered in cycle 0, a node's in the order given; for `list` as list.cc
// places them. Requires one of these.
Schedule SchedulePairs(ScheduleKind kind, const Embedding& embedding,
                       const std::vector<GuestPair>& pairs, Ports ports, int message_flits,
                       const Progress& progress = {});
Schedule SchedulePairsOn(const MessageRoutes& routes, ScheduleKind kind, const Embedding& embedding,
                         const std::vector<GuestPair>& pairs, Ports ports, int message_flits,
                         const Progress& progress = {});

// Its messages as a program of nodes.
Program ProgramOfNodes(const Schedule& schedule);

// The result of an independent check of a schedule. It uses topology, routes and the port rule, not
// the schedule's construction.
struct Verification {
  std::uint64_t messages_checked = 0;
  std::uint64_t links_checked = 0;  // checked occupations of a link by a message
  std::uint64_t conflicts = 0;      // occupations of a link, injector or ejector beyond the first
  std::string first_conflict;       // one line, empty if none
};
// Step level, of a schedule with steps: in one step each directed link carries, and with one port
// each node sends and receives, at most one message. Also counts a message that is missing from the
// task, extra, or sent to the wrong node as a conflict.
Verification VerifySteps(const Schedule& schedule, const Embedding& embedding,
                         const Progress& progress = {});
// Flit level: flit j of a message offered at t begins to cross the e-th link of its route in cycle
// t + j + e * hop_cycles.
Verification VerifyFlits(const Schedule& schedule, const Embedding& embedding,
                         const Progress& progress = {});
// Both where messages take other routes.
Verification VerifyStepsOn(const MessageRoutes& routes, const Schedule& schedule,
                           const Embedding& embedding, const Progress& progress = {});
Verification VerifyFlitsOn(const MessageRoutes& routes, const Schedule& schedule,
                           const Embedding& embedding, const Progress& progress = {});
// The flit level check for messages that must be those of `pairs`, each as often as it is there.
Verification VerifyPairs(const Schedule& schedule, const Embedding& embedding,
                         const std::vector<GuestPair>& pairs);
// The flit level check without a list of expected messages; tests compare ForecastOf with it.
Verification VerifyMeetings(const MessageRoutes& routes, const Schedule& schedule,
                            const Embedding& embedding, const Progress& progress = {});

// ---- communication pipelining (CALMANT 2.4) ----
// kRound: messages of no task
enum class Phase { kPrologue, kKernel, kEpilogue, kTask, kRound };
std::string_view ToString(Phase phase);

struct Iteration {
  Phase phase = Phase::kTask;
  Task task;
};
// The iterations of a pipelined d-cube with pipelining degree q: shallow if q < d, deep otherwise.
// d + q - 1 of them. d, q >= 1.
std::vector<Iteration> PipelinedIterations(int d, int q);

// The iterations with those of the kernel, which are equal, as one: min(d, q) + d - 1 of them.
struct RepeatedIteration {
  Iteration iteration;
  std::int64_t times = 1;
};
std::vector<RepeatedIteration> FoldedIterations(int d, int q);

// L, the flits of each of the q packets of n elements; if q does not divide n the last ones are
// padded. n, q >= 1.
int PacketFlits(int n, int q);

// The divisors of n nearest to q, at most q and at least q (n if q > n), for the message about an
// indivisible pair. n, q >= 1.
std::pair<int, int> NearestDivisors(int n, int q);

}  // namespace toroid
