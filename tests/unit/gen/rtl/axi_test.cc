// What the wrap of a network with AXI4 endpoints has for each role and option. tests/emitted reads
// it with tools.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gen/rtl/rtl.h"

namespace toroid::gen_rtl_axi_test {
namespace {

constexpr const char* kWrap = "wrap/net_wrap.v";

EmittedFiles FilesOf(const std::string& host, HardwareOptions hardware, AxiOptions axi) {
  hardware.name = "net";
  hardware.wrap.axi = std::move(axi);
  const auto plan = Plan::Create(Graph::Parse(host).value(), std::nullopt, hardware);
  if (!plan) {
    for (const Diagnostic& d : plan.diagnostics()) ADD_FAILURE() << ToString(d);
    return {};
  }
  auto files = RenderRtl(*plan, "toroid generate --host " + host);
  if (!files) {
    for (const Diagnostic& d : files.diagnostics()) ADD_FAILURE() << ToString(d);
    return {};
  }
  return *files;
}

// Of ring:4, with a node of each role.
AxiOptions EachRole() {
  return {.nodes = {{AxiRole::kManager}, {AxiRole::kSubordinate}, {AxiRole::kBoth}, {}}};
}

EmittedFiles FilesOf(AxiOptions axi, const HardwareOptions& hardware = {}) {
  return FilesOf("ring:4", hardware, std::move(axi));
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(AxiWrap, HasThePortsOfEachRole) {
  AxiOptions axi = EachRole();
  axi.nodes[3].role = AxiRole::kNone;
  const std::string wrap = FilesOf(axi).at(kWrap);
  EXPECT_TRUE(Has(wrap, "  input wire [3:0] s0_axi_awid,\n"));
  EXPECT_TRUE(Has(wrap, "  output wire [31:0] m1_axi_araddr,\n"));
  EXPECT_TRUE(Has(wrap, "  input wire s2_axi_wlast,\n"));
  EXPECT_TRUE(Has(wrap, "  input wire m2_axi_rlast,\n"));
  for (const char* none : {" m0_axi", " s1_axi_", " s3_axi_", " m3_axi_", "awuser,", "axil_aw"})
    EXPECT_FALSE(Has(wrap, none)) << none;
  EXPECT_TRUE(Has(wrap, "  // node 3 at (3): no endpoint\n"));
}

TEST(AxiWrap, HasTheWidthsThatTheTablesGive) {
  AxiOptions axi = EachRole();
  axi.address_width = 44;
  axi.id_width = 9;
  axi.user_width = 6;
  axi.threads = 8;
  axi.ids_by_source = true;
  HardwareOptions hardware;
  hardware.flit_width = 128;
  const std::string wrap = FilesOf(axi, hardware).at(kWrap);
  for (const char* port :
       {"  input wire [8:0] s0_axi_awid,\n", "  output wire [8:0] s0_axi_rid,\n",
        "  input wire [43:0] s0_axi_araddr,\n", "  input wire [5:0] s0_axi_awuser,\n",
        "  output wire [5:0] m1_axi_aruser,\n", "  output wire [127:0] m1_axi_wdata,\n",
        "  output wire [15:0] m1_axi_wstrb,\n", "  output wire [4:0] m1_axi_arid,\n",  // 2 + 3 bits
        "  wire [143:0] c0_s0_axis_tdata;\n"})
    EXPECT_TRUE(Has(wrap, port)) << port;
}

TEST(AxiWrap, HasAnAxi4LitePortInPlaceOfASubordinates) {
  AxiOptions axi = EachRole();
  axi.nodes[1].lite = true;
  const EmittedFiles files = FilesOf(axi);
  const std::string& wrap = files.at(kWrap);
  EXPECT_TRUE(Has(wrap, "  output wire [31:0] m1_axil_awaddr,\n"));
  EXPECT_FALSE(Has(wrap, "m1_axil_awlen"));
  EXPECT_FALSE(Has(wrap, "output wire [7:0] m1_axi_awlen"));
  EXPECT_TRUE(Has(wrap, "net_axi_lite #("));
  EXPECT_TRUE(files.contains("wrap/net_axi_lite.v"));
  EXPECT_FALSE(FilesOf(EachRole()).contains("wrap/net_axi_lite.v"));
}

// Its timeout is between the subordinate side and the port; without any the wrap has none.
TEST(AxiWrap, HasTimeoutsWhereNodesHaveThem) {
  AxiOptions axi = EachRole();
  axi.nodes[1] = {.role = AxiRole::kSubordinate, .lite = true, .timeout = 300};
  axi.nodes[2].timeout = 70000;
  const EmittedFiles files = FilesOf(axi);
  const std::string& wrap = files.at(kWrap);
  for (const char* part :
       {"  output wire [3:0] axi_timeout", ".CYCLES(300)\n", ".CYCLES(70000)\n",
        ".timed_out(axi_timeout[1])", "  assign axi_timeout[0] = 1'b0;\n",
        "  assign axi_timeout[3] = 1'b0;\n", ".m_axi_arvalid(inner_m2_axi_arvalid)"})
    EXPECT_TRUE(Has(wrap, part)) << part;
  EXPECT_TRUE(files.contains("wrap/net_axi_timeout.v"));
  EXPECT_TRUE(files.contains("wrap/net_axi_pending.v"));
  const auto manifest = nlohmann::json::parse(files.at("manifest.json"));
  EXPECT_EQ(manifest["axi"]["nodes"][2]["timeout"], 70000);
  const EmittedFiles without = FilesOf(EachRole());
  EXPECT_FALSE(without.contains("wrap/net_axi_timeout.v"));
  EXPECT_FALSE(Has(without.at(kWrap), "timeout"));
}

TEST(AxiWrap, TiesTheStreamsThatNobodyUses) {
  const std::string wrap = FilesOf(EachRole()).at(kWrap);
  // The manager sends no replies and gets no requests; the subordinate the other way round.
  for (const char* tied : {"assign c1_s0_axis_tvalid = 1'b0", "assign c0_m0_axis_tready = 1'b1",
                           "assign c0_s1_axis_tvalid = 1'b0", "assign c1_m1_axis_tready = 1'b1"})
    EXPECT_TRUE(Has(wrap, tied)) << tied;
  for (const char* used : {"assign c0_s0_axis_tvalid", "assign c1_m0_axis_tready",
                           "assign c1_s1_axis_tvalid", "assign c0_m1_axis_tready"})
    EXPECT_FALSE(Has(wrap, used)) << used;
}

TEST(AxiWrap, HasLoopbacksWhereANodeIsBoth) {
  const std::string wrap = FilesOf(EachRole()).at(kWrap);
  EXPECT_TRUE(Has(wrap, ") request_loopback2 ("));
  EXPECT_TRUE(Has(wrap, ") reply_loopback2 ("));
  EXPECT_FALSE(Has(wrap, "loopback0"));
  AxiOptions apart = EachRole();
  apart.nodes[2].role = apart.nodes[3].role = AxiRole::kNone;
  EXPECT_FALSE(FilesOf(apart).contains("wrap/net_axi_loopback.v"));
}

// A node's number differs from its address where an axis is no power of two.
TEST(AxiWrap, HasTheMapInPhysicalAddresses) {
  AxiOptions axi = {.address_width = 40, .nodes = std::vector<AxiNode>(6)};
  axi.nodes[4].role = AxiRole::kManager;
  const std::string by_top_bits = FilesOf("mesh:2x3", {}, axi).at(kWrap);
  // Addresses 0, 1, 2, 4, 5, 6; node 4 is (1,1), 5.
  EXPECT_TRUE(Has(by_top_bits, "  localparam [7:0] AXI_SUBORDINATES = {\n    8'h57\n  };\n"));
  EXPECT_TRUE(Has(by_top_bits, ".SUBORDINATES(AXI_SUBORDINATES)"));
  axi.ranges = {{0, 0x1000, 5}, {0x8000000000, 0x10000, 3}};
  const std::string by_ranges = FilesOf("mesh:2x3", {}, axi).at(kWrap);
  EXPECT_TRUE(Has(by_ranges, "  localparam AXI_RANGES = 2;\n"));
  EXPECT_TRUE(Has(by_ranges, "    64'h8000000000,\n    64'h0\n"));
  EXPECT_TRUE(Has(by_ranges, "    8'h10,\n    8'hc\n"));
  EXPECT_TRUE(Has(by_ranges, "    16'h4,\n    16'h6\n"));
}

TEST(AxiWrap, HasQueuesBetweenTheClocksOnStreamsInUse) {
  HardwareOptions hardware;
  hardware.wrap.own_clock = {true, false, true, false};
  AxiOptions axi = EachRole();
  axi.nodes[3].role = AxiRole::kNone;
  axi.nodes[2].role = AxiRole::kNone;
  const EmittedFiles files = FilesOf(axi, hardware);
  const std::string& wrap = files.at(kWrap);
  EXPECT_TRUE(Has(wrap, "  input wire n0_clk,"));
  EXPECT_FALSE(Has(wrap, "n2_clk"));  // no endpoint, no clock
  std::size_t queues = 0;
  for (std::size_t at = wrap.find("net_crossing"); at != std::string::npos;
       at = wrap.find("net_crossing", at + 1))
    ++queues;
  EXPECT_EQ(queues, 2U);  // the requests of node 0, and its replies
  const std::string& constraints = files.at("constraints/net_wrap.sdc");
  EXPECT_TRUE(Has(constraints, "-clock n0_clk [get_ports {s0_axi_awid[*]"));
  EXPECT_TRUE(Has(constraints, "-clock clk [get_ports {m1_axi_awready"));
}

TEST(AxiWrap, HasItsModulesInTheListsOfTheWrapAlone) {
  const EmittedFiles files = FilesOf(EachRole());
  for (const auto& [path, text] : files) {
    if (path.starts_with("wrap/") && path.ends_with(".v")) {
      EXPECT_TRUE(Has(files.at("net_wrap.f"), path));
      EXPECT_TRUE(Has(files.at("net.core"), path));
      EXPECT_TRUE(Has(files.at("Bender.yml"), path));
      EXPECT_FALSE(Has(files.at("net.f"), path));
    }
  }
  EXPECT_TRUE(Has(files.at("wrap/net_instance.vh"), ".s0_axi_awid(s0_axi_awid),\n"));
}

TEST(AxiWrap, IsDescribedInTheManifest) {
  AxiOptions axi = EachRole();
  axi.nodes[1].lite = true;
  axi.nodes[3].role = AxiRole::kNone;
  axi.address_width = 64;
  axi.ranges = {{0xffffffff00000000, 0x100000000, 1}};
  const auto manifest = nlohmann::json::parse(FilesOf(axi).at("manifest.json"));
  EXPECT_EQ(manifest["hardware"]["flit_width"], 40);
  const nlohmann::json& described = manifest["axi"];
  EXPECT_EQ(described["data_width"], 32);
  EXPECT_EQ(described["head_flits"], 3);  // 25 + 2 + 64 bits in flits of 40
  EXPECT_EQ(described["nodes"].size(), 3U);
  EXPECT_TRUE(described["nodes"][0]["protocol"].is_null());
  EXPECT_EQ(described["nodes"][1]["protocol"], "axi4-lite");
  EXPECT_EQ(described["map"][0],
            (nlohmann::json{{"base", "0xffffffff00000000"}, {"size", "0x100000000"}, {"node", 1}}));
  EXPECT_TRUE(manifest["wrap"]["ports"].size() > 60U);
}

}  // namespace
}  // namespace toroid::gen_rtl_axi_test
