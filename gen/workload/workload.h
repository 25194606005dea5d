// Programs from files: the sends, receives and calculations of each rank, and their dependencies.
//
// The folder's idea: every format becomes a Program. Readers (message_table, goal, chakra_reader)
// make its operations and report faults by line or node. Finish pairs sends with receives and
// proves that the program can end, so every Workload can run. Definitions: docs/spec/traces.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/program.h"
#include "gen/program/program.h"
#include "gen/support/id.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// A collective operation of a group, as often as the program does it.
struct GroupUse {
  Collective kind = Collective::kAllReduce;
  std::string by;  // "bucket on torus:4x4"
  std::uint32_t ranks = 0;
  std::uint64_t flits = 0;  // of a rank's vector or block
  std::uint64_t times = 0;
};

// A program from a file, in whose order its operations are. Its processes are ranks.
struct Workload : Program {
  std::string file;        // the name in messages; of Chakra that before ".0.et"
  bool of_chakra = false;  // a file for each rank, of nodes
  std::uint32_t ranks = 0;
  std::vector<GroupUse> groups;
  std::string hash;  // hash of the files' text
  // What a table alone says:
  std::vector<std::string> ids;           // of its messages; empty: it has no such column
  std::vector<std::uint32_t> sink_flits;  // by rank: what its sink holds, 0: anything; or empty

  // "app.goal:7", "app.3.et: node 7"; "line 7", "node 7".
  std::string PlaceOf(const Operation& operation) const;
  std::string LineOf(const Operation& operation) const;
  // Its id in a table, else "line 7".
  std::string NameOf(std::uint32_t operation) const;
};

// Most operations of a file, and most bytes.
inline constexpr std::size_t kMostOperations = 1 << 24;
inline constexpr std::size_t kMostTraceBytes = std::size_t{1} << 30;
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
