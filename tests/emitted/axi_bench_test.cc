// The testbenches of networks with AXI4 endpoints (G1.11): they pass on the network as it is, and
// fail, with the reason, on one with a fault.
#include <gtest/gtest.h>

#include <string>

#include "tests/emitted/emitted.h"

namespace toroid::test::axi_bench_test {
namespace {

AxiOptions AllBoth(std::size_t nodes) { return {.nodes = std::vector<AxiNode>(nodes)}; }

// Every role, both protocols, small ranges, users.
AxiOptions Mixed(bool ids_by_source) {
  AxiOptions axi = {.address_width = 40,
                    .id_width = 3,
                    .user_width = 5,
                    .threads = 2,
                    .max_burst = 16,
                    .read_buffer = 32,
                    .write_buffer = 16,
                    .ids_by_source = ids_by_source};
  axi.nodes = {{AxiRole::kManager}, {AxiRole::kSubordinate, true}, {AxiRole::kBoth, true},
               {AxiRole::kBoth},    {AxiRole::kSubordinate},       {AxiRole::kNone}};
  axi.ranges = {{0x1000, 0x1000, 1},
                {0x20000, 0x20000, 2},
                {0x8000000000, 0x10000, 3},
                {0x4000000000, 0x4000000000, 4}};
  return axi;
}

// One that is over soon, and one that is not.
AxiOptions WithTimeouts(AxiOptions axi) {
  for (AxiNode& node : axi.nodes)
    if (node.HasSubordinate()) node.timeout = node.lite ? 300 : 100;
  return axi;
}

std::vector<Network> EndpointNetworks() {
  return {
      {.host = "torus:2x2", .wrap = {.axi = AllBoth(4)}},
      {.host = "mesh:2x3", .wrap = {.axi = Mixed(true)}},
      {.host = "torus:2x3",
       .wrap = {.active_low = true,
                .own_clock = {true, false, true, true, true, true},
                .axi = Mixed(true)},
       .link_stages = 1},
      {.host = "ring:6", .wrap = {.axi = Mixed(false)}},
      {.host = "torus:2x3", .wrap = {.axi = Mixed(true)}, .dead_links = "1-2", .dead_nodes = "5"},
      {.host = "ring:3", .wrap = {.async_reset = true, .axi = AllBoth(3)}},
      {.host = "ring:4", .wrap = {.axi = WithTimeouts(AllBoth(4))}, .flit_width = 512},
      {.host = "mesh:3x2",
       .wrap = {.own_clock = {true, false, true, true, true, true},
                .axi = WithTimeouts(Mixed(true))}}};
}

class AxiBenches : public testing::TestWithParam<Network> {};

TEST_P(AxiBenches, PassOnTheNetworkAsItIs) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const Outcome run = folder.Run("make -s -C sim ARGS='+requests=500 +seed=3'");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("\nPASS: 500 requests ("), std::string::npos) << run.output;
}

INSTANTIATE_TEST_SUITE_P(Networks, AxiBenches, testing::ValuesIn(EndpointNetworks()), TestName);

TEST(AxiBench, IsTheSameUnderVerilator) {
  const EmittedFolder folder(FilesOf({.host = "ring:2", .wrap = {.axi = AllBoth(2)}}));
  const Outcome icarus = folder.Run("make -s -C sim ARGS=+requests=200");
  const Outcome run = folder.Run("make -s -C sim verilator ARGS=+requests=200");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("\nPASS: 200 requests ("), std::string::npos) << run.output;
  EXPECT_TRUE(run.output.starts_with(icarus.output)) << icarus.output;
}

// Memories hang, and a timeout that does not say SLVERR is told.
TEST(AxiTimeouts, KeepTheNetworkGoing) {
  EmittedFiles files = FilesOf({.host = "ring:3", .wrap = {.axi = WithTimeouts(AllBoth(3))}});
  const Outcome run = EmittedFolder(files).Run("make -s -C sim ARGS=+requests=500");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(run.output.find("timeouts: 0 "), std::string::npos) << run.output;
  std::string& text = files.at("wrap/net_axi_timeout.v");
  const std::string right = "s_axi_rresp = given_up_q ? SLVERR : m_axi_rresp";
  const std::size_t at = text.find(right);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, right.size(), "s_axi_rresp = m_axi_rresp");
  const Outcome wrong = EmittedFolder(files).Run("make -s -C sim ARGS=+requests=500");
  EXPECT_NE(wrong.output.find("R: not the response that is due"), std::string::npos)
      << wrong.output;
}

// A fault in a module of the wrap, and what the bench says of it.
struct Fault {
  std::string name;
  std::string module;
  std::string right;
  std::string wrong;
  std::string said;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class AxiFaults : public testing::TestWithParam<Fault> {};

TEST_P(AxiFaults, AreTold) {
  EmittedFiles files = FilesOf({.host = "ring:3", .wrap = {.axi = AllBoth(3)}});
  std::string& text = files.at("wrap/net_" + GetParam().module + ".v");
  const std::size_t at = text.find(GetParam().right);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, GetParam().right.size(), GetParam().wrong);
  const Outcome run = EmittedFolder(files).Run("make -s -C sim");
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(run.output.find(GetParam().said), std::string::npos) << run.output;
}

INSTANTIATE_TEST_SUITE_P(
    Planted, AxiFaults,
    testing::Values(
        Fault{"Data", "axi_subordinate", "m_axi_wdata = request_data[DATA_WIDTH-1:0]",
              "m_axi_wdata = request_data[DATA_WIDTH-1:0] | 1", "R: not the data that was written"},
        Fault{"Response", "axi_manager", "b_resp | {2{refused_b}}", "b_resp",
              "B: not the response that is due"},
        Fault{"Address", "axi_subordinate", "m_axi_arburst = fields_q[LEN+11+:2]",
              "m_axi_arburst = 2'd1", "fields of the request are altered"},
        Fault{"LastBeat", "axi_subordinate", "m_axi_wlast = request_last", "m_axi_wlast = 1'b1",
              "W: WLAST at a wrong beat, or none"},
        Fault{"OrderById", "axi_threads", "joins[t] = hit[t] & node_q == node", "joins[t] = hit[t]",
              "FAIL: manager of node"},
        Fault{"LostAnswer", "axi_manager",
              ".push(reply_valid & reply_is_b),\n        .in_word({reply_resp, reply_thread})",
              ".push(reply_valid & reply_is_b & answers_q != 4'd2),\n"
              "        .in_word({reply_resp, reply_thread})",
              ": B does not come for "}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace toroid::test::axi_bench_test
