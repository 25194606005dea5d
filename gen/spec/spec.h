// One valid request: the command line of `toroid COMMAND`, and an optional TOML file, turned into
// typed values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gen/embedding/embedding.h"
#include "gen/plan/plan.h"
#include "gen/schedule/schedule.h"
#include "gen/support/id.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

enum class Command { kMap, kSchedule, kGenerate, kSimulate, kCheck, kCost };
enum class Format { kText, kJson, kCsv };
enum class TrafficKind {
  kCcCube,
  kTask,
  kCompleteExchange,
  kFft,
  kBitonicSort,
  kAllReduce,
  kAllGather,
  kPermutation,
  kScatter,
  kExchange,
  kUniform,
  kNeighbor,
  kBitComplement,
};
enum class ExchangeMethod { kCcCube, kDirect, kRing, kBinary };
enum class Engine { kBoth, kRtl, kModel };
enum class RtlEngine { kAuto, kNodes, kFlat, kLanes };

std::string_view ToString(Command command);
std::string_view ToString(Format format);
std::string_view ToString(TrafficKind traffic);
std::string_view ToString(ExchangeMethod method);
std::string_view ToString(Engine engine);
std::string_view ToString(RtlEngine engine);
std::optional<Command> ParseCommand(std::string_view text);
std::optional<TrafficKind> ParseTraffic(std::string_view text);

// Whether the traffic computes with the data it carries.
constexpr bool IsAlgorithm(TrafficKind traffic) {
  return traffic == TrafficKind::kCompleteExchange || traffic == TrafficKind::kFft ||
         traffic == TrafficKind::kBitonicSort || traffic == TrafficKind::kAllReduce ||
         traffic == TrafficKind::kAllGather;
}
// Whether the traffic sends sets of messages between guest neighbours.
constexpr bool SendsSets(TrafficKind traffic) {
  return traffic == TrafficKind::kPermutation || traffic == TrafficKind::kScatter ||
         traffic == TrafficKind::kExchange;
}
// Whether the traffic runs schedules (cc-cube, task, algorithms, sets) or draws packets from a
// pattern.
constexpr bool IsScheduled(TrafficKind traffic) {
  return traffic == TrafficKind::kCcCube || traffic == TrafficKind::kTask || IsAlgorithm(traffic) ||
         SendsSets(traffic);
}

// Whether packets go from any host node to any other, whatever the guest.
constexpr bool IsPattern(TrafficKind traffic) {
  return traffic == TrafficKind::kUniform || traffic == TrafficKind::kNeighbor ||
         traffic == TrafficKind::kBitComplement;
}

// What `simulate` runs. `schedule`, `check` and `generate` use task, message_flits and schedule
// too, `cost` elements, barrier_cycles and schedule.
struct SimulateOptions {
  TrafficKind traffic = TrafficKind::kUniform;
  // cc-cube and algorithms
  // N: cc-cube, elements of a message before pipelining; algorithms, elements of a process
  int elements = 256;
  int pipelining = 8;        // Q; divides the elements of a message where messages are pipelined
  Cycle barrier_cycles = 0;  // b, after each iteration; sets too
  // complete-exchange
  ExchangeMethod method = ExchangeMethod::kCcCube;
  int block_flits = 4;  // B
  // task
  Task task;
  int message_flits = 1;  // L; sets too
  // sets of guest neighbours
  int sets = 4;
  // all of these
  ScheduleKind schedule = ScheduleKind::kNone;
  ExactOptions exact;
  bool schedule_unit = false;  // task: the hardware's own units say when to send
  bool baseline = true;        // also run schedule `none` on the model
  // patterns
  double rate = 0.1;     // flits per node and cycle, 0 to 1
  int packet_flits = 1;  // flits of a packet
  Cycle cycles = 1000;   // of injection
  double refused = 0;    // share of packets that must be refused, 0 to 1
  // every traffic
  double sink_ready = 1.0;  // probability that a sink accepts in a cycle, above 0 and at most 1
  std::uint64_t seed = 1;
  Engine engine = Engine::kBoth;
  RtlEngine rtl = RtlEngine::kAuto;
  std::string wave;        // file to write waves to (.fst); empty: none
  Cycle watchdog = 10000;  // cycles without any event after which the run is given up
  bool idle_skip = true;   // false: evaluate every node in every cycle
  Format format = Format::kText;
};

// What `cost` computes besides.
struct CostOptions {
  double startup = 0;             // alpha, cycles
  double per_flit = 1;            // beta, cycles
  std::optional<int> pipelining;  // Q; nothing: every divisor of the elements
};

// A validated request. Everything that could be checked without running the command has been.
struct Spec {
  Command command = Command::kMap;
  Format format = Format::kText;
  std::optional<Graph> guest;
  std::optional<Graph> host;           // always there once parsed
  std::optional<Embedding> embedding;  // map, schedule, cost: always; others: if a guest is given
  HardwareOptions hardware;            // `schedule`, `check` and `cost` use ports only
  std::optional<Plan> plan;            // generate and simulate: always
  SimulateOptions simulate;
  CostOptions cost;
  // schedule, cost: always; check: if --task and --schedule are given; generate: if --schedule is
  bool has_schedule = false;
  bool dateline = true;  // check: false under --no-dateline
  std::string out;       // generate: the folder to write
};

// Called once it is known whether progress is to be shown (--quiet): who watches what follows.
using MakeProgress = std::function<Progress(bool quiet)>;

// `arguments` are the words after the command, without --help. Reports every fault it finds, each
// with the option as its field.
Result<Spec> ParseSpec(Command command, std::span<const std::string> arguments,
                       const MakeProgress& make_progress = nullptr);

}  // namespace toroid
