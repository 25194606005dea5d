// Collective operations between host nodes on the hardware: real data, every event equal to the
// model's, the predicted cycles, and their ratio to the task's bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "tests/cosim/simulate.h"

namespace toroid::collectives_test {
namespace {

// The number of elements that had to come from other nodes.
std::uint64_t ElementsOf(const std::string& traffic, std::uint64_t elements, std::uint64_t nodes) {
  if (traffic == "reduce-scatter" || traffic == "reduce") return elements;
  if (traffic == "broadcast" || traffic == "gather" || traffic == "scatter-blocks")
    return elements * (nodes - 1);
  return traffic == "all-gather" ? elements * nodes * (nodes - 1) : elements * nodes;
}

void ExpectRight(const Simulated& run, std::uint64_t elements) {
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["result"]["elements_checked"], elements);
  EXPECT_EQ(run.report["result"]["wrong"], 0);
}

void ExpectAsPredicted(const Simulated& run) {
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  ASSERT_EQ(run.report["iterations"].size(), 1U);
  EXPECT_EQ(run.report["iterations"][0]["messages_meeting"], 0);
}

struct Figure {
  const char* host;
  std::uint64_t nodes;
  double ratio;
};
void PrintTo(const Figure& figure, std::ostream* out) { *out << figure.host; }

class Buckets : public testing::TestWithParam<Figure> {};

TEST_P(Buckets, ReachTheBoundOfTheTaskOnTheHardware) {
  const auto& [host, nodes, ratio] = GetParam();
  for (const std::string traffic : {"reduce-scatter", "all-gather", "all-reduce"}) {
    const std::uint64_t elements = traffic == "all-gather" ? 256 : 4096;
    const Simulated run =
        Simulate("--host " + std::string(host) + " --ports all --method bucket --traffic " +
                 traffic + " --elements " + std::to_string(elements));
    ExpectRight(run, ElementsOf(traffic, elements, nodes));
    ExpectAsPredicted(run);
    EXPECT_LE(run.report["task_bound"]["ratio"].get<double>(), ratio) << traffic;
    EXPECT_GE(run.report["task_bound"]["ratio"].get<double>(), 1) << traffic;
  }
}

INSTANTIATE_TEST_SUITE_P(Hardware, Buckets,
                         testing::Values(Figure{"torus:4x4", 16, 1.04},
                                         Figure{"torus:5x7", 35, 1.10}),
                         [](const auto& test) { return TestName(test.param.host); });
INSTANTIATE_TEST_SUITE_P(ProofHardware, Buckets,
                         testing::Values(Figure{"torus:8x8", 64, 1.04},
                                         Figure{"torus:4x4x4", 64, 1.04},
                                         Figure{"torus:16x4", 64, 1.10}),
                         [](const auto& test) { return TestName(test.param.host); });

struct Case {
  const char* name;
  const char* options;
  std::uint64_t nodes;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Hosts : public testing::TestWithParam<Case> {};

// Lengths that the number of nodes does not divide, and lengths of less than an element per node.
TEST_P(Hosts, OfAnyKindAreDoneOverOnePortAndAll) {
  for (const std::string traffic : {"reduce-scatter", "all-gather", "all-reduce"}) {
    for (const std::uint64_t elements : {3U, 41U}) {
      const Simulated run =
          Simulate("--host " + std::string(GetParam().options) + " --method bucket --traffic " +
                   traffic + " --elements " + std::to_string(elements));
      ExpectRight(run, ElementsOf(traffic, elements, GetParam().nodes));
      ExpectAsPredicted(run);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hardware, Hosts,
                         testing::Values(Case{"OddTorusOnePort", "torus:3x5", 15},
                                         Case{"MeshOnePort", "mesh:3x4", 12},
                                         Case{"MeshAllPorts", "mesh:3x4 --ports all", 12},
                                         Case{"CubeAllPorts", "hypercube:3 --ports all", 8},
                                         Case{"Ring", "ring:5 --ports all", 5},
                                         Case{"Flat", "torus:4x2 --ports all --rtl flat", 8},
                                         Case{"WideFlits", "ring:4 --flit-width 72", 4}),
                         [](const auto& test) { return test.param.name; });

TEST(Methods, AllDoTheSameOnTheHardware) {
  for (const std::string host : {"torus:4x4", "mesh:4x4"}) {
    for (const std::string method : {"halving", "swing"}) {
      if (method == "swing" && host == "mesh:4x4") continue;
      for (const std::string ports : {"one", "all"}) {
        for (const std::string traffic : {"reduce-scatter", "all-gather", "all-reduce"}) {
          const Simulated run = Simulate("--host " + host + " --ports " + ports + " --method " +
                                         method + " --elements 21 --traffic " + traffic);
          ExpectRight(run, ElementsOf(traffic, 21, 16));
          ExpectAsPredicted(run);
        }
      }
    }
  }
}

TEST(Methods, WholeVectorsAreSummedOnTheHardwareWithSlowSinksToo) {
  for (const std::string options : {"torus:4x4 --ports all", "torus:4x4", "mesh:2x8 --ports all",
                                    "torus:4x4 --ports all --sink-ready 0.3"}) {
    const Simulated run =
        Simulate("--host " + options + " --method whole --elements 21 --traffic all-reduce");
    ExpectRight(run, ElementsOf("all-reduce", 21, 16));
    if (options.find("sink") == std::string::npos) ExpectAsPredicted(run);
  }
}

TEST(Methods, SwingTakesAnyEvenLengthsOnTheHardware) {
  for (const std::string traffic : {"all-reduce", "all-gather", "reduce-scatter"}) {
    const Simulated run = Simulate("--host torus:6x4 --ports all --method swing --elements 29 " +
                                   std::string("--traffic ") + traffic);
    ExpectRight(run, ElementsOf(traffic, 29, 24));
    ExpectAsPredicted(run);
  }
  const Simulated run = Simulate(
      "--host torus:6x4 --ports all --method bine --elements 29 --traffic reduce --root 7");
  ExpectRight(run, 29);
  ExpectAsPredicted(run);
}

TEST(Methods, ForestsSumOnTheHardware) {
  for (const std::string options : {"mesh:3x4 --ports all", "mesh:4x4 --ports all", "line:5"}) {
    const Simulated run =
        Simulate("--host " + options + " --method forest --elements 41 --traffic all-reduce");
    const std::uint64_t nodes = options[0] == 'l' ? 5 : options[5] == '3' ? 12 : 16;
    ExpectRight(run, ElementsOf("all-reduce", 41, nodes));
    ExpectAsPredicted(run);
  }
}

TEST(Methods, TreesOfWholeHostsSpanThemOnTheHardware) {
  for (const std::string options : {"mesh:3x4 --ports all", "torus:4x4"}) {
    const std::uint64_t nodes = options[0] == 'm' ? 12 : 16;
    for (const std::string traffic : {"all-reduce", "all-gather", "reduce-scatter"}) {
      const Simulated run =
          Simulate("--host " + options + " --method trees --elements 41 --traffic " + traffic);
      ExpectRight(run, ElementsOf(traffic, 41, nodes));
      ExpectAsPredicted(run);
    }
  }
}

// The processes are those of the nodes that are left, whose links may be dead too.
TEST(Methods, TreesSpanSurvivorsOnTheHardware) {
  const std::string dead = "--ports all --dead-links 0-1 --dead-nodes 10 --host torus:4x4 ";
  for (const std::string traffic : {"all-reduce", "all-gather", "reduce-scatter", "broadcast",
                                    "reduce", "gather", "scatter-blocks"}) {
    const bool rooted =
        traffic != "all-reduce" && traffic != "all-gather" && traffic != "reduce-scatter";
    const Simulated run = Simulate(dead + "--method trees --elements 19 --traffic " + traffic +
                                   (rooted ? " --root 11" : ""));
    ExpectRight(run, ElementsOf(traffic, 19, 15));
    ExpectAsPredicted(run);
  }
  const Simulated run =
      Simulate(dead + "--router scheduled --method auto --elements 64 --traffic all-reduce");
  ExpectRight(run, ElementsOf("all-reduce", 64, 15));
  ExpectAsPredicted(run);
  EXPECT_EQ(run.report["method_cycles"].size(), 1U);
}

TEST(Methods, PhasesOfSurvivorsGoByTheTablesOnTheHardware) {
  for (const std::string options :
       {"--ports all --dead-links '0-1,5>6' --dead-nodes 10 --host torus:4x4",
        "--dead-links 0-1 --dead-nodes 7 --host mesh:3x5"}) {
    const Simulated run =
        Simulate(options + " --traffic complete-exchange --block-flits 6 --method auto");
    const std::uint64_t nodes = options[2] == 'p' ? 15 : 14;
    ExpectRight(run, nodes * (nodes - 1) * 6);
    ExpectAsPredicted(run);
  }
}

// Each method, with one port and with all.
TEST(Methods, CostWhatIsMeasured) {
  for (const std::string options :
       {"--host torus:4x4 --ports all", "--host mesh:3x4", "--host torus:2x8 --ports all",
        "--host torus:5x7 --ports all"}) {
    for (const std::string task : {"reduce-scatter", "all-gather", "all-reduce"}) {
      const Outcome cost =
          RunToroid("cost " + options + " --collective " + task + " --elements 23 --format json");
      ASSERT_EQ(cost.code, 0) << cost.err;
      const nlohmann::json row = nlohmann::json::parse(cost.out)["rows"][0];
      for (const auto& [method, forecast] : row["methods"].items()) {
        const Simulated run = Simulate("--engine model " + options + " --traffic " + task +
                                       " --elements 23 --method " + method);
        ASSERT_EQ(run.code, 0) << run.err;
        EXPECT_EQ(run.report["reference_cycles"], forecast["cycles"]) << options << method;
        EXPECT_EQ(run.report["cycle_lower_bound"], forecast["load"]) << method;
        EXPECT_EQ(run.report["task_bound"]["cycles"], row["task_bound"]) << method;
      }
    }
  }
}

TEST(Methods, CostWhatIsMeasuredOfExchanges) {
  for (const std::string options : {"--host torus:3x5 --ports all", "--host mesh:3x4"}) {
    const Outcome cost =
        RunToroid("cost " + options + " --collective complete-exchange --elements 5 --format json");
    ASSERT_EQ(cost.code, 0) << cost.err;
    const nlohmann::json row = nlohmann::json::parse(cost.out)["rows"][0];
    for (const std::string method : {"phases", "lines"}) {
      const Simulated run =
          Simulate("--engine model " + options +
                   " --traffic complete-exchange --block-flits 5 --method " + method);
      ASSERT_EQ(run.code, 0) << run.err;
      EXPECT_EQ(run.report["reference_cycles"], row["methods"][method]["cycles"]) << options;
      EXPECT_EQ(run.report["task_bound"]["cycles"], row["task_bound"]) << options;
    }
  }
}

TEST(Methods, ExchangeAxisByAxisOnTheHardware) {
  for (const std::string options : {"torus:3x5", "torus:3x5 --ports all", "mesh:4x4 --ports all"}) {
    const Simulated run =
        Simulate("--traffic complete-exchange --method lines --block-flits 3 --host " + options);
    const std::uint64_t nodes = options.starts_with("mesh") ? 16 : 15;
    ExpectRight(run, nodes * (nodes - 1) * 3);
    ExpectAsPredicted(run);
  }
}

// With all ports the choice on torus:8x8 is by axes from blocks of one flit up; on 4x4 it is
// straight at first.
TEST(Methods, OfAnExchangeAutoTakesTheLess) {
  for (const auto& [host, taken] : {std::pair("torus:8x8", "lines"), {"torus:4x4", "phases"}}) {
    const Simulated run = Simulate(
        "--engine model --traffic complete-exchange --method auto --ports all "
        "--block-flits 1 --host " +
        std::string(host));
    ASSERT_EQ(run.code, 0) << run.err;
    const auto& cycles = run.report["method_cycles"];
    ASSERT_EQ(cycles.size(), 2U) << host;
    for (const auto& [method, least] : cycles.items())
      EXPECT_GE(least, run.report["reference_cycles"]) << host;
    EXPECT_EQ(cycles[taken], run.report["reference_cycles"]) << host;
  }
}

// Each method separately, and the chosen one.
TEST(Methods, AutoTakesTheLeastAtEveryLength) {
  std::set<std::string> taken;
  for (const int elements : {1, 4, 16, 64, 128, 256, 1024, 4096}) {
    const std::string options =
        "--engine model --host torus:8x8 --ports all --traffic all-reduce "
        "--elements " +
        std::to_string(elements) + " --method ";
    const Simulated chosen = Simulate(options + "auto");
    ASSERT_EQ(chosen.code, 0) << chosen.err;
    ASSERT_EQ(chosen.report["method_cycles"].size(), 5U);
    int least = std::numeric_limits<int>::max();
    std::string best;
    for (const auto& [method, cycles] : chosen.report["method_cycles"].items()) {
      const Simulated run = Simulate(options + method);
      EXPECT_EQ(run.report["reference_cycles"], cycles) << method;
      if (cycles.get<int>() < least) best = method;
      least = std::min(least, cycles.get<int>());
    }
    EXPECT_EQ(chosen.report["reference_cycles"], least) << elements;
    taken.insert(best);
  }
  EXPECT_EQ(taken.size(), 4U);
}

// Every method by itself, `doubling` with every schedule and pipelining degree, at every length up
// to 12 and some beyond.
TEST(Methods, NoneTakesLessThanAutoAtAnyLength) {
  for (const std::string ports : {"one", "all"}) {
    for (const int elements : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 33, 64}) {
      for (const std::string traffic : {"all-reduce", "all-gather"}) {
        const std::string options =
            "--engine model --no-baseline --guest hypercube:4 --embedding " +
            std::string("xor --host torus:4x4 --ports ") + ports + " --elements " +
            std::to_string(elements) + " --traffic " + traffic + " --method ";
        const auto cycles = [&](const std::string& more) {
          const Simulated run = Simulate(options + more);
          EXPECT_EQ(run.code, 0) << more << run.err;
          return run.report["reference_cycles"].get<int>();
        };
        const Simulated chosen = Simulate("--engine model --host torus:4x4 --ports " + ports +
                                          " --method auto --traffic " + traffic + " --elements " +
                                          std::to_string(elements));
        const int least = chosen.report["reference_cycles"];
        for (const auto& [method, taken] : chosen.report["method_cycles"].items())
          EXPECT_GE(taken, least) << method;
        for (int q = 1; q <= (traffic == "all-reduce" ? elements : 1); ++q) {
          if (elements % q != 0) continue;
          const std::string degree =
              traffic == "all-reduce" ? " --pipelining " + std::to_string(q) : "";
          for (const std::string schedule : {"none", "offset", "list", "stream"})
            EXPECT_GE(cycles("doubling --schedule " + schedule + degree), least)
                << traffic << elements << schedule << degree;
        }
      }
    }
  }
}

// More nodes than messages of all kinds could be kept of before.
TEST(Methods, AutoHasThemAllOnManyNodes) {
  const Simulated run = Simulate(
      "--engine model --host torus:32x64 --ports all --traffic all-reduce --elements 1 --method "
      "auto");
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json& methods = run.report["method_cycles"];
  ASSERT_EQ(methods.size(), 4U);
  EXPECT_EQ(run.report["reference_cycles"], methods["whole"]);
  EXPECT_LT(methods["whole"], methods["bucket"]);
  const nlohmann::json& bound = run.report["task_bound"];
  EXPECT_EQ(bound["latency"], 16 + 32 + 2);
  EXPECT_DOUBLE_EQ(bound["ratio_to_latency"], methods["whole"].get<double>() / 50);
}

class Roots : public testing::TestWithParam<Case> {};

// From and to any node, with lengths that the number of nodes does not divide.
TEST_P(Roots, HaveTheDataOfAllOnTheHardware) {
  const bool bine = std::string(GetParam().options).find("torus:4") != std::string::npos;
  for (const std::string traffic : {"broadcast", "reduce", "gather", "scatter-blocks"}) {
    for (const std::string method : {"trees", "lines", "bine"}) {
      if (method == "bine" && !bine) continue;
      const Simulated run = Simulate("--host " + std::string(GetParam().options) + " --traffic " +
                                     traffic + " --method " + method + " --elements 13");
      ExpectRight(run, ElementsOf(traffic, 13, GetParam().nodes));
      ExpectAsPredicted(run);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hardware, Roots,
                         testing::Values(Case{"AllPorts", "torus:4x4 --ports all --root 6", 16},
                                         Case{"OnePort", "torus:4x4", 16},
                                         Case{"OddTorus", "torus:3x5 --ports all --root 14", 15},
                                         Case{"Mesh", "mesh:3x4 --ports all --root 5", 12},
                                         Case{"MeshOnePort", "mesh:3x4 --root 5", 12},
                                         Case{"Ring", "ring:5 --ports all", 5}),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(ProofHardware, Roots,
                         testing::Values(Case{"AllPorts", "torus:4x4x4 --ports all", 64}),
                         [](const auto& test) { return test.param.name; });

TEST(RootedAuto, TakesLinesForAFlitAndTreesForMany) {
  for (const std::string options : {"--elements 1", "--elements 4096"}) {
    const Simulated run = Simulate("--host torus:4x4 --ports all --traffic broadcast " + options);
    ExpectAsPredicted(run);
    const nlohmann::json& methods = run.report["method_cycles"];
    ASSERT_EQ(methods.size(), 3U);
    EXPECT_EQ(run.report["cycles"], methods[options == "--elements 1" ? "lines" : "trees"]);
  }
}

class Exchanges : public testing::TestWithParam<Case> {};

TEST_P(Exchanges, AmongHostNodesAreDoneAsPredicted) {
  const Simulated run = Simulate("--host " + std::string(GetParam().options) +
                                 " --traffic complete-exchange --method phases");
  const std::uint64_t nodes = GetParam().nodes;
  const std::uint64_t block = std::string(GetParam().options).ends_with("64") ? 64 : 4;
  ExpectRight(run, nodes * (nodes - 1) * block);
  ExpectAsPredicted(run);
  if (block == 64) {
    EXPECT_LE(run.report["task_bound"]["ratio"].get<double>(), 1.04);
  }
}

INSTANTIATE_TEST_SUITE_P(Hardware, Exchanges,
                         testing::Values(Case{"OnePort", "torus:3x5", 15},
                                         Case{"AllPorts", "torus:3x5 --ports all", 15},
                                         Case{"Mesh", "mesh:3x4", 12},
                                         Case{"Ring", "ring:8 --ports all --block-flits 64", 8}),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(ProofHardware, Exchanges,
                         testing::Values(Case{"OnePort", "torus:8x8 --block-flits 64", 64},
                                         Case{"AllPorts", "torus:8x8 --ports all --block-flits 64",
                                              64}),
                         [](const auto& test) { return test.param.name; });

TEST(Buckets, AreOfHostNodesWhateverTheGuest) {
  const Simulated run = Simulate(
      "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic all-reduce --method bucket "
      "--elements 20");
  ExpectRight(run, 320);
  ExpectAsPredicted(run);
}

TEST(Buckets, AreRightWithSlowSinksToo) {
  for (const char* traffic : {"reduce-scatter", "all-gather", "all-reduce"}) {
    const Simulated run = Simulate(
        "--host torus:3x4 --ports all --sink-ready 0.5 --method bucket --elements 40 "
        "--traffic " +
        std::string(traffic));
    ExpectRight(run, ElementsOf(traffic, 40, 12));
    EXPECT_TRUE(run.report["predicted_cycles"].is_null());
  }
}

}  // namespace
}  // namespace toroid::collectives_test
