// Puts a collective program together, message by message.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/program.h"

namespace toroid {

// Messages are of threads, such as the parts of a vector: in a thread each message of a node comes
// after all that has come to the node in that thread; threads know nothing of each other. They are
// added round by round: what is sent in a round does not depend on what comes in it.
class ProgramBuilder {
 public:
  ProgramBuilder(const CollectiveTask& task, std::uint64_t elements, const Graph& host,
                 std::size_t threads, const Timing& timing);

  // Its number, for Transfer::content. Each element is a flit; none, and nothing may send it.
  std::uint32_t AddContent(const std::vector<ElementRange>& ranges);
  std::uint32_t FlitsOf(std::uint32_t content) const { return program_.contents[content].flits; }
  // The first cycle in which the node can send in this thread.
  Cycle ReadyAt(std::size_t thread, NodeId node) const;
  // Fills in what it comes after. Requires a content with flits.
  void Send(std::size_t thread, Transfer transfer);
  void EndRound(std::size_t thread);
  // The messages by cycle.
  CollectiveProgram Finish();

 private:
  struct State {                         // of a thread at a node
    std::vector<std::uint32_t> arrived;  // since it last sent
    std::optional<std::uint32_t> sent;   // its last
  };
  State& StateOf(std::size_t thread, NodeId node) {
    return states_[thread * host_.size() + node.index()];
  }
  Cycle ArrivalOf(const Transfer& transfer) const;

  const Graph& host_;
  Timing timing_;
  CollectiveProgram program_;
  std::vector<State> states_;
  std::vector<std::vector<std::uint32_t>> round_;  // by thread: what was sent in this round
};

}  // namespace toroid
