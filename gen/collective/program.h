// A collective operation as messages: who sends which elements to whom, after what, and when.
// docs/spec/collectives.md, section 3.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/collective/task.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/link_ports.h"

namespace toroid {

// Elements first .. first + count - 1 of a process' buffer.
struct ElementRange {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
};

// Elements that travel together, as several messages may carry them.
struct Content {
  std::uint32_t first_range = 0;  // in `ranges` of the program
  std::uint32_t ranges = 0;
  std::uint32_t flits = 0;  // their elements
};

// One message; its flits are the elements of its content, in their order.
struct Transfer {
  NodeId from;
  NodeId to;
  std::uint32_t content = 0;      // what it carries, by place in the sender's buffer
  std::uint32_t to_content = 0;   // and where that goes in the receiver's
  bool adds = false;              // to what is there; else it takes its place
  std::uint32_t first_after = 0;  // in `after` of the program
  std::uint32_t afters = 0;
  Cycle cycle = 0;  // of its offer; the start pulse's is 0
};

// All processes have a buffer of `elements`, of which they send and receive. A message is offered
// when its cycle has come and all that it comes after has happened, and what it carries is what its
// sender's buffer holds then.
struct CollectiveProgram {
  CollectiveTask task;
  std::uint64_t elements = 0;
  std::vector<ElementRange> ranges;
  std::vector<Content> contents;
  std::vector<Transfer> transfers;  // sorted by cycle
  // Transfers that a transfer comes after: those to its sender when they have arrived, those from
  // it when they have been offered.
  std::vector<std::uint32_t> after;

  // What a transfer carries: its flits, the elements in them, and the transfers it waits for.
  std::uint32_t FlitsOf(const Transfer& transfer) const { return contents[transfer.content].flits; }
  std::span<const ElementRange> RangesOf(const Content& content) const {
    return std::span(ranges).subspan(content.first_range, content.ranges);
  }
  std::span<const std::uint32_t> AfterOf(const Transfer& transfer) const {
    return std::span(after).subspan(transfer.first_after, transfer.afters);
  }
};

// The elements of a block of a vector that all processes have one of: docs/spec/collectives.md
// T1.3. `node` may be the number of processes, for the end of the last.
inline std::uint64_t BlockStart(std::uint64_t elements, std::uint32_t node, std::uint32_t nodes) {
  return elements * node / nodes;
}

// What a program does to the network, found message by message; it knows nothing of how the
// program was made.
struct ProgramForecast {
  std::uint64_t conflicts = 0;  // messages that need a link, injector or ejector that another has
  std::uint64_t early = 0;      // messages that are offered before what they come after
  std::string first_fault;      // one line, empty if none
  Cycle end = 0;                // the last eject, if there are no faults; the start pulse's is 0
  std::uint64_t load = 0;       // flits over the busiest link, or port
  double hops = 0;              // of all flits together
};
// Sinks are always ready.
ProgramForecast ForecastOf(const CollectiveProgram& program, const Graph& host, Ports ports,
                           const Timing& timing);

}  // namespace toroid
