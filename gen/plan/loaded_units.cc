// A map that is linear over xor is determined by the images of single bits, so each bit of a
// logical address gives a column of the matrix. Linearity is checked, not derived from the
// embedding's kind: the image of every guest node is compared with the xor of its bits' columns.
#include "gen/plan/loaded_units.h"

#include <fmt/core.h>

#include <bit>
#include <optional>
#include <string>

#include "gen/support/integers.h"
#include "gen/topology/numbering.h"

namespace toroid {
namespace {

constexpr const char* kOption = "with --load address-units";

// The box at the host's first node: there a node of its shape is at its place (X1.3).
Partition AtOrigin(const Partition& box) {
  return box.At(Coordinates(box.lengths().size(), 0)).value();
}

// The place of a node. This function and those below require a box at the host's first node.
std::uint32_t PlaceOf(const Partition& box, NodeId node) {
  return AddressIn(box.host(), box.HostOf(node));
}

// The places of guest nodes 1, 2, 4, ... A node's address is its number, because all lengths are
// powers of two.
std::vector<std::uint32_t> PlacesOfBits(const Partition& box, const Embedding& embedding) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t n = 1; n < embedding.guest().size(); n *= 2)
    places.push_back(PlaceOf(box, embedding.HostOf(NodeId{n})));
  return places;
}

std::uint32_t Product(const std::vector<std::uint32_t>& columns, std::uint32_t vector) {
  std::uint32_t product = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if ((vector >> c & 1) != 0) product ^= columns[c];
  }
  return product;
}

// The first guest node whose place is not the xor of the places of its bits.
std::optional<NodeId> FirstNotLinear(const Partition& box, const Embedding& embedding) {
  const auto columns = PlacesOfBits(box, embedding);
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) {
    if (PlaceOf(box, embedding.HostOf(NodeId{n})) != Product(columns, n)) return NodeId{n};
  }
  return std::nullopt;
}

// The rows of a matrix given by columns, each for one bit of the vector.
BitMatrix RowsOf(const std::vector<std::uint32_t>& columns, int bits) {
  BitMatrix rows(static_cast<std::size_t>(bits));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) rows[r] |= (columns[c] >> r & 1) << c;
  }
  return rows;
}

// The columns of the inverse: for each bit of a place in the box, the logical address there.
std::vector<std::uint32_t> GuestsOfBits(const Partition& box, const Embedding& embedding,
                                        int bits) {
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(bits));
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) {
    const std::uint32_t place = PlaceOf(box, embedding.HostOf(NodeId{n}));
    if (std::has_single_bit(place)) columns[static_cast<std::size_t>(std::countr_zero(place))] = n;
  }
  return columns;
}

std::uint32_t BoxField(const Partition& box) {
  std::uint32_t field = 0;
  const std::vector<int> lowest = LowestBitsOf(box.host());
  for (std::size_t a = 0; a < lowest.size(); ++a)
    field |= static_cast<std::uint32_t>(box.lengths()[a] - 1) << lowest[a];
  return field;
}

}  // namespace

Diagnostics LoadedUnitDiagnostics(const Partition& box, const Embedding& embedding) {
  const std::string allowed = fmt::format("{} lengths are powers of two", kOption);
  Diagnostics found;
  const auto check = [&](const char* field, const std::string& value,
                         const std::vector<int>& lengths) {
    for (const int length : lengths) {
      if (!IsPowerOfTwo(length))
        return found.push_back({field, value, fmt::format("has length {}", length), allowed});
    }
  };
  check("--host", box.host().ToString(), box.host().lengths());
  check("--partition", box.ToString(), box.lengths());
  if (!found.empty()) return found;
  if (!embedding.IsBijection())
    return {{"--guest", embedding.guest().ToString(), WhyNoBijection(embedding),
             fmt::format("{} a guest has as many nodes as host or partition", kOption)}};
  const auto node = FirstNotLinear(AtOrigin(box), embedding);
  if (!node) return {};
  return {{"--embedding", std::string(ToString(embedding.kind())),
           fmt::format("does not map guest node {} to the xor of its bits' nodes",
                       embedding.guest().NodeText(*node)),
           fmt::format("{} embeddings are linear over xor, as standard and xor are", kOption)}};
}

UnitParameters UnitParametersOf(const Plan& plan) {
  const Partition& at_base = *plan.partition();
  const Partition box = AtOrigin(at_base);
  const Embedding& embedding = *plan.unit_embedding();
  const int bits = plan.physical_bits();
  return {.inverse = RowsOf(GuestsOfBits(box, embedding, bits), bits),
          .forward = RowsOf(PlacesOfBits(box, embedding), bits),
          .guest = embedding.guest().size() - 1,
          .box = BoxField(box),
          .base = plan.AddressOf(plan.host().NodeAt(at_base.base()))};
}

int UnitParameterBits(const Plan& plan) {
  return (2 * plan.physical_bits() + 3) * plan.physical_bits();
}

Image UnitImageOf(const Plan& plan) {
  const UnitParameters parameters = UnitParametersOf(plan);
  const int width = plan.physical_bits();
  ImageBits bits;
  for (const std::uint32_t field : {parameters.base, parameters.box, parameters.guest})
    AppendBits(field, width, bits);
  for (const BitMatrix* matrix : {&parameters.forward, &parameters.inverse}) {
    for (const std::uint32_t row : *matrix) AppendBits(row, width, bits);
  }
  return MakeImage(ImageKind::kUnit, plan.host(), NodeId{0}, NodeId{plan.host().size() - 1}, bits);
}

}  // namespace toroid
