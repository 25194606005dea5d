// The input fields become numbers, the embedding's logic computes the output numbers from them, and
// these are packed into the output fields. For Tao's embeddings a table of the whole unit, made
// from the embedding itself, is considered too.
#include "gen/address_units/unit_logic.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/address_units/gray_unit.h"
#include "gen/address_units/map_unit.h"
#include "gen/address_units/tao_unit.h"
#include "gen/logic/passes.h"

namespace toroid::address_units {
namespace {

// Bits of the whole address: fields are listed from the highest.
int BitsOf(const AddressFields& fields) { return fields.front().lsb + fields.front().bits; }

// The fields of a port as numbers below their lengths, which holds for valid codes only.
Signals InputFields(Builder& build, const std::string& port, const AddressFields& fields) {
  const Signal address = build.Input(port, BitsOf(fields));
  build.BeginSection(port, "the fields of the address");
  Signals input;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    input.push_back(
        build.NamedField(fmt::format("axis{}", i), address, fields[i].lsb, fields[i].length - 1));
  }
  return input;
}

// The largest coordinate of each axis.
std::vector<int> Tops(const Graph& graph) {
  std::vector<int> tops;
  for (const int length : graph.lengths()) tops.push_back(length - 1);
  return tops;
}

std::vector<int> WidthsOf(const AddressFields& fields) {
  std::vector<int> widths;
  for (const AddressField& field : fields) widths.push_back(field.bits);
  return widths;
}

// Whether each field of the address is below its length.
Signal InsideShape(Builder& build, const Signal& address, const AddressFields& fields) {
  build.BeginSection("inside", "whether the code is a node's");
  Signals conditions;
  for (const AddressField& field : fields) {
    const auto length = static_cast<unsigned>(field.length);
    if (std::has_single_bit(length)) continue;
    const int even = std::countr_zero(length);  // bits that do not matter
    const Signal high = build.Field(address, field.lsb + even, field.bits - even);
    conditions.push_back(build.Not(build.AtLeast(high, field.length >> even)));
  }
  return build.All(conditions);
}

// ---- Tao ----

// The steps' logic, or a table of the whole map if that is estimated smaller.
ForwardAnswer TaoForward(Builder& build, const Embedding& embedding, const Signals& input) {
  const auto function = [&](const std::vector<int>& coordinates) {
    const NodeId guest = embedding.guest().NodeAt(coordinates);
    const NodeId host = embedding.HostOf(guest);
    std::vector<int> answer = embedding.host().CoordinatesOf(host);
    const auto ranks = embedding.GuestsOf(host);
    if (ranks.size() > 1)
      answer.push_back(static_cast<int>(std::ranges::find(ranks, guest) - ranks.begin()));
    return answer;
  };
  const auto formula = [&] {
    ForwardAnswer answer = TaoForwardLogic(build, *embedding.construction(), input);
    if (!embedding.IsInjective()) answer.place.push_back(answer.rank);
    return answer.place;
  };
  std::vector<int> maxima = Tops(embedding.host());
  if (!embedding.IsInjective()) maxima.push_back(static_cast<int>(embedding.load_factor()) - 1);
  ForwardAnswer answer{build.Cheaper("coordinate", input, maxima, function, formula), {}};
  if (embedding.IsInjective()) return answer;
  answer.rank = answer.place.back();
  answer.place.pop_back();
  return answer;
}

// Every host node holds equally many guest nodes, so `held` is a comparison with a constant, or
// always true.
InverseAnswer TaoInverse(Builder& build, const Embedding& embedding, const Signals& input,
                         const Signal& rank) {
  const int load = static_cast<int>(embedding.load_factor());
  InverseAnswer answer{{}, load == 1 ? Signal{} : Constant(load), True()};
  Signals asked = input;
  if (load > 1) {
    build.BeginSection("ranks", fmt::format("every host node holds {}", load));
    if (rank.max >= load) answer.held = build.Not(build.AtLeast(rank, load));
    asked.push_back(build.Low(rank, load - 1));
  }
  const auto function = [&](std::vector<int> question) {
    const int index = load > 1 ? question.back() : 0;
    if (load > 1) question.pop_back();
    const auto ranks = embedding.GuestsOf(embedding.host().NodeAt(question));
    return embedding.guest().CoordinatesOf(ranks[static_cast<std::size_t>(index)]);
  };
  const auto formula = [&] {
    return TaoInverseLogic(build, *embedding.construction(), input,
                           load > 1 ? asked.back() : Signal{});
  };
  answer.place = build.Cheaper("coordinate", asked, Tops(embedding.guest()), function, formula);
  return answer;
}

// ---- both ----

// logical -> physical, rank, valid.
Circuit ForwardCircuit(const Plan& plan) {
  const Embedding& embedding = *plan.unit_embedding();
  Builder build;
  const AddressFields fields = LogicalFields(plan);
  const Signals input = InputFields(build, "logical", fields);
  if (embedding.cube_plan()) {
    const ForwardAnswer answer = GrayForwardLogic(build, *embedding.cube_plan(), input);
    build.Answer("physical", answer.place[0], plan.place_bits());
    if (plan.rank_bits() > 0) build.Answer("member", answer.rank, plan.rank_bits());
  } else {
    const ForwardAnswer answer = TaoForward(build, embedding, input);
    build.AnswerFields("physical", answer.place, WidthsOf(PlaceFields(plan)));
    if (plan.rank_bits() > 0) build.Answer("member", answer.rank, plan.rank_bits());
  }
  const Signal address = build.Input("logical", plan.logical_bits());
  build.Answer("valid", InsideShape(build, address, fields), 1);
  return build.circuit();
}

// physical, rank -> logical, count, valid.
Circuit InverseCircuit(const Plan& plan) {
  const Embedding& embedding = *plan.unit_embedding();
  Builder build;
  const AddressFields fields = PlaceFields(plan);
  const Signal node = build.Input("physical", plan.place_bits());
  const Signal rank = plan.rank_bits() > 0 ? build.Input("member", plan.rank_bits()) : Signal{};
  const InverseAnswer answer =
      embedding.cube_plan()
          ? GrayInverseLogic(build, *embedding.cube_plan(), node, rank)
          : TaoInverse(build, embedding, InputFields(build, "physical", fields), rank);
  build.AnswerFields("logical", answer.place, WidthsOf(LogicalFields(plan)));
  if (plan.rank_bits() > 0) build.Answer("count", answer.count, plan.count_bits());
  build.Answer("valid", build.All({InsideShape(build, node, fields), answer.held}), 1);
  return build.circuit();
}

// The bits of an output, the most significant first.
void AnswerBits(Builder& build, const std::string& port, const Signals& bits) {
  if (bits.size() == 1) return build.Answer(port, bits[0], 1);
  build.AnswerFields(port, bits, std::vector<int>(bits.size(), 1));
}

// A unit that is made from the map itself.
UnitLogic FromMap(const Plan& plan, UnitKind kind, const AddressMap& map) {
  const bool forward = kind == UnitKind::kForward;
  const AddressFields fields = forward ? LogicalFields(plan) : PlaceFields(plan);
  Builder build;
  const Signal asked = build.Input(forward ? "logical" : "physical", map.from_bits);
  const std::string port = forward ? "physical" : "logical";
  const auto columns = ColumnsOf(map);
  if (!columns) {
    build.Answer(port, TableOf(build, map, asked), map.to_bits);
    build.Answer("valid", True(), 1);
    return {UnitForm::kTable, Pruned(build.circuit())};
  }
  AnswerBits(build, port, XorsOf(build, *columns, asked));
  build.Answer("valid", InsideShape(build, asked, fields), 1);
  return {UnitForm::kXors, Pruned(build.circuit())};
}

// Such a unit if every host node holds equally many, a power of two, and all codes are nodes'
// addresses.
UnitLogic FromMapWithRanks(const Plan& plan, UnitKind kind, const AddressMap& map) {
  const auto columns = ColumnsOf(map);
  assert(columns && "embeddings of several processes without steps are linear");
  Builder build;
  if (kind == UnitKind::kForward) {
    Signals bits = XorsOf(build, *columns, build.Input("logical", plan.logical_bits()));
    const auto place = bits.begin() + plan.rank_bits();
    AnswerBits(build, "physical", {place, bits.end()});
    AnswerBits(build, "member", {bits.begin(), place});
  } else {
    const Signal place = build.Input("physical", plan.place_bits());
    const Signal rank = build.Input("member", plan.rank_bits());
    build.BeginSection("asked", "rank and node side by side");
    const Signal asked =
        build.JoinFields("asked", {rank, place}, {plan.rank_bits(), plan.place_bits()});
    AnswerBits(build, "logical", XorsOf(build, *columns, asked));
    build.Answer("count", Constant(static_cast<int>(plan.unit_embedding()->load_factor())),
                 plan.count_bits());
  }
  build.Answer("valid", True(), 1);
  return {UnitForm::kSteps, Pruned(build.circuit())};
}

}  // namespace

// Xors if the map is linear, steps if the embedding has any, else a table.
UnitLogic LogicOf(const Plan& plan, UnitKind kind) {
  const bool forward = kind == UnitKind::kForward;
  const Embedding& embedding = *plan.unit_embedding();
  const bool has_steps = embedding.construction() || embedding.cube_plan();
  if (!embedding.IsInjective() && !has_steps)
    return FromMapWithRanks(plan, kind, MapOf(plan, kind));
  if (embedding.IsBijection()) {
    const AddressMap map = MapOf(plan, kind);
    if (!has_steps || ColumnsOf(map)) return FromMap(plan, kind, map);
  }
  return {UnitForm::kSteps, Pruned(forward ? ForwardCircuit(plan) : InverseCircuit(plan))};
}

// An address is a node's coordinates side by side, each in as many bits as its axis needs, the
// first coordinate in the most significant ones (docs/spec/generated.md G4.1, G4.2). On axes of
// other lengths than powers of two some codes name no node.
//
// Example: torus:3x5 has addresses of 2 + 3 bits; node (2,4) is 10100, and 11000 names no node. A
// hypercube's address is its process number in binary, whose fields are counted from the lowest.

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
