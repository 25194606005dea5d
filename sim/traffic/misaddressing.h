// Packets that must be refused (docs/spec/router.md R6.4), for traffic that mixes some in.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "gen/support/random.h"
#include "sim/trace/trace.h"

namespace toroid {

class Misaddressing {
 public:
  explicit Misaddressing(const Plan& plan) : plan_(plan), addresses_(plan) {}

  // Turns the packet, whose source and source rank are read, into one that its source must refuse:
  // sets its injector, address and tid. `draw` selects one of the reasons that exist at this node:
  // its own address; an address of no node; with an injector for each link, an address that another
  // injector serves; where ports have a tid, a tid that is none of the node's ranks. Where
  // addresses are guest nodes', a node without a guest node refuses every address. Where nodes may
  // send to themselves, only an address of no node is refused: returns false if none is found.
  bool Apply(std::uint64_t draw, Packet& packet) const;

 private:
  std::vector<std::uint16_t> InjectorsOf(NodeId node) const;
  NodeId Other(NodeId node, Random& random) const;
  void ToItself(Packet& packet, Random& random) const;
  bool ToNobody(Packet& packet, Random& random) const;
  bool ByTheWrongInjector(Packet& packet, Random& random) const;
  bool FromNoRank(Packet& packet, Random& random) const;

  const Plan& plan_;
  WireAddresses addresses_;
};

}  // namespace toroid
