// Chakra traces on hardware and model: what toroid exports runs as before, collective operations of
// all ranks take the cycles of the same traffic, and groups do theirs on boxes and rings.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/cosim/simulate.h"
#include "tests/support/checkout.h"

namespace toroid::chakra_test {
namespace {

using Json = nlohmann::json;

std::string Varint(std::uint64_t value) {
  std::string text;
  for (; value > 127; value >>= 7) text += static_cast<char>((value & 127) | 128);
  return text + static_cast<char>(value);
}
std::string Field(unsigned number, const std::string& text) {
  return Varint(number << 3 | 2) + Varint(text.size()) + text;
}
std::string Number(unsigned number, std::uint64_t value) {
  return Varint(number << 3) + Varint(value);
}
std::string Has(const std::string& name, const std::string& value) {
  return Field(10, Field(1, name) + value);
}

// A node after its length: a calculation, or a collective operation of a group.
std::string Node(const std::string& node) { return Varint(node.size()) + node; }
std::string Calculation(std::uint64_t id, std::uint64_t micros) {
  return Node(Number(1, id) + Number(3, 4) + Number(7, micros));
}
std::string Operation(std::uint64_t id, std::uint64_t type, std::uint64_t bytes,
                      const std::string& group = "", const std::string& rest = "") {
  return Node(Number(1, id) + Number(3, 7) + Has("comm_type", Number(9, type)) +
              Has("comm_size", Number(9, bytes)) +
              (group.empty() ? "" : Has("pg_name", Field(29, group))) + rest);
}
std::string After(std::uint64_t id) { return Number(5, id); }

// Files of ranks, in a folder of their own.
class Trace {
 public:
  template <class NodesOf>
  Trace(int ranks, NodesOf nodes_of) {
    for (int rank = 0; rank < ranks; ++rank)
      scratch_.Write("t." + std::to_string(rank) + ".et", Node(Field(1, "0.0.4")) + nodes_of(rank));
  }
  Simulated Run(const std::string& options) const {
    return Simulate(options + " --traffic trace --trace '" + scratch_.Path("t") + "'");
  }
  const Scratch& scratch() const { return scratch_; }

 private:
  Scratch scratch_;
};

struct Case {
  std::uint64_t type;
  std::string traffic;
  std::uint64_t bytes;  // with 32-bit flits
};
// By the number of ranks.
std::vector<Case> CasesOf(std::uint64_t ranks) {
  return {{0, "all-reduce --elements 40", 160},
          {2, "all-gather --elements 6", 24},
          {7, "reduce-scatter --elements 40", 160},
          {6, "complete-exchange --block-flits 3", ranks * 12},
          {5, "broadcast --elements 40", 160}};
}

// TR10.6: ranks that begin together take what the traffic takes.
void ExpectTheCyclesOfTraffic(const std::string& options, std::uint64_t ranks) {
  for (const Case& one : CasesOf(ranks)) {
    const Simulated traffic = Simulate(options + " --engine model --no-baseline --method auto " +
                                       "--traffic " + one.traffic);
    ASSERT_EQ(traffic.code, 0) << traffic.err;
    const Trace trace(static_cast<int>(ranks),
                      [&](int /*rank*/) { return Operation(9, one.type, one.bytes); });
    const Simulated run = trace.Run(options);
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["cycles"], traffic.report["reference_cycles"]) << one.traffic;
    EXPECT_EQ(run.report["messages"]["sent"], traffic.report["messages"]["sent"]);
    EXPECT_EQ(run.report["conflicts"], 0);
  }
}

TEST(ChakraCollectives, OfAllRanksTakeTheCyclesOfTheTraffic) {
  ExpectTheCyclesOfTraffic("--host torus:4x4", 16);
}
TEST(ChakraCollectives, OfAllRanksTakeTheCyclesOfTheTrafficOnScheduledRouters) {
  ExpectTheCyclesOfTraffic("--host torus:4x4 --router scheduled", 16);
}
TEST(ChakraCollectives, OfAllRanksTakeTheCyclesOfTheTrafficWithAllPorts) {
  ExpectTheCyclesOfTraffic("--host mesh:3x3 --ports all", 9);
}

// A rank that begins 500 cycles later holds up those that need its data.
TEST(ChakraCollectives, BeginRankByRank) {
  const auto late = [](int rank) {
    return Calculation(1, rank == 3 ? 50 : 0) + Operation(2, 0, 64, "", After(1));
  };
  const Trace together(16, [](int /*rank*/) { return Operation(2, 0, 64); });
  const Trace trace(16, late);
  const Simulated run = trace.Run("--host torus:4x4 --calc-factor 10");
  ExpectPerfectMatch(run);
  const int alone = together.Run("--host torus:4x4").report["cycles"];
  const int cycles = run.report["cycles"];
  EXPECT_GT(cycles, 500);
  EXPECT_LT(cycles, 500 + 2 * alone);  // messages in other cycles may meet
  EXPECT_EQ(run.report["trace"]["ranks"][3]["calculated"], 500);
}

// The last rank of a chain is late: the others do not wait for it.
TEST(ChakraCollectives, WaitForNobodyWhoseDataTheyDoNotNeed) {
  const Trace trace(4, [](int rank) {
    return Calculation(1, rank == 3 ? 500 : 0) + Operation(2, 5, 64, "", After(1));
  });
  const Simulated run = trace.Run("--host line:4");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], 500);
  for (std::size_t rank = 0; rank < 3; ++rank)
    EXPECT_LT(run.report["trace"]["ranks"][rank]["finish"].get<int>(), 60);
}

// Rows are boxes and take the method; two diagonals are none, and rings of their ranks.
TEST(ChakraCollectives, OfGroupsAreOnBoxesOrRings) {
  const Trace rows(16, [](int rank) {
    return Operation(1, 0, 64, std::to_string(rank / 4)) + Operation(2, 6, 64, "d", After(1));
  });
  Json groups;
  for (int row = 0; row < 4; ++row)
    groups[std::to_string(row)] = {4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3};
  groups["d"] = Json::array();
  for (int i = 0; i < 16; ++i) groups["d"].push_back((5 * i) % 16);
  const std::string file = rows.scratch().Write("groups.json", groups.dump());
  const Simulated placed =
      rows.Run("--host torus:4x4 --router scheduled --rank-groups '" + file + "'");
  ExpectPerfectMatch(placed);
  EXPECT_EQ(placed.report["cycles"], placed.report["predicted_cycles"]);
  const Simulated run = rows.Run("--host torus:4x4 --method halving --rank-groups '" + file + "'");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["trace"]["groups"], (Json{{{"operation", "all-reduce"},
                                                  {"by", "halving on ring:4"},
                                                  {"ranks", 4},
                                                  {"flits", 16},
                                                  {"times", 4}},
                                                 {{"operation", "complete-exchange"},
                                                  {"by", "phases on torus:4x4"},
                                                  {"ranks", 16},
                                                  {"flits", 1},
                                                  {"times", 1}}}));
  const Simulated embedded =
      rows.Run("--host torus:4x4 --guest torus:4x4 --embedding tao --engine model --rank-groups '" +
               file + "'");
  EXPECT_EQ(embedded.code, 0) << embedded.err;
}

// A box does not close across a twisted wrap, so all nodes are a mesh.
TEST(ChakraCollectives, OnATwistedTorusAreThoseOfItsMesh) {
  const Trace trace(
      18, [](int /*rank*/) { return Operation(1, 0, 64) + Operation(2, 6, 72, "", After(1)); });
  const Simulated run = trace.Run("--host twisted:3x6 --ports all");
  ExpectPerfectMatch(run);
  for (const Json& group : run.report["trace"]["groups"])
    EXPECT_TRUE(group["by"].get<std::string>().ends_with(" on mesh:3x6")) << group;
  EXPECT_EQ(run.report["trace"]["groups"].size(), 2U);
}

TEST(ChakraCollectives, OfRanksThatAreNoBoxGoRoundARing) {
  const Trace diagonal(16, [](int rank) {
    return rank % 5 == 0 ? Operation(1, 0, 64, "7") + Operation(2, 5, 64, "7", After(1)) : "";
  });
  const std::string file = diagonal.scratch().Write("g.json", R"({"7": [0, 5, 10, 15]})");
  const Simulated run = diagonal.Run("--host torus:4x4 --rank-groups '" + file + "'");
  ExpectPerfectMatch(run);
  for (const Json& group : run.report["trace"]["groups"])
    EXPECT_NE(group["by"].get<std::string>().find(" on a ring of 4"), std::string::npos);
  EXPECT_EQ(run.report["trace"]["ranks"][1]["finish"], nullptr);
}

std::string InvolvedDimensions(const std::string& values) {
  return Field(10, Field(1, "involved_dim") + Field(28, Field(1, values)));
}

// The cycles on the model.
int CyclesOf(const Trace& trace, const std::string& options) {
  const Simulated run = trace.Run(options + " --engine model");
  EXPECT_EQ(run.code, 0) << run.err;
  return run.code == 0 ? run.report["reference_cycles"].get<int>() : -1;
}

// TR10.6: the last axis of torus:4x2 is the first dimension; each alone joins other ranks.
TEST(ChakraCollectives, OfSomeDimensionsAreAmongTheRanksAlongThem) {
  const auto in_group = [](auto group_of) {
    return Trace(
        8, [group_of](int rank) { return Operation(1, 0, 64, std::to_string(group_of(rank))); });
  };
  const auto along = [](const std::string& values) {
    return Trace(
        8, [values](int /*rank*/) { return Operation(1, 0, 64, "", InvolvedDimensions(values)); });
  };
  const Trace pairs = in_group([](int rank) { return 1 + rank / 2; });
  const Trace rings = in_group([](int rank) { return 1 + rank % 2; });
  const std::string pair_file =
      pairs.scratch().Write("g.json", R"({"1": [0, 1], "2": [2, 3], "3": [4, 5], "4": [6, 7]})");
  const std::string ring_file =
      rings.scratch().Write("g.json", R"({"1": [0, 2, 4, 6], "2": [1, 3, 5, 7]})");
  const std::string host = "--host torus:4x2";
  const int of_pairs = CyclesOf(pairs, host + " --rank-groups '" + pair_file + "'");
  const int of_rings = CyclesOf(rings, host + " --rank-groups '" + ring_file + "'");
  EXPECT_EQ(of_pairs, 18);
  EXPECT_GT(of_rings, of_pairs);
  using std::string_literals::operator""s;
  EXPECT_EQ(CyclesOf(along("\1\0"s), host), of_pairs);
  EXPECT_EQ(CyclesOf(along("\0\1"s), host), of_rings);
  EXPECT_EQ(CyclesOf(along("\1\0\1\1"s), host), of_pairs);  // as for hosts of four axes
  EXPECT_EQ(CyclesOf(along("\1\0"s), host + " --guest torus:4x2 --embedding tao"), of_pairs);
  EXPECT_GT(CyclesOf(along("\1\1"s), host), of_rings);
  const auto refused = [&](const std::string& values, const std::string& on) {
    const Simulated run = along(values).Run(on);
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("t.0.et: node 1: involved_dim: ["), std::string::npos) << run.err;
  };
  refused("\0"s, host);
  refused("\1\0"s, "--host torus:4x4");
  const Trace both(
      8, [](int /*rank*/) { return Operation(1, 0, 64, "1", InvolvedDimensions("\1\0"s)); });
  const std::string four =
      both.scratch().Write("g.json", R"({"1": [0, 1, 2, 3], "2": [4, 5, 6, 7]})");
  const Simulated run = both.Run(host + " --rank-groups '" + four + "'");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("involved_dim: [true, false]: narrows a group"), std::string::npos)
      << run.err;
}

TEST(ChakraCollectives, InAnyOrderOfTheFileFollowTheirDependencies) {
  const Trace trace(2, [](int rank) {
    const std::string first = Operation(1, 0, 64), second = Operation(2, 0, 64, "", After(1));
    return rank == 0 ? second + first : first + second;
  });
  EXPECT_EQ(CyclesOf(trace, "--host line:2"), 36);
}

TEST(ChakraCollectives, WithARootAndBarriersRun) {
  for (const auto& [type, cycles] : {std::pair(1, 18), {3, 18}, {4, 10}, {9, 3}}) {
    const Trace trace(
        2, [type](int /*rank*/) { return Operation(1, static_cast<std::uint64_t>(type), 64); });
    EXPECT_EQ(CyclesOf(trace, "--host line:2"), cycles) << type;
  }
}

TEST(ChakraTraces, WithControlDependenciesOnAbsentNodesRunWithANote) {
  const Trace trace(2, [](int /*rank*/) {
    return Node(Number(1, 1) + Number(3, 4) + Number(4, 9) + Number(7, 10)) +
           Operation(2, 0, 64, "", After(1));
  });
  const Simulated run = trace.Run("--host line:2 --engine model");
  EXPECT_EQ(run.report["reference_cycles"], 28);
  EXPECT_NE(run.err.find("note: "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("t.0.et: node 1: ctrl_deps: 9: is not a node of the file"),
            std::string::npos);
}

TEST(ChakraTraces, OfGroupsThatNoNodeUsesAndWithBlanksRun) {
  for (const char* values :
       {R"(['[{"pg_name": "0", "ranks": []}, {"pg_name": "7", "ranks": [0, 1, 2, 3]}]'])",
        R"([ {"pg_name": "0", "ranks": [0, 1]} ])"}) {
    const Trace trace(2, [values](int /*rank*/) {
      return Node(Number(1, 1) + Number(3, 1) + Field(8, Field(1, values))) +
             Operation(2, 0, 64, "0");
    });
    EXPECT_EQ(CyclesOf(trace, "--host line:2"), 18) << values;
  }
}

TEST(ChakraTraces, OfWorkNeedARate) {
  const Trace trace(2, [](int /*rank*/) {
    return Node(Number(1, 1) + Number(3, 4) + Has("num_ops", Number(9, 1000))) +
           Node(Number(1, 2) + Number(3, 2) + Number(5, 1) + Has("tensor_size", Number(13, 90))) +
           Operation(3, 0, 64, "", After(2));
  });
  EXPECT_EQ(CyclesOf(trace, "--host line:2 --ops-per-cycle 3 --bytes-per-cycle 20"), 334 + 5 + 18);
  const Simulated without = trace.Run("--host line:2");
  EXPECT_EQ(without.code, 2);
  EXPECT_NE(without.err.find("needs its duration, or --ops-per-cycle"), std::string::npos)
      << without.err;
}

struct Export {
  std::string options, traffic;
  bool equal;  // no dependency on a start (TR8.3)
};

// TR8.3: what depends on starts alone may take longer when read, as Chakra knows ends only.
TEST(ChakraExports, TakeTheCyclesThatTheyWereMadeOf) {
  for (const auto& [options, traffic, equal] : std::vector<Export>{
           {"--host torus:4x4", "all-reduce --method bucket --elements 37", true},
           {"--host torus:4x4 --ports all", "all-reduce --method bucket --elements 37", true},
           {"--host torus:3x5 --ports all", "all-gather --method bucket --elements 9", true},
           {"--host torus:4x4", "reduce-scatter --method halving --elements 37", true},
           {"--host mesh:4x4", "gather --method trees --elements 5", true},
           {"--host mesh:4x4", "reduce --method trees --elements 5", true},
           {"--host torus:4x4", "scatter-blocks --method trees --elements 5", true},
           {"--host mesh:3x4 --flit-width 64", "complete-exchange --method phases", true},
           {"--host torus:4x4 --ports all", "broadcast --method trees --elements 37", false},
           {"--host torus:4x4 --ports all", "all-reduce --method swing --elements 37", false}}) {
    const Scratch scratch;
    const Simulated made = Simulate(options + " --engine model --traffic " + traffic +
                                    " --export '" + scratch.Path("x.et") + "'");
    ASSERT_EQ(made.code, 0) << made.err;
    const Simulated again =
        Simulate(options + " --traffic trace --trace '" + scratch.Path("x") + "'");
    ExpectPerfectMatch(again);
    const int before = made.report["reference_cycles"], after = again.report["cycles"];
    if (equal) {
      EXPECT_EQ(after, before) << options << " " << traffic;
    } else {
      EXPECT_GT(after, before) << options << " " << traffic;
    }
  }
}

// TR6.6: the messages of a placed trace have cycles, so what was collective is sends and receives.
TEST(ChakraExports, OfTracesTakeTheCyclesOfTheTrace) {
  const Trace trace(16, [](int rank) {
    return Calculation(1, 5 * static_cast<std::uint64_t>(rank)) +
           Operation(2, 0, 64, "", After(1)) + Calculation(3, 20) +
           Operation(4, 6, 64, "", After(2));
  });
  for (const std::string options :
       {"--host torus:4x4 --router scheduled", "--host torus:4x4 --schedule list"}) {
    const std::string file = trace.scratch().Path("again");
    const Simulated made = trace.Run(options + " --engine model --export '" + file + ".et'");
    ASSERT_EQ(made.code, 0) << made.err;
    const Simulated again = Simulate(options + " --traffic trace --trace '" + file + "'");
    ExpectPerfectMatch(again);
    EXPECT_EQ(again.report["cycles"], made.report["reference_cycles"]) << options;
  }
}

TEST(ChakraTraces, OfATrainingStepRunOnBoth) {
  const Scratch scratch;
  ASSERT_EQ(
      std::system(
          (Checkout("bench/training_step") + " '" + scratch.Path("s") + "' 8 8 4 1024").c_str()),
      0);
  const Simulated run =
      Simulate("--host torus:8x8 --traffic trace --trace '" + scratch.Path("s") + "'");
  ExpectPerfectMatch(run);
  const Json& trace = run.report["trace"];
  EXPECT_EQ(trace["ranks"].size(), 64U);
  EXPECT_GT(trace["ranks"][0]["hidden"], 0);
  EXPECT_GT(trace["ranks"][0]["communicated"], trace["ranks"][0]["hidden"]);
  for (const Json& group : trace["groups"])
    EXPECT_NE(group["by"].get<std::string>().find(" on ring:8"), std::string::npos);
}

TEST(ChakraTraces, ReportsShowOverlapAndGroups) {
  const Scratch scratch;
  ASSERT_EQ(
      std::system(
          (Checkout("bench/training_step") + " '" + scratch.Path("s") + "' 4 4 4 256").c_str()),
      0);
  const Outcome text =
      RunToroid("simulate --engine model --host torus:4x4 --traffic trace --trace '" +
                scratch.Path("s") + "' --report '" + scratch.Path("r.html") + "'");
  EXPECT_EQ(text.code, 0) << text.err;
  for (const char* part :
       {"  overlap      ", "  group        all-reduce of 4 ranks, 64 flits each, by ",
        "  critical     "})
    EXPECT_NE(text.out.find(part), std::string::npos) << text.out;
  EXPECT_NE(ReadFile(scratch.Path("r.html")).find("\"hidden\":"), std::string::npos);
}

TEST(ChakraTraces, OfTooManyRanksAreRefused) {
  const Trace trace(5, [](int /*rank*/) { return Operation(1, 0, 64); });
  const Simulated run = trace.Run("--host ring:4");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("t.4.et: is of one rank too many; host ring:4 has 4 nodes"),
            std::string::npos)
      << run.err;
}

}  // namespace
}  // namespace toroid::chakra_test
