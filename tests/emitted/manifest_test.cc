// manifest.json against the ports that Yosys finds, and the effect of the configuration for flat simulation.
#include <gtest/gtest.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/emitted/emitted.h"

namespace toroid::test {
namespace {

using nlohmann::json;

class Manifest : public testing::TestWithParam<Network> {};

// The module of that name, or made from it by its parameters, as Yosys elaborated it.
json Elaborated(const json& netlist, const std::string& name) {
  for (const auto& [found, module] : netlist["modules"].items()) {
    const bool variant = found.find("\\" + name) != std::string::npos && found.starts_with("$paramod");
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
    const Outcome outcome =
        folder.Run("yosys -q -p \"read_verilog rtl/*.v; hierarchy -top " + top + "; proc; write_json netlist.json\" && cat netlist.json");
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

INSTANTIATE_TEST_SUITE_P(Networks, Manifest,
                         testing::Values(Network{.host = "torus:3x5"}, Network{.host = "mesh:4x2x3", .ports = Ports::kAll},
                                         Network{.host = "ring:2", .ports = Ports::kAll},
                                         Network{.host = "torus:2x8", .ports = Ports::kAll},
                                         Network{.host = "torus:4x4", .ports = Ports::kAll, .embedding = "xor", .guest = "hypercube:4"},
                                         Network{.host = "mesh:3x5", .embedding = "identity", .guest = "mesh:3x5"},
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
  EXPECT_EQ(json::parse(files.at("manifest.json"))["schedule"],
            json::parse(R"({"kind": "offset", "task": [0, 4], "message_flits": 3, "last_send": 9, "time_bits": 4})"));
}

TEST(ManifestOfASchedule, IsMissingWithoutOneAndSoAreItsModules) {
  const EmittedFiles files = FilesOf({.host = "torus:4x4", .embedding = "xor", .guest = "hypercube:4", .order = BitOrder::kCyclic});
  EXPECT_FALSE(json::parse(files.at("manifest.json")).contains("schedule"));
  for (const auto& [path, text] : files) {
    EXPECT_EQ(path.find("schedule"), std::string::npos) << path;
    EXPECT_EQ(text.find("send_at"), std::string::npos) << path;
  }
}

TEST(FlatBuild, NodesAlikeShareTheirCode) {
  const EmittedFolder folder(FilesOf({.host = "torus:4x4", .arbiter = Arbiter::kRoundRobin}));
  const auto text_size = [&](const std::string& name, const std::string& options) {
    const Outcome outcome =
        folder.Run("verilator --cc --top-module net_top -Mdir " + name + " " + options + " -F toroid.f && cat " + name + "/*.cpp | wc -c");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return std::stol(outcome.output);
  };
  const long shared = text_size("shared", "-F sim/verilator_flat.f");
  const long copied = text_size("copied", "-O3");
  EXPECT_GT(shared, 10000);
  EXPECT_LT(3 * shared, copied);
}

}  // namespace
}  // namespace toroid::test
