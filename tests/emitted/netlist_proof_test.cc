// Proofs of `check --router scheduled` on the synthesised network (scheduled-router.md, N8.5): they
// hold for correct networks and fail for planted faults, each of which is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "gen/collective/methods.h"
#include "sim/proof/chip.h"
#include "sim/proof/scheduled.h"
#include "tests/emitted/emitted.h"

namespace toroid::test::netlist_proof_test {
namespace {

struct Case {
  std::string host;
  std::string embedding;
  int dimensions;
  ScheduleKind schedule;
  Ports ports = Ports::kAll;
  int flits = 3;
};

Network NetworkOf(const Case& c, bool unit) {
  Network network = {.host = c.host,
                     .ports = c.ports,
                     .embedding = c.embedding,
                     .guest = "hypercube:" + std::to_string(c.dimensions),
                     .order = BitOrder::kCyclic,
                     .router = RouterKind::kScheduled,
                     .check_arrivals = unit};
  if (unit) network.unit_task = UnitTask{c.schedule, {0, c.dimensions}, c.flits};
  return network;
}

Schedule ScheduleOf(const Case& c, const Plan& plan) {
  return MakeScheduleOn(plan.message_routes(), c.schedule, *plan.embedding(), {0, c.dimensions},
                        c.ports, c.flits)
      .value();
}

std::vector<Finding> Prove(const Plan& plan, const Schedule& schedule, const EmittedFiles& files) {
  return proof::ProveOnNetlist(plan, files, ProgramOfNodes(schedule)).value();
}
std::vector<Finding> Prove(const Plan& plan, const Schedule& schedule) {
  return Prove(plan, schedule, RenderRtl(plan, "toroid generate").value());
}

// Nodes have the schedule's table, and check arrivals.
Network NetworkOfTable(const Case& c) {
  Network network = NetworkOf(c, false);
  const Plan without = PlanOf(network);
  network.unit_task = UnitTaskOf(ScheduleOf(c, without), *without.embedding());
  network.check_arrivals = true;
  return network;
}

Network NetworkToLoad(const Case& c) {
  Network network = NetworkOfTable(c);
  network.loaded_tables = true;
  return network;
}

// The findings that hold, a bit each, and the first counterexample of each.
std::string Text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings)
    text += (finding.holds ? "holds" : "BROKEN: " + finding.counterexample) + "\n";
  return text;
}

// Text for a network loaded with this.
std::string TextOf(const Plan& plan, const Schedule& schedule, const HostLoad& load) {
  const EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  return Text(proof::ProveOnNetlist(plan, files, ProgramOfNodes(schedule), load).value());
}

void Replace(std::string& text, const std::string& right, const std::string& wrong) {
  const auto at = text.find(right);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, right.size(), wrong);
}

const Case kStreams{"torus:4x4", "xor", 4, ScheduleKind::kStream};
const Case kLists{"ring:8", "xor", 3, ScheduleKind::kList, Ports::kOne};

// ---- proofs that hold ----

// Units by formula (those of long rings have sums that Yosys turns into adders), a list without
// units, and a mesh, whose nodes differ.
TEST(NetlistProof, HoldsOfSchedules) {
  for (const auto& [c, unit] :
       {std::pair{kStreams, true},
        {Case{"ring:64", "xor", 6, ScheduleKind::kStream, Ports::kAll, 16}, true},
        {Case{"mesh:4x4", "standard", 4, ScheduleKind::kCalmant, Ports::kOne}, true},
        {Case{"ring:8", "xor", 3, ScheduleKind::kList, Ports::kOne}, false},
        {Case{"torus:4x4", "standard", 4, ScheduleKind::kList}, false}}) {
    const Plan plan = PlanOf(NetworkOf(c, unit));
    const Schedule schedule = ScheduleOf(c, plan);
    const auto findings = Prove(plan, schedule);
    EXPECT_EQ(Text(findings), "holds\nholds\nholds\n") << c.host;
    EXPECT_GE(findings[0].items_checked, 27U);
    EXPECT_GE(findings[1].items_checked, static_cast<std::uint64_t>(schedule.end()) *
                                             plan.host().size() *
                                             static_cast<std::uint64_t>(plan.fault_bits()));
    EXPECT_EQ(findings[2].items_checked,
              schedule.messages.size() * static_cast<std::size_t>(c.flits));
  }
}

// With tables nodes have only the turns that messages take, and a row of the table each.
TEST(NetlistProof, HoldsOfTables) {
  for (const Case& c : {Case{"ring:8", "xor", 3, ScheduleKind::kList, Ports::kOne},
                        Case{"mesh:4x4", "standard", 4, ScheduleKind::kList}}) {
    const Plan plan = PlanOf(NetworkOfTable(c));
    ASSERT_TRUE(plan.schedule_unit()->table);
    EXPECT_EQ(Text(Prove(plan, ScheduleOf(c, plan))), "holds\nholds\nholds\n") << c.host;
  }
}

// Both runs, from the pulse and from the barrier's release, and the release itself; a mesh has
// nodes without some of the barrier's wires, and here stages on all.
TEST(NetlistProof, HoldsOfBarriers) {
  for (const auto& [c, stages] :
       {std::pair{kStreams, 0},
        {Case{"mesh:4x4", "standard", 4, ScheduleKind::kCalmant, Ports::kOne}, 2}}) {
    Network network = NetworkOf(c, true);
    network.barrier = true;
    network.link_stages = stages;
    const Plan plan = PlanOf(network);
    const Schedule schedule = ScheduleOf(c, plan);
    const auto findings = Prove(plan, schedule);
    EXPECT_EQ(Text(findings), "holds\nholds\nholds\nholds\n") << c.host;
    EXPECT_EQ(findings[2].items_checked,
              2 * schedule.messages.size() * static_cast<std::size_t>(c.flits));
    EXPECT_GT(findings[3].items_checked, 0U);
  }
}

// An operation along the tree from node 4 of a torus:3x3, with or without a mistake in a module or
// a message beside it.
std::string TextOfTree(Collective operation, const std::string& module = "",
                       const std::string& right = "", const std::string& wrong = "",
                       const std::optional<Operation>& beside = {}, const JoinOptions& join = {}) {
  const bool copies = operation == Collective::kBroadcast;
  const Plan plan = PlanOf({.host = "torus:3x3",
                            .router = RouterKind::kScheduled,
                            .in_network = copies ? InNetwork::kMulticast : InNetwork::kReduction,
                            .join = join,
                            .root = 4});
  const MessageRoutes routes = plan.message_routes();
  MadeProgram made =
      MakeProgram(CollectiveMethod::kInNetwork, {operation, 3, NodeId{4}}, plan.survivors(),
                  Ports::kOne, Timing(plan.interface_latency()), routes);
  if (beside) made.program.Add(*beside);
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  if (!module.empty()) Replace(files.at("rtl/net_" + module + ".v"), right, wrong);
  return Text(proof::ProveOnNetlist(plan, files, made.program).value());
}

TEST(NetlistProof, HoldsOfTrees) {
  for (const Collective operation :
       {Collective::kBroadcast, Collective::kReduce, Collective::kAllReduce})
    EXPECT_EQ(TextOfTree(operation), "holds\nholds\nholds\n") << ToString(operation);
}

// What an operator computes is payload, also where nobody knows what that is.
TEST(NetlistProof, HoldsOfTreesWithOtherOperators) {
  for (const JoinOptions& join :
       {JoinOptions{.by = WordOperator::kMin}, ModuleOf("examples/float32/float_add.v", 4)})
    EXPECT_EQ(TextOfTree(Collective::kAllReduce, "", "", "", {}, join), "holds\nholds\nholds\n");
}

// Words go down from node 4 in cycles 1 to 3, to node 5 among others. The way back is free, and so
// is node 4's ejector; node 5's is not.
TEST(NetlistProof, TakesMessagesBesideATree) {
  const auto text = [](std::uint32_t from, std::uint32_t to) {
    return TextOfTree(Collective::kBroadcast, "", "", "",
                      Operation{.from = from, .to = to, .flits = 3});
  };
  EXPECT_EQ(text(5, 4), "holds\nholds\nholds\n");
  EXPECT_NE(text(3, 5).find("has the fault collision"), std::string::npos) << text(3, 5);
}

TEST(NetlistProof, FindsMistakesInTrees) {
  const auto expect = [](const std::string& part, const std::string& text) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect("BROKEN",
         TextOfTree(Collective::kBroadcast, "tree_ports", "parent, children}", "parent, parent}"));
  expect("does not eject the flit that is due",
         TextOfTree(Collective::kAllReduce, "join", "other & (there[i] | free)",
                    "other & there[i] & ~free"));
  expect("s_axis_tdata bit 0 reaches output",
         TextOfTree(Collective::kAllReduce, "join", "odd_q <= ~odd_q & ~own_last",
                    "odd_q <= odd_q | own_word[0]"));
  expect("ejects a flit that is not due",
         TextOfTree(Collective::kReduce, "node", "tree_root | sum_answer", "tree_root | sum"));
}

// The load and the schedule, and with a barrier the schedule again, without a second load.
TEST(NetlistProof, HoldsOfLoadedTables) {
  for (const bool barrier : {false, true}) {
    const Case c = barrier ? Case{"mesh:8", "standard", 3, ScheduleKind::kList} : kLists;
    Network network = NetworkToLoad(c);
    network.barrier = barrier;
    const Plan plan = PlanOf(network);
    const auto findings = Prove(plan, ScheduleOf(c, plan));
    EXPECT_EQ(Text(findings),
              std::string(barrier ? "holds\n" : "") + "holds\nholds\nholds\nholds\n")
        << c.host;
    const Cycle cycles = HostLoadOf(plan).cycles;
    EXPECT_GE(cycles, Cycle{3});
    EXPECT_EQ(findings.back().items_checked,
              static_cast<std::uint64_t>(cycles) * plan.host().size());
  }
}

// Any loadable embedding: no constant of the hardware depends on it.
TEST(NetlistProof, HoldsOfLoadedAddressUnits) {
  Network network = NetworkToLoad(kLists);
  network.loaded_units = true;
  const Plan plan = PlanOf(network);
  const auto findings = Prove(plan, ScheduleOf(kLists, plan));
  EXPECT_EQ(Text(findings), "holds\nholds\nholds\nholds\n");
  EXPECT_EQ(findings.back().items_checked,
            2 * static_cast<std::uint64_t>(HostLoadOf(plan).cycles) * plan.host().size());
}

// An operation along a loaded tree from node 9 of a torus:4x4, around what is dead, with or without
// a mistake in a module or in the last word of the load.
std::vector<Finding> FindingsOfLoadedTree(Collective operation, const std::string& module = "",
                                          const std::string& right = "",
                                          const std::string& wrong = "",
                                          std::uint32_t altered = 0) {
  const bool copies = operation == Collective::kBroadcast;
  const Plan plan = PlanOf({.host = "torus:4x4",
                            .router = RouterKind::kScheduled,
                            .loaded_tree = true,
                            .dead_links = "0-1,5-6",
                            .dead_nodes = "10",
                            .in_network = copies ? InNetwork::kMulticast : InNetwork::kReduction,
                            .root = 9});
  const MadeProgram made =
      MakeProgram(CollectiveMethod::kInNetwork, {operation, 3, NodeId{9}}, plan.survivors(),
                  Ports::kOne, Timing(plan.interface_latency()), plan.message_routes());
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  if (!module.empty()) Replace(files.at("rtl/net_" + module + ".v"), right, wrong);
  HostLoad load = HostLoadOf(plan);
  load.words.back().word ^= altered;
  return proof::ProveOnNetlist(plan, files, made.program, load).value();
}

TEST(NetlistProof, HoldsOfLoadedTrees) {
  for (const Collective operation :
       {Collective::kBroadcast, Collective::kReduce, Collective::kAllReduce}) {
    const auto findings = FindingsOfLoadedTree(operation);
    EXPECT_EQ(Text(findings), "holds\nholds\nholds\nholds\n") << ToString(operation);
    EXPECT_GE(findings.back().items_checked, 16U * 40U);
  }
}

// For any words of the host.
TEST(NetlistProof, HoldsOfNetworksWithABroadcast) {
  for (const bool table : {false, true}) {
    const Case c = table ? kLists : kStreams;
    Network network = table ? NetworkOfTable(c) : NetworkOf(c, true);
    network.barrier = !table;
    network.broadcast = true;
    const Plan plan = PlanOf(network);
    EXPECT_EQ(Text(Prove(plan, ScheduleOf(c, plan))),
              std::string(table ? "" : "holds\n") + "holds\nholds\nholds\n");
  }
}

// ---- proofs that fail ----

// The lowest bit of an image's last word is that of the time at which its node first sends. The
// word is the same otherwise, so the node is loaded, and sends a cycle before or after its time.
TEST(NetlistProof, FindsAnAlteredBitOfATable) {
  const Plan plan = PlanOf(NetworkToLoad(kLists));
  const Schedule schedule = ScheduleOf(kLists, plan);
  HostLoad load = HostLoadOf(plan);
  load.words.back().word ^= 1;
  EXPECT_EQ(TextOf(plan, schedule, load),
            "holds\nBROKEN: in cycle 0 node (7) has the fault slot\nholds\nholds\n");
}

// The lowest bit of the address units' image is of the base. A box as long as the ring fits at base
// 0 alone, so no node holds a guest node, and all that is offered is refused.
TEST(NetlistProof, FindsAnAlteredBitOfAddressUnits) {
  Network network = NetworkToLoad(kLists);
  network.loaded_units = true;
  const Plan plan = PlanOf(network);
  HostLoad load = HostLoadOf(plan);
  std::ranges::find(load.words, true, &HostWord::last)->word ^= 1;
  EXPECT_EQ(TextOf(plan, ScheduleOf(kLists, plan), load),
            "holds\nBROKEN: in cycle 0 node (0) has the fault refused\n"
            "BROKEN: in cycle 1 node (1) does not eject the flit that is due\n"
            "BROKEN: in cycle 4 of the load node (4) does not have, or may not have, its guest "
            "node\n");
}

// The last word is node 15's. Its lowest bit makes a child of the neighbour by port 0, which may
// not hear it.
TEST(NetlistProof, FindsMistakesInLoadedTrees) {
  const auto expect = [](const std::string& part, const std::vector<Finding>& findings) {
    EXPECT_NE(Text(findings).find(part), std::string::npos) << Text(findings);
  };
  expect("node (3,3) has the fault join",
         FindingsOfLoadedTree(Collective::kAllReduce, "", "", "", 1));
  expect("has the fault refused",
         FindingsOfLoadedTree(Collective::kBroadcast, "node", "{loaded_parent, loaded_children}",
                              "{loaded_children, loaded_parent}"));
  expect("of the load node (2,1) does not have, or may not have, its table",
         FindingsOfLoadedTree(Collective::kBroadcast, "loader", "assign table_valid = mine &",
                              "assign table_valid = mine & here != 9 &"));
}

TEST(NetlistProof, FindsTablesThatAreNotLoaded) {
  const Plan plan = PlanOf(NetworkToLoad(kLists));
  HostLoad load = HostLoadOf(plan);
  load.words.clear();
  EXPECT_EQ(TextOf(plan, ScheduleOf(kLists, plan), load),
            "holds\nBROKEN: in cycle 0 node (0) has the fault slot\nholds\n"
            "BROKEN: in cycle 9 of the load node (0) does not have, or may not have, its table\n");
}

TEST(NetlistProof, FindsALoadThatShowsTooEarly) {
  const Plan plan = PlanOf(NetworkToLoad(kLists));
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  Replace(files.at("rtl/net_loaded_register.v"), "assign loaded = loaded_q;",
          "assign loaded = loaded_q | (valid & last);");
  EXPECT_EQ(Text(Prove(plan, ScheduleOf(kLists, plan), files)),
            "holds\nholds\nholds\n"
            "BROKEN: in cycle 8 of the load node (0) has, or may have, its table\n");
}

// With only a broadcast the host may send anything, so its words must start nothing.
TEST(NetlistProof, FindsAWordOfTheHostThatStartsANode) {
  Network network = NetworkOf(kStreams, true);
  network.broadcast = true;
  const Plan plan = PlanOf(network);
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  Replace(files.at("rtl/net_node.v"), ".start(begins)", ".start(begins | heard[33])");
  const std::string text = Text(Prove(plan, ScheduleOf(kStreams, plan), files));
  EXPECT_NE(text.find("may have the fault slot"), std::string::npos) << text;
}

// A node that is released a cycle early starts early; its own checks and the nodes that wait for
// its messages notice.
TEST(NetlistProof, FindsAReleaseInTheWrongCycle) {
  Network network = NetworkOf(kStreams, true);
  network.barrier = true;
  const Plan plan = PlanOf(network);
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  const std::string name = "rtl/net_barrier.v";
  Replace(files.at(name), "assign released = waiting_q & left_q == {LEFT_BITS{1'b0}};",
          "assign released = waiting_q & left_q == {{LEFT_BITS - 1{1'b0}}, here == 6};");
  const std::string text = Text(Prove(plan, ScheduleOf(kStreams, plan), files));
  EXPECT_NE(text.find("has the fault slot"), std::string::npos) << text;
  EXPECT_NE(text.find("BROKEN: in cycle -1 node (1,2) is released"), std::string::npos) << text;
}

// Node 2 of a ring sends to 4 over the link on which the message of 3 to 4 begins in the same
// cycle.
TEST(NetlistProof, NamesTheNodeAndCycleOfACollision) {
  const Case c{"ring:8", "standard", 3, ScheduleKind::kList};
  const Plan plan = PlanOf(NetworkOf(c, false));
  Schedule schedule = SchedulePairs(ScheduleKind::kList, *plan.embedding(),
                                    {{NodeId{2}, NodeId{4}}}, c.ports, c.flits);
  ScheduledMessage second = schedule.messages[0];
  EXPECT_EQ(Text(Prove(plan, schedule)), "holds\nholds\nholds\n");
  second.node = NodeId{3};
  second.cycle += 1;
  schedule.messages.push_back(second);
  const std::string text = Text(Prove(plan, schedule));
  EXPECT_EQ(text.find("holds\nBROKEN: in cycle 1 node (3) has the fault collision\nBROKEN"), 0U)
      << text;
}

// The hardware's own units notice that a message leaves a cycle late, and so does who waits for it.
TEST(NetlistProof, FindsASlotThatIsNotTheUnits) {
  const Plan plan = PlanOf(NetworkOf(kStreams, true));
  Schedule schedule = ScheduleOf(kStreams, plan);
  ScheduledMessage& late = schedule.messages.back();
  late.cycle += 40;
  const std::string text = Text(Prove(plan, schedule));
  EXPECT_NE(text.find("has the fault slot"), std::string::npos) << text;
}

TEST(NetlistProof, FindsAScheduleUnitThatIsSilent) {
  const Plan plan = PlanOf(NetworkOf(kStreams, true));
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  // of the task, not of its formula
  const std::string rest = ",\n    .arrive_at(arrive_at),\n    .arrive_port(arrive_port),\n";
  Replace(files.at("rtl/net_node.v"), ".send_port(send_port)" + rest,
          ".send_port(send_port & {16{coordinates != 5}})" + rest);
  const std::string text = Text(Prove(plan, ScheduleOf(kStreams, plan), files));
  EXPECT_EQ(text.find("holds\nBROKEN: in cycle 0 node (1,1) has the fault slot\n"), 0U) << text;
}

TEST(NetlistProof, FindsPayloadThatSteers) {
  const Case c{"ring:8", "standard", 3, ScheduleKind::kList};
  const Plan plan = PlanOf(NetworkOf(c, false));
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  Replace(files.at("rtl/net_flit_reader.v"), "assign straight = flit[AHEAD];",
          "assign straight = flit[AHEAD] & ~&flit[3:0];");
  const std::string text = Text(Prove(plan, ScheduleOf(c, plan), files));
  EXPECT_EQ(text.find("BROKEN: axis0_minus_in_flit bit "), 0U) << text;
  EXPECT_NE(text.find("may have the fault"), std::string::npos) << text;
}

// The wire brings flits of a node that sends at the same time, so only their source is wrong.
TEST(NetlistProof, FindsAWrongWireBetweenNodes) {
  const Plan plan = PlanOf(NetworkOf(kStreams, true));
  EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  Replace(files.at("rtl/net_top.v"), "axis0_plus_in_flit(axis0[(x0 + 3) % 4]",
          "axis0_plus_in_flit(axis0[(x0 + (NODE == 0 ? 2 : 3)) % 4]");
  const std::string text = Text(Prove(plan, ScheduleOf(kStreams, plan), files));
  EXPECT_EQ(
      text.find("holds\nholds\nBROKEN: in cycle 1 node (0,0) does not eject the flit that is due"),
      0U)
      << text;
}

// Messages of any lengths, as collective operations have them.
TEST(NetlistProof, TakesMessagesAsTheyCome) {
  const Plan plan = PlanOf({.host = "torus:3x3", .router = RouterKind::kScheduled});
  const EmittedFiles files = RenderRtl(plan, "toroid generate").value();
  Program program;
  program.operations = {{.from = 0, .to = 1, .flits = 5},
                        {.from = 2, .to = 1, .flits = 2, .not_before = 5}};
  EXPECT_EQ(Text(proof::ProveOnNetlist(plan, files, program).value()), "holds\nholds\nholds\n");
  program.operations[1].not_before = 4;  // the ejector of node 1 is not free yet
  const std::string text = Text(proof::ProveOnNetlist(plan, files, program).value());
  EXPECT_NE(text.find("BROKEN: in cycle 5 node (0,1) has the fault collision"), std::string::npos)
      << text;
}

// ---- values that are unknown ----

// A gate's output is known only if all choices of the unknown agree; a gate of three inputs of
// three values each has 27 cases.
TEST(UnknownValues, AreWhatSomeChoiceGives) {
  using lanes::Op;
  using proof::Value;
  const std::array values = {Value::kZero, Value::kOne, Value::kUnknown};
  const auto wires = [](Value value) {
    proof::Wires w;
    w.Set(7, value);
    return w;
  };
  const auto can_be = [](Value value, bool bit) {
    return (static_cast<unsigned>(value) >> (bit ? 1 : 0) & 1) != 0;
  };
  const auto compute = [](Op op, bool a, bool b, bool s) {
    switch (op) {
      case Op::kNot: return !a;
      case Op::kAnd: return a && b;
      case Op::kOr: return a || b;
      case Op::kXor: return a != b;
      case Op::kNand: return !(a && b);
      case Op::kNor: return !(a || b);
      case Op::kXnor: return a == b;
      case Op::kAndNot: return a && !b;
      case Op::kOrNot: return a || !b;
      case Op::kMux: return s ? b : a;
    }
    return false;
  };
  for (const Op op : {Op::kNot, Op::kAnd, Op::kOr, Op::kXor, Op::kNand, Op::kNor, Op::kXnor,
                      Op::kAndNot, Op::kOrNot, Op::kMux}) {
    for (int n = 0; n < 27; ++n) {
      const Value a = values.at(n % 3), b = values.at(n / 3 % 3), s = values.at(n / 9);
      unsigned expected = 0;
      for (int choice = 0; choice < 8; ++choice) {
        const bool x = (choice & 1) != 0, y = (choice & 2) != 0, z = (choice & 4) != 0;
        if (can_be(a, x) && can_be(b, y) && can_be(s, z)) expected |= compute(op, x, y, z) ? 2 : 1;
      }
      const auto out = proof::Compute(op, wires(a), wires(b), wires(s));
      EXPECT_EQ(static_cast<unsigned>(out.Of(7)), expected) << static_cast<int>(op) << " " << n;
    }
  }
}

}  // namespace
}  // namespace toroid::test::netlist_proof_test
