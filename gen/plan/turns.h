// The turns of a network of scheduled routers (docs/spec/scheduled-router.md, N1.3).
//
// Example: on a torus of two axes link ports 0 and 1 are those of axis 0, 2 and 3 those of axis 1.
// All turns are 0 or 1 to 2 or 3; a single message from (0,0) to (1,7) takes 0 to 3 alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/schedule/schedule.h"
#include "gen/topology/graph.h"

namespace toroid {

// The link port by which a hop leaves its node, and by which the next node receives it.
int LinkPortOf(const Graph& host, const Hop& hop);

// A set of turns from an input link to an output link of a later axis. Inputs and outputs have the
// numbers of link ports.
class TurnSet {
 public:
  static TurnSet All(const Graph& host);
  // The turns that the messages take on their routes, at any node.
  static TurnSet Of(const Graph& host, std::span<const ScheduledMessage> messages);

  // Adds those that lead to later axes. `outputs`: by input, a bit for each.
  void AddLater(const Graph& host, const std::vector<std::uint32_t>& outputs);

  // Whether flits may go from this input to this output.
  bool Has(int input, int output) const {
    return (outputs_[static_cast<std::size_t>(input)] >> output & 1) != 0;
  }
  // Whether a turn leads to one of these ports from any input.
  bool LeadsTo(int first_port, int ports) const;
  std::string ToString() const;  // "0>2 0>3 1>3", by input, then output; "none"
  bool operator==(const TurnSet&) const = default;

 private:
  void Add(int input, int output) { outputs_[static_cast<std::size_t>(input)] |= 1U << output; }

  explicit TurnSet(int ports) : outputs_(static_cast<std::size_t>(ports)) {}
  std::vector<std::uint32_t> outputs_;  // by input, a bit for each output
};

}  // namespace toroid
