// Programs from files: the sends, receives and calculations of each rank, and their dependencies.
//
// The folder's idea: in every format a program is a list of operations with dependencies. Readers
// (message_table, goal, chakra_reader) make that list and report faults by line or node. Finish
// pairs sends with receives and proves that the program can end, so every Workload can run.
// Definitions: docs/spec/traces.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/program.h"
#include "gen/support/id.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// A join takes no time: it ends when all that it comes after has happened.
enum class OperationKind : std::uint8_t { kSend, kReceive, kCalculate, kJoin };
// "send", "receive", "calculate", "join".
std::string_view ToString(OperationKind kind);

inline constexpr std::uint32_t kNoOperation = std::numeric_limits<std::uint32_t>::max();

// A dependency on another operation's end, or on its start.
struct After {
  std::uint32_t operation = 0;
  bool start = false;
};
// Of a program's events: 2 i is the start of operation i, 2 i + 1 its end.
constexpr std::size_t EventOf(const After& after) {
  return std::size_t{2} * after.operation + (after.start ? 0 : 1);
}

struct Operation {
  OperationKind kind = OperationKind::kCalculate;
  std::uint32_t rank = 0;     // the rank that does it
  std::uint32_t partner = 0;  // the other rank of a send or receive
  std::uint32_t tag = 0;
  std::uint32_t cpu = 0;               // a calculation's
  std::uint64_t bytes = 0;             // a send's or receive's; 0 if the file says flits
  std::uint32_t flits = 0;             // a send's or receive's
  Cycle cycles = 0;                    // duration of a calculation
  Cycle not_before = 0;                // the cycle in which it starts at the earliest, counted
  std::uint32_t clock = kNoOperation;  // from the end of this operation, which it comes after, or
                                       // from the program's start
  Cycle delay = 0;                     // from the end of its dependencies to its start
  std::uint32_t match = kNoOperation;  // a send's receive, a receive's send
  std::uint64_t line = 0;              // line of the file, from 1 on; of Chakra the node's id
  std::uint32_t first_after = 0;       // index in `after` of the workload
  std::uint32_t afters = 0;
};

// A collective operation of a group, as often as the program does it.
struct GroupUse {
  Collective kind = Collective::kAllReduce;
  std::string by;  // "bucket on torus:4x4"
  std::uint32_t ranks = 0;
  std::uint64_t flits = 0;  // of a rank's vector or block
  std::uint64_t times = 0;
};

struct Workload {
  std::string file;        // the name in messages; of Chakra that before ".0.et"
  bool of_chakra = false;  // a file for each rank, of nodes
  std::uint32_t ranks = 0;
  std::vector<Operation> operations;  // in the order of the file
  std::vector<After> after;
  std::vector<GroupUse> groups;
  std::string hash;  // hash of the files' text

  std::span<const After> AfterOf(const Operation& operation) const {
    return std::span(after).subspan(operation.first_after, operation.afters);
  }
  // "app.goal:7", "app.3.et: node 7"; "line 7", "node 7".
  std::string PlaceOf(const Operation& operation) const;
  std::string LineOf(const Operation& operation) const;
};

// Most operations of a file, and most bytes.
inline constexpr std::size_t kMostOperations = 1 << 24;
inline constexpr std::uint64_t kMostTraceBytes = std::uint64_t{1} << 30;
// Most flits of a message, and cycles of a calculation or delay.
inline constexpr std::uint64_t kMostMessageFlits = 1 << 24;
inline constexpr std::uint64_t kMostMessageBytes = kMostMessageFlits * 80;  // of 640-bit flits
inline constexpr Cycle kMostTraceCycles = 1'000'000'000'000;

// The messages by which a group of ranks does a collective operation: process n of the program is
// the group's n-th rank, or by a box of the host another.
struct GroupProgram {
  std::shared_ptr<const CollectiveProgram> program;
  std::vector<std::uint32_t> ranks;  // by process
  std::string by;                    // "bucket on torus:4x4"
};
// The ranks of a program of `ranks` that dimensions join with this one, in order; the fastest
// dimension is first. A diagnostic says why the dimensions do not go.
using RanksAlong = std::function<Result<std::vector<std::uint32_t>>(
    std::uint32_t rank, std::uint32_t ranks, const std::vector<bool>& involved)>;
// The root of the task is a rank's place in the group. A diagnostic says why it cannot be done.
using MakeGroupProgram = std::function<Result<GroupProgram>(
    const CollectiveTask& task, const std::vector<std::uint32_t>& ranks)>;

// What the reader of a file must know.
struct WorkloadSetting {
  std::uint32_t places = 0;  // the number of places for ranks
  std::string places_text;   // whose they are: "host torus:8x8 has 64 nodes"
  int flit_bits = 32;
  double calc_factor = 1;              // cycles of a unit of `calc`, or of a microsecond of Chakra
  double ops_per_cycle = 0;            // of Chakra's calculations without a duration; 0: unknown
  double bytes_per_cycle = 0;          // of its accesses of memory
  std::string groups_file = {};        // groups of ranks for Chakra; or empty
  MakeGroupProgram make_program = {};  // for Chakra's collective operations
  RanksAlong ranks_along = {};         // for those of some dimensions

  // TR2.2: those of a message of so many bytes.
  std::uint64_t FlitsOf(std::uint64_t bytes) const;
  // The cycles of so many units; none if they are more than kMostTraceCycles.
  std::optional<Cycle> CyclesOf(std::uint64_t units) const;
};

// The cycles of an amount of work at so much a cycle, rounded up; none if they are more than
// kMostTraceCycles. Requires a rate above 0.
std::optional<Cycle> CyclesOfWork(std::uint64_t amount, double rate);

// The program in the file, by its ending: a table of messages (.csv), GOAL (.goal), or else Chakra,
// of which `path` is the name before ".0.et". Diagnostics name --trace, or the file's line or node,
// and field. Throws Interrupted.
Result<Workload> ReadWorkload(const std::string& path, const WorkloadSetting& setting,
                              const Progress& progress = {});

// Pairs the sends with the receives, by TR2.3 of docs/spec/traces.md, and looks for operations that
// wait for themselves. Returns the faults by rank and line. Throws Interrupted.
Diagnostics Finish(Workload& workload, const Progress& progress = {});

}  // namespace toroid
