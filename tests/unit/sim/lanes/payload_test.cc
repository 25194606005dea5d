#include "sim/lanes/payload.h"

#include <gtest/gtest.h>

#include "tests/unit/sim/lanes/small_node.h"

namespace toroid::lanes::sim_lanes_payload_test {
namespace {

using test::SmallNode;

Split MustSplit(const Netlist& netlist) {
  auto split = SplitPayload(netlist, SmallNode::Ins(), SmallNode::Outs(), SmallNode::kWidth);
  EXPECT_TRUE(split.ok()) << ToString(split.diagnostics()[0]);
  return std::move(split).value();
}

std::string DiagnosticOf(const Netlist& netlist) {
  const auto split = SplitPayload(netlist, SmallNode::Ins(), SmallNode::Outs(), SmallNode::kWidth);
  if (split.ok()) return "";
  EXPECT_EQ(ExitCodeOf(split.diagnostics()), 3);
  return ToString(split.diagnostics()[0]);
}

TEST(LanesPayload, OneBitStandsForAll) {
  const SmallNode node;
  const Split split = MustSplit(node.netlist);
  EXPECT_EQ(split.payload.registers.size(), 1U);
  EXPECT_EQ(split.payload.gates.size(), 1U);
  EXPECT_EQ(split.payload.gates[0].op, Op::kMux);
  EXPECT_EQ(split.payload.gates[0].select, node.select);
  EXPECT_EQ(split.control.registers.size(), 1U);  // the valid bit
  EXPECT_TRUE(split.payload.signals.contains(node.netlist.inputs.at("in")[0]));
  EXPECT_FALSE(split.payload.signals.contains(node.netlist.inputs.at("in")[1]));
}

TEST(LanesPayload, OneColumnOfAMemoryStandsForAll) {
  SmallNode node;
  Memory memory;
  memory.size = 2;
  memory.read_address = memory.write_address = {node.select};
  memory.write_enable = node.select;
  memory.write_data = node.netlist.inputs.at("in");
  memory.write_data.insert(memory.write_data.begin(), node.select);
  for (std::size_t c = 0; c < memory.write_data.size(); ++c)
    memory.read_data.push_back(node.netlist.New());
  for (std::size_t i = 0; i < SmallNode::kWidth; ++i)
    node.netlist.registers[i].in = memory.read_data[i + 1];
  node.netlist.memories.push_back(memory);
  const Split split = MustSplit(node.netlist);
  ASSERT_EQ(split.payload.memories.size(), 1U);
  EXPECT_EQ(split.payload.memories[0].column, 1U);
}

TEST(LanesPayload, RefusesBitsThatSteer) {
  SmallNode node;
  node.netlist.registers[1].enable = node.netlist.inputs.at("in")[2];
  EXPECT_NE(DiagnosticOf(node.netlist).find("steer control"), std::string::npos);
}

TEST(LanesPayload, RefusesBitsThatLeaveByAnotherPort) {
  SmallNode node;
  node.netlist.outputs["busy"].push_back(node.netlist.registers[0].out);
  EXPECT_NE(
      DiagnosticOf(node.netlist).find("busy: the payload's bits reach a port without payload"),
      std::string::npos);
}

TEST(LanesPayload, RefusesBitsThatChangePlaces) {
  SmallNode node;
  std::swap(node.netlist.outputs["out"][0], node.netlist.outputs["out"][1]);
  EXPECT_NE(DiagnosticOf(node.netlist).find("reach a port without payload"), std::string::npos);
}

TEST(LanesPayload, RefusesBitsThatMeet) {
  SmallNode node;
  node.netlist.gates.back().a = node.netlist.inputs.at("in")[0];
  EXPECT_NE(DiagnosticOf(node.netlist).find("meet"), std::string::npos);
}

// A difference of one gate, one control signal or one operand is detected.
TEST(LanesPayload, RefusesBitsThatAreNotAlike) {
  const auto altered = [](auto&& alter) {
    SmallNode node;
    alter(node);
    return DiagnosticOf(node.netlist);
  };
  const std::string diagnostic = "are not alike";
  EXPECT_NE(altered([](SmallNode& n) { n.netlist.gates[2].op = Op::kAnd; }).find(diagnostic),
            std::string::npos);
  EXPECT_NE(altered([](SmallNode& n) { n.netlist.gates[2].select = n.valid; }).find(diagnostic),
            std::string::npos);
  EXPECT_NE(
      altered([](SmallNode& n) { n.netlist.registers[2].enable = n.select; }).find(diagnostic),
      std::string::npos);
  EXPECT_NE(altered([](SmallNode& n) {
              std::swap(n.netlist.gates[2].a, n.netlist.gates[2].b);
            }).find(diagnostic),
            std::string::npos);
}

TEST(LanesPayload, RefusesAResetPayload) {
  SmallNode node;
  for (std::size_t i = 0; i < SmallNode::kWidth; ++i) node.netlist.registers[i].reset = node.select;
  EXPECT_NE(DiagnosticOf(node.netlist).find("are reset"), std::string::npos);
}

}  // namespace
}  // namespace toroid::lanes::sim_lanes_payload_test
