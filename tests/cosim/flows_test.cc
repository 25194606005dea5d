// Flows on hardware and model (docs/spec/flows.md): each run that `check --flows` finds to hang
// does so in the Verilog, where the watchdog names the same nodes, and what is safe comes to its
// end.
#include "tests/support/flows.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/cosim/simulate.h"
#include "tests/support/long_run.h"

namespace toroid::flows_test {
namespace {

using Json = nlohmann::json;

constexpr const char* kHosts[] = {"--host ring:4", "--host torus:4x4 --ports all"};
constexpr std::uint32_t kNodes[] = {4, 16};

// "(1)" of "ejector 0 of node (1) holds a flit, and its sink does not take it".
std::set<std::string> NodesOfTheWatchdog(const Json& report) {
  std::set<std::string> nodes;
  for (const Json& line : report["complaints"]) {
    const auto text = line.get<std::string>();
    const auto at = text.find(" of node ");
    if (text.starts_with("ejector ") && at != std::string::npos)
      nodes.insert(text.substr(at + 9, text.find(')') - at - 8));
  }
  return nodes;
}

TEST(Flows, HangOnHardwareWhereTheCheckSays) {
  const int wanted = LongOr(40, 3);
  for (std::size_t h = 0; h < std::size(kHosts); ++h) {
    int hung = 0;
    for (std::uint64_t seed = 0; hung < wanted; ++seed) {
      const Scratch scratch;
      const std::string flows = scratch.Write("flows.csv", RandomFlows(kNodes[h], seed));
      const std::string trace = scratch.Path("hangs.csv");
      const Outcome check = RunToroid("check --format json " + std::string(kHosts[h]) +
                                      " --flows '" + flows + "' --out '" + trace + "'");
      ASSERT_TRUE(check.code == 0 || check.code == 1 || check.code == 3) << check.err;
      if (check.code != 1) continue;
      ++hung;
      const Json found = Json::parse(check.out);
      // Longer than any message of the run waits before it starts.
      const Simulated run = Simulate(std::string(kHosts[h]) +
                                     " --watchdog 20000 --traffic trace --trace '" + trace + "'");
      ASSERT_EQ(run.code, 1) << run.err;
      EXPECT_EQ(run.report["match"], true) << kHosts[h] << " seed " << seed;
      const auto nodes = found["nodes"].get<std::set<std::string>>();
      EXPECT_FALSE(nodes.empty());
      EXPECT_EQ(NodesOfTheWatchdog(run.report), nodes) << kHosts[h] << " seed " << seed;
    }
  }
}

TEST(Flows, ThatAreSafeEndOnHardware) {
  const int wanted = LongOr(40, 3);
  for (std::size_t h = 0; h < std::size(kHosts); ++h) {
    int ended = 0;
    for (std::uint64_t seed = 1000; ended < wanted; ++seed) {
      const Scratch scratch;
      const std::string flows = scratch.Write("flows.csv", RandomFlows(kNodes[h], seed));
      const std::string options = std::string(kHosts[h]) + " ";
      if (RunToroid("check " + options + "--flows '" + flows + "'").code != 0) continue;
      ++ended;
      ExpectPerfectMatch(
          Simulate(options + "--watchdog 2000 --traffic trace --trace '" + flows + "'"));
    }
  }
}

TEST(Flows, AreCheckedByTheCommand) {
  const Scratch scratch;
  const std::string check =
      "check --host ring:4 --flows '" + scratch.Write("asks.csv", kBothAsk) + "'";
  const Outcome text = RunToroid(check);
  EXPECT_EQ(text.code, 1);
  for (const char* part :
       {"BROKEN  the waits of 4 flows close no circle (16 resources and dependencies checked)\n",
        "verdict      hangs after ", ": the sinks of (0), (1) take nothing more\n",
        "run          --out FILE.csv writes it as a trace\n"})
    EXPECT_NE(text.out.find(part), std::string::npos) << text.out;
  const std::string out = scratch.Path("hangs.csv");
  const Outcome written = RunToroid(check + " --format json --out '" + out + "'");
  const Json json = Json::parse(written.out);
  EXPECT_EQ(json["verdict"], "hangs");
  EXPECT_EQ(json["trace"], ReadFile(out));
  EXPECT_EQ(json["circle"].size(), 8U);
  EXPECT_EQ(json["nodes"], (Json{"(0)", "(1)"}));
  EXPECT_EQ(RunToroid(check + " --format json").out, written.out);
  const std::string said = RunToroid(check + " --out '" + out + "'").out;
  const auto run = said.find("run          toroid simulate ");
  ASSERT_NE(run, std::string::npos) << said;
  EXPECT_NE(said.find(" --traffic trace --trace " + out + " ", run), std::string::npos) << said;
}

// The last answers do not stay in the sink of node 4, and its ejector is fair: each answer gets a
// place that a question leaves, so the answers never fill the link to node 4.
TEST(Flows, OfACircleThatNoRunFillsAreUndecided) {
  const Scratch scratch;
  const Outcome outcome = RunToroid("check --host mesh:2x3 --flows '" +
                                    scratch.Write("flows.csv",
                                                  "id,source,destination,flits,after,buffer\n"
                                                  "a,2,4,1,,7\nb,4,1,4,a,7\nc,1,4,1,b,7\n") +
                                    "'");
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_NE(outcome.out.find("verdict      undecided\n"), std::string::npos);
  EXPECT_NE(outcome.err.find("has waits that close a circle, but no run hung"), std::string::npos);
}

TEST(Flows, GoAroundWhatIsDeadAndWithAGuest) {
  const Scratch scratch;
  const std::string flows = " --flows '" + scratch.Write("asks.csv", kBothAsk) + "'";
  EXPECT_EQ(RunToroid("check --host ring:4 --dead-links 0-1" + flows).code, 1);
  EXPECT_EQ(RunToroid("check --host torus:4x4 --guest hypercube:4 --embedding xor" + flows).code,
            1);
  const Outcome shared = RunToroid("check --host ring:4 --guest ring:8 --embedding tao" + flows);
  EXPECT_EQ(shared.code, 2);
  EXPECT_NE(shared.err.find("asks.csv: buffer: is of a sink that several ranks of a node share"),
            std::string::npos)
      << shared.err;
}

TEST(Flows, OfBadFilesAreRefused) {
  const Scratch scratch;
  const auto error = [](const std::string& options) {
    const Outcome outcome = RunToroid("check --host ring:4 " + options);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_EQ(
      error("--flows app.goal"),
      "toroid: error: --flows: app.goal: does not end in .csv; give a table of messages, such "
      "as flows.csv\n");
  EXPECT_EQ(error("--flows /nowhere/flows.csv").substr(0, 45),
            "toroid: error: --flows: /nowhere/flows.csv: c");
  EXPECT_EQ(
      error("--out hangs.csv"),
      "toroid: error: --out: hangs.csv: is not used by a check of routing; it goes with a check "
      "of flows (--flows)\n");
  const std::string path = scratch.Write("flows.csv", "source,destination,flits,buffer\n0,9,1,4\n");
  EXPECT_EQ(error("--flows '" + path + "'"),
            "toroid: error: " + path +
                ":2: destination: 9: is out of range; allowed are whole numbers from 0 to 3\n");
}

}  // namespace
}  // namespace toroid::flows_test
