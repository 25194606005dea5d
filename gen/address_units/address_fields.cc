// An address is a node's coordinates side by side, each in as many bits as its axis needs, the
// first coordinate in the most significant ones (docs/spec/generated.md G4.1, G4.2). On axes of
// other lengths than powers of two some codes name no node.
//
// Example: torus:3x5 has addresses of 2 + 3 bits; node (2,4) is 10100, and 11000 names no node. A
// hypercube's address is its process number in binary, whose fields are counted from the lowest.
#include "gen/address_units/address_fields.h"

#include <fmt/core.h>

namespace toroid::address_units {
namespace {

// Fields from the last axis up, because it has the lowest bits.
AddressFields FieldsOf(const Graph& graph) {
  AddressFields fields;
  const std::vector<int> lowest = LowestBitsOf(graph);
  for (int a = 0; a < graph.axes(); ++a) {
    const int lsb = lowest[static_cast<std::size_t>(a)];
    const bool cube = graph.kind() == Kind::kHypercube;
    const int index = cube ? lsb : a;
    fields.push_back({fmt::format("{}{}", cube ? "cube dimension " : "axis ", index), index, lsb,
                      BitsOf(graph, Axis{a}), graph.length(Axis{a})});
  }
  return fields;
}

// The fields of a host's coordinates, which are axes even on a hypercube; there axis 0 is the
// highest cube dimension.
AddressFields AxisFieldsOf(const Graph& host) {
  AddressFields fields = FieldsOf(host);
  for (std::size_t a = 0; a < fields.size(); ++a) {
    fields[a].index = static_cast<int>(a);
    fields[a].meaning = fmt::format("axis {}", a);
  }
  return fields;
}

}  // namespace

AddressFields PhysicalFields(const Plan& plan) { return AxisFieldsOf(plan.host()); }

AddressFields PlaceFields(const Plan& plan) {
  return AxisFieldsOf(plan.partition() ? plan.partition()->shape() : plan.host());
}

AddressFields LogicalFields(const Plan& plan) { return FieldsOf(plan.embedding()->guest()); }

std::vector<std::uint32_t> LogicalAddresses(const Plan& plan, NodeId host) {
  std::vector<std::uint32_t> addresses;
  for (const NodeId guest : plan.embedding()->GuestsOf(host))
    addresses.push_back(AddressIn(plan.embedding()->guest(), guest));
  return addresses;
}

}  // namespace toroid::address_units
