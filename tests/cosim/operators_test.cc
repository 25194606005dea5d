// Operators of joins by modules of users (docs/spec/in-network.md, section 7): hardware against the
// model. scheduled_runs.txt has toroid's own operators.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/cosim/simulate.h"

namespace toroid::operators_test {
namespace {

const std::string kTree = " --router scheduled --no-baseline --method in-network ";

std::string FloatAdder(int latency = 4) {
  return " --in-network reduction:float32:" + Checkout("examples/float32/float_add.v") + ":" +
         std::to_string(latency);
}

Simulated Sum(const std::string& options) {
  return Simulate("--traffic all-reduce" + kTree + options);
}

// Sums are compared bit by bit with those in the tree's order.
TEST(OperatorsByModules, AddFloatsInTheTreesOrder) {
  for (const char* host : {"--host mesh:2x3 --root 4", "--host ring:5 --flit-width 64"}) {
    const Simulated run = Sum(host + FloatAdder() + " --elements 7");
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["result"]["wrong"], 0);
    EXPECT_GT(run.report["result"]["elements_checked"], 30);
    EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  }
}

TEST(LongOperatorsByModules, AddFloatsOnAnyHost) {
  for (const char* host :
       {"torus:3x5", "torus:2x8", "line:6",
        "torus:4x4 --dead-links 0-1,5-6 --dead-nodes 10 --root 5", "mesh:3x2x2 --link-stages 2"}) {
    for (const char* traffic : {"all-reduce", "reduce"}) {
      const Simulated run =
          Simulate("--traffic " + (traffic + kTree) + "--elements 9 --host " + host + FloatAdder());
      ExpectPerfectMatch(run);
      EXPECT_EQ(run.report["result"]["wrong"], 0) << host;
      EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]) << host;
    }
  }
}

// A module with another latency than its own gives wrong words (IN7.4).
TEST(OperatorsByModules, HaveTheLatencyThatIsSaid) {
  EXPECT_EQ(Sum("--host line:3 --elements 9" + FloatAdder(5)).code, 1);
}

// Endpoints add in orders of their own, so results are near (IN7.7).
TEST(OperatorsByModules, AreThoseOfEndpointsToo) {
  for (const char* method : {"bucket", "halving", "whole", "trees"}) {
    const Simulated run = Simulate(
        "--host torus:4x4 --router scheduled --engine model --no-baseline --traffic all-reduce "
        "--elements 40 --method " +
        (method + FloatAdder()));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.report["result"]["wrong"], 0) << method;
  }
}

// A slow adder of the user's: sums modulo 2^W, and cycles by its latency.
TEST(OperatorsByModules, MayBeSlowerThanToroidsOwn) {
  const Scratch scratch;
  const std::string path = (scratch.path() / "slow.v").string();
  std::ofstream(path) << "module slow #(parameter WIDTH = 8) (input clk, input [WIDTH-1:0] a,\n"
                         "  input [WIDTH-1:0] b, output [WIDTH-1:0] y);\n"
                         "  reg [2*WIDTH-1:0] q;\n"
                         "  always @(posedge clk) q <= {q[WIDTH-1:0], a + b};\n"
                         "  assign y = q[2*WIDTH-1:WIDTH];\n"
                         "endmodule\n";
  const std::string options =
      "--host torus:3x5 --flit-width 24 --elements 6 --in-network reduction";
  const Simulated slow = Sum(options + ":sum:" + path + ":2");
  ExpectPerfectMatch(slow);
  EXPECT_EQ(slow.report["result"]["wrong"], 0);
  const Simulated own = Sum(options + " --engine model");
  EXPECT_GT(slow.report["cycles"], own.report["reference_cycles"]);
  const Simulated unknown = Sum(options + ":" + path + ":2");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("does not say what the module computes"), std::string::npos)
      << unknown.err;
}

}  // namespace
}  // namespace toroid::operators_test
