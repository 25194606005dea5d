// Turns of messages that share links or ports, in a period that is repeated: docs/spec/degraded.md,
// DG6.7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/support/id.h"

namespace toroid {

// Links, each with messages of equal length in every period.
class LinkTurns {
 public:
  LinkTurns(std::size_t links, Cycle period, Cycle length)
      : period_(period), length_(length), taken_(links) {}

  // Takes the first cycles from `ready` on in which no message has the link in any period; nothing
  // if there are none.
  std::optional<Cycle> Take(std::size_t link, Cycle ready);

 private:
  // Cycles until a message may have the link, as far as one other message is concerned.
  Cycle WaitFor(Cycle taken, Cycle cycle) const;

  Cycle period_;
  Cycle length_;
  std::vector<std::vector<Cycle>> taken_;  // by link: first cycles
};

// A message from a node to another one, over their only ports.
struct PortUse {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

// The turn of each message, such that no two have the same sender or the same receiver in one turn.
// There are as many turns as the busiest port has messages.
std::vector<std::uint32_t> TurnsOfPorts(const std::vector<PortUse>& messages, std::uint32_t nodes);

}  // namespace toroid
