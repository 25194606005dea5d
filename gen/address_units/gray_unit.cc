// The idea: a Gray embedding is a product, and its unit is the product's parts side by side. On
// each axis blocks of guest nodes are divided off, a ring becomes a column and a row, and the
// remaining coordinate becomes a digit for each factor of the decomposition, every second stretch
// backwards, which is Tao's line walk. Each factor then computes its field of the cube node from
// its digits. In the inverse, the node is empty if no digits have a field, a coordinate is past the
// end of its axis, or a ring leaves a place out.
//
// If the cube is folded, a place stands for two or four nodes of the larger cube. The unit computes
// the guest nodes of all of them, and a rank is the number of these that come before it. This takes
// as many inverse units beside each other, so no more nodes are folded.
//
// Example: 6 x 10 in a 6-cube is 3 x 5 times 2 x 2. Coordinates (4, 7) are the digits (2, 0) and
// (3, 1), the second of 7 backwards as 3 is odd; the table of 3x5 has four bits for (2, 3), the
// Gray codes one for each of 0 and 0.
//
// Source: docs/spec/gray.md, Y2.3, Y6.1 and Y6.3.
#include "gen/address_units/gray_unit.h"

#include <fmt/core.h>

#include <utility>

#include "gen/address_units/tao_unit.h"
#include "gen/gray/compose.h"
#include "gen/gray/rings.h"

namespace toroid::address_units {
namespace {

constexpr auto kLine = tao::Walk::kLine;

std::string AxisName(std::size_t axis) { return fmt::format("axis{}", axis); }
std::string FactorStage(std::size_t factor) { return fmt::format("factor{}", factor + 1); }

// The factors of an axis, outermost first, and their lengths there.
struct Radices {
  std::vector<std::size_t> factors;
  tao::Lengths lengths;
};

// Factors of length 1 on the axis give it no digit.
Radices RadicesOf(const gray::Plan& plan, std::size_t axis) {
  Radices radices;
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    if (plan.factors[f].lengths[axis] == 1) continue;
    radices.factors.push_back(f);
    radices.lengths.push_back(plan.factors[f].lengths[axis]);
  }
  return radices;
}

// The digits of each factor, axis by axis.
std::vector<Signals> DigitsOfFactors(Builder& build, const gray::Plan& plan,
                                     const Signals& coordinates) {
  build.BeginSection("digits", "a digit for each factor");
  std::vector<Signals> digits(plan.factors.size());
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    const Radices radices = RadicesOf(plan, a);
    if (radices.factors.empty()) continue;
    build.SetPlace(AxisName(a));
    const Signals walked = PlaceLogic(build, kLine, radices.lengths, coordinates[a]);
    for (std::size_t i = 0; i < walked.size(); ++i) digits[radices.factors[i]].push_back(walked[i]);
  }
  return digits;
}

// The mesh's coordinates from the factors' digits. `conditions` collects that each is below its
// axis' length.
Signals CoordinatesOf(Builder& build, const gray::Plan& plan, const std::vector<Signals>& digits,
                      const std::string& prefix, Signals& conditions) {
  build.BeginSection(prefix + "coordinates", "the factors' digits put together");
  Signals coordinates;
  std::vector<std::size_t> next(plan.factors.size(), 0);
  for (std::size_t a = 0; a < plan.mesh.size(); ++a) {
    const Radices radices = RadicesOf(plan, a);
    Signals place;
    for (const std::size_t factor : radices.factors)
      place.push_back(digits[factor][next[factor]++]);
    build.SetPlace(AxisName(a));
    const Signal x = place.empty() ? Signal{} : StepLogic(build, kLine, radices.lengths, place);
    if (x.max >= plan.mesh[a]) conditions.push_back(build.Not(build.AtLeast(x, plan.mesh[a])));
    coordinates.push_back(build.Low(x, plan.mesh[a] - 1));
  }
  return coordinates;
}

// Splits torus axes, or their blocks, into columns, which replace the coordinates, and rows, which
// are returned: axis 0 lowest, so the last comes first.
Signals RowsOf(Builder& build, const gray::Plan& plan, Signals& coordinates) {
  build.BeginSection("rings", "rings as columns and rows");
  const std::vector<int> lengths = gray::RingLengths(plan);
  Signals rows;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    if (plan.folds[a] == gray::kOutAndBack) continue;
    build.SetPlace(AxisName(a));
    const RingCode place = RingPlaceLogic(build, lengths[a], plan.folds[a], coordinates[a]);
    coordinates[a] = place.column;
    rows.insert(rows.begin(), build.Resized("row", place.row, plan.folds[a] / 2));
  }
  return rows;
}

// Turns columns, and rows in the lowest bits of the node, back into torus coordinates, or numbers
// of blocks.
void Unroll(Builder& build, const gray::Plan& plan, const Signal& node, Signals& coordinates,
            Signals& conditions) {
  build.BeginSection("rings", "rings from columns and rows");
  const std::vector<int> lengths = gray::RingLengths(plan);
  int low = 0;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    if (plan.folds[a] == gray::kOutAndBack) continue;
    build.SetPlace(AxisName(a));
    const Signal row = build.Field(node, low, plan.folds[a] / 2);
    low += plan.folds[a] / 2;
    const RingNode found = RingNodeLogic(build, lengths[a], plan.folds[a], {coordinates[a], row});
    coordinates[a] = found.node;
    conditions.push_back(found.held);
  }
}

int RowBits(const gray::Plan& plan) {
  int bits = 0;
  for (const int fold : plan.folds) bits += fold / 2;
  return bits;
}

int TotalBits(const Signals& fields) {
  int bits = 0;
  for (const Signal& field : fields) bits += field.bits();
  return bits;
}

// The coordinates of the decomposed mesh from a node's fields of the factors, and the conditions
// under which they exist. `from`: the lowest bit of the fields; `prefix`: that of the stages'
// names.
Signals MeshCoordinates(Builder& build, const gray::Plan& plan, const Signal& node, int from,
                        const std::string& prefix, Signals& conditions) {
  std::vector<Signals> digits(plan.factors.size());
  int low = from;
  for (std::size_t f = plan.factors.size(); f-- > 0;) {
    const int bits = plan.factors[f].dimensions;
    if (bits == 0) continue;
    build.BeginSection(prefix + FactorStage(f), FactorTitle(plan.factors[f]));
    FieldDigits found =
        FieldDigitsLogic(build, plan.factors[f], FactorStage(f), build.Field(node, low, bits));
    digits[f] = std::move(found.digits);
    conditions.push_back(found.held);
    low += bits;
  }
  if (low < node.bits()) {
    build.BeginSection(prefix + "spare", "dimensions that the embedding leaves at 0");
    conditions.push_back(build.Equals(build.ShiftRight(node, low), 0));
  }
  return CoordinatesOf(build, plan, digits, prefix, conditions);
}

// ---- folded cubes: a node of the cube stands for 2^dropped nodes of the larger one ----

// One node of the larger cube, and the guest node that it holds.
struct Folded {
  Signals coordinates;
  Signal index;  // coordinates side by side, in the order of the guest's indices
  Signal held;   // one bit: whether it holds one; the constant 1 if it always does
};

// The guest node's index, which orders the ranks.
Signal IndexOf(Builder& build, const gray::Plan& plan, const Signals& coordinates) {
  std::vector<int> widths;
  for (const int length : plan.mesh)
    widths.push_back(gray::CubeBits(static_cast<std::uint64_t>(length)));
  return build.JoinFields("index", coordinates, widths);
}

// The guest node of a node of the larger cube, as if the cube were not folded.
Folded FoldedAt(Builder& build, const gray::Plan& plan, const Signal& node,
                const std::string& prefix) {
  Signals conditions;
  Folded found;
  found.coordinates = MeshCoordinates(build, plan, node, 0, prefix, conditions);
  build.SetPlace("");
  found.index = IndexOf(build, plan, found.coordinates);
  found.held = build.All(conditions);
  return found;
}

// The rank of a guest node: the number of guest nodes at the other nodes that come before it.
Signal FoldedRank(Builder& build, const gray::Plan& plan, const Signals& coordinates,
                  const Signal& node) {
  build.BeginSection("own", "the guest node's index");
  const Signal own = IndexOf(build, plan, coordinates);
  Signals before;
  for (int other = 1; other < 1 << plan.dropped; ++other) {
    const std::string prefix = fmt::format("other{}_", other);
    build.BeginSection(prefix + "node", "a node that shares the place");
    const Signal there = build.XorConstant("larger", node, other);
    const Folded found = FoldedAt(build, plan, there, prefix);
    before.push_back(build.All({found.held, build.Less(found.index, own)}));
  }
  build.BeginSection("rank", "the guest nodes there that come before");
  return build.CountOf(before);
}

// The guest node of that rank: `rank` others come before it.
InverseAnswer UnfoldedLogic(Builder& build, const gray::Plan& plan, const Signal& node,
                            const Signal& rank) {
  const int nodes = 1 << plan.dropped;
  std::vector<Folded> found;
  for (int i = 0; i < nodes; ++i) {
    const std::string prefix = fmt::format("node{}_", i);
    build.BeginSection(prefix + "place", "a node of the larger cube");
    const Signal larger = build.AppendConstant("larger", node, i, plan.dropped);
    found.push_back(FoldedAt(build, plan, larger, prefix));
  }
  build.BeginSection("ranks", "guest nodes by ascending index");
  InverseAnswer answer{found[0].coordinates, {}, {}};
  Signals helds;
  for (std::size_t i = 0; i < found.size(); ++i) {
    build.SetPlace(fmt::format("node{}", i));
    helds.push_back(found[i].held);
    Signals before;
    for (std::size_t other = 0; other < found.size(); ++other) {
      if (other != i)
        before.push_back(
            build.All({found[other].held, build.Less(found[other].index, found[i].index)}));
    }
    const Signal own_rank = build.CountOf(before);
    if (i == 0) continue;
    const Signal chosen = build.All({found[i].held, build.Same(own_rank, rank, plan.dropped)});
    for (std::size_t a = 0; a < answer.place.size(); ++a) {
      if (answer.place[a].max > 0)
        answer.place[a] = build.Choose(chosen, found[i].coordinates[a], answer.place[a]);
    }
  }
  build.SetPlace("");
  answer.count = build.CountOf(helds);
  answer.held = build.Less(rank, answer.count);
  return answer;
}

}  // namespace

// From guest coordinates to the node of the cube. Blocks are removed first, then rings; each factor
// of the rest gives a field of the node. Dropped dimensions are the lowest bits of the node, so
// they are removed last.
ForwardAnswer GrayForwardLogic(Builder& build, const gray::Plan& plan, const Signals& input) {
  Signals coordinates = input;
  Signal rank;
  if (!plan.blocks.empty()) {
    Blocks blocks = BlocksLogic(build, plan, input);
    coordinates = std::move(blocks.numbers);
    rank = blocks.rank;
  }
  const Signals rows = plan.folds.empty() ? Signals{} : RowsOf(build, plan, coordinates);
  const std::vector<Signals> digits = DigitsOfFactors(build, plan, coordinates);
  Signals fields;
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    if (plan.factors[f].dimensions == 0) continue;
    build.BeginSection(FactorStage(f), FactorTitle(plan.factors[f]));
    fields.push_back(FieldLogic(build, plan.factors[f], FactorStage(f), digits[f]));
  }
  fields.insert(fields.end(), rows.begin(), rows.end());
  build.BeginSection("cube", "the node: the factors' fields, the outermost highest" +
                                 std::string(rows.empty() ? "" : ", and the rows"));
  const Signal node = build.Join("node", TopCode(TotalBits(fields)), fields);
  if (plan.dropped == 0) return {{node}, rank};
  return {{build.ShiftRight(node, plan.dropped)}, FoldedRank(build, plan, input, node)};
}

// The inverse. `conditions` collects the conditions for a guest node at the node: each factor's
// field is a used code, and each place is on its ring.
InverseAnswer GrayInverseLogic(Builder& build, const gray::Plan& plan, const Signal& node,
                               const Signal& rank) {
  if (plan.dropped > 0) return UnfoldedLogic(build, plan, node, rank);
  Signals conditions;
  Signals coordinates = MeshCoordinates(build, plan, node, RowBits(plan), "", conditions);
  if (!plan.folds.empty()) Unroll(build, plan, node, coordinates, conditions);
  Signal count;
  if (!plan.blocks.empty()) {
    RankedGuest found = RankedGuestLogic(build, plan, coordinates, rank);
    coordinates = std::move(found.coordinates);
    const Signal inside = build.All(conditions);
    count = inside.is_constant() ? found.count : build.Choose(inside, found.count, {});
    conditions.push_back(found.held);
  }
  return {std::move(coordinates), count, build.All(conditions)};
}

}  // namespace toroid::address_units
