// Each method of a collective operation takes what `cost` says, and auto the least of them;
// collective_runs.txt has the runs on hardware.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "tests/cosim/simulate.h"

namespace toroid::collectives_test {
namespace {

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

}  // namespace
}  // namespace toroid::collectives_test
