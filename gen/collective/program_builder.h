// Builds a collective program message by message, with the cycles in which links and ports are
// free.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/program.h"
#include "gen/collective/task.h"
#include "gen/placing/message_routes.h"
#include "gen/placing/placer.h"
#include "gen/placing/uses.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// One message of a collective program, as its maker says it.
struct Transfer {
  NodeId from;
  NodeId to;
  std::uint32_t content = 0;     // its content, by place in the sender's buffer
  std::uint32_t to_content = 0;  // the place of the content in the receiver's buffer
  bool adds = false;             // adds to the receiver's elements; else it replaces them
  Cycle cycle = 0;               // cycle of its offer; the start pulse's is 0
};
// Without dependencies. Requires that the program has its contents.
Operation MessageOf(const Transfer& transfer, const CollectiveProgram& program);

// Messages belong to threads, such as the parts of a vector. In a thread each message of a node
// comes after all messages that the node has received in that thread; threads are independent.
// Messages are added round by round: those of a round do not depend on messages received in it.
class ProgramBuilder {
 public:
  ProgramBuilder(const CollectiveTask& task, std::uint64_t elements, const Graph& host,
                 std::size_t threads, const Timing& timing);

  // Returns its number, for Transfer::content. Each element is a flit; an empty content must not be
  // sent.
  std::uint32_t AddContent(const std::vector<ElementRange>& ranges);
  std::uint32_t FlitsOf(std::uint32_t content) const { return program_.contents[content].flits; }
  // The first cycle in which the node can send in this thread.
  Cycle ReadyAt(std::size_t thread, NodeId node) const;
  // Adds a message, and sets its dependencies. Requires a content with flits.
  void Send(std::size_t thread, const Transfer& transfer);
  void EndRound(std::size_t thread);
  // The program, with the messages by cycle.
  CollectiveProgram Finish();

 private:
  struct State {                         // state of a thread at a node
    std::vector<std::uint32_t> arrived;  // messages since it last sent
    std::optional<std::uint32_t> sent;   // its last message
  };
  State& StateOf(std::size_t thread, NodeId node) {
    return states_[thread * host_.size() + node.index()];
  }
  Cycle ArrivalOf(const Operation& message) const;

  const Graph& host_;
  Timing timing_;
  CollectiveProgram program_;
  std::vector<State> states_;
  std::vector<std::vector<std::uint32_t>> round_;  // by thread: messages sent in this round
};

// The occupancy of links and ports, for messages that are placed one by one.

// Backwards a message is first at its ejector and last at its injector, and cycles are counted from
// the end.
enum class TimeDirection { kForwards, kBackwards };

class Occupancy {
 public:
  Occupancy(const MessageRoutes& routes, Ports ports, const Timing& timing,
            TimeDirection direction = TimeDirection::kForwards);

  // Places a message of `flits` flits: returns the first cycle from `ready` on in which it can be
  // offered so that each link and port is free when it gets there, and occupies them. Backwards it
  // is the first cycle of its ejector.
  Cycle Place(NodeId from, NodeId to, Cycle flits, Cycle ready = 0);

 private:
  MessageRoutes routes_;
  Ports ports_;
  Timing timing_;
  TimeDirection direction_;
  Placer placer_;
  std::vector<Use> uses_;  // scratch
};

}  // namespace toroid
