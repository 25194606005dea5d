#include "gen/check/check.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "gen/check/deadlock.h"

namespace toroid::gen_check_test {
namespace {

Graph G(const std::string& text) { return *Graph::Parse(text); }

// A channel of the host: sending node, axis, direction, virtual channel.
using Channel = std::tuple<std::uint32_t, int, int, int>;
using Dependencies = std::set<std::pair<Channel, Channel>>;

// R3.2 literally: channel 1 from the hop that crosses the wrap link on; each axis starts anew.
std::vector<Channel> ChannelsOf(const Graph& host, const std::vector<Hop>& route, bool dateline) {
  std::vector<Channel> channels;
  bool crossed = false;
  for (std::size_t i = 0; i < route.size(); ++i) {
    const Hop& hop = route[i];
    if (i > 0 && route[i - 1].axis != hop.axis) crossed = false;
    const int x = host.Coordinate(hop.node, hop.axis);
    const int edge = hop.direction == Direction::kPlus ? host.length(hop.axis) - 1 : 0;
    if (host.Wraps(hop.axis) && x == edge) crossed = true;
    channels.emplace_back(hop.node.value(), hop.axis.value(), static_cast<int>(hop.direction),
                          dateline && crossed ? 1 : 0);
  }
  return channels;
}

// Whether a copied flit that came to a node by these hops goes on by that one (BC2.1 to BC2.3).
bool IsCopied(const Graph& host, const std::vector<Hop>& way, const Hop& next) {
  if (!host.Neighbour(next.node, next.axis, next.direction)) return false;
  if (way.empty() || next.axis > way.back().axis) return true;
  if (next.axis != way.back().axis || next.direction != way.back().direction) return false;
  const auto hops =
      std::ranges::count_if(way, [&](const Hop& hop) { return hop.axis == next.axis; });
  const int length = host.length(next.axis);
  const int most = next.direction == Direction::kPlus ? length / 2 : (length - 1) / 2;
  return !host.Wraps(next.axis) || hops < most;
}

// Follows a copied flit from the node to which its hops lead, and counts who gets it.
void FollowCopies(const Graph& host, NodeId at, std::vector<Hop>& way, bool dateline,
                  Dependencies& dependencies, std::map<std::uint32_t, int>& arrivals) {
  ++arrivals[at.value()];
  for (int a = 0; a < host.axes(); ++a)
    for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
      const Hop next{at, Axis{a}, direction};
      if (!IsCopied(host, way, next)) continue;
      way.push_back(next);
      const auto channels = ChannelsOf(host, way, dateline);
      if (channels.size() > 1) dependencies.emplace(channels[channels.size() - 2], channels.back());
      FollowCopies(host, *host.Neighbour(at, next.axis, direction), way, dateline, dependencies,
                   arrivals);
      way.pop_back();
    }
}

// Those of broadcasts by all nodes.
Dependencies AllCopies(const Graph& host, bool dateline) {
  Dependencies dependencies;
  for (std::uint32_t root = 0; root < host.size(); ++root) {
    std::vector<Hop> way;
    std::map<std::uint32_t, int> arrivals;
    FollowCopies(host, NodeId{root}, way, dateline, dependencies, arrivals);
    for (std::uint32_t node = 0; node < host.size(); ++node)
      EXPECT_EQ(arrivals[node], 1) << host.ToString() << " from " << root << " to " << node;
  }
  return dependencies;
}

// The slow, obvious version: the routes of all pairs.
Dependencies AllPairs(const Graph& host, bool dateline, bool copies = false) {
  Dependencies dependencies = copies ? AllCopies(host, dateline) : Dependencies();
  for (std::uint32_t from = 0; from < host.size(); ++from) {
    for (std::uint32_t to = 0; to < host.size(); ++to) {
      const auto channels = ChannelsOf(host, host.Route(NodeId{from}, NodeId{to}), dateline);
      for (std::size_t i = 1; i < channels.size(); ++i)
        dependencies.emplace(channels[i - 1], channels[i]);
    }
  }
  return dependencies;
}

bool HasCycle(const Dependencies& dependencies) {
  std::map<Channel, std::vector<Channel>> after;
  for (const auto& [held, wanted] : dependencies) after[held].push_back(wanted);
  std::map<Channel, int> state;  // 1 on the way, 2 done
  const std::function<bool(const Channel&)> visit = [&](const Channel& at) {
    if (state[at] != 0) return state[at] == 1;
    state[at] = 1;
    for (const Channel& next : after[at]) {
      if (visit(next)) return true;
    }
    state[at] = 2;
    return false;
  };
  for (const auto& [channel, unused] : std::map(after)) {
    if (visit(channel)) return true;
  }
  return false;
}

std::uint64_t CountChannels(const Graph& host, bool dateline) {
  std::uint64_t channels = 0;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (int a = 0; a < host.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        if (host.Neighbour(NodeId{n}, Axis{a}, direction))
          channels += dateline && host.Wraps(Axis{a}) ? 2 : 1;
      }
    }
  }
  return channels;
}

TEST(DeadlockCheck, DatelineBreaksEveryCycle) {
  for (const char* host :
       {"ring:2", "ring:3", "line:5", "torus:8x8", "torus:3x5", "torus:2x8", "mesh:4x2x3",
        "hypercube:6", "torus:4x4x4", "ring:64", "torus:7", "mesh:8x8", "torus:16x16", "ring:4",
        "hypercube:24", "torus:4096x4096"}) {
    const Finding finding = CheckDeadlockFreedom(G(host), {});
    EXPECT_TRUE(finding.holds) << host << ": " << finding.counterexample;
    EXPECT_GT(finding.items_checked, 0U) << host;
    EXPECT_EQ(finding.counterexample, "") << host;
  }
}

TEST(DeadlockCheck, WithoutDatelineRingsOfFiveAndMoreCloseACycle) {
  for (const char* host : {"ring:5", "ring:6", "ring:7", "ring:8", "ring:64", "torus:8x8",
                           "torus:3x5", "torus:2x8", "torus:16x16"}) {
    const Finding finding = CheckDeadlockFreedom(G(host), {.dateline = false});
    EXPECT_FALSE(finding.holds) << host;
    EXPECT_NE(finding.counterexample, "") << host;
  }
}

// On a ring of 4 only even coordinates take two hops "+" and only odd ones two hops "-" (R2.3), so
// the dependencies do not close a cycle.
TEST(DeadlockCheck, WithoutDatelineShorterRingsAndMeshesHaveNoCycle) {
  for (const char* host : {"ring:2", "ring:3", "ring:4", "torus:3x3", "torus:4x4x4", "hypercube:6",
                           "mesh:8x8", "line:5", "mesh:4x2x3"}) {
    const Finding finding = CheckDeadlockFreedom(G(host), {.dateline = false});
    EXPECT_TRUE(finding.holds) << host << ": " << finding.counterexample;
  }
}

TEST(DeadlockCheck, CycleIsNamedLinkByLink) {
  EXPECT_EQ(CheckDeadlockFreedom(G("torus:3x5"), {.dateline = false})
                .counterexample.find("links of axis 1, each waiting for the next: (0,"),
            0U);
  const std::string cycle = AnalyseChannels(G("ring:5"), {.dateline = false}).cycle;
  int links = 0;
  for (std::size_t at = cycle.find(" -> "); at != std::string::npos;
       at = cycle.find(" -> ", at + 1))
    ++links;
  EXPECT_EQ(links, 5) << cycle;
}

// A ring of 4 has a cycle without a second channel if flits are copied: from each coordinate they
// go two hops "+".
TEST(DeadlockCheck, CopiesNeedTheDatelineFromRingsOfFourOn) {
  for (const char* host : {"ring:4", "torus:4x4x4", "ring:5", "torus:2x8"}) {
    const Finding finding = CheckDeadlockFreedom(G(host), {.dateline = false, .copies = true});
    EXPECT_FALSE(finding.holds) << host;
    EXPECT_TRUE(CheckDeadlockFreedom(G(host), {.copies = true}).holds) << host;
  }
  for (const char* host : {"ring:3", "mesh:4x2x3", "hypercube:6"})
    EXPECT_TRUE(CheckDeadlockFreedom(G(host), {.dateline = false, .copies = true}).holds) << host;
}

constexpr std::pair<bool, bool> kRouted[] = {  // dateline, copies
    {true, false},
    {false, false},
    {true, true},
    {false, true}};

TEST(DeadlockCheck, LineRoutesAreThoseOfAllPairs) {
  int compared = 0;
  for (const char* kind : {"ring:", "line:"}) {
    for (int length = 2; length <= 24; ++length) {
      const Graph host = G(kind + std::to_string(length));
      for (const auto& [dateline, copies] : kRouted) {
        Dependencies found;
        const auto channel = [](const LineChannel& c) {
          return Channel(static_cast<std::uint32_t>(c.from), 0, static_cast<int>(c.direction),
                         c.channel);
        };
        for (const auto& [held, wanted] :
             RoutesOnLine(host, Axis{0}, {.dateline = dateline, .copies = copies}).dependencies)
          found.emplace(channel(held), channel(wanted));
        EXPECT_EQ(found, AllPairs(host, dateline, copies))
            << host.ToString() << " dateline " << dateline << " copies " << copies;
        compared += static_cast<int>(found.size());
      }
    }
  }
  EXPECT_GT(compared, 2000);
  std::cout << compared << " dependencies compared\n";
}

TEST(DeadlockCheck, WholeHostsAgreeWithAllPairs) {
  std::uint64_t compared = 0;
  int cycles = 0;
  for (const char* text :
       {"ring:2",        "ring:3",      "ring:4",      "ring:5",     "ring:16",     "line:5",
        "torus:2x2",     "torus:3x3",   "torus:3x5",   "torus:5x3",  "torus:2x8",   "torus:4x4",
        "torus:4x6",     "torus:8x8",   "mesh:4x2x3",  "mesh:5x5",   "torus:4x4x4", "torus:2x3x5",
        "torus:2x2x2x3", "torus:5x4x3", "hypercube:1", "hypercube:6"}) {
    const Graph host = G(text);
    for (const auto& [dateline, copies] : kRouted) {
      const Dependencies all = AllPairs(host, dateline, copies);
      const ChannelGraph graph = AnalyseChannels(host, {.dateline = dateline, .copies = copies});
      EXPECT_EQ(graph.dependencies, all.size()) << text << " dateline " << dateline;
      EXPECT_EQ(graph.channels, CountChannels(host, dateline)) << text << " dateline " << dateline;
      EXPECT_EQ(!graph.cycle.empty(), HasCycle(all))
          << text << " dateline " << dateline << ": " << graph.cycle;
      compared += all.size();
      cycles += graph.cycle.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(compared, 5000U);
  EXPECT_GE(cycles, 8);  // so that both outcomes are tested
  std::cout << compared << " dependencies compared, " << cycles << " cycles\n";
}

Embedding Xor8x8() {
  return *Embedding::Create(EmbeddingKind::kXor, G("hypercube:6"), G("torus:8x8"),
                            BitOrder::kCyclic);
}

TEST(EmbeddingCheck, EveryKindIsABijectionWithItsInverse) {
  const auto check = [](EmbeddingKind kind, const char* guest, const char* host) {
    const auto embedding = Embedding::Create(kind, G(guest), G(host), BitOrder::kBlock);
    ASSERT_TRUE(embedding) << host;
    EXPECT_TRUE(CheckBijection(*embedding).holds) << host;
    EXPECT_EQ(CheckBijection(*embedding).items_checked, G(guest).size());
    EXPECT_TRUE(CheckInverse(*embedding).holds) << host;
  };
  check(EmbeddingKind::kIdentity, "torus:3x5", "mesh:3x5");
  check(EmbeddingKind::kStandard, "hypercube:5", "mesh:4x8");
  check(EmbeddingKind::kXor, "hypercube:6", "torus:8x8");
  check(EmbeddingKind::kByWeight, "hypercube:4", "line:16");
  check(EmbeddingKind::kTao, "torus:3x5", "line:15");
}

TEST(EmbeddingCheck, AContractionHoldsEquallyManyGuestNodesEverywhere) {
  const auto embedding =
      Embedding::Create(EmbeddingKind::kTao, G("torus:8x6"), G("mesh:4x3"), BitOrder::kBlock);
  ASSERT_TRUE(embedding);
  const std::vector<Finding> findings = CheckEmbedding(*embedding);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].what, "every host node holds 4 guest nodes");
  for (const Finding& finding : findings) EXPECT_TRUE(finding.holds) << finding.what;
}

std::vector<NodeId> Nodes(std::initializer_list<std::uint32_t> values) {
  std::vector<NodeId> nodes;
  for (const std::uint32_t value : values) nodes.push_back(NodeId{value});
  return nodes;
}

TEST(EmbeddingCheck, WrongMapsAreFound) {
  EXPECT_EQ(CheckBijection(Nodes({0, 2, 1, 2})).counterexample,
            "guest nodes 1 and 3 are both on host node 2");
  EXPECT_EQ(CheckBijection(Nodes({0, 4, 1, 2})).counterexample,
            "guest node 1 is on host node 4, which does not exist");
  EXPECT_FALSE(CheckBijection(Nodes({0, 2, 1, 2})).holds);
  EXPECT_TRUE(CheckBijection(Nodes({3, 2, 1, 0})).holds);
  EXPECT_TRUE(CheckInverse(Nodes({1, 2, 0}), Nodes({2, 0, 1})).holds);
  EXPECT_EQ(CheckInverse(Nodes({1, 2, 0}), Nodes({1, 2, 0})).counterexample,
            "guest node 0 -> host node 1 -> guest node 2");
  EXPECT_EQ(CheckInverse(Nodes({0, 1}), Nodes({0, 1, 1})).counterexample,
            "host node 2 -> guest node 1 -> host node 1");
  EXPECT_EQ(CheckInverse(Nodes({0, 3}), Nodes({0, 1})).counterexample,
            "guest node 1 -> host node 3, which does not exist");
}

TEST(EmbeddingCheck, WrongContractionsAreFound) {
  EXPECT_TRUE(CheckEvenness(Nodes({0, 0, 1, 1}), 2).holds);
  EXPECT_EQ(CheckEvenness(Nodes({0, 0, 1, 0}), 2).counterexample, "host node 0 holds 3");
  EXPECT_TRUE(CheckRanks(Nodes({0, 1, 1, 0}), Nodes({3, 0, 1, 2}), {0, 2, 4}).holds);
  EXPECT_EQ(CheckRanks(Nodes({0, 1, 1, 0}), Nodes({3, 1, 0, 2}), {0, 2, 4}).counterexample,
            "host node 0 lists guest node 1, which is on host node 1");
  EXPECT_EQ(CheckRanks(Nodes({0, 1, 1, 0}), Nodes({3, 3, 1, 2}), {0, 2, 4}).counterexample,
            "host node 0 lists guest node 3 twice");
}

TEST(EmbeddingCheck, HostNodesMayBeEmptyOrUnevenlyFull) {
  EXPECT_TRUE(CheckLoadFactor(Nodes({0, 3, 0}), 4, 2).holds);
  EXPECT_EQ(CheckLoadFactor(Nodes({0, 3, 0}), 4, 1).counterexample,
            "host node 0 holds only 2, and no other holds more");
  EXPECT_FALSE(CheckLoadFactor(Nodes({0, 3, 0}), 4, 3).holds);
  EXPECT_TRUE(CheckRanks(Nodes({0, 3, 0}), Nodes({0, 2, 1}), {0, 2, 2, 2, 3}).holds);
  EXPECT_EQ(CheckRanks(Nodes({0, 3, 0}), Nodes({0, 2, 1}), {0, 2, 2, 3, 3}).counterexample,
            "host node 2 lists guest node 1, which is on host node 3");
}

TEST(EmbeddingCheck, GraysPathsHoldWhatIsPredicted) {
  for (const auto& [guest, host, what] :
       {std::tuple{"mesh:3x5", "hypercube:4", "no host node holds two guest nodes"},
        {"mesh:19x19", "hypercube:5", "the fullest host node holds 15 guest nodes"},
        {"mesh:8x8", "hypercube:4", "the fullest host node holds 4 guest nodes"},
        {"torus:8x8", "hypercube:6", "embedding is a bijection"}}) {
    const auto embedding =
        Embedding::Create(EmbeddingKind::kGray, G(guest), G(host), BitOrder::kBlock);
    ASSERT_TRUE(embedding) << guest;
    const std::vector<Finding> findings = CheckEmbedding(*embedding);
    ASSERT_EQ(findings.size(), 3U) << guest;
    EXPECT_EQ(findings[0].what, what);
    for (const Finding& finding : findings)
      EXPECT_TRUE(finding.holds) << guest << ": " << finding.what << finding.counterexample;
  }
}

// Gray codes on a line of four: 0 1 3 2, one cube edge for each guest edge.
TEST(EmbeddingCheck, WrongPathsAreFound) {
  gray::CubeEmbedding embedding = gray::Embed(*gray::PlanEmbedding(G("line:4")));
  EXPECT_TRUE(CheckPaths(embedding, 1, 1).holds);
  EXPECT_EQ(CheckPaths(embedding, 1, 1).items_checked, 3U);
  EXPECT_EQ(CheckPaths(embedding, 0, 1).counterexample,
            "the edge from guest node 0 to 1 has a path of length 1");
  EXPECT_EQ(CheckPaths(embedding, 1, 0).counterexample,
            "the edge from guest node 0 to 1 is one more on the host edge from 0 to 1");
  gray::CubePath& path = embedding.paths[embedding.guest.EdgeIndex(NodeId{1}, Axis{0})];
  path = {};
  path.Append(0);
  EXPECT_EQ(CheckPaths(embedding, 1, 2).counterexample,
            "the edge from guest node 1 to 2 has a path that ends on host node 0");
  path = {};
  path.Append(2);
  EXPECT_EQ(CheckPaths(embedding, 1, 2).counterexample,
            "the edge from guest node 1 to 2 leaves the cube");
}

TEST(ScheduleCheck, OffsetScheduleHoldsAndAnAlteredOneDoesNot) {
  const Embedding embedding = Xor8x8();
  Schedule schedule = *MakeSchedule(ScheduleKind::kOffset, embedding, Task{0, 6}, Ports::kOne, 4);
  for (const Finding& finding : CheckSchedule(embedding.host(), schedule, embedding)) {
    EXPECT_TRUE(finding.holds) << finding.what << finding.counterexample;
    EXPECT_GE(finding.items_checked, 64U * 6U);
  }
  schedule.messages.back().step = 0;
  schedule.messages.back().cycle = 0;
  const std::vector<Finding> altered = CheckSchedule(embedding.host(), schedule, embedding);
  ASSERT_EQ(altered.size(), 2U);
  for (const Finding& finding : altered) {
    EXPECT_FALSE(finding.holds) << finding.what;
    EXPECT_NE(finding.counterexample, "");
  }
}

TEST(CheckRouting, PermutationSetsArriveInTheStepsOfTheirStrategy) {
  const auto checked = [](std::string_view guest, std::string_view host) {
    const auto embedding = Embedding::Create(EmbeddingKind::kTao, Graph::Parse(guest).value(),
                                             Graph::Parse(host).value(), BitOrder::kBlock);
    std::vector<std::string> said;
    for (const Finding& finding : CheckRouting(*embedding)) {
      EXPECT_TRUE(finding.holds) << finding.counterexample;
      EXPECT_GT(finding.items_checked, 0U);
      said.push_back(finding.what);
    }
    return said;
  };
  using Said = std::vector<std::string>;
  EXPECT_EQ(
      checked("torus:9x9x9", "mesh:27x27"),
      (Said{"every permutation set of neighbours' messages arrives in 6, 12, 24 steps, all in "
            "step, by link mode 1, 2 and 3",
            "every permutation set of neighbours' messages arrives in 8, 16, 32 steps, by the "
            "routing vector (1,1,2) of Tao Theorem 4.5.3, by link mode 1, 2 and 3"}));
  // the lemmas do not cover unequal bends
  EXPECT_EQ(checked("torus:4x4x9", "torus:6x24").size(), 1U);
  EXPECT_EQ(checked("torus:8x8", "torus:4x4"),
            (Said{"every set of neighbours' messages in which no two have the same source and "
                  "destination node arrives in 1, 2, 4 steps, all in step, by link mode 1, 2 and 3",
                  "every set of neighbours' messages in which no two have the same source and "
                  "destination node arrives in 1, 2, 4 steps, by the routing vector (1,1) of Tao "
                  "Theorem 4.5.1, by link mode 1, 2 and 3"}));
  EXPECT_EQ(checked("hypercube:6", "ring:8").front(),
            "every set of neighbours' messages in which no two have the same source node and no "
            "two the same destination node arrives in 2, 4, 4 steps, all in step, by link mode 1, "
            "2 and 3");
  // other embeddings
  const Graph graph = Graph::Parse("torus:4x4").value();
  EXPECT_TRUE(
      CheckRouting(*Embedding::Create(EmbeddingKind::kIdentity, graph, graph, BitOrder::kBlock))
          .empty());
}

}  // namespace
}  // namespace toroid::gen_check_test
