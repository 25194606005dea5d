// A collective operation as messages: source, destination, elements, dependencies and cycle of
// each. docs/spec/collectives.md, section 3.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/collective/task.h"
#include "gen/placing/message_routes.h"
#include "gen/program/meetings.h"
#include "gen/program/program.h"
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

// A program of messages alone, from node to node, with their data. The flits of a message are the
// elements of its content, in their order. It comes after the ends of messages to its sender, and
// the starts of messages from it.
//
// Each process has a buffer of `elements`, from which it sends and into which it receives. A
// message carries what its sender's buffer has when it is offered.
struct CollectiveProgram : Program {
  CollectiveTask task;
  std::vector<NodeId> ranks;  // the node of each process; empty: process n is at node n
  std::uint64_t elements = 0;
  // Along the network's tree: each parent with each child, in an order in which words can be
  // combined, one child's with what its parent has so far (docs/spec/in-network.md, IN4.3).
  std::vector<std::pair<NodeId, NodeId>> joins;
  std::vector<ElementRange> ranges;
  std::vector<Content> contents;

  std::span<const ElementRange> RangesOf(const Content& content) const {
    return std::span(ranges).subspan(content.first_range, content.ranges);
  }
};

// The first element of a process' block of a vector: docs/spec/collectives.md CL1.3. `node` may be
// the number of processes, for the end of the last block.
inline std::uint64_t BlockStart(std::uint64_t elements, std::uint32_t node, std::uint32_t nodes) {
  return elements * node / nodes;
}

// The program that ends first; the first of them if both end at once.
CollectiveProgram Shorter(CollectiveProgram a, CollectiveProgram b, const MessageRoutes& routes,
                          Ports ports, const Timing& timing);

}  // namespace toroid
