// The circuits of address units against the C++ embedding, in the process: every code of every
// plan, forward and inverse, with and without registers. Simulators then only have to show that the
// Verilog equals the circuit.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/emitted/evaluated_units.h"
#include "tests/emitted/unit_plans.h"
#include "tests/unit/gen/logic/testing.h"

namespace toroid::test::unit_circuits_test {
namespace {

void ExpectEveryCode(const std::vector<Network>& plans) {
  const std::vector<UnitCircuit> units = CircuitsOf(plans);
  for (const UnitCircuit& unit : units) {
    EXPECT_EQ(FaultIn(unit.circuit), "") << unit.name;
    EXPECT_EQ(UnreadIn(unit.circuit), "") << unit.name;
  }
  EXPECT_EQ(Compare(ExpectedAnswers(plans), Evaluated(units)), 0U);
}

TEST(UnitCircuits, OfMapsAnswerEveryCodeAsTheEmbeddingDoes) { ExpectEveryCode(MapPlans()); }

TEST(UnitCircuits, OfTaoAnswerEveryCodeAsTheEmbeddingDoes) {
  ASSERT_GE(TaoPlans().size(), 60U);
  ExpectEveryCode(TaoPlans());
}

// The embedding of a pair may differ from the one it is listed for.
TEST(UnitCircuits, OfTaoSpreadAxesByEveryWalkOnMeshesAndTori) {
  std::set<std::pair<tao::Walk, Kind>> spread;
  for (const Network& network : TaoPlans()) {
    const Plan plan = PlanOf(network);
    for (const tao::ConstructionStep& step : plan.embedding()->construction()->steps) {
      const auto* absorb = std::get_if<tao::Absorb>(&step.step);
      if (absorb == nullptr) continue;
      for (const tao::Part& part : absorb->offsets) spread.insert({part.walk, plan.host().kind()});
    }
  }
  EXPECT_EQ(spread.size(), 6U);
}

TEST(UnitCircuits, OfGrayAnswerEveryCodeAsTheEmbeddingDoes) {
  ASSERT_GE(GrayPlans().size(), 40U);
  ExpectEveryCode(GrayPlans());
}

TEST(UnitCircuits, OfContractionsAnswerEveryCodeAsTheEmbeddingDoes) {
  ASSERT_GE(ContractionPlans().size(), 20U);
  ExpectEveryCode(ContractionPlans());
}

TEST(UnitCircuits, WithRegistersAnswerEveryCodeSoManyCyclesLater) {
  std::vector<int> stages;
  for (int n = 1; n <= kMostAtuStages; ++n) stages.push_back(n);
  ExpectEveryCode(StagedPlans(stages));
}

// For every plan, with one register and with three.
TEST(UnitCircuits, OfEveryPlanTakeRegisters) {
  for (const auto& plans : {MapPlans(), TaoPlans(), GrayPlans(), ContractionPlans()}) {
    std::vector<Network> staged;
    for (Network network : plans) {
      network.address = Address::kPhysical;
      for (const int stages : {1, 3}) {
        network.atu_stages = stages;
        staged.push_back(network);
        staged.back().name += "_" + std::to_string(stages);
      }
    }
    ExpectEveryCode(staged);
  }
}

// ---- twins ----

TEST(UnitCircuits, AnAnswerACycleEarlyIsNoticed) {
  Network network = StagedPlan("tao", "ring:143", "mesh:11x13", 2);
  std::vector<UnitCircuit> units = CircuitsOf({network});
  for (UnitCircuit& unit : units) unit.stages = 3;
  EXPECT_GT(Compare(ExpectedAnswers({network}), Evaluated(units)), 0U);
}

// Replaces the operator, or its operands, by another of the same widths; false if there is none.
bool Alter(Wire& wire) {
  static const std::map<Operator, Operator> others = {
      {Operator::kBits, Operator::kInvert},   {Operator::kInvert, Operator::kBits},
      {Operator::kNot, Operator::kBits},      {Operator::kAll, Operator::kXor},
      {Operator::kXor, Operator::kAll},       {Operator::kInvertIf, Operator::kXor},
      {Operator::kGrayCode, Operator::kSum},  {Operator::kFromGrayCode, Operator::kJoin},
      {Operator::kEquals, Operator::kLess},   {Operator::kLess, Operator::kEquals},
      {Operator::kAtLeast, Operator::kAll},   {Operator::kCount, Operator::kXor},
      {Operator::kFlipIf, Operator::kChoose}, {Operator::kSubtractIf, Operator::kSum},
      {Operator::kLookUp, Operator::kJoin},   {Operator::kRegister, Operator::kInvert}};
  if (const auto other = others.find(wire.op); other != others.end()) {
    wire.op = other->second;
    wire.table.reset();
    return true;
  }
  if (wire.op == Operator::kSum) wire.operands.back().negative ^= true;
  if (wire.op == Operator::kJoin || wire.op == Operator::kChoose)
    std::swap(wire.operands.back(), wire.operands[wire.operands.size() - 2]);
  return wire.op != Operator::kInput;
}

// Each operator in some unit, if altered, makes an answer wrong.
TEST(UnitCircuits, EachOperatorThatIsAlteredIsNoticed) {
  const std::vector<Network> plans = PrintedPlans();
  const Answers expected = ExpectedAnswers(plans);
  std::set<Operator> noticed = {Operator::kInput};
  for (const UnitCircuit& unit : CircuitsOf(plans)) {
    for (std::size_t i = 0; i < unit.circuit.wires.size(); ++i) {
      const Operator op = unit.circuit.wires[i].op;
      if (noticed.contains(op)) continue;
      UnitCircuit altered = unit;
      ASSERT_TRUE(Alter(altered.circuit.wires[i]));
      if (Evaluated({altered}).at(unit.name) != expected.at(unit.name)) noticed.insert(op);
    }
  }
  for (int op = 0; op <= static_cast<int>(Operator::kLookUp); ++op)
    EXPECT_TRUE(noticed.contains(static_cast<Operator>(op))) << "operator number " << op;
}

}  // namespace
}  // namespace toroid::test::unit_circuits_test
