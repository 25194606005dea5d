// Routing tables in a plan: what routers read, what is drawn dead, and what cannot be had there
// (docs/spec/degraded.md, DG1.7, sections 7 to 9).
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/routing.h"
#include "gen/plan/plan.h"
#include "gen/plan/route_images.h"
#include "gen/topology/numbering.h"
#include "tests/unit/gen/command_line/config_file.h"
#include "tests/unit/gen/command_line/spec_testing.h"

namespace toroid::gen_plan_routes_test {
namespace {

Spec Specified(Command command, const std::string& words) {
  auto spec = test::Parse(command, words);
  EXPECT_TRUE(spec.ok()) << words;
  return std::move(spec).value();
}

const RoutedHost& RoutesOf(const Spec& spec) { return *spec.plan->routes(); }

TEST(RoutesOfAPlan, LeadOverLiveLinks) {
  const Spec spec = Specified(Command::kSimulate,
                              "--host ring:6 --dead-links 2-3 --traffic uniform --engine model");
  const Plan& plan = *spec.plan;
  EXPECT_EQ(plan.LinksBetween(NodeId{2}, NodeId{3}), 5);
  EXPECT_EQ(plan.ZeroLoadLatency(NodeId{2}, NodeId{3}), 5 + 2);
  EXPECT_EQ(plan.LinksBetween(NodeId{0}, NodeId{1}), 1);
  EXPECT_EQ(plan.Channels(Axis{0}), 2);
  EXPECT_EQ(RoutesOf(spec).AliveInputs(NodeId{3}), (std::vector<bool>{false, true}));
  EXPECT_EQ(RoutesOf(spec).AliveInputs(NodeId{2}), (std::vector<bool>{true, false}));
  EXPECT_EQ(RoutesOf(spec).AliveInputs(NodeId{1}), (std::vector<bool>{true, true}));
}

TEST(RoutesOfAPlan, GiveMeshesTwoChannels) {
  const Spec spec = Specified(Command::kGenerate, "--host mesh:3x3 --dead-nodes 4 --out x");
  EXPECT_EQ(spec.plan->Channels(Axis{1}), 2);
  EXPECT_FALSE(spec.plan->IsAddressable(NodeId{4}));
  EXPECT_EQ(spec.plan->live_nodes(), 8U);
  EXPECT_EQ(spec.plan->LinksBetween(NodeId{3}, NodeId{5}), 4);
  // around node 4: no node turns but those at the corners
  const auto turns = RoutesOf(spec).Turns();
  EXPECT_EQ(std::ranges::count(turns[0], true), 2);
  EXPECT_EQ(std::ranges::count(turns[4], true), 0);
}

// The hash is that of the tables, unless a host loads them.
TEST(RoutesOfAPlan, AreInTheHash) {
  const auto hash = [](const std::string& dead) {
    return Specified(Command::kGenerate, "--host torus:4x4 --out x" + dead).plan->hardware_hash();
  };
  std::set<std::string> hashes = {hash(""), hash(" --dead-links 0-1"), hash(" --dead-links 0-4"),
                                  hash(" --load routes")};
  EXPECT_EQ(hashes.size(), 4U);
  EXPECT_EQ(hash(" --load routes"), hash(" --load routes --dead-links 0-1"));
}

// The command that a banner or a report repeats.
TEST(RoutesOfAPlan, AreInTheCommand) {
  const Spec spec = Specified(Command::kGenerate,
                              "--host torus:4x4 --dead-links 1-0,5>6,9-10 --dead-nodes 10 --out x");
  EXPECT_EQ(GraphOptions(*spec.plan), "--host torus:4x4 --dead-links '0-1,5>6' --dead-nodes 10");
}

// DG9.1: bits of the register, the entry of code 0 in the lowest.
TEST(RouteImages, HoldEntriesAndLiveInputs) {
  const Spec spec =
      Specified(Command::kGenerate, "--host ring:3 --dead-links 1-2 --load routes --out x");
  const std::vector<Image> images = RouteImagesOf(*spec.plan);
  ASSERT_EQ(images.size(), 3U);
  EXPECT_EQ(LoadedRouteBits(*spec.plan), 2 + 4 * 3);
  for (std::uint32_t n = 0; n < 3; ++n) {
    std::uint32_t bits = 0;
    for (std::uint32_t to = 0; to < 3; ++to)
      bits |= NumberOf(RoutesOf(spec).tables.At(NodeId{n}, NodeId{to})) << (3 * to);
    const std::vector<bool> alive = RoutesOf(spec).AliveInputs(NodeId{n});
    bits |= static_cast<std::uint32_t>(alive[0]) << 12 | static_cast<std::uint32_t>(alive[1]) << 13;
    EXPECT_EQ(images[n].words.back(), bits) << n;
  }
}

// DG1.7.
TEST(Draws, AreTheSameEachTimeAndLeaveSurvivorsTogether) {
  const Graph host = Graph::Parse("torus:4x4").value();
  std::set<std::string> seen;
  for (int draw = 1; draw <= 20; ++draw) {
    const std::string word = "random:3:" + std::to_string(draw);
    const auto links = degraded::ParseDeadLinks(word, host).value();
    EXPECT_EQ(links.size(), 6U);
    EXPECT_EQ(links, degraded::ParseDeadLinks(word, host).value());
    const auto without = degraded::DegradedHost::Create(host, {links, {}});
    ASSERT_TRUE(without.ok());
    EXPECT_EQ(without->live_links(), 64U - 6);
    seen.insert(without->Options());
  }
  EXPECT_GT(seen.size(), 15U);
  EXPECT_EQ(degraded::ParseDeadNodes("random:2", host).value(),
            degraded::ParseDeadNodes("random:2:1", host).value());
}

TEST(Draws, AreRefusedWithWhatIsAllowed) {
  const auto found = [](const std::string& words) {
    return test::DiagnosticsOf(Command::kGenerate, "--host torus:4x4 --out x " + words);
  };
  EXPECT_EQ(found("--dead-links random:"),
            "--dead-links: random:: does not say how many to draw; draws are written random:K, or "
            "random:K:D for draw D, K and D from 1 on\n");
  EXPECT_EQ(
      found("--dead-links random:0:2"),
      "--dead-links: random:0:2: does not say how many to draw; draws are written random:K, or "
      "random:K:D for draw D, K and D from 1 on\n");
  EXPECT_EQ(found("--dead-links random:5:0"),
            "--dead-links: random:5:0: does not say which draw; draws are written random:K, or "
            "random:K:D for draw D, K and D from 1 on\n");
  EXPECT_EQ(found("--dead-links random:33"),
            "--dead-links: random:33: draws more than the 32 of torus:4x4; allowed are 1 to 32\n");
  EXPECT_EQ(found("--dead-nodes random:16"),
            "--dead-nodes: random:16: left survivors that do not reach each other in 1000 draws; "
            "draw fewer\n");
}

TEST(DeadPartsOfAProgram, AreRefusedWhereItNeedsThem) {
  EXPECT_EQ(
      test::DiagnosticsOf(Command::kSimulate,
                          "--host torus:4x4 --guest ring:16 --embedding tao --traffic "
                          "uniform --dead-nodes 5"),
      "--guest: ring:16: guest node (9) is on host node (1,1), which is dead; take a guest or an "
      "embedding that leaves dead nodes out, such as one in a --partition\n");
}

// A [[dead]] table does what the option does.
TEST(DeadPartsOfAFile, AreOfTheHardware) {
  const auto spec = test::ParseFile(
      Command::kGenerate, "host = \"torus:4x4\"\ngenerate.out = \"x\"\n[[dead]]\nnode = \"1,1\"\n");
  ASSERT_TRUE(spec.ok());
  EXPECT_FALSE(spec->plan->IsAlive(NodeId{5}));
  const std::string found = test::FileDiagnosticsOf(
      Command::kGenerate,
      "host = \"torus:4x4\"\ngenerate.out = \"x\"\nrelay = true\nguest = \"ring:16\"\n"
      "embedding = \"tao\"\n[[dead]]\nfrom = \"0,0\"\nto = \"0,1\"\n");
  EXPECT_NE(found.find("--relay: is not supported with routing tables yet"), std::string::npos)
      << found;
}

// Sweeps too; and machines that are shared have none.
TEST(DeadPartsOfAFile, AreReadByEveryCommandThatTakesThem) {
  const std::string dead = "[[dead]]\nnode = \"1,1\"\n";
  const std::string sweep = "host = \"torus:4x4\"\nsweep.traffic = \"uniform\"\nsweep.rate = 0.1\n";
  const auto swept = test::ParseFile(Command::kSweep, sweep + dead);
  ASSERT_TRUE(swept.ok());
  ASSERT_EQ(swept->sweep.networks.size(), 1U);
  EXPECT_EQ(swept->sweep.networks[0].dead_nodes, "5");
  EXPECT_FALSE(swept->sweep.networks[0].plan.IsAlive(NodeId{5}));
  const std::string shared = test::FileDiagnosticsOf(
      Command::kSimulate,
      "host = \"mesh:4x6\"\n" + dead +
          "[[program]]\nguest = \"ring:6\"\nembedding = \"tao\"\npartition = \"2x3\"\n"
          "traffic = \"permutation\"\n");
  EXPECT_NE(shared.find("boxes of a shared machine are made for whole hosts"), std::string::npos)
      << shared;
}

// Commands that plan without hardware read a file's dead parts, and `map` its box.
TEST(DeadParts, OfAFileAreReadByPlans) {
  const std::string dead = "[[dead]]\nfrom = \"0,0\"\nto = \"0,1\"\n";
  const std::string cube = "host = \"torus:4x4\"\nguest = \"hypercube:4\"\nembedding = \"xor\"\n";
  const auto map = test::ParseFile(Command::kMap, cube + dead);
  ASSERT_TRUE(map.ok());
  EXPECT_EQ(map->degraded->Options(), " --dead-links 0-1");
  EXPECT_EQ(map->hardware.routes, nullptr);
  const auto box =
      test::ParseFile(Command::kMap,
                      "host = \"torus:4x4\"\nguest = \"mesh:2x3\"\nembedding = \"identity\"\n"
                      "partition = \"2x3\"\nbase = \"1,1\"\n" +
                          dead);
  ASSERT_TRUE(box.ok());
  EXPECT_EQ(box->hardware.partition->ToString(), "2x3");
  const auto list = test::ParseFile(
      Command::kSchedule, cube + "[schedule]\ntask = \"0,4\"\nschedule = \"list\"\n" + dead);
  ASSERT_TRUE(list.ok());
  ASSERT_NE(list->hardware.routes, nullptr);
  EXPECT_EQ(list->hardware.routes->host.DeadLinksText(), "0-1");
  EXPECT_NE(
      test::FileDiagnosticsOf(Command::kSchedule,
                              cube + "[schedule]\ntask = \"0,4\"\nschedule = \"offset\"\n" + dead)
          .find("needs the routes of dimension order"),
      std::string::npos);
  EXPECT_NE(test::FileDiagnosticsOf(Command::kCost, cube + "[cost]\nschedule = \"offset\"\n" + dead)
                .find("has formulas for dimension order alone"),
            std::string::npos);
  const auto cost =
      test::ParseFile(Command::kCost, cube + "[cost]\ncollective = \"all-reduce\"\n" + dead);
  ASSERT_TRUE(cost.ok());
  EXPECT_EQ(cost->degraded->DeadLinksText(), "0-1");
}

// A file of images may have any name.
TEST(LoadedRoutes, AreAskedForByTheirWordAlone) {
  const auto spec =
      test::Parse(Command::kGenerate, "--host torus:4x4 --out x --load words --name routes");
  ASSERT_TRUE(spec.ok());
  EXPECT_EQ(spec->plan->routes(), nullptr);
  EXPECT_EQ(test::DiagnosticsOf(Command::kGenerate,
                                "--host torus:4x4 --guest ring:16 --embedding tao --relay --ports "
                                "all --out x --load images=/nowhere/routes")
                .find("lets messages halt"),
            std::string::npos);
}

TEST(SweepsOfDraws, AreANetworkForEach) {
  const Spec spec = Specified(Command::kSweep,
                              "--host torus:4x4 --traffic uniform --rate 0.1 --dead-links "
                              "none,random:1,random:2 --draws 3 --engine model");
  std::vector<std::string> dead;
  for (const SweptNetwork& network : spec.sweep.networks) dead.push_back(network.dead_links);
  EXPECT_EQ(dead, (std::vector<std::string>{"", "random:1:1", "random:1:2", "random:1:3",
                                            "random:2:1", "random:2:2", "random:2:3"}));
  EXPECT_EQ(spec.sweep.networks[0].plan.routes(), nullptr);
  const Spec named = Specified(
      Command::kSweep, "--host torus:4x4 --traffic uniform --rate 0.1 --dead-links 0-1,1-2");
  EXPECT_EQ(named.sweep.networks.size(), 1U);
  EXPECT_EQ(test::DiagnosticsOf(Command::kSweep,
                                "--host torus:4x4 --traffic uniform --rate 0.1 --draws 3"),
            "--draws: 3: draws nothing; give --dead-links random:K or --dead-nodes random:K too\n");
  EXPECT_EQ(test::DiagnosticsOf(Command::kSweep,
                                "--host torus:4x4 --traffic uniform --rate 0.1 --dead-links "
                                "random:1 --draws +1")
                .substr(0, 12),
            "--draws: +1:");
}

}  // namespace
}  // namespace toroid::gen_plan_routes_test
