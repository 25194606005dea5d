// Units made from the map itself: xors of address bits if these are enough, and tables of
// bijections.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/address_units/logic.h"
#include "gen/address_units/unit_logic.h"

namespace toroid::address_units {

// One direction of translation: the (input, output) address of every node, ascending by input. If
// host nodes hold several guest nodes, the rank is above the physical address.
struct AddressMap {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  int from_bits = 0;
  int to_bits = 0;
};
AddressMap MapOf(const Plan& plan, UnitKind kind);

// By bit of the input: the image of the address in which only that bit is set. Nothing if the map
// is not linear on the shape.
using Columns = std::vector<std::uint32_t>;
std::optional<Columns> ColumnsOf(const AddressMap& map);

// The bits of the output, the most significant first.
Signals XorsOf(Builder& build, const Columns& columns, const Signal& input);
// The output from a table. All codes of the input must be nodes' addresses.
Signal TableOf(Builder& build, const AddressMap& map, const Signal& input);

}  // namespace toroid::address_units
