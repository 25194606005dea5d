// Message classes: clients that answer a request before they accept the next one hang on one
// network, whose routing is free of deadlock, and drain on two.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::classes_test {
namespace {

// The bench's connections to the wrap: stream c * nodes + i is stream i of class c.
std::string Connections(int classes, int nodes) {
  std::string text;
  for (int c = 0; c < classes; ++c) {
    const std::string prefix = classes == 1 ? "" : "c" + std::to_string(c) + "_";
    for (int i = 0; i < nodes; ++i) {
      const std::string at = std::to_string(c * nodes + i);
      const auto part = [&](const std::string& wire, const std::string& bits) {
        return "(" + wire + "[" + bits + "*" + at + "+:" + bits + "]),\n";
      };
      const std::string s = "." + prefix + "s" + std::to_string(i) + "_axis_";
      const std::string m = "." + prefix + "m" + std::to_string(i) + "_axis_";
      text += s + "tvalid(s_valid[" + at + "]), " + s + "tready(s_ready[" + at + "]),\n" + s +
              "tlast(1'b1), " + s + "tdata" + part("s_data", "32") + s + "tdest" +
              part("s_dest", "ADDRESS_BITS") + m + "tvalid(m_valid[" + at + "]), " + m +
              "tready(m_ready[" + at + "]),\n" + m + "tdata" + part("m_data", "32") + m + "tuser" +
              part("m_source", "ADDRESS_BITS");
    }
  }
  return text;
}

std::string RunClients(int classes) {
  const EmittedFolder folder(FilesOf({.host = "torus:4x4", .classes = classes}));
  std::ifstream file(Checkout("tests/emitted/clients_tb.v"), std::ios::binary);
  std::string bench{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::string parameters =
      "localparam CLASSES = " + std::to_string(classes) + ", NODES = 16, ADDRESS_BITS = 4;\n";
  bench.insert(bench.find("  localparam REQUESTS"), parameters);
  const std::size_t at = bench.find("  PORTS");
  bench.replace(at, 7, "net_wrap dut (" + Connections(classes, 16) + ".clk(clk), .rst(rst));");
  const Outcome outcome = folder.Run("cat > bench.v <<'END'\n" + bench +
                                     "\nEND\niverilog -g2005 -s clients_tb -o bench rtl/*.v "
                                     "wrap/net_wrap.v bench.v && vvp -n bench");
  return outcome.output;
}

TEST(Classes, RequestsThatWaitForRepliesHangOnOneNetwork) { EXPECT_EQ(RunClients(1), "hangs\n"); }

TEST(Classes, RequestsAndRepliesApartDrain) { EXPECT_EQ(RunClients(2), "drained\n"); }

TEST(Classes, EachHasEveryStreamAndIsClean) {
  const EmittedFolder folder(FilesOf({.host = "mesh:2x3",
                                      .ports = Ports::kAll,
                                      .embedding = "tao",
                                      .guest = "mesh:4x6",
                                      .classes = 3}));
  const Outcome lint = folder.Run(
      "verilator --lint-only -Wall -Wno-UNUSED --top-module net_wrap -F net.f wrap/net_wrap.v");
  EXPECT_EQ(lint.output, "");
  const Outcome count = folder.Run("grep -c '_axis_tvalid,' wrap/net_wrap.v");
  // 6 nodes of 3 link ports, 3 classes, 2 ways: declared, and connected but for the lowest of each
  EXPECT_EQ(count.output, std::to_string(2 * 54 * 2 - 6) + "\n");
}

}  // namespace
}  // namespace toroid::test::classes_test
