// A collective operation as messages: source, destination, elements, dependencies and cycle of
// each. docs/spec/collectives.md, section 3.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/collective/task.h"
#include "gen/placing/message_routes.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// Elements first .. first + count - 1 of a process' buffer.
struct ElementRange {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
};

// Elements that travel together, as several messages may carry them.
struct Content {
  std::uint32_t first_range = 0;  // index in `ranges` of the program
  std::uint32_t ranges = 0;
  std::uint32_t flits = 0;  // their elements
};

// One message; its flits are the elements of its content, in their order.
struct Transfer {
  NodeId from;
  NodeId to;
  std::uint32_t content = 0;      // its content, by place in the sender's buffer
  std::uint32_t to_content = 0;   // the place of the content in the receiver's buffer
  bool adds = false;              // adds to the receiver's elements; else it replaces them
  std::uint32_t first_after = 0;  // index in `after` of the program
  std::uint32_t afters = 0;
  Cycle cycle = 0;  // cycle of its offer; the start pulse's is 0
};

// Each process has a buffer of `elements`, from which it sends and into which it receives. A
// message is offered when its cycle has come and its dependencies are met, and carries the contents
// of its sender's buffer at that time.
struct CollectiveProgram {
  CollectiveTask task;
  std::vector<NodeId> ranks;  // the node of each process; empty: process n is at node n
  std::uint64_t elements = 0;
  std::vector<ElementRange> ranges;
  std::vector<Content> contents;
  std::vector<Transfer> transfers;  // sorted by cycle
  // The dependencies of a transfer: transfers to its sender must have arrived, those from it must
  // have been offered.
  std::vector<std::uint32_t> after;

  // A transfer's flits, the elements in them, and its dependencies.
  std::uint32_t FlitsOf(const Transfer& transfer) const { return contents[transfer.content].flits; }
  std::span<const ElementRange> RangesOf(const Content& content) const {
    return std::span(ranges).subspan(content.first_range, content.ranges);
  }
  std::span<const std::uint32_t> AfterOf(const Transfer& transfer) const {
    return std::span(after).subspan(transfer.first_after, transfer.afters);
  }
};

// The first element of a process' block of a vector: docs/spec/collectives.md CL1.3. `node` may be
// the number of processes, for the end of the last block.
inline std::uint64_t BlockStart(std::uint64_t elements, std::uint32_t node, std::uint32_t nodes) {
  return elements * node / nodes;
}

// Puts the messages into the order of their cycles; equal ones keep theirs.
void SortByCycle(CollectiveProgram& program);

// The effect of a program on the network, found message by message, independently of its
// construction.
struct ProgramForecast {
  std::uint64_t conflicts = 0;  // messages that need a link, injector or ejector of another
  std::uint64_t early = 0;      // messages that are offered before their dependencies
  std::string first_fault;      // one line, empty if none
  Cycle end = 0;                // the last eject, if there are no faults; the start pulse's is 0
  std::uint64_t load = 0;       // flits over the busiest link, or port
  double hops = 0;              // total over all flits
};
// The forecast for sinks that are always ready.
ProgramForecast ForecastOf(const CollectiveProgram& program, const MessageRoutes& routes,
                           Ports ports, const Timing& timing);

// The program that ends first; the first of them if both end at once.
CollectiveProgram Shorter(CollectiveProgram a, CollectiveProgram b, const MessageRoutes& routes,
                          Ports ports, const Timing& timing);

}  // namespace toroid
