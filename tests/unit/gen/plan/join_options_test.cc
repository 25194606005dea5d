// The value of --in-network, and what is asked of a user's module (docs/spec/in-network.md,
// section 7).
#include "gen/plan/join_options.h"

#include <gtest/gtest.h>

#include <string>

namespace toroid::gen_plan_join_options_test {
namespace {

TEST(InNetworkValue, IsReadAsItIsWritten) {
  for (const char* value :
       {"multicast", "reduction", "reduction:min", "reduction:max", "reduction:and", "reduction:or",
        "reduction:float32", "reduction:float32:adder.v:4", "reduction:sum:a/b c/slow.v:64",
        "reduction:c:/d/own.v:1", "reduction:min.v:2"}) {
    const auto parsed = ParseInNetwork(value);
    ASSERT_TRUE(parsed.ok()) << value;
    EXPECT_EQ(InNetworkText(parsed->kind, parsed->join), value);
  }
  EXPECT_TRUE(ParseInNetwork("reduction:sum")->join.IsPlainSum());
  const JoinOptions own = ParseInNetwork("reduction:a/own.v:3")->join;
  EXPECT_FALSE(own.by);
  EXPECT_EQ(own.module->name(), "own");
  EXPECT_EQ(own.latency(), 3);
  EXPECT_EQ(ParseInNetwork("reduction:min")->join.latency(), 1);
}

std::string WhyNot(const JoinOptions& join, int width = 32) {
  const auto why = OperatorDiagnostic(join, "net", width);
  return why ? why->what + "; " + why->allowed : "";
}

JoinOptions Module(const std::string& text, int latency = 2) {
  return {.by = std::nullopt,
          .module = OperatorModule{.path = "adder.v", .latency = latency, .text = text}};
}

TEST(OperatorModules, DeclareTheModuleOfTheirFile) {
  EXPECT_EQ(WhyNot({}), "");
  EXPECT_EQ(WhyNot(Module("module  adder #(parameter WIDTH = 8) ();\nendmodule")), "");
  EXPECT_EQ(WhyNot(Module("module part(); endmodule\nmodule\tadder(); endmodule")), "");
  const std::string none =
      "declares no module adder; a module has the name of its file, without .v";
  EXPECT_EQ(WhyNot(Module("")), none);
  EXPECT_EQ(WhyNot(Module("module adder2(); endmodule // adder")), none);
  EXPECT_EQ(WhyNot(Module("submodule adder")), none);
  EXPECT_EQ(WhyNot(Module("module")), none);
}

TEST(OperatorModules, TakeNoNameOfTheNetwork) {
  EXPECT_EQ(WhyNot(Module("module adder(); endmodule module net_mux(); endmodule")),
            "has a module net_mux, which may be one of the network's; names that begin with net_ "
            "are the network's own");
  EXPECT_EQ(WhyNot(Module("module adder(); endmodule module network(); endmodule")), "");
}

TEST(OperatorModules, HaveALatency) {
  for (const int latency : {0, 65})
    EXPECT_EQ(WhyNot(Module("module adder();", latency)),
              "the latency is out of range; allowed are 1 to 64 cycles");
}

TEST(OperatorModules, AddFloatsOf32Bits) {
  JoinOptions join{.by = WordOperator::kFloat32};
  EXPECT_EQ(WhyNot(join), "needs a module that adds; write reduction:float32:FILE.v:L");
  join.module = Module("module adder();").module;
  EXPECT_EQ(WhyNot(join, 96), "");
  EXPECT_EQ(WhyNot(join, 40),
            "the payload has 40 bits, not a multiple of 32; give another --flit-width, and nothing "
            "beside tdata");
}

}  // namespace
}  // namespace toroid::gen_plan_join_options_test
