// Emitted networks in Icarus Verilog from unknown registers; reset_tb.v lists the checks. Tries
// every pair of nodes, and every refused address.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::reset_test {
namespace {

using nlohmann::json;

struct Packet {
  bool refused;
  std::uint32_t beats;
  std::uint32_t destination;
  std::uint32_t address;
};

// The packets of one injector: one to each node that it reaches; its own node's address and the
// first address of another injector, refused; and all codes that are no node's, refused.
std::vector<Packet> PacketsOf(const Plan& plan, NodeId from, int port) {
  const std::uint32_t size = plan.host().size();
  std::vector<Packet> packets;
  std::set<std::uint32_t> codes;
  bool other_injector = false;
  for (std::uint32_t k = 0; k < size; ++k) {
    const NodeId to{(from.value() + k) % size};
    codes.insert(plan.WireAddressOf(to));
    const bool right = k > 0 && plan.InjectorOf(from, to) == port;
    if (!right && k > 0 && std::exchange(other_injector, true)) continue;
    packets.push_back({!right, 1 + k % 3, to.value(), plan.WireAddressOf(to)});
  }
  for (std::uint32_t code = 0; code < 1U << plan.address_bits(); ++code) {
    if (!codes.contains(code)) packets.push_back({true, 1 + code % 2, 0, code});
  }
  return packets;
}

// Whether the injector exists: at a mesh's edge some do not.
bool HasInjector(const Plan& plan, NodeId node, int port) {
  if (plan.hardware().ports == Ports::kOne) return true;
  const LinkPort& link = plan.link_ports()[static_cast<std::size_t>(port)];
  if (link.direction) return plan.host().Neighbour(node, link.axis, *link.direction).has_value();
  return true;
}

struct Stimulus {
  std::string header;     // network.vh
  std::string packets;    // packets.hex
  std::string addresses;  // addresses.hex
  std::size_t delivered = 0;
  std::size_t flits = 0;
  std::size_t refused = 0;
};

// The wires valid and credit of every link, and how many bits they have.
std::pair<std::string, int> LinkControls(const json& manifest) {
  std::string wires;
  int bits = 0;
  for (const json& node : manifest["nodes"]) {
    for (const json& link : node["links"]) {
      const auto name = link["wires"].get<std::string>();
      wires += (wires.empty() ? "dut." : ", dut.") + name + "_valid, dut." + name + "_credit";
      bits += 1 + manifest["link_ports"][link["port"].get<std::size_t>()]["channels"].get<int>();
    }
  }
  return {wires, bits};
}

Stimulus StimulusFor(const Plan& plan, const json& manifest) {
  const int local = plan.local_ports();
  std::vector<std::vector<Packet>> lists;
  std::string live;
  for (std::uint32_t i = 0; i < plan.host().size(); ++i) {
    for (int q = 0; q < local; ++q) {
      const bool exists = HasInjector(plan, NodeId{i}, q);
      lists.push_back(exists ? PacketsOf(plan, NodeId{i}, q) : std::vector<Packet>{});
      live.insert(live.begin(), exists ? '1' : '0');
    }
  }
  std::size_t longest = 0;
  for (const auto& list : lists) longest = std::max(longest, list.size());

  Stimulus stimulus;
  std::ostringstream packets;
  packets << std::hex;
  for (const auto& list : lists) {
    for (std::size_t k = 0; k < longest; ++k) {
      const Packet packet = k < list.size() ? list[k] : Packet{};
      packets << ((packet.refused ? 1U : 0U) << 28 | packet.beats << 24 | packet.destination << 16 |
                  packet.address)
              << '\n';
      if (packet.beats == 0) continue;
      (packet.refused ? stimulus.refused : stimulus.delivered) += 1;
      if (!packet.refused) stimulus.flits += packet.beats;
    }
  }
  std::ostringstream addresses;
  for (std::uint32_t i = 0; i < plan.host().size(); ++i)
    addresses << std::hex << plan.WireAddressOf(NodeId{i}) << '\n';
  const auto [wires, bits] = LinkControls(manifest);
  std::ostringstream header;
  header << "`define LINK_CONTROLS " << wires << "\nlocalparam N = " << plan.host().size()
         << ", L = " << local << ", A = " << plan.address_bits()
         << ", W = " << plan.hardware().flit_width << ", PACKETS = " << longest
         << ", CONTROLS = " << bits << ";\nlocalparam [N*L-1:0] LIVE = " << live.size() << "'b"
         << live << ";\n";
  stimulus.header = header.str();
  stimulus.packets = packets.str();
  stimulus.addresses = addresses.str();
  return stimulus;
}

std::string Simulate(EmittedFiles files, const Stimulus& stimulus) {
  std::ifstream bench(Checkout("tests/emitted/reset_tb.v"));
  files["reset_tb.v"] = {std::istreambuf_iterator<char>(bench), std::istreambuf_iterator<char>()};
  files["network.vh"] = stimulus.header;
  files["packets.hex"] = stimulus.packets;
  files["addresses.hex"] = stimulus.addresses;
  const Outcome outcome = EmittedFolder(files).Run(
      "iverilog -g2005 -o tb -s reset_tb reset_tb.v -c net.f && vvp -n tb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return outcome.output;
}

class FromUnknownState : public testing::TestWithParam<Network> {};

TEST_P(FromUnknownState, EveryPacketArrivesAndNoControlWireIsEverUnknown) {
  const Plan plan = PlanOf(GetParam());
  const EmittedFiles files = FilesOf(GetParam());
  const Stimulus stimulus = StimulusFor(plan, json::parse(files.at("manifest.json")));
  const std::string output = Simulate(files, stimulus);
  const std::string expected = "PASS " + std::to_string(stimulus.delivered) + " packets " +
                               std::to_string(stimulus.flits) + " flits " +
                               std::to_string(stimulus.refused) + " refused ";
  EXPECT_TRUE(output.starts_with(expected)) << output << "expected: " << expected;
  EXPECT_EQ(stimulus.delivered, plan.host().size() * (plan.host().size() - 1));
  std::cout << output;
}

std::vector<Network> Networks() {
  std::vector<Network> networks;
  for (const char* host :
       {"ring:2", "ring:3", "mesh:2x3", "torus:3x5", "torus:2x8", "hypercube:3", "mesh:3x2x3"}) {
    for (const Ports ports : {Ports::kOne, Ports::kAll})
      networks.push_back({.host = host, .ports = ports});
  }
  networks.push_back({.host = "torus:3x5", .ports = Ports::kAll, .arbiter = Arbiter::kRoundRobin});
  networks.push_back({.host = "torus:2x3", .ports = Ports::kAll, .link_stages = 3});
  networks.push_back({.host = "torus:2x3", .protect = Protection::kParity, .link_stages = 1});
  networks.push_back(
      {.host = "torus:4x4", .ports = Ports::kAll, .embedding = "xor", .guest = "hypercube:4"});
  networks.push_back({.host = "torus:4x4",
                      .ports = Ports::kOne,
                      .embedding = "xor",
                      .guest = "hypercube:4",
                      .order = BitOrder::kCyclic});
  networks.push_back(
      {.host = "mesh:3x5", .ports = Ports::kOne, .embedding = "identity", .guest = "mesh:3x5"});
  networks.push_back(
      {.host = "line:8", .ports = Ports::kAll, .embedding = "by-weight", .guest = "hypercube:3"});
  networks.push_back({.host = "line:8",
                      .ports = Ports::kOne,
                      .embedding = "by-weight",
                      .guest = "hypercube:3",
                      .address = Address::kPhysical});
  return networks;
}

INSTANTIATE_TEST_SUITE_P(Networks, FromUnknownState, testing::ValuesIn(Networks()), TestName);

// ---- planted faults, in ring:3 ----

std::string SimulateAltered(const std::string& from, const std::string& to) {
  EmittedFiles files = FilesOf({.host = "ring:3"});
  const Stimulus stimulus =
      StimulusFor(PlanOf({.host = "ring:3"}), json::parse(files.at("manifest.json")));
  std::string& top = files.at("rtl/net_top.v");
  const auto at = top.rfind(from);
  EXPECT_NE(at, top.npos) << from;
  top.replace(at, from.size(), to);
  return Simulate(files, stimulus);
}

TEST(FromUnknownStateTwin, ANodeWithoutResetIsNoticed) {
  const std::string output = SimulateAltered(".rst(rst)", ".rst(rst & (NODE != 2))");
  EXPECT_NE(output.find("unknown control wire"), std::string::npos) << output;
  EXPECT_EQ(output.find("PASS"), std::string::npos);
}

TEST(FromUnknownStateTwin, ALostTailIsNoticed) {
  const std::string output = SimulateAltered(".s_axis_tlast(s_axis_tlast[NODE])",
                                             ".s_axis_tlast(s_axis_tlast[NODE] | (NODE == 2))");
  EXPECT_NE(output.find("wrong tlast"), std::string::npos) << output;
}

TEST(FromUnknownStateTwin, ASwappedAddressIsNoticed) {
  const std::string output =
      SimulateAltered(".s_axis_tdest(s_axis_tdest[NODE*2+:2])",
                      ".s_axis_tdest(NODE == 2 ? 2'd1 : s_axis_tdest[NODE*2+:2])");
  EXPECT_NE(output.find("wrong place or payload"), std::string::npos) << output;
}

}  // namespace
}  // namespace toroid::test::reset_test
