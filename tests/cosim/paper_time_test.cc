// The xor paper's communication time (IV.A) and its claim that no two messages conflict (IV.F), on
// the router: docs/spec/metrics.md, ME2.7.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::paper_time_test {
namespace {

struct Host {
  std::string shape;
  int d;
};

std::string Options(const Host& host, const std::string& embedding) {
  return "--guest hypercube:" + std::to_string(host.d) + " --host " + host.shape + " --embedding " +
         embedding + " --bit-order block";
}

nlohmann::json ReportOf(const Host& host, const std::string& embedding, int elements,
                        const std::string& engine) {
  const Simulated run =
      Simulate(Options(host, embedding) + " --traffic cc-cube --pipelining 1 --no-baseline" +
               " --elements " + std::to_string(elements) + " --engine " + engine);
  EXPECT_EQ(run.code, 0) << run.err;
  return run.report;
}

long TimeOf(const Host& host, const std::string& embedding) {
  const Outcome map = RunToroid("map --format json " + Options(host, embedding));
  return nlohmann::json::parse(map.out)["metrics"]["communication_time"].get<long>();
}

// The paper's unit of time fits messages of one flit: a stage takes as many cycles as its longest
// distance, plus two for the router's interface.
TEST(XorPaperTime, MessagesOfOneFlitNeverMeetAndTakeThePapersTime) {
  const std::vector<Host> hosts{{"ring:8", 3},    {"ring:16", 4},    {"ring:32", 5},
                                {"ring:64", 6},   {"torus:4x4", 4},  {"torus:4x8", 5},
                                {"torus:8x8", 6}, {"torus:4x4x4", 6}};
  for (const Host& host : hosts) {
    for (const std::string embedding : {"standard", "xor"}) {
      const bool small = host.d <= 4;  // on the hardware too
      const auto report = ReportOf(host, embedding, 1, small ? "both" : "model");
      EXPECT_EQ(report["conflicts"], 0) << host.shape << " " << embedding;
      EXPECT_EQ(report["reference_cycles"], TimeOf(host, embedding) + 2 * host.d)
          << host.shape << " " << embedding;
      EXPECT_EQ(report["match"] == true, small);
    }
  }
}

TEST(XorPaperTime, LongerMessagesMeetAndXorGainsMore) {
  const auto xored = ReportOf({"ring:16", 4}, "xor", 64, "model");
  const auto standard = ReportOf({"ring:16", 4}, "standard", 64, "model");
  EXPECT_GT(xored["conflicts"], 0);
  EXPECT_EQ(xored["reference_cycles"], 712);
  EXPECT_EQ(standard["reference_cycles"], 951);  // 34 % more
}

}  // namespace
}  // namespace toroid::paper_time_test
