// Networks with AXI4 endpoints: their files are clean in every tool, with every role, protocol and
// clock, and the command in their banners makes them again.
#include <gtest/gtest.h>

#include "tests/emitted/emitted.h"

namespace toroid::test::axi_test {
namespace {

AxiOptions Mixed() {
  AxiOptions axi = {.address_width = 40,
                    .id_width = 3,
                    .user_width = 5,
                    .threads = 2,
                    .max_burst = 16,
                    .read_buffer = 32,
                    .write_buffer = 16,
                    .ids_by_source = true};
  axi.nodes = {{AxiRole::kManager}, {AxiRole::kSubordinate, true}, {AxiRole::kBoth, true},
               {AxiRole::kBoth},    {AxiRole::kSubordinate},       {AxiRole::kNone}};
  axi.ranges = {{0x1000, 0x1000, 1}, {0x8000000000, 0x10000, 3}};
  return axi;
}

AxiOptions AllBoth(std::size_t nodes) { return {.nodes = std::vector<AxiNode>(nodes)}; }

// Some nodes with a timeout.
AxiOptions WithTimeouts(AxiOptions axi) {
  for (std::size_t n = 1; n < axi.nodes.size(); n += 1 + n % 2)
    if (axi.nodes[n].HasSubordinate()) axi.nodes[n].timeout = 1000;
  return axi;
}

// Every role and protocol on 15 nodes, whose addresses have 32 codes; the top bits are the map.
AxiOptions FifteenNodes() {
  AxiOptions axi = {.threads = 1, .max_burst = 4, .read_buffer = 4, .write_buffer = 8};
  const AxiRole roles[] = {AxiRole::kManager, AxiRole::kSubordinate, AxiRole::kBoth, AxiRole::kNone,
                           AxiRole::kBoth};
  for (int n = 0; n < 15; ++n) axi.nodes.push_back({roles[n % 5], n % 3 == 0});
  return axi;
}

std::vector<bool> OddNodes(std::size_t nodes) {
  std::vector<bool> odd(nodes);
  for (std::size_t n = 1; n < nodes; n += 2) odd[n] = true;
  return odd;
}

std::vector<Network> EndpointNetworks() {
  return {{.host = "torus:2x2", .wrap = {.axi = AllBoth(4)}},
          {.host = "ring:4", .wrap = {.axi = WithTimeouts(AllBoth(4))}, .flit_width = 512},
          {.host = "mesh:3x2", .wrap = {.axi = WithTimeouts(Mixed())}},
          {.host = "mesh:2x3", .wrap = {.axi = Mixed()}},
          {.host = "torus:2x3",
           .wrap = {.active_low = true,
                    .own_clock = {true, false, true, true, true, true},
                    .axi = Mixed()},
           .link_stages = 1},
          {.host = "torus:3x5",
           .wrap = {.own_clock = OddNodes(15), .axi = FifteenNodes()},
           .dead_links = "0-1",
           .dead_nodes = "3"},
          {.host = "ring:3", .wrap = {.own_clock = {true, true, true}, .axi = AllBoth(3)}},
          {.host = "ring:3", .wrap = {.async_reset = true, .axi = AllBoth(3)}}};
}

class Endpoints : public testing::TestWithParam<Network> {};

TEST_P(Endpoints, AreCleanUnderEveryTool) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const std::string lint = "verilator --lint-only -Wall --top-module ";
  EXPECT_EQ(folder.Run(lint + "net_wrap -F net_wrap.f").output, "");
  EXPECT_EQ(folder
                .Run("{ echo 'module user;'; cat wrap/net_instance.vh; echo endmodule; } > user.v "
                     "&& " +
                     lint +
                     "user -F net_wrap.f user.v -Wno-IMPLICIT -Wno-WIDTH -Wno-UNDRIVEN "
                     "-Wno-UNUSED -Wno-DECLFILENAME")
                .output,
            "");
  EXPECT_EQ(folder.Run("iverilog -g2005 -Wall -t null -s net_wrap rtl/*.v wrap/*.v").output, "");
  EXPECT_EQ(folder
                .Run("yosys -q -p 'read_verilog rtl/*.v wrap/*.v; hierarchy -check -top net_wrap; "
                     "proc; check -assert; select -assert-none t:$dlatch t:$adlatch t:$sr "
                     "t:$dlatchsr'")
                .output,
            "");
}

TEST_P(Endpoints, HaveTheirPortsInTheManifestAndTheConstraints) {
  const EmittedFiles files = FilesOf(GetParam());
  const std::string& manifest = files.at("manifest.json");
  const std::string& constraints = files.at("constraints/net_wrap.sdc");
  for (const char* port : {"s0_axi_awaddr", "s0_axi_rlast", "m4_axi_wstrb"}) {
    if (port[1] == '4' && GetParam().wrap.axi->nodes.size() < 5) continue;
    EXPECT_NE(manifest.find(std::string("\"") + port + "\""), std::string::npos) << port;
    EXPECT_NE(constraints.find(port), std::string::npos) << port;
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, Endpoints, testing::ValuesIn(EndpointNetworks()), TestName);

}  // namespace
}  // namespace toroid::test::axi_test
