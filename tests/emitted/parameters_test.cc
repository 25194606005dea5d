// FLIT_WIDTH and DEPTH of top, node and wrap, set by the design (docs/spec/generated.md, G2.1): the
// network works with other values than the default, and three tools refuse those out of bounds.
#include <gtest/gtest.h>

#include "tests/emitted/emitted.h"

namespace toroid::test::parameters_test {
namespace {

// The network's own testbench, which checks arrivals, with other parameters.
std::string RunBench(const EmittedFolder& folder, int width, int depth) {
  return folder
      .Run("iverilog -g2005 -Wall -s net_tb -Pnet_tb.FLIT_WIDTH=" + std::to_string(width) +
           " -Pnet_tb.DEPTH=" + std::to_string(depth) +
           " -o bench.vvp sim/net_tb.v rtl/*.v wrap/*.v && vvp -n bench.vvp +packets=60")
      .output;
}

TEST(Parameters, OtherWidthsAndDepthsWork) {
  for (const Network& network : std::vector<Network>{
           {.host = "torus:3x3"},
           {.host = "mesh:2x3", .ports = Ports::kAll, .storage = Storage::kLutram},
           {.host = "ring:4", .storage = Storage::kGated},
           {.host = "torus:2x2", .ports = Ports::kAll, .embedding = "tao", .guest = "torus:4x2"},
           {.host = "ring:4", .protect = Protection::kParity, .link_stages = 1},
           {.host = "ring:3", .classes = 2, .wrap = {.own_clock = {true, false, true}}}}) {
    const EmittedFolder folder(FilesOf(network));
    for (const auto& [width, depth] : {std::pair(8, 4), std::pair(64, 5), std::pair(152, 16)}) {
      const std::string output = RunBench(folder, width, depth);
      EXPECT_NE(output.find("PASS"), output.npos) << NameOf(network) << " " << width << output;
    }
  }
}

// tkeep and user bits lie in the payload, so the wrap's width is fixed.
TEST(Parameters, TheWrapOfBytesThatCountHasADepthAlone) {
  const EmittedFiles files = FilesOf({.host = "ring:3", .wrap = {.keep = true, .user_bits = 3}});
  const std::string& wrap = files.at("wrap/net_wrap.v");
  EXPECT_EQ(wrap.find("FLIT_WIDTH"), wrap.npos);
  EXPECT_NE(wrap.find("#(.DEPTH(DEPTH))"), wrap.npos);
  const EmittedFolder folder(files);
  const std::string output = folder
                                 .Run(
                                     "iverilog -g2005 -Wall -s net_tb -Pnet_tb.DEPTH=9 -o b.vvp "
                                     "sim/net_tb.v rtl/*.v wrap/*.v && vvp -n b.vvp +packets=60")
                                 .output;
  EXPECT_NE(output.find("PASS"), output.npos) << output;
}

// Checks each tool's message on a design with the wrap.
void ExpectRefused(const EmittedFiles& network, const std::string& setting,
                   const std::string& message) {
  EmittedFiles files = network;
  files["rtl/net_design.v"] =
      "module net_design;\n  net_wrap #(." + setting + ") wrap ();\nendmodule\n";
  files["rtl/net_wrap.v"] = network.at("wrap/net_wrap.v");
  const EmittedFolder folder(files);
  for (const std::string tool :
       {"verilator --lint-only -Wno-fatal --top-module net_design rtl/*.v",
        "iverilog -g2005 -s net_design -t null rtl/*.v",
        "yosys -q -p 'read_verilog rtl/*.v; hierarchy -check -top net_design'"}) {
    const Outcome outcome = folder.Run(tool + " 2>&1");
    EXPECT_NE(outcome.exit_code, 0) << tool << setting;
    EXPECT_NE(outcome.output.find(message), std::string::npos) << tool << outcome.output;
  }
}

TEST(Parameters, ValuesOutOfBoundsAreRefusedByAllThree) {
  const EmittedFiles plain = FilesOf({.host = "ring:3"});
  const std::string width = "net_FLIT_WIDTH_must_be_a_multiple_of_8_from_8_to_640";
  ExpectRefused(plain, "FLIT_WIDTH(12)", width);
  ExpectRefused(plain, "FLIT_WIDTH(648)", width);
  // for payloads of 0 bits Verilator names the router's bounds first
  ExpectRefused(plain, "FLIT_WIDTH(0)", "_FLIT_WIDTH_must_be_");
  ExpectRefused(plain, "DEPTH(1)", "net_DEPTH_must_be_2_to_64");
  ExpectRefused(plain, "DEPTH(65)", "net_DEPTH_must_be_2_to_64");
  ExpectRefused(FilesOf({.host = "ring:3", .link_stages = 2}), "DEPTH(5)",
                "net_DEPTH_must_be_6_to_64");
  // the payload includes a rank of each side
  ExpectRefused(FilesOf({.host = "ring:3", .embedding = "tao", .guest = "ring:6"}),
                "FLIT_WIDTH(640)", "net_FLIT_WIDTH_must_be_a_multiple_of_8_from_8_to_632");
}

TEST(Parameters, TheDefaultIsAccepted) {
  EmittedFiles files = FilesOf({.host = "ring:3"});
  files["rtl/net_wrap.v"] = files.at("wrap/net_wrap.v");
  const EmittedFolder folder(files);
  for (const std::string tool :
       {"verilator --lint-only -Wall --top-module net_wrap rtl/*.v",
        "iverilog -g2005 -s net_wrap -t null rtl/*.v",
        "yosys -q -p 'read_verilog rtl/*.v; hierarchy -check -top net_wrap'"}) {
    const Outcome outcome = folder.Run(tool + " 2>&1");
    EXPECT_EQ(outcome.exit_code, 0) << tool << outcome.output;
  }
}

}  // namespace
}  // namespace toroid::test::parameters_test
