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

  // Makes the packet, of which source and source rank are read, one that its source must refuse:
  // gives it an injector, an address and a tid. `draw` decides which of the reasons that there are
  // at this node: its own address; one that is no node's; with an injector for each link, one that
  // another injector is for; where ports have a tid, one that is none of the node's ranks'. A
  // node that holds no guest node, where addresses are these, refuses every address.
  void Apply(std::uint64_t draw, Packet& packet) const;

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
