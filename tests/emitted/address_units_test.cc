// The size of address units on an FPGA, and which of them are tables and instances.
// unit_circuits_test.cc and printed_units_test.cc test their answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/emitted/unit_bench.h"
#include "tests/emitted/unit_plans.h"

namespace toroid::test::address_units_test {
namespace {

// ---- size ----

// Yosys commands that fail unless the unit becomes exactly `luts` look-up tables of an iCE40.
std::string ExpectLuts(const std::string& unit, std::ptrdiff_t luts) {
  const std::string count = std::to_string(luts);
  return "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit + "\nselect -assert-count " +
         count + " t:SB_LUT4\nselect -assert-count " + count + " t:*\ndesign -reset\n";
}

std::ptrdiff_t LongAxes(const Graph& host) {
  return std::ranges::count_if(host.lengths(), [](int length) { return length >= 4; });
}

TEST(AddressUnits, AreWiresOrOneLutForEachAxisOfFourOrMore) {
  std::string script;
  int units = 0;
  const auto cases = MapPlans();
  for (const Network& network : cases) {
    const Graph host = PlanOf(network).host();
    if (network.embedding == "by-weight" || network.embedding == "gray" || !AllPowersOfTwo(host))
      continue;
    const std::ptrdiff_t luts = network.embedding == "xor" ? LongAxes(host) : 0;
    for (const std::string unit : {"_atu_forward", "_atu_inverse"}) {
      script += ExpectLuts(network.name + unit, luts);
      ++units;
    }
  }
  ASSERT_GE(units, 20);
  EmittedFiles files = UnitFiles(cases);
  files["size.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::cout << units << " units synthesized and counted\n";
}

TEST(AddressUnits, ASecondLutIsNoticed) {
  EmittedFiles files = UnitFiles({{.host = "ring:8", .embedding = "xor", .guest = "hypercube:3"}});
  std::string& text = files.at("rtl/net_atu_forward.v");
  text.replace(text.find("= logical[2];"), 13, "= logical[2] ^ logical[0];");
  files["size.ys"] = ExpectLuts("net_atu_forward", 1);
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("contains 2 elements"), std::string::npos) << outcome.output;
}

std::string AtMostLuts(const std::string& unit, int luts) {
  return "read_verilog rtl/" + unit + ".v\nsynth_ice40 -top " + unit + "\nselect -assert-max " +
         std::to_string(luts) + " t:SB_LUT4\ndesign -reset\n";
}

struct SizeLimit {
  std::string guest;
  std::string host;
  int forward;
  int inverse;
};

void ExpectNoLarger(const std::vector<SizeLimit>& limits) {
  EmittedFiles files;
  std::string script;
  for (const SizeLimit& limit : limits) {
    Network network{.host = limit.host, .embedding = "tao", .guest = limit.guest};
    network.name = "in_" + std::regex_replace(network.host, std::regex(":"), "_");
    files.merge(UnitFiles({network}));
    script += AtMostLuts(network.name + "_atu_forward", limit.forward) +
              AtMostLuts(network.name + "_atu_inverse", limit.inverse);
  }
  ASSERT_EQ(files.size(), 2 * limits.size());
  files["size.ys"] = script;
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

// docs/spec/generated.md, G5.7, and a little room for other versions of Yosys. Forward, then
// inverse.
TEST(TaoUnits, AreNoLargerThanTheTableOfSizesSays) {
  ExpectNoLarger({{"ring:15", "mesh:3x5", 8, 13},
                  {"ring:143", "torus:11x13", 40, 40},
                  {"ring:143", "mesh:11x13", 49, 37},
                  {"ring:256", "mesh:16x16", 38, 37},
                  {"torus:6x12", "mesh:6x3x2x2", 10, 10},
                  {"torus:3x3x6", "mesh:6x9", 11, 11},
                  {"torus:4x4x4x4x4", "torus:32x32", 5, 5},
                  {"hypercube:6", "torus:8x8", 2, 2},
                  {"torus:8x8", "torus:4x4x4", 7, 7}});
}

// Odd lengths, where the ring is folded, and the largest units of the others.
TEST(TaoUnits, OfRingsOnTwoAxesOfUpTo16TakeFewerThan60Luts) {
  std::vector<SizeLimit> limits;
  for (const char* host : {"mesh:9x13", "mesh:11x13", "mesh:13x11", "mesh:10x14", "mesh:14x14",
                           "torus:11x10", "torus:12x10", "torus:11x14"}) {
    limits.push_back({"ring:" + std::to_string(Graph::Parse(host).value().size()), host, 59, 59});
  }
  ExpectNoLarger(limits);
}

TEST(TaoUnits, AreLargerThanALimitOfOneLut) {
  EmittedFiles files = UnitFiles({{.host = "mesh:3x5", .embedding = "tao", .guest = "ring:15"}});
  files["size.ys"] = AtMostLuts("net_atu_forward", 1);
  const Outcome outcome = EmittedFolder(files).Run("yosys -q size.ys");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("more than the maximum number 1"), std::string::npos)
      << outcome.output;
}

// ---- files ----

TEST(AddressUnits, AreTablesForByWeightAlone) {
  int units = 0;
  for (const Network& network : MapPlans()) {
    for (const auto& [path, text] : UnitFiles({network})) {
      // direct meshes and rings
      if (network.guest == "mesh:3x5" || network.guest == "mesh:3x3x7" || network.guest == "ring:6")
        continue;
      const bool table = network.embedding == "by-weight" && network.host != "line:2";
      EXPECT_EQ(text.find("case (") != text.npos, table) << path;
      ++units;
    }
  }
  EXPECT_GE(units, 20);
}

TEST(AddressUnits, AreEmittedButNotInstantiatedUnderPhysicalAddresses) {
  const EmittedFiles files = FilesOf({.host = "ring:8",
                                      .embedding = "xor",
                                      .guest = "hypercube:3",
                                      .address = Address::kPhysical});
  ASSERT_TRUE(files.contains("rtl/net_atu_forward.v"));
  EXPECT_EQ(files.at("rtl/net_node.v").find("atu"), std::string::npos);
  EXPECT_EQ(files.at("net.f").find("atu"), std::string::npos);
  int units = 0;
  const auto manifest = nlohmann::json::parse(files.at("manifest.json"));
  for (const auto& module : manifest["modules"]) {
    if (module["role"] != "address unit") continue;
    ++units;
    EXPECT_EQ(module["instantiated"], false);
  }
  EXPECT_EQ(units, 2);
}

}  // namespace
}  // namespace toroid::test::address_units_test
