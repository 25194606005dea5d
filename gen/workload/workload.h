// Programs from files: the sends, receives and calculations of each rank, and their dependencies.
//
// The folder's idea: in every format a program is a list of operations with dependencies. Readers
// (message_table, goal) make that list and report faults by line. Finish pairs sends with receives
// and proves that the program can end, so every Workload can run. Definitions: docs/spec/traces.md.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

enum class OperationKind : std::uint8_t { kSend, kReceive, kCalculate };
// "send", "receive", "calculate".
std::string_view ToString(OperationKind kind);

inline constexpr std::uint32_t kNoOperation = std::numeric_limits<std::uint32_t>::max();

// A dependency on another operation's end, or on its start.
struct After {
  std::uint32_t operation = 0;
  bool start = false;
};

struct Operation {
  OperationKind kind = OperationKind::kCalculate;
  std::uint32_t rank = 0;     // the rank that does it
  std::uint32_t partner = 0;  // the other rank of a send or receive
  std::uint32_t tag = 0;
  std::uint32_t cpu = 0;               // a calculation's
  std::uint64_t bytes = 0;             // a send's or receive's; 0 if the file says flits
  std::uint32_t flits = 0;             // a send's or receive's
  Cycle cycles = 0;                    // duration of a calculation
  Cycle not_before = 0;                // the cycle in which it starts at the earliest
  Cycle delay = 0;                     // from the end of its dependencies to its start
  std::uint32_t match = kNoOperation;  // a send's receive, a receive's send
  std::uint32_t line = 0;              // line of the file, from 1 on
  std::uint32_t first_after = 0;       // index in `after` of the workload
  std::uint32_t afters = 0;
};

struct Workload {
  std::string file;  // the name in messages
  std::uint32_t ranks = 0;
  std::vector<Operation> operations;  // in the order of the file
  std::vector<After> after;
  std::string hash;  // hash of the file's text

  std::span<const After> AfterOf(const Operation& operation) const {
    return std::span(after).subspan(operation.first_after, operation.afters);
  }
};

// Most operations of a file, and most bytes.
inline constexpr std::size_t kMostOperations = 1 << 24;
inline constexpr std::uint64_t kMostTraceBytes = std::uint64_t{1} << 30;
// Most flits of a message, and cycles of a calculation or delay.
inline constexpr std::uint64_t kMostMessageFlits = 1 << 24;
inline constexpr Cycle kMostTraceCycles = 1'000'000'000'000;

// What the reader of a file must know.
struct WorkloadSetting {
  std::uint32_t places = 0;  // the number of places for ranks
  std::string places_text;   // whose they are: "host torus:8x8 has 64 nodes"
  int flit_bits = 32;
  double calc_factor = 1;  // cycles of a unit of `calc`
};

// The program in the file, by its ending: a table of messages (.csv) or GOAL (.goal). Diagnostics
// name --trace, or the file's line and field. Throws Interrupted.
Result<Workload> ReadWorkload(const std::string& path, const WorkloadSetting& setting,
                              const Progress& progress = {});

// Pairs the sends with the receives, by T2.3 of docs/spec/traces.md, and looks for operations that
// wait for themselves. Returns the faults by rank and line.
Diagnostics Finish(Workload& workload);

}  // namespace toroid
