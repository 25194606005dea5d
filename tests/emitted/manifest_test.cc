// manifest.json against the ports that Yosys finds, and the effect of the configuration for flat
// simulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/emitted/emitted.h"

namespace toroid::test::manifest_test {
namespace {

using nlohmann::json;

class Manifest : public testing::TestWithParam<Network> {};

// The module of that name, or made from it by its parameters, as Yosys elaborated it.
json Elaborated(const json& netlist, const std::string& name) {
  for (const auto& [found, module] : netlist["modules"].items()) {
    const bool variant =
        found.find("\\" + name) != std::string::npos && found.starts_with("$paramod");
    if (found == name || variant) return module;
  }
  return nullptr;
}

// Returns the number of ports compared.
int ComparePorts(const json& module, const json& netlist) {
  const json found = Elaborated(netlist, module["name"]);
  EXPECT_FALSE(found.is_null()) << module["name"];
  if (found.is_null()) return 0;
  EXPECT_EQ(found["ports"].size(), module["ports"].size()) << module["name"];
  int compared = 0;
  for (const json& port : module["ports"]) {
    const json seen = found["ports"].value(port["name"].get<std::string>(), json());
    EXPECT_FALSE(seen.is_null()) << port;
    if (seen.is_null()) continue;
    EXPECT_EQ(seen["direction"], port["direction"]) << port;
    EXPECT_EQ(seen["bits"].size(), port["width"].get<std::size_t>()) << port;
    ++compared;
  }
  return compared;
}

TEST_P(Manifest, PortsAreTheElaboratedOnes) {
  const EmittedFiles files = FilesOf(GetParam());
  const EmittedFolder folder(files);
  const json manifest = json::parse(files.at("manifest.json"));
  int compared = 0;
  for (const std::string top : {"net_node", "net_top", "net_atu_forward", "net_atu_inverse"}) {
    if (!files.contains("rtl/" + top + ".v")) continue;
    const Outcome outcome = folder.Run("yosys -q -p \"read_verilog rtl/*.v; hierarchy -top " + top +
                                       "; proc; write_json netlist.json\" && cat netlist.json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    const json netlist = json::parse(outcome.output.substr(outcome.output.find('{')));
    for (const json& module : manifest["modules"]) {
      const bool router = top == "net_node" && module["role"] == "router";
      if (module["name"] == top || router) compared += ComparePorts(module, netlist);
    }
  }
  EXPECT_GT(compared, 50);
  std::cout << compared << " ports compared\n";
}

// With everything that the wrap's options add to it.
TEST(ManifestOfAWrap, PortsAreTheElaboratedOnes) {
  const EmittedFiles files = FilesOf(
      {.host = "ring:3",
       .classes = 2,
       .wrap = {
           .keep = true, .user_bits = 3, .active_low = true, .own_clock = {true, false, true}}});
  json wrap = json::parse(files.at("manifest.json"))["wrap"];
  wrap["name"] = wrap["module"];
  const Outcome outcome = EmittedFolder(files).Run(
      "yosys -q -p \"read_verilog rtl/*.v wrap/*.v; hierarchy -top net_wrap; proc; "
      "write_json netlist.json\" && cat netlist.json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const json netlist = json::parse(outcome.output.substr(outcome.output.find('{')));
  EXPECT_GT(ComparePorts(wrap, netlist), 60);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, Manifest,
    testing::Values(
        Network{.host = "torus:3x5"}, Network{.host = "torus:3x2", .processes = 4},
        Network{.host = "mesh:4x2x3", .ports = Ports::kAll},
        Network{.host = "ring:2", .ports = Ports::kAll},
        Network{.host = "torus:2x8", .ports = Ports::kAll},
        Network{
            .host = "torus:4x4", .ports = Ports::kAll, .embedding = "xor", .guest = "hypercube:4"},
        Network{.host = "mesh:3x5", .embedding = "identity", .guest = "mesh:3x5"},
        Network{.host = "line:3", .ports = Ports::kAll, .embedding = "tao", .guest = "ring:12"},
        Network{.host = "hypercube:2", .embedding = "gray", .guest = "mesh:3x3"},
        Network{.host = "line:8", .embedding = "by-weight", .guest = "hypercube:3"},
        Network{.host = "torus:4x4",
                .embedding = "xor",
                .guest = "hypercube:4",
                .order = BitOrder::kCyclic,
                .unit_task = UnitTask{ScheduleKind::kOffset, {0, 4}, 3}}),
    TestName);

TEST(ManifestOfASchedule, HoldsTheTaskAndTheTimersRange) {
  const EmittedFiles files = FilesOf({.host = "torus:4x4",
                                      .embedding = "xor",
                                      .guest = "hypercube:4",
                                      .order = BitOrder::kCyclic,
                                      .unit_task = UnitTask{ScheduleKind::kOffset, {0, 4}, 3}});
  // 4 steps of 3 cycles: the last starts in cycle 9, which takes 4 bits.
  EXPECT_EQ(
      json::parse(files.at("manifest.json"))["schedule"],
      json::parse(
          R"({"kind": "offset", "task": [0, 4], "message_flits": 3, "last_send": 9, "time_bits": 4})"));
}

TEST(ManifestOfASchedule, IsMissingWithoutOneAndSoAreItsModules) {
  const EmittedFiles files = FilesOf({.host = "torus:4x4",
                                      .embedding = "xor",
                                      .guest = "hypercube:4",
                                      .order = BitOrder::kCyclic});
  EXPECT_FALSE(json::parse(files.at("manifest.json")).contains("schedule"));
  for (const auto& [path, text] : files) {
    EXPECT_EQ(path.find("schedule"), std::string::npos) << path;
    EXPECT_EQ(path.find("timer"), std::string::npos) << path;
    EXPECT_EQ(text.find("send_at"), std::string::npos) << path;
  }
}

TEST(ManifestOfAnEmbedding, NamesTheGuestNodesOfEachNode) {
  const auto logical = [](const Network& network) {
    json addresses = json::array();
    const json manifest = json::parse(FilesOf(network).at("manifest.json"));
    for (const json& node : manifest["nodes"]) addresses.push_back(node["logical_address"]);
    return addresses;
  };
  EXPECT_EQ(logical({.host = "hypercube:2", .embedding = "gray", .guest = "line:3"}),
            json::parse("[0, 1, null, 2]"));
  EXPECT_EQ(logical({.host = "hypercube:2",
                     .embedding = "gray",
                     .guest = "line:7",
                     .address = Address::kPhysical}),
            json::parse("[[0, 1], [2, 3], [6], [4, 5]]"));
  EXPECT_EQ(logical({.host = "line:3",
                     .embedding = "tao",
                     .guest = "ring:12",
                     .address = Address::kPhysical}),
            json::parse("[[0, 1, 11, 10], [2, 3, 9, 8], [4, 5, 7, 6]]"));
  const json some_empty = logical({.host = "hypercube:6",
                                   .embedding = "gray",
                                   .guest = "mesh:9x9",
                                   .address = Address::kPhysical});
  const auto nulls =
      std::ranges::count_if(some_empty, [](const json& address) { return address.is_null(); });
  EXPECT_EQ(nulls, 64 - 3 * 9);  // blocks of 3 x 1 on 4 x 16
  EXPECT_EQ(std::ranges::count(some_empty, json::array()), 0);
}

TEST(ManifestOfRanks, SaysWhereTheyAreInAPhysicalAddress) {
  const auto address = [](const Network& network) {
    return json::parse(FilesOf(network).at("manifest.json"))["address"];
  };
  const json physical = address({.host = "mesh:3x5", .processes = 3});
  EXPECT_EQ(physical["bits"], 7);
  EXPECT_EQ(physical["rank"], json::parse(R"({"msb": 6, "lsb": 5})"));
  EXPECT_EQ(physical["physical"][0]["msb"], 4);
  EXPECT_FALSE(address({.host = "mesh:3x5"}).contains("rank"));
  EXPECT_FALSE(
      address({.host = "line:3", .embedding = "tao", .guest = "ring:12"}).contains("rank"));
}

TEST(ManifestOfRanks, NamesTheirFieldsOfAFlitAndTheirPorts) {
  const Network network{
      .host = "line:3", .ports = Ports::kAll, .embedding = "tao", .guest = "ring:12"};
  const json manifest = json::parse(FilesOf(network).at("manifest.json"));
  // Four members, 32 bits of data, three host nodes, twelve guest nodes.
  EXPECT_EQ(manifest["link"], json::parse(R"({"width": 42, "fields": [
      {"name": "tail", "msb": 41, "lsb": 41}, {"name": "head", "msb": 40, "lsb": 40},
      {"name": "destination", "msb": 39, "lsb": 38}, {"name": "source", "msb": 37, "lsb": 36},
      {"name": "destination_member", "msb": 35, "lsb": 34}, {"name": "source_member", "msb": 33, "lsb": 32},
      {"name": "payload", "msb": 31, "lsb": 0}]})"));
  EXPECT_EQ(manifest["address"]["bits"], 4);
  std::map<std::string, int> widths;
  for (const json& module : manifest["modules"]) {
    if (module["role"] == "node") {
      for (const json& port : module["ports"]) widths[port["name"]] = port["width"];
    }
    if (module["role"] == "address unit") {
      EXPECT_EQ(module["instantiated"], true);
    }
  }
  EXPECT_EQ(widths["coordinates"], 2);
  EXPECT_EQ(widths["s_axis_tdest"], 2 * 4);
  EXPECT_EQ(widths["m_axis_tuser"], 2 * 4);
  EXPECT_EQ(widths["s_axis_tid"], 2 * 2);
  EXPECT_EQ(widths["m_axis_tid"], 2 * 2);
}

TEST(ManifestOfRanks, HasNoneWithPhysicalAddresses) {
  const EmittedFiles files = FilesOf(
      {.host = "line:3", .embedding = "tao", .guest = "ring:12", .address = Address::kPhysical});
  for (const auto& [path, text] : files) {
    if (path.starts_with("sim/")) continue;  // the bench has one in case its nodes do
    EXPECT_EQ(text.find("axis_tid"), std::string::npos) << path;
    EXPECT_EQ(path.find("first_beat"), std::string::npos) << path;
  }
}

TEST(ManifestOfAnEmbedding, LeavesTheGuestNodesOutIfThereAreMoreThan16384) {
  const auto first_of = [](const std::string& guest) {
    const Network network{
        .host = "hypercube:1", .embedding = "gray", .guest = guest, .address = Address::kPhysical};
    return json::parse(FilesOf(network).at("manifest.json"))["nodes"][0]["logical_address"];
  };
  EXPECT_EQ(first_of("mesh:128x128").size(), 8192U);
  EXPECT_TRUE(first_of("mesh:145x113").is_null());  // 16385
}

TEST(ManifestOfAnEmbedding, HasABitOrderWhereTheMapDependsOnIt) {
  const auto order = [](const char* guest, const char* host, const char* embedding,
                        std::vector<int> partition = {}) {
    const Network network{.host = host,
                          .embedding = embedding,
                          .guest = guest,
                          .order = BitOrder::kCyclic,
                          .partition = partition};
    return json::parse(FilesOf(network).at("manifest.json"))["embedding"]["bit_order"];
  };
  EXPECT_EQ(order("hypercube:4", "torus:4x4", "xor"), "cyclic");
  EXPECT_TRUE(order("mesh:3x5", "mesh:3x5", "identity").is_null());
  EXPECT_TRUE(order("hypercube:2", "hypercube:3", "gray").is_null());
  EXPECT_TRUE(order("hypercube:3", "ring:8", "tao").is_null());
  EXPECT_TRUE(order("hypercube:3", "mesh:3x8", "tao", {1, 8}).is_null());
}

TEST(FlatBuild, NodesAlikeShareTheirCode) {
  const EmittedFolder folder(FilesOf({.host = "torus:4x4", .arbiter = Arbiter::kRoundRobin}));
  const auto text_size = [&](const std::string& name, const std::string& options) {
    const Outcome outcome = folder.Run("verilator --cc --top-module net_top -Mdir " + name + " " +
                                       options + " -F net.f && cat " + name + "/*.cpp | wc -c");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return std::stol(outcome.output);
  };
  const long shared = text_size("shared", "-F sim/net_flat.f");
  const long copied = text_size("copied", "-O3");
  EXPECT_GT(shared, 10000);
  EXPECT_LT(3 * shared, copied);
}

}  // namespace
}  // namespace toroid::test::manifest_test
