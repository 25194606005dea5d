// The sinks of a program whose file says when they are full (docs/spec/flows.md, FL2).
//
// A sink takes a message while it holds fewer flits than its limit, and keeps it until all messages
// that its node sends after it have entered the network.
//
// Example: a sink of 4 flits gets messages of 3 flits, and its node answers each with one. It takes
// two messages, and the third once the last flit of an answer has entered the network.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gen/program/program.h"

namespace toroid {

class Sinks {
 public:
  // `flits` by process, 0: any number of them. No two processes share a node. The program's
  // messages are sends, and it outlives this.
  Sinks(const Program& program, std::uint32_t nodes, std::span<const std::uint32_t> flits);

  bool HasRoom(NodeId node) const { return at_[node.index()].held < at_[node.index()].limit; }
  // The sink takes the head of a message, the number of its send.
  void Take(std::uint32_t message);
  // It has taken the message's tail.
  void Arrived(std::uint32_t message);
  // The message's tail has entered the network.
  void Sent(std::uint32_t message);

 private:
  struct Sink {
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  // flits
    std::uint64_t held = 0;                                           // flits
  };
  template <class Visit>
  void VisitCauses(std::uint32_t message, Visit visit) const;
  void Release(std::uint32_t message);
  Sink& SinkOf(std::uint32_t message) {
    return at_[program_->NodeOf(program_->operations[message].to).index()];
  }

  const Program* program_;
  std::vector<Sink> at_;              // by node
  std::vector<std::uint32_t> holds_;  // by operation: what keeps a message in its sink
};

}  // namespace toroid
