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

// The lines between those of the embedding and of the metrics.
std::string PlaceIn(const std::string& text) {
  const auto from = text.find("dead ");
  return text.substr(from, text.find("\nedges ", from) + 1 - from);
}

TEST(MapDegraded, SaysWhichSymmetryIsTaken) {
  EXPECT_EQ(PlaceIn(Out(kMesh + "--dead-links 0-1")),
            "dead                --dead-links 0-1\n"
            "symmetry            shifted by 1 along axis 1\n"
            "guest edges         none of 112 meets what is dead\n"
            "run it with         --dead-links 0-7, in place of those\n");
  EXPECT_EQ(PlaceIn(Out(kMesh + "--dead-links 0-7")),
            "dead                --dead-links 0-7\n"
            "symmetry            none is needed\n"
            "guest edges         none of 112 meets what is dead\n");
}

TEST(MapDegraded, SaysWhichGuestEdgesGoRound) {
  EXPECT_EQ(PlaceIn(Out(kMesh + "--dead-links 0-1,12-13,33-41")),
            "dead                --dead-links 0-1,12-13,33-41\n"
            "symmetry            shifted by 5 along axis 0 and by 1 along axis 1; the best of 512\n"
            "guest edges         1 of 112 must go round, 4 more links by the routing tables, both "
            "ways together\n"
            "  guest nodes       35 and 36: 4 more\n"
            "run it with         --dead-links 0-56,24-31,35-36, in place of those\n");
  // a ring needs every link of a ring
  EXPECT_EQ(PlaceIn(Out("map --host ring:6 --guest ring:6 --embedding identity --dead-links 2-3")),
            "dead                --dead-links 2-3\n"
            "symmetry            none of 12 does better than none\n"
            "guest edges         1 of 6 must go round, 8 more links by the routing tables, both "
            "ways together\n"
            "  guest nodes       2 and 3: 8 more\n");
}

TEST(MapDegraded, SaysHowManySymmetriesWereTried) {
  const std::string cube = "map --host hypercube:8 --guest hypercube:8 --embedding identity ";
  const std::string place = PlaceIn(Out(cube + "--dead-links 0-1"));
  EXPECT_NE(place.find("none of the first 1048576 of 10321920 does better than none\n"),
            std::string::npos)
      << place;
  const std::string large = "map --host torus:64x64 --guest torus:64x64 --embedding identity ";
  EXPECT_EQ(PlaceIn(Out(large + "--dead-links 0-1")),
            "dead                --dead-links 0-1\n"
            "symmetry            none of 32768 does better than none\n"
            "guest edges         1 of 8192 must go round; there are tables on hosts of up to 1024 "
            "nodes\n"
            "  guest nodes       0 and 1\n");
  const Json json = Json::parse(Out(large + "--dead-links 0-1 --format json"));
  EXPECT_EQ(json["degraded"]["round"].dump(), "[[0,1,null]]");
  EXPECT_TRUE(json["degraded"]["extra_links"].is_null());
}

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

TEST(MapDegraded, MovesBoxesAcrossWraps) {
  const std::string box = "map --host torus:8x8 --partition 7x8 --guest mesh:7x8 ";
  EXPECT_EQ(PlaceIn(Out(box + "--embedding identity --dead-nodes 27")),
            "dead                --dead-nodes 27\n"
            "symmetry            shifted by 4 along axis 0\n"
            "guest edges         none of 97 meets what is dead\n"
            "run it with         --dead-nodes 59, in place of those\n");
  // without anything dead the box is where it is
  const std::string plain =
      Out("map --host mesh:4x4 --partition 2x3 --base 1,1 --guest mesh:2x3 --embedding identity");
  EXPECT_NE(plain.find("guest               mesh:2x3, 6 nodes\n"
                       "host                mesh:4x4, 16 nodes\n"),
            std::string::npos)
      << plain;
  EXPECT_NE(plain.find("0         (0,0)               5         (1,1)\n"), std::string::npos)
      << plain;
  EXPECT_NE(plain.find("5         (1,2)               11        (2,3)\n"), std::string::npos)
      << plain;
}

void ExpectRefusal(const std::string& line, const std::string& error) {
  const Outcome outcome = RunToroid(line);
  EXPECT_EQ(outcome.code, 2) << line;
  EXPECT_EQ(outcome.err, "toroid: error: " + error + "\n");
  EXPECT_EQ(outcome.out, "");
}

TEST(MapDegraded, RefusesGuestsThatLieOnDeadNodesEverywhere) {
  const std::string smaller = "; take a smaller guest, such as one in a --partition";
  ExpectRefusal(kMesh + "--dead-nodes 9,10",
                "--guest: mesh:8x8: lies on dead nodes of torus:8x8 under every symmetry, on 2 at "
                "best" +
                    smaller);
  ExpectRefusal(
      "map --host mesh:3x5 --partition 3x4 --guest mesh:3x4 --embedding identity "
      "--dead-nodes 7",
      "--guest: mesh:3x4: lies on dead nodes of mesh:3x5 under every symmetry, on 1 at "
      "best" +
          smaller);
  ExpectRefusal(
      "map --host torus:3x5 --partition 3x4 --guest mesh:3x4 --embedding identity "
      "--dead-nodes 5,7,9 --format json",
      "--guest: mesh:3x4: lies on dead nodes of torus:3x5 under every symmetry, on 2 at "
      "best" +
          smaller);
}

TEST(MapDegraded, RefusesWhatIsNoDeadPartOfTheHost) {
  ExpectRefusal(
      kMesh + "--dead-links 0-9",
      "--dead-links: 0-9: '0-9' is no link of torus:8x8; node 0 has links to 1, 7, 8, 56");
  ExpectRefusal("map --host line:6 --guest line:6 --embedding identity --dead-links 2-3",
                "--dead-links: 2-3: leaves line:6 in parts between which no live links lead both "
                "ways: nodes 0-2; nodes 3-5; every survivor must reach every other");
  ExpectRefusal(
      "map --host hypercube:17 --guest hypercube:17 --embedding identity "
      "--dead-links 0-1",
      "--host: hypercube:17: has too many nodes to look for what is dead; with dead links "
      "or nodes allowed are hosts of up to 65536 nodes");
}

// Axes of length 2, rings, lines, one axis.
TEST(MapDegraded, TakesHostsOfEveryKind) {
  const std::pair<const char*, const char*> lines[] = {
      {"--host torus:3x5 --guest mesh:3x5 --embedding identity --dead-links 0-1",
       "none of 22 meets what is dead"},
      {"--host torus:2x8 --guest mesh:2x8 --embedding identity --dead-links 0-8",
       "1 of 22 must go round"},
      {"--host torus:2x8 --guest mesh:2x8 --embedding identity --dead-links 0-1,2-3",
       "1 of 22 must go round"},
      {"--host torus:2x8 --guest mesh:2x8 --embedding identity --dead-links 0-1,8-9",
       "none of 22 meets what is dead"},
      {"--host torus:2x2x2x2x2x2 --guest ring:64 --embedding tao --dead-links 0-1,5-7",
       "none of 64 meets what is dead"},
      {"--host ring:9 --guest line:9 --embedding tao --dead-links 4-5",
       "none of 8 meets what is dead"},
      {"--host ring:9 --partition 6 --guest line:6 --embedding identity --dead-nodes 3,4",
       "none of 5 meets what is dead"},
      {"--host line:9 --partition 6 --guest line:6 --embedding identity --dead-nodes 0",
       "none of 5 meets what is dead"},
      {"--host hypercube:4 --guest mesh:3x4 --embedding gray --dead-nodes 0",
       "none of 17 meets what is dead"},
      {"--host torus:4x4 --guest hypercube:5 --embedding xor --dead-links random:1",
       "must go round"},
  };
  for (const auto& [line, edges] : lines) {
    const std::string text = Out(std::string("map ") + line);
    EXPECT_NE(text.find(edges), std::string::npos) << line << "\n" << text.substr(0, 800);
  }
}

}  // namespace
}  // namespace toroid::map_degraded_test
