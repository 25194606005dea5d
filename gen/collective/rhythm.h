// Chunks that follow one another up and down trees in equal periods: docs/spec/degraded.md, DG6.7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/task.h"
#include "gen/collective/trees.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// Chunk j goes over each link of its tree j * `period` cycles after the tree's first chunk.
struct Rhythm {
  // When the first chunk of a tree goes from a node to its parent, or, down, from the parent to it.
  Cycle At(std::size_t tree, std::uint32_t node, bool down) const {
    return cycles[(tree * nodes + node) * 2 + (down ? 1 : 0)];
  }
  // When all have come down.
  Cycle EndOf(std::uint64_t chunks) const {
    return first_end + static_cast<Cycle>(chunks - 1) * period;
  }

  std::uint32_t nodes = 0;
  Cycle period = 0;
  Cycle first_end = 0;        // when the first chunks of all trees have come down
  std::vector<Cycle> cycles;  // by tree, node and direction
};

// A rhythm for chunks of up to `flits` flits, in which no two messages need a link or a port at the
// same time. The shortest way through the trees of so many tries is taken.
Rhythm RhythmOf(const std::vector<SpanningTree>& trees, std::int64_t flits, const Graph& host,
                Ports ports, const Timing& timing, int tries);

// Turns of messages that share links or ports, in a period that is repeated: docs/spec/degraded.md,
// DG6.7.

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
