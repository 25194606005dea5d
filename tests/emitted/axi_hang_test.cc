// Freedom from deadlock of AXI4 endpoints (docs/spec/axi4.md, section 6), in the network that is
// generated: with each of three rules taken away, some traffic hangs; with all of them, it drains.
// Managers are as DMA engines that copy: they take no data while they have data to send (AX6.1), or
// send none while a read is under way (AX6.3).
#include <gtest/gtest.h>

#include <string>

#include "tests/emitted/emitted.h"

namespace toroid::test::axi_hang_test {
namespace {

// Files of four nodes, each with a manager and a subordinate, and buffers of one longest burst.
EmittedFiles Endpoints(bool ids_by_source) {
  return FilesOf({.host = "torus:2x2",
                  .wrap = {.axi = AxiOptions{.max_burst = 16,
                                             .read_buffer = 16,
                                             .write_buffer = 16,
                                             .ids_by_source = ids_by_source,
                                             .nodes = std::vector<AxiNode>(4)}}});
}

void Replace(std::string& text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  for (auto next = at; next != std::string::npos; next = text.find(what, next + by.size()))
    text.replace(next, what.size(), by);
}

std::string& Manager(EmittedFiles& files) { return files.at("wrap/net_axi_manager.v"); }

// What the testbench prints, its managers copying as toroid_axi_random_manager says, for 1 and 2.
std::string Run(EmittedFiles files, int copies) {
  Replace(files.at("sim/net_tb.v"), ".MEMORY_LITE(MEMORY_LITE),",
          ".MEMORY_LITE(MEMORY_LITE), .COPIES(" + std::to_string(copies) + "),");
  return EmittedFolder(files)
      .Run(
          "iverilog -g2005 -s net_tb -o bench sim/*.v rtl/*.v wrap/*.v && vvp -n bench "
          "+requests=600")
      .output;
}

// Nothing moves, the channels that stand still are named, and nothing else is wrong.
void ExpectHang(const std::string& output, const std::string& channel) {
  EXPECT_TRUE(output.starts_with("FAIL: nothing has moved for 2000 cycles\n")) << output;
  EXPECT_NE(output.find(channel), std::string::npos) << output;
  EXPECT_NE(output.find(", 0 faults, "), std::string::npos) << output;
}

TEST(AxiHangs, WithAllRulesNothingHangs) {
  for (const bool ids_by_source : {false, true}) {
    for (const int copies : {0, 1, 2}) {
      const std::string output = Run(Endpoints(ids_by_source), copies);
      EXPECT_NE(output.find("\nPASS: 600 requests"), std::string::npos) << output;
    }
  }
}

// AX6.1: reads leave without places for their data, so the network of replies waits for managers.
TEST(AxiHangs, WithoutReservationACopyHangs) {
  EmittedFiles files = Endpoints(false);
  Replace(Manager(files), " & places_q > read_more", "");
  Replace(Manager(files), "assign reply_ready = 1'b1;",
          "assign reply_ready = reply_is_b | ~r_unused_full;");
  Replace(Manager(files), ".push(reply_valid & ~reply_is_b)",
          ".push(reply_valid & reply_ready & ~reply_is_b)");
  ExpectHang(Run(files, 1), ": W is not accepted for ");
}

// AX6.3: a packet begins before its beats are there, and holds links while it waits for them.
TEST(AxiHangs, WithoutWholeBurstsACopyHangs) {
  EmittedFiles files = Endpoints(false);
  Replace(Manager(files), " & beats_q > write_more", "");
  ExpectHang(Run(files, 2), ": R does not come for ");
}

// AX6.2, its end: a packet that has begun waits for the next beat of its read, and the memory
// offers one of another read first.
TEST(AxiHangs, InterleavedReadsInWholePacketsHang) {
  EmittedFiles files = Endpoints(true);
  std::string& subordinate = files.at("wrap/net_axi_subordinate.v");
  Replace(subordinate, "      assign r_valid = m_axi_rvalid;\n",
          "      reg begun_q;\n"
          "      reg [SENDER_BITS-1:0] begun_id_q;\n"
          "      always @(posedge clk) begin\n"
          "        if (rst) begun_q <= 1'b0;\n"
          "        else if (m_axi_rready) begun_q <= ~m_axi_rlast;\n"
          "        if (m_axi_rready) begun_id_q <= m_axi_rid;\n"
          "      end\n"
          "      assign r_valid = m_axi_rvalid & (~begun_q | m_axi_rid == begun_id_q);\n");
  Replace(subordinate, "assign reply_last = 1'b1;", "assign reply_last = last;");
  ExpectHang(Run(files, 0), "R is not accepted for ");
}

}  // namespace
}  // namespace toroid::test::axi_hang_test
