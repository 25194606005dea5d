// The fields of the question become numbers, the embedding's logic makes the numbers of the answer
// from them, and these are packed into the answer's fields. For Tao's embeddings a table of the
// whole unit is considered too, made from the embedding itself.
#include "gen/rtl/unit_logic.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/rtl/address_fields.h"
#include "gen/rtl/gray_unit.h"
#include "gen/rtl/tao_unit.h"

namespace toroid::rtl {
namespace {

Signals InputFields(Datapath& path, const std::string& port, const AddressFields& fields) {
  path.BeginStage(port, "the fields of the address");
  Signals input;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    input.push_back(
        path.Wire("axis" + std::to_string(i), fields[i].length - 1, port + PartOf(fields[i])));
  }
  return input;
}

std::vector<int> Tops(const Graph& graph) {
  std::vector<int> tops;
  for (const int length : graph.lengths()) tops.push_back(length - 1);
  return tops;
}

// The fields side by side, each as wide as the answer has it.
std::string Packed(const Signals& place, const AddressFields& fields) {
  std::string text;
  for (std::size_t i = 0; i < place.size(); ++i)
    text += (i == 0 ? "{" : ", ") + At(place[i], fields[i].bits);
  return text + "}";
}

// ---- Tao ----

ForwardAnswer TaoForward(Datapath& path, const Embedding& embedding, const Signals& input) {
  const auto function = [&](const std::vector<int>& coordinates) {
    const NodeId guest = embedding.guest().NodeAt(coordinates);
    const NodeId host = embedding.HostOf(guest);
    std::vector<int> answer = embedding.host().CoordinatesOf(host);
    const auto members = embedding.GuestsOf(host);
    if (members.size() > 1)
      answer.push_back(static_cast<int>(std::ranges::find(members, guest) - members.begin()));
    return answer;
  };
  const auto formula = [&](Datapath& to) {
    ForwardAnswer answer = TaoForwardLogic(to, *embedding.construction(), input);
    if (!embedding.IsInjective()) answer.place.push_back(answer.member);
    return answer.place;
  };
  std::vector<int> maxima = Tops(embedding.host());
  if (!embedding.IsInjective()) maxima.push_back(static_cast<int>(embedding.load_factor()) - 1);
  ForwardAnswer answer{path.Cheaper("coordinate", input, maxima, function, formula), {}};
  if (embedding.IsInjective()) return answer;
  answer.member = answer.place.back();
  answer.place.pop_back();
  return answer;
}

InverseAnswer TaoInverse(Datapath& path, const Embedding& embedding, const Signals& input,
                         const Signal& member) {
  const int load = static_cast<int>(embedding.load_factor());
  InverseAnswer answer{{}, load == 1 ? Signal{} : Fixed(load), Fixed(1)};
  Signals asked = input;
  if (load > 1) {
    path.BeginStage("members", "every host node holds " + std::to_string(load));
    if (member.max >= load) answer.held = path.Not(path.AtLeast(member, load));
    asked.push_back(path.Low(member, load - 1));
  }
  const auto function = [&](std::vector<int> question) {
    const int index = load > 1 ? question.back() : 0;
    if (load > 1) question.pop_back();
    const auto members = embedding.GuestsOf(embedding.host().NodeAt(question));
    return embedding.guest().CoordinatesOf(members[static_cast<std::size_t>(index)]);
  };
  const auto formula = [&](Datapath& to) {
    return TaoInverseLogic(to, *embedding.construction(), input,
                           load > 1 ? asked.back() : Signal{});
  };
  answer.place = path.Cheaper("coordinate", asked, Tops(embedding.guest()), function, formula);
  return answer;
}

// ---- both ----

UnitLogic Forward(const Plan& plan) {
  const Embedding& embedding = *plan.unit_embedding();
  UnitLogic logic;
  const AddressFields fields = LogicalFields(plan);
  const Signals input = InputFields(logic.path, "logical", fields);
  const bool gray = embedding.cube_plan().has_value();
  const ForwardAnswer answer = gray ? GrayForwardLogic(logic.path, *embedding.cube_plan(), input)
                                    : TaoForward(logic.path, embedding, input);
  const std::string place =
      gray ? At(answer.place[0], plan.place_bits()) : Packed(answer.place, PlaceFields(plan));
  logic.outputs.push_back({"physical", place});
  if (plan.member_bits() > 0)
    logic.outputs.push_back({"member", At(answer.member, plan.member_bits())});
  logic.valid = InsideShape(logic.path, "logical", fields);
  return logic;
}

UnitLogic Inverse(const Plan& plan) {
  const Embedding& embedding = *plan.unit_embedding();
  UnitLogic logic;
  const AddressFields fields = PlaceFields(plan);
  const Signal member =
      plan.member_bits() > 0 ? Signal{"member", (1 << plan.member_bits()) - 1} : Signal{};
  InverseAnswer answer;
  if (embedding.cube_plan()) {
    const Signal node{"physical", (1 << plan.place_bits()) - 1};
    answer = GrayInverseLogic(logic.path, *embedding.cube_plan(), node, member);
  } else {
    const Signals input = InputFields(logic.path, "physical", fields);
    answer = TaoInverse(logic.path, embedding, input, member);
  }
  logic.outputs.push_back({"logical", Packed(answer.place, LogicalFields(plan))});
  if (plan.member_bits() > 0)
    logic.outputs.push_back({"count", At(answer.count, plan.count_bits())});
  logic.valid = logic.path.All({InsideShape(logic.path, "physical", fields), answer.held});
  return logic;
}

}  // namespace

Signal InsideShape(Datapath& path, const std::string& port, const AddressFields& fields) {
  path.BeginStage("inside", "whether the code is a node's");
  const Signal address{port, (1 << (fields.front().lsb + fields.front().bits)) - 1};
  Signals conditions;
  for (const AddressField& field : fields) {
    const auto length = static_cast<unsigned>(field.length);
    if (std::has_single_bit(length)) continue;
    const int even = std::countr_zero(length);  // bits that do not matter
    const Signal high = path.Field(address, field.lsb + even, field.bits - even);
    conditions.push_back(path.Not(path.AtLeast(high, field.length >> even)));
  }
  return path.All(conditions);
}

bool HasUnitLogic(const Embedding& embedding) {
  return embedding.construction() || embedding.cube_plan();
}

UnitLogic LogicOf(const Plan& plan, bool forward) {
  assert(plan.embedding() && HasUnitLogic(*plan.unit_embedding()));
  return forward ? Forward(plan) : Inverse(plan);
}

}  // namespace toroid::rtl
