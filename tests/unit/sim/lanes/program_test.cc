#include "sim/lanes/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gen/support/random.h"
#include "tests/unit/sim/lanes/oracle.h"
#include "tests/unit/sim/lanes/small_node.h"

namespace toroid::lanes::sim_lanes_program_test {
namespace {

using test::NetlistOracle;
using test::SmallNode;

PortRoles Roles() {
  PortRoles roles;
  roles.payload_inputs = {{{"in", 0}, {"in_valid", 0}}};
  roles.payload_outputs = {{{"out", 0}, {"out_valid", 0}}};
  return roles;
}

Program MustPlan(const Netlist& netlist, const PortRoles& roles = Roles()) {
  auto program = MakeProgram(netlist, roles, SmallNode::kWidth);
  EXPECT_TRUE(program.ok()) << ToString(program.diagnostics()[0]);
  return std::move(program).value();
}

std::string DiagnosticOf(const Netlist& netlist, const PortRoles& roles = Roles()) {
  const auto program = MakeProgram(netlist, roles, SmallNode::kWidth);
  return program.ok() ? "" : ToString(program.diagnostics()[0]);
}

Signal AddGate(Netlist& netlist, Op op, Signal a, Signal b) {
  netlist.gates.push_back({op, netlist.New(), a, b});
  return netlist.gates.back().out;
}

bool Has(const std::vector<Gate>& gates, Signal out) {
  return std::ranges::find(gates, out, &Gate::out) != gates.end();
}

TEST(LanesProgram, GatesAreComputedWhenTheyCanBe) {
  SmallNode node;
  Netlist& netlist = node.netlist;
  netlist.inputs["coordinates"] = {netlist.New(), netlist.New()};
  netlist.inputs["now"] = {netlist.New()};
  const Signal place = AddGate(netlist, Op::kXor, netlist.inputs["coordinates"][0],
                               netlist.inputs["coordinates"][1]);
  const Signal shown = AddGate(netlist, Op::kAnd, node.full, place);
  const Signal next = AddGate(netlist, Op::kAnd, shown, node.valid);
  const Signal said = AddGate(netlist, Op::kXnor, netlist.inputs["now"][0], place);
  netlist.outputs["busy"] = {shown};
  netlist.outputs["send"] = {said};
  netlist.registers.push_back({.out = netlist.New(), .in = next, .enable = kOne, .reset = kZero});
  PortRoles roles = Roles();
  roles.constant_inputs = {"coordinates"};
  roles.asked_inputs = {"now"};
  roles.asked_outputs = {"send"};
  const Program program = MustPlan(netlist, roles);
  EXPECT_TRUE(Has(program.once, place));
  EXPECT_TRUE(Has(program.settle, shown));
  EXPECT_FALSE(Has(program.settle, place));
  EXPECT_TRUE(Has(program.clock, next));
  EXPECT_FALSE(Has(program.clock, shown));
  EXPECT_TRUE(Has(program.ask, said));
  EXPECT_FALSE(Has(program.clock, said));
}

TEST(LanesProgram, RefusesAnOutputThatDependsOnAnInputOfTheSameCycle) {
  SmallNode node;
  node.netlist.outputs["busy"] = {node.valid};
  EXPECT_NE(DiagnosticOf(node.netlist).find("busy: depends on an input of the same cycle"),
            std::string::npos);
}

// Scheduled routers pass a flit on from a link to a sink in this way.
TEST(LanesProgram, WhatPassesIsComputedOnceTheInputsAreThere) {
  SmallNode node;
  Netlist& netlist = node.netlist;
  netlist.inputs["start"] = {netlist.New()};
  const Signal shown = AddGate(netlist, Op::kNot, node.full, kZero);
  const Signal passed = AddGate(netlist, Op::kAnd, shown, netlist.inputs["start"][0]);
  netlist.outputs["busy"] = {shown};
  netlist.outputs["send"] = {passed};
  netlist.registers.push_back({.out = netlist.New(), .in = passed, .enable = kOne, .reset = kZero});
  PortRoles roles = Roles();
  roles.passing_inputs = {"start"};
  roles.passing_outputs = {"send"};
  const Program program = MustPlan(netlist, roles);
  EXPECT_TRUE(Has(program.pass, passed));
  EXPECT_FALSE(Has(program.pass, shown));
  EXPECT_TRUE(Has(program.settle, shown));
  EXPECT_FALSE(Has(program.settle, passed));
  EXPECT_TRUE(Has(program.clock, passed));  // inputs may have changed since

  roles.passing_inputs.clear();
  EXPECT_NE(DiagnosticOf(netlist, roles).find("send: depends on another input"), std::string::npos);
  roles.passing_inputs = {"start"};
  netlist.outputs["link"] = {passed};
  EXPECT_NE(DiagnosticOf(netlist, roles).find("link: depends on an input of the same cycle"),
            std::string::npos);
}

// A payload that leaves through a pass-through port is taken after all inputs, not after an edge.
TEST(LanesProgram, PayloadsPassToo) {
  SmallNode node;
  PortRoles roles = Roles();
  EXPECT_FALSE(MustPlan(node.netlist, roles).payload_outputs[0].passes);
  roles.passing_inputs = {"in", "in_valid"};
  roles.passing_outputs = {"out", "out_valid"};
  EXPECT_TRUE(MustPlan(node.netlist, roles).payload_outputs[0].passes);
}

TEST(LanesProgram, RefusesAConstantThatChanges) {
  SmallNode node;
  PortRoles roles = Roles();
  roles.constant_inputs = {"select"};
  roles.constant_outputs = {"logical"};
  node.netlist.outputs["logical"] = {node.select};
  EXPECT_EQ(DiagnosticOf(node.netlist, roles), "");
  node.netlist.outputs["logical"] = {node.full};
  EXPECT_NE(
      DiagnosticOf(node.netlist, roles).find("logical: depends on more than the node's place"),
      std::string::npos);
}

// Words of five registers, each reading the one before it, under separate enables.
struct Chain {
  static constexpr int kRegisters = 5;
  Netlist netlist;
  std::vector<std::vector<Signal>> words;
  explicit Chain(int count, bool circular) {
    for (int w = 0; w < count; ++w) {
      netlist.inputs["enable"].push_back(netlist.New());
      words.emplace_back();
      for (int r = 0; r < kRegisters; ++r) words.back().push_back(netlist.New());
    }
    for (int r = 0; r < kRegisters; ++r) netlist.inputs["in"].push_back(netlist.New());
    for (std::size_t w = 0; w < words.size(); ++w)
      for (std::size_t r = 0; r < kRegisters; ++r) {
        const std::size_t last = words.size() - 1;
        const Signal in = w > 0      ? words[w - 1][r]
                          : circular ? words[last][r]
                                     : netlist.inputs["in"][r];
        netlist.registers.push_back(
            {.out = words[w][r], .in = in, .enable = netlist.inputs["enable"][w], .reset = kZero});
      }
    netlist.outputs["out"] = words.back();
  }
};

TEST(LanesProgram, GroupsComeAfterThoseThatReadThem) {
  const Chain chain(4, false);
  const auto program = MakeProgram(chain.netlist, {}, 1);
  ASSERT_TRUE(program.ok());
  ASSERT_EQ(program->groups.size(), 4U);
  EXPECT_TRUE(program->plain.empty());
  for (std::size_t g = 0; g < 4; ++g)
    EXPECT_EQ(program->groups[g].registers[0].out, chain.words[3 - g][0]) << g;
}

TEST(LanesProgram, RegistersOfACircleArePutAside) {
  const Chain chain(3, true);
  const auto program = MakeProgram(chain.netlist, {}, 1);
  ASSERT_TRUE(program.ok());
  EXPECT_TRUE(program->groups.empty());
  EXPECT_EQ(program->plain.size(), 3U * Chain::kRegisters);
}

TEST(LanesProgram, GatesOfOneGroupAreItsOwn) {
  Chain chain(2, false);
  Netlist& netlist = chain.netlist;
  const Signal own{netlist.New()};
  const Signal shared{netlist.New()};
  netlist.gates.push_back({Op::kNot, own, netlist.inputs["in"][0]});
  netlist.gates.push_back({Op::kNot, shared, netlist.inputs["in"][1]});
  netlist.registers[0].in = own;
  netlist.registers[1].in = shared;
  netlist.registers[6].in = shared;  // the second word
  const auto program = MakeProgram(netlist, {}, 1);
  ASSERT_TRUE(program.ok());
  EXPECT_TRUE(Has(program->groups[1].gates, own));
  EXPECT_FALSE(Has(program->clock, own));
  EXPECT_TRUE(Has(program->clock, shared));
}

// For each value of select + 2 * in_valid, whether the node's only payload register must move.
std::vector<bool> Moves(const SmallNode& node) {
  const Program program = MustPlan(node.netlist);
  EXPECT_EQ(program.payload_moves.size(), 1U);
  Netlist netlist = program.netlist;
  netlist.outputs["when"] = {program.payload_moves.at(0).when};
  NetlistOracle oracle(netlist);
  std::vector<bool> moves;
  for (unsigned inputs = 0; inputs < 4; ++inputs) {
    oracle.Set("select", inputs & 1), oracle.Set("in_valid", inputs >> 1);
    moves.push_back(oracle.Get("when") != 0);
  }
  return moves;
}

// A register that takes `in` only where `select` is high need not move where `in_valid` is low.
TEST(LanesProgram, PayloadsMoveOnlyWhereTheyCount) {
  SmallNode node;
  for (std::size_t i = 0; i < SmallNode::kWidth; ++i) {
    node.netlist.registers[i].enable = node.select;
    node.netlist.registers[i].in = node.netlist.inputs["in"][i];
  }
  EXPECT_EQ(Moves(node), (std::vector<bool>{false, false, false, true}));
}

// The small node selects the payload with a multiplexer, so the value that it keeps always matters.
TEST(LanesProgram, WhatAMultiplexerKeepsCounts) {
  EXPECT_EQ(Moves(SmallNode()), (std::vector<bool>{true, false, true, true}));
}

// The small node with a second register, and a second output that a multiplexer chooses from the
// two in the same way.
struct Choice {
  SmallNode node;
  Signal chosen = kZero;  // of bit 0
  PortRoles roles = Roles();

  explicit Choice(bool by_input) {
    Netlist& netlist = node.netlist;
    const Signal by = by_input ? node.select : node.full;
    const Signal other_valid = netlist.New();
    netlist.registers.push_back(
        {.out = other_valid, .in = node.select, .enable = kOne, .reset = kZero});
    netlist.outputs["other_valid"] = {other_valid};
    for (std::size_t i = 0; i < SmallNode::kWidth; ++i) {
      const Signal first = netlist.outputs["out"][i];
      const Signal second = netlist.New();
      const Signal in = netlist.inputs["in"][i];
      netlist.registers.push_back({.out = second, .in = in, .enable = node.valid, .reset = kZero});
      netlist.gates.push_back({Op::kMux, netlist.New(), first, second, by});
      if (i == 0) chosen = netlist.gates.back().out;
      netlist.outputs["out"][i] = netlist.gates.back().out;
      netlist.gates.push_back(
          {Op::kMux, netlist.New(), netlist.gates.back().out, first, other_valid});
      netlist.outputs["other"].push_back(netlist.gates.back().out);
    }
    roles.payload_outputs.push_back({{"other", 0}, {"other_valid", 0}});
  }
};

TEST(LanesProgram, APayloadThatTwoOutputsReadIsWorkedOutOnce) {
  const Choice choice(false);
  const Program program = MustPlan(choice.node.netlist, choice.roles);
  ASSERT_EQ(program.shared_payloads.size(), 1U);
  const SharedPayload& shared = program.shared_payloads[0];
  EXPECT_EQ(shared.value, choice.chosen);
  EXPECT_EQ(std::set<Signal>(shared.when.begin(), shared.when.end()),
            (std::set<Signal>{program.payload_outputs[0].when, program.payload_outputs[1].when}));
  // One output alone shares nothing.
  Netlist alone = choice.node.netlist;
  alone.outputs.erase("other");
  EXPECT_TRUE(MustPlan(alone).shared_payloads.empty());
}

// Values chosen by inputs cannot be computed before the inputs are known.
TEST(LanesProgram, NothingIsSharedThatDependsOnAnInput) {
  Choice choice(true);
  choice.roles.passing_inputs = {"select"};
  choice.roles.passing_outputs = {"out", "out_valid", "other", "other_valid"};
  EXPECT_TRUE(MustPlan(choice.node.netlist, choice.roles).shared_payloads.empty());
}

TEST(LanesProgram, RefusesPayloadsThatGoInACircle) {
  SmallNode node;
  Netlist& netlist = node.netlist;
  for (std::size_t i = 0; i < SmallNode::kWidth; ++i) {
    const Signal second = netlist.New();
    const Signal first = netlist.registers[i].out;
    netlist.registers[i].enable = node.select;
    netlist.gates[i].a = second;  // the first takes the second or `in`
    netlist.registers.push_back({.out = second, .in = first, .enable = node.valid, .reset = kZero});
  }
  EXPECT_NE(DiagnosticOf(netlist).find("in a cycle of such registers"), std::string::npos);
}

}  // namespace
}  // namespace toroid::lanes::sim_lanes_program_test
