// Which message each packet is. A node's packets are numbered as they are offered (`sequence`), so
// a list for each node tells what its packets stand for.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/program/program.h"
#include "sim/trace/trace.h"

namespace toroid {

class MessageNumbers {
 public:
  explicit MessageNumbers(std::uint32_t nodes) : at_(nodes) {}

  // The node's next packet is this message; returns the packet's sequence number.
  std::uint32_t Add(NodeId source, std::size_t message) {
    Offered& offered = at_[source.index()];
    offered.messages.push_back(static_cast<std::uint32_t>(message));
    return offered.first + static_cast<std::uint32_t>(offered.messages.size()) - 1;
  }
  // Requires that the packet was added; kNoOperation if it has been forgotten.
  std::uint32_t Of(const Packet& packet) const {
    const Offered& offered = at_[packet.source.index()];
    const std::uint32_t place = packet.sequence - offered.first;
    return place < offered.messages.size() ? offered.messages[place] : kNoOperation;
  }
  // Nobody asks for the packets added up to now any more. The next ones are numbered on.
  void Forget() {
    for (Offered& offered : at_) {
      offered.first += static_cast<std::uint32_t>(offered.messages.size());
      offered.messages.clear();
    }
  }

 private:
  struct Offered {
    std::uint32_t first = 0;  // sequence number of the first that is kept
    std::vector<std::uint32_t> messages;
  };
  std::vector<Offered> at_;  // by node
};

}  // namespace toroid
