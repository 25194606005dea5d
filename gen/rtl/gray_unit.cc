// The idea: a Gray embedding is a product, and its unit is the product's parts side by side. Each
// axis is taken by itself: blocks of guest nodes are divided off, a ring becomes a column and a
// row, and the coordinate that is left a digit for each factor of the decomposition, every second
// stretch backwards, which is Tao's line walk. Then each factor makes its field of the cube node of
// its digits. Going back, a field that a table does not hold, a coordinate past the end of its axis
// and a place that a ring leaves out mean that the node is empty.
//
// Where the cube is folded, a place stands for two or four nodes of the larger cube. All of them
// are taken back to guest nodes, and a member's number is how many of these come before it: as many
// inverse units beside each other, which is why no more are folded.
//
// Example: 6 x 10 in a 6-cube is 3 x 5 times 2 x 2. Coordinates (4, 7) are the digits (2, 0) and
// (3, 1), the second of 7 backwards as 3 is odd; the table of 3x5 has four bits for (2, 3), the
// Gray codes one for each of 0 and 0.
//
// Source: docs/spec/gray.md, Y2.3, Y6.1 and Y6.3.
#include "gen/rtl/gray_unit.h"

#include <utility>

#include "gen/rtl/block_logic.h"
#include "gen/rtl/factor_logic.h"
#include "gen/rtl/ring_logic.h"
#include "gen/rtl/walk_logic.h"

namespace toroid::rtl {
namespace {

constexpr auto kLine = tao::Walk::kLine;

std::string AxisName(std::size_t axis) { return "axis" + std::to_string(axis); }
std::string FactorStage(std::size_t factor) { return "factor" + std::to_string(factor + 1); }

// The factors that take part in an axis, outermost first, and their lengths there.
struct Radices {
  std::vector<std::size_t> factors;
  tao::Lengths lengths;
};

Radices RadicesOf(const gray::Plan& plan, std::size_t axis) {
  Radices radices;
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    if (plan.factors[f].lengths[axis] == 1) continue;
    radices.factors.push_back(f);
    radices.lengths.push_back(plan.factors[f].lengths[axis]);
  }
  return radices;
}

// The digits that each factor gets, axis by axis.
std::vector<Signals> DigitsOfFactors(Datapath& to, const gray::Plan& plan,
                                     const Signals& coordinates) {
  to.BeginStage("digits", "a digit for each factor");
  std::vector<Signals> digits(plan.factors.size());
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    const Radices radices = RadicesOf(plan, a);
    if (radices.factors.empty()) continue;
    to.SetPlace(AxisName(a));
    const Signals walked = PlaceLogic(to, kLine, radices.lengths, coordinates[a]);
    for (std::size_t i = 0; i < walked.size(); ++i) digits[radices.factors[i]].push_back(walked[i]);
  }
  return digits;
}

// The mesh's coordinates from the factors' digits, and in `conditions` that each is less than its
// axis is long.
Signals CoordinatesOf(Datapath& to, const gray::Plan& plan, const std::vector<Signals>& digits,
                      const std::string& prefix, Signals& conditions) {
  to.BeginStage(prefix + "coordinates", "the factors' digits put together");
  Signals coordinates;
  std::vector<std::size_t> next(plan.factors.size(), 0);
  for (std::size_t a = 0; a < plan.mesh.size(); ++a) {
    const Radices radices = RadicesOf(plan, a);
    Signals place;
    for (const std::size_t factor : radices.factors)
      place.push_back(digits[factor][next[factor]++]);
    to.SetPlace(AxisName(a));
    const Signal x = place.empty() ? Signal{} : StepLogic(to, kLine, radices.lengths, place);
    if (x.max >= plan.mesh[a]) conditions.push_back(to.Not(to.AtLeast(x, plan.mesh[a])));
    coordinates.push_back(to.Low(x, plan.mesh[a] - 1));
  }
  return coordinates;
}

// Torus axes as columns, which take the coordinates' place, and rows, which are returned: axis 0
// lowest, so the last comes first.
Signals RowsOf(Datapath& to, const gray::Plan& plan, Signals& coordinates) {
  to.BeginStage("rings", "rings as columns and rows");
  Signals rows;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    to.SetPlace(AxisName(a));
    const RingCode place =
        RingPlaceLogic(to, plan.guest.lengths()[a], plan.folds[a], coordinates[a]);
    coordinates[a] = place.column;
    rows.insert(rows.begin(), to.Wire("row", plan.folds[a] - 1, At(place.row, plan.folds[a] / 2)));
  }
  return rows;
}

// Columns, and rows in the lowest bits of the node, back to torus coordinates.
void Unroll(Datapath& to, const gray::Plan& plan, const Signal& node, Signals& coordinates,
            Signals& conditions) {
  to.BeginStage("rings", "rings from columns and rows");
  int low = 0;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    to.SetPlace(AxisName(a));
    const Signal row = to.Field(node, low, plan.folds[a] / 2);
    low += plan.folds[a] / 2;
    const RingNode found =
        RingNodeLogic(to, plan.guest.lengths()[a], plan.folds[a], {coordinates[a], row});
    coordinates[a] = found.node;
    if (found.held.bits() > 0) conditions.push_back(found.held);
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

// What the factors' fields of a node say: the coordinates of the mesh that is decomposed, and the
// conditions under which there are any. `from`: the lowest bit of the fields; `prefix`: of the
// stages' names.
Signals MeshCoordinates(Datapath& to, const gray::Plan& plan, const Signal& node, int from,
                        const std::string& prefix, Signals& conditions) {
  std::vector<Signals> digits(plan.factors.size());
  int low = from;
  for (std::size_t f = plan.factors.size(); f-- > 0;) {
    const int bits = plan.factors[f].dimensions;
    if (bits == 0) continue;
    to.BeginStage(prefix + FactorStage(f), FactorTitle(plan.factors[f]));
    FieldDigits found =
        FieldDigitsLogic(to, plan.factors[f], FactorStage(f), to.Field(node, low, bits));
    digits[f] = std::move(found.digits);
    if (found.held.bits() > 0) conditions.push_back(found.held);
    low += bits;
  }
  if (low < node.bits()) {
    to.BeginStage(prefix + "spare", "dimensions that the embedding leaves at 0");
    conditions.push_back(to.Equals(to.ShiftRight(node, low), 0));
  }
  return CoordinatesOf(to, plan, digits, prefix, conditions);
}

// ---- folded cubes: a node of the cube stands for 2^dropped nodes of the larger one ----

// One of these: the guest node that it holds.
struct Folded {
  Signals coordinates;
  Signal index;  // coordinates side by side, which are in the order of the guest's indices
  Signal held;   // one bit: whether it holds any; the constant 1 if it always does
};

Signal IndexOf(Datapath& to, const gray::Plan& plan, const Signals& coordinates) {
  Signals padded;
  int bits = 0;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    const int width = gray::CubeBits(static_cast<std::uint64_t>(plan.mesh[a]));
    bits += width;
    padded.push_back({At(coordinates[a], width), (1 << width) - 1});
  }
  return to.Wire("index", (1 << bits) - 1, Joined(padded));
}

Folded FoldedAt(Datapath& to, const gray::Plan& plan, const Signal& node,
                const std::string& prefix) {
  Signals conditions;
  Folded found;
  found.coordinates = MeshCoordinates(to, plan, node, 0, prefix, conditions);
  to.SetPlace("");
  found.index = IndexOf(to, plan, found.coordinates);
  found.held = to.All(conditions);
  return found;
}

// How many of up to four bits are 1.
Signal CountOf(Datapath& to, const Signals& bits) {
  if (bits.size() == 1) return bits[0];
  const int width = bits.size() > 3 ? 3 : 2;
  std::string text;
  for (const Signal& bit : bits) text += (text.empty() ? "" : " + ") + At(bit, width);
  return to.Wire("number", static_cast<int>(bits.size()), text, 2 * width);
}

Signal And(Datapath& to, const Signal& one, const Signal& two) {
  return to.All(one.is_fixed() ? Signals{two} : Signals{one, two});
}

// The member is the number of guest nodes at the other nodes that come before this one.
Signal FoldedMember(Datapath& to, const gray::Plan& plan, const Signals& coordinates,
                    const Signal& node) {
  to.BeginStage("own", "the guest node's index");
  const Signal own = IndexOf(to, plan, coordinates);
  Signals before;
  for (int other = 1; other < 1 << plan.dropped; ++other) {
    const std::string prefix = "other" + std::to_string(other) + "_";
    to.BeginStage(prefix + "node", "a node that shares the place");
    const Signal there =
        to.Wire("larger", node.max, node.name + " ^ " + Constant(other, node.bits()));
    const Folded found = FoldedAt(to, plan, there, prefix);
    before.push_back(And(to, found.held, to.Less(found.index, own)));
  }
  to.BeginStage("member", "the guest nodes there that come before");
  return CountOf(to, before);
}

// The guest node before which `member` others come.
InverseAnswer UnfoldedLogic(Datapath& to, const gray::Plan& plan, const Signal& node,
                            const Signal& member) {
  const int nodes = 1 << plan.dropped;
  std::vector<Folded> found;
  for (int i = 0; i < nodes; ++i) {
    const std::string prefix = "node" + std::to_string(i) + "_";
    to.BeginStage(prefix + "place", "a node of the larger cube");
    const Signal larger = to.Wire("larger", (node.max + 1) * nodes - 1,
                                  "{" + node.name + ", " + Constant(i, plan.dropped) + "}");
    found.push_back(FoldedAt(to, plan, larger, prefix));
  }
  to.BeginStage("members", "guest nodes by ascending index");
  InverseAnswer answer{found[0].coordinates, {}, {}};
  Signals helds;
  for (std::size_t i = 0; i < found.size(); ++i) {
    to.SetPlace("node" + std::to_string(i));
    helds.push_back(found[i].held);
    Signals before;
    for (std::size_t other = 0; other < found.size(); ++other) {
      if (other != i)
        before.push_back(And(to, found[other].held, to.Less(found[other].index, found[i].index)));
    }
    const Signal rank = CountOf(to, before);
    if (i == 0) continue;
    const Signal same =
        to.Wire("same", 1, At(rank, plan.dropped) + " == " + At(member, plan.dropped), 2);
    const Signal chosen = And(to, found[i].held, same);
    for (std::size_t a = 0; a < answer.place.size(); ++a) {
      if (answer.place[a].max > 0)
        answer.place[a] = to.Choose(chosen, found[i].coordinates[a], answer.place[a]);
    }
  }
  to.SetPlace("");
  answer.count = CountOf(to, helds);
  answer.held = to.Less(member, answer.count);
  return answer;
}

}  // namespace

ForwardAnswer GrayForwardLogic(Datapath& to, const gray::Plan& plan, const Signals& input) {
  Signals coordinates = input;
  Signal member;
  if (!plan.blocks.empty()) {
    Blocks blocks = BlocksLogic(to, plan, input);
    coordinates = std::move(blocks.numbers);
    member = blocks.member;
  }
  const Signals rows = plan.folds.empty() ? Signals{} : RowsOf(to, plan, coordinates);
  const std::vector<Signals> digits = DigitsOfFactors(to, plan, coordinates);
  Signals fields;
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    if (plan.factors[f].dimensions == 0) continue;
    to.BeginStage(FactorStage(f), FactorTitle(plan.factors[f]));
    fields.push_back(FieldLogic(to, plan.factors[f], FactorStage(f), digits[f]));
  }
  fields.insert(fields.end(), rows.begin(), rows.end());
  to.BeginStage("cube", "the node: the factors' fields, the outermost highest" +
                            std::string(rows.empty() ? "" : ", and the rows"));
  const Signal node = to.Wire("node", (1 << TotalBits(fields)) - 1, Joined(fields));
  if (plan.dropped == 0) return {{node}, member};
  return {{to.ShiftRight(node, plan.dropped)}, FoldedMember(to, plan, input, node)};
}

InverseAnswer GrayInverseLogic(Datapath& to, const gray::Plan& plan, const Signal& node,
                               const Signal& member) {
  if (plan.dropped > 0) return UnfoldedLogic(to, plan, node, member);
  Signals conditions;
  Signals coordinates = MeshCoordinates(to, plan, node, RowBits(plan), "", conditions);
  if (!plan.folds.empty()) Unroll(to, plan, node, coordinates, conditions);
  Signal count;
  if (!plan.blocks.empty()) {
    BlockMembers found = MembersLogic(to, plan, coordinates, member);
    coordinates = std::move(found.coordinates);
    count = conditions.empty() ? found.count : to.Choose(to.All(conditions), found.count, {});
    conditions.push_back(found.held);
  }
  return {std::move(coordinates), count, to.All(conditions)};
}

}  // namespace toroid::rtl
