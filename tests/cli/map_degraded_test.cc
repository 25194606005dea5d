// `toroid map` with dead links and nodes: what it prints, and what it refuses.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "tests/cli/printed.h"
#include "tests/support/run_toroid.h"

namespace toroid::map_degraded_test {
namespace {

const std::string kMesh = "map --host torus:8x8 --guest mesh:8x8 --embedding identity ";

// Each of the mesh' edges beside what is dead, by the mapping alone.
TEST(MapDegraded, GivesTheMappingInEveryFormat) {
  const std::string line = kMesh + "--dead-links 0-1,9-17 ";
  const Json json = Json::parse(Out(line + "--format json"));
  const Json& mapping = json["mapping"];
  ASSERT_EQ(mapping.size(), 64U);
  std::string csv = "guest,host\n";
  std::set<std::pair<int, int>> links;
  for (std::size_t n = 0; n < 64; ++n) {
    csv += std::to_string(n) + "," + mapping[n].dump() + "\n";
    if (n % 8 != 7) links.emplace(mapping[n], mapping[n + 1]);
    if (n < 56) links.emplace(mapping[n], mapping[n + 8]);
  }
  EXPECT_EQ(Out(line + "--format csv"), csv);
  for (const auto& [a, b] : {std::pair{0, 1}, std::pair{9, 17}})
    EXPECT_FALSE(links.contains({a, b}) || links.contains({b, a}));
  EXPECT_EQ(json["host"]["dead"].dump(), R"({"links":[[0,1],[1,0],[9,17],[17,9]],"nodes":[]})");
  EXPECT_EQ(json["metrics"]["dilation"]["max"], 1);
  EXPECT_EQ(json["links"]["all"], 256);
  const Json& degraded = json["degraded"];
  EXPECT_EQ(Keys(degraded),
            Names({"symmetry", "symmetries", "tried", "round", "extra_links", "run_as"}));
  EXPECT_EQ(degraded["symmetries"], 512);
  EXPECT_EQ(degraded["round"], Json::array());
  EXPECT_EQ(degraded["extra_links"], 0);
  // y[a] = shift[a] + x[axes[a]] moves what run_as names to what is dead
  EXPECT_EQ(degraded["symmetry"]["axes"].dump(), "[0,1]");
  EXPECT_EQ(degraded["symmetry"]["shift"].dump(), "[2,1]");
  EXPECT_EQ(degraded["run_as"]["dead_links"], "0-56,48-55");
  EXPECT_TRUE(Json::parse(Out(kMesh + "--format json"))["degraded"].is_null());
  EXPECT_TRUE(Json::parse(Out(kMesh + "--format json"))["host"]["dead"].is_null());
}

// The same command without its symmetry, on the host that run_as describes.
TEST(MapDegraded, NeedsNoSymmetryWhereItSaysToRun) {
  const std::string lines[] = {kMesh + "--dead-links 0-1,9-17",
                               "map --host torus:4x4 --partition 3x4 --guest mesh:3x4 "
                               "--embedding identity --dead-nodes 5"};
  for (const std::string& line : lines) {
    const Json json = Json::parse(Out(line + " --format json"));
    const auto& as = json["degraded"]["run_as"];
    std::string moved = line.substr(0, line.find("--dead"));
    if (!as["dead_links"].get<std::string>().empty())
      moved += " --dead-links " + as["dead_links"].get<std::string>();
    if (!as["dead_nodes"].get<std::string>().empty())
      moved += " --dead-nodes " + as["dead_nodes"].get<std::string>();
    EXPECT_NE(Out(moved).find("symmetry            none is needed\n"), std::string::npos) << moved;
    moved.replace(0, 3, "simulate");
    Out(moved + " --traffic uniform --cycles 20 --engine model --address physical");
  }
}

// A message over each guest edge, both ways, in the model: moved it takes what it takes on the
// whole host.
TEST(MapDegraded, SavesAProgramItsDetours) {
  const Scratch scratch;
  std::ofstream trace(scratch.Path("edges.csv"));
  trace << "id,source,destination,flits,after\n";
  int count = 0;
  for (int n = 0; n < 64; ++n) {
    for (const int next : {n % 8 < 7 ? n + 1 : n, n < 56 ? n + 8 : n}) {
      if (next == n) continue;
      trace << "a" << ++count << "," << n << "," << next << ",2,\n";
      trace << "b" << count << "," << next << "," << n << ",2,\n";
    }
  }
  trace.close();
  const auto cycles = [&](const std::string& dead) {
    const Json run = Json::parse(
        Out("simulate --host torus:8x8 --guest mesh:8x8 --embedding identity --ports all --traffic "
            "trace --engine model --format json --trace " +
            scratch.Path("edges.csv") + dead));
    return run["reference_cycles"].get<int>();
  };
  const Json map = Json::parse(Out(kMesh + "--dead-links 0-1 --format json"));
  const std::string as = map["degraded"]["run_as"]["dead_links"];
  EXPECT_EQ(cycles(""), 4);
  EXPECT_EQ(cycles(" --dead-links 0-1"), 7);
  EXPECT_EQ(cycles(" --dead-links " + as), 4);
}

}  // namespace
}  // namespace toroid::map_degraded_test
