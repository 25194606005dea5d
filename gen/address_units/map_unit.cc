// The idea: an embedding of power-of-two shapes is often linear over xor: each bit of one address
// is the xor of some bits of the other. Example: the xor embedding of a 3-cube on ring:8 has
// physical = {l2, l2 ^ l1, l0}, so its unit is one xor gate. The rows are found by probing, not
// from the embedding's formula: the image of each address with a single bit set is a column, and
// every address of the shape is then compared with the xor of its columns. Other maps of Tao and of
// Gray codes are computed in steps, and by-weight becomes a table.
//
// Addresses with one bit set are always inside the shape: a field of b = ceil(log2 length) bits has
// 2^(b-1) < length. In both directions each is a node's address only for a bijection.
#include "gen/address_units/map_unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/address_units/unit_logic.h"

namespace toroid::address_units {

// The map from the embedding's two lists.
AddressMap MapOf(const Plan& plan, UnitKind kind) {
  const Embedding& embedding = *plan.unit_embedding();
  const bool forward = kind == UnitKind::kForward;
  AddressMap map{{}, plan.logical_bits(), plan.rank_bits() + plan.place_bits()};
  for (std::uint32_t i = 0; i < embedding.guest().size(); ++i) {
    const std::uint32_t place = AddressIn(embedding.host(), embedding.HostOf(NodeId{i}));
    map.pairs.emplace_back(AddressIn(embedding.guest(), NodeId{i}),
                           embedding.RankOf(NodeId{i}) << plan.place_bits() | place);
  }
  if (!forward) {
    std::swap(map.from_bits, map.to_bits);
    for (auto& [input, output] : map.pairs) std::swap(input, output);
  }
  std::ranges::sort(map.pairs);
  return map;
}

// Probes the addresses of one bit, then compares every address with the xor of its columns.
std::optional<Columns> ColumnsOf(const AddressMap& map) {
  if (map.from_bits != map.to_bits) return std::nullopt;
  Columns columns(static_cast<std::size_t>(map.from_bits));
  for (const auto& [input, output] : map.pairs) {
    if (std::has_single_bit(input))
      columns[static_cast<std::size_t>(std::countr_zero(input))] = output;
  }
  for (const auto& [input, output] : map.pairs) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      sum ^= (input >> i & 1U) != 0 ? columns[i] : 0U;
    if (sum != output) return std::nullopt;
  }
  return columns;
}

// A bit of the output is the parity of the input bits whose column has it.
Signals XorsOf(Builder& build, const Columns& columns, const Signal& input) {
  build.BeginSection("xors", "each bit a wire or an xor of wires");
  Signals bits;
  for (std::size_t bit = columns.size(); bit-- > 0;) {
    std::uint32_t row = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) row |= (columns[i] >> bit & 1U) << i;
    assert(row != 0 && "a bijection has no constant bit");
    bits.push_back(build.Parity(fmt::format("bit{}", bit), input, row));
  }
  return bits;
}

// A table, for orders of nodes without a formula; 2^from_bits entries of to_bits bits.
Signal TableOf(Builder& build, const AddressMap& map, const Signal& input) {
  assert(map.pairs.size() == std::size_t{1} << map.from_bits &&
         "only by-weight needs a table, and all its codes are nodes");
  build.BeginSection("table", "a table");
  const auto function = [&](const std::vector<int>& in) {
    return std::vector{static_cast<int>(map.pairs[static_cast<std::size_t>(in[0])].second)};
  };
  return build.LookUp("address", {input}, {logic::TopCode(map.to_bits)}, function)[0];
}

}  // namespace toroid::address_units
