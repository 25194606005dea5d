// Twisted tori and their tables against what docs/spec/topology.md (TO3) and docs/spec/degraded.md
// (DG2.5) say, written again from these texts: nodes are walked wire by wire, and vectors are all
// that lie in a box.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "gen/degraded/check.h"
#include "gen/degraded/routing.h"
#include "gen/topology/twist.h"

namespace toroid::twisted_torus_property_test {
namespace {

using Place = std::vector<int>;

// A torus with twists as TO3.1 says.
struct Wires {
  std::vector<int> lengths;
  std::vector<std::array<int, 3>> twists;  // axis, along, shift

  int axes() const { return static_cast<int>(lengths.size()); }
  // One link further; crossed: whether the link is a wrap.
  Place Step(Place at, int axis, int sign, bool* crossed = nullptr) const {
    const int length = lengths[static_cast<std::size_t>(axis)];
    int& x = at[static_cast<std::size_t>(axis)];
    x += sign;
    const bool wrap = x < 0 || x == length;
    if (crossed) *crossed = wrap;
    if (!wrap) return at;
    x = x < 0 ? length - 1 : 0;
    for (const auto& [a, b, shift] : twists) {
      if (a != axis) continue;
      const int around = lengths[static_cast<std::size_t>(b)];
      int& y = at[static_cast<std::size_t>(b)];
      for (int i = 0; i < shift; ++i) y = sign > 0 ? (y + 1) % around : (y + around - 1) % around;
    }
    return at;
  }
  Place Walk(Place at, const Place& vector) const {
    for (int a = 0; a < axes(); ++a)
      for (int i = 0; i < std::abs(vector[static_cast<std::size_t>(a)]); ++i)
        at = Step(at, a, vector[static_cast<std::size_t>(a)] > 0 ? 1 : -1);
    return at;
  }
  std::vector<Place> Nodes() const {
    std::vector<Place> nodes = {Place(lengths.size(), 0)};
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      std::vector<Place> more;
      for (const Place& node : nodes)
        for (int x = 0; x < lengths[a]; ++x) {
          more.push_back(node);
          more.back()[a] = x;
        }
      nodes = more;
    }
    std::ranges::sort(nodes);
    return nodes;
  }
  std::map<Place, int> Distances(const Place& from) const {
    std::map<Place, int> distances = {{from, 0}};
    std::queue<Place> open({from});
    for (; !open.empty(); open.pop())
      for (int a = 0; a < axes(); ++a)
        for (const int sign : {1, -1})
          if (const Place next = Step(open.front(), a, sign);
              distances.emplace(next, distances[open.front()] + 1).second)
            open.push(next);
    return distances;
  }
};

int Size(const Place& vector) {
  int sum = 0;
  for (const int links : vector) sum += std::abs(links);
  return sum;
}

// The shortest vectors from the origin to every node, of all whose parts are at most `reach` times
// as long as their axes.
std::map<Place, std::vector<Place>> VectorsOf(const Wires& wires, int reach) {
  std::map<Place, std::vector<Place>> shortest;
  Place vector;
  for (const int length : wires.lengths) vector.push_back(-reach * length);
  const Place origin(wires.lengths.size(), 0);
  for (bool more = true; more;) {
    auto& best = shortest[wires.Walk(origin, vector)];
    if (!best.empty() && Size(vector) < Size(best.front())) best.clear();
    if (best.empty() || Size(vector) == Size(best.front())) best.push_back(vector);
    more = false;
    for (std::size_t a = vector.size(); a-- > 0 && !more;) {
      more = ++vector[a] <= reach * wires.lengths[a];
      if (!more) vector[a] = -reach * wires.lengths[a];
    }
  }
  for (auto& [place, vectors] : shortest) std::ranges::sort(vectors);
  return shortest;
}

std::vector<Twist> TwistsOf(const Wires& wires) {
  std::vector<Twist> twists;
  for (const auto& [a, b, shift] : wires.twists) twists.push_back({Axis{a}, Axis{b}, shift});
  return twists;
}

// The shape that the text names, as wires.
Wires WiresOf(const Graph& graph) {
  Wires wires{graph.lengths(), {}};
  for (const Twist& twist : graph.twists())
    wires.twists.push_back({twist.axis.value(), twist.along.value(), twist.shift});
  return wires;
}

// Axes along which others move have the larger numbers or the smaller ones, by draw.
Wires Draw(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (;;) {
    Wires wires;
    for (int a = 2 + below(2); a > 0; --a) wires.lengths.push_back(3 + below(6));
    const int size = std::accumulate(wires.lengths.begin(), wires.lengths.end(), 1,
                                     [](int product, int l) { return product * l; });
    if (size > 80) continue;
    const bool up = below(2) == 0;
    const int axes = wires.axes();
    const int cut = 1 + below(axes - 1);
    for (int a = 0; a < cut; ++a)
      for (int b = cut; b < axes; ++b) {
        const int axis = up ? a : axes - 1 - a;
        const int along = up ? b : axes - 1 - b;
        const int length = wires.lengths[static_cast<std::size_t>(along)];
        const int shift = below(2) == 0 ? length / 2 : below(length);
        if (shift > 0) wires.twists.push_back({axis, along, shift});
      }
    if (!wires.twists.empty()) return wires;
  }
}

void ExpectSameGraph(const Graph& graph, const Wires& wires) {
  const std::vector<Place> nodes = wires.Nodes();
  const auto vectors = VectorsOf(wires, 1);
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    ASSERT_EQ(graph.CoordinatesOf(NodeId{n}), nodes[n]);
    for (int a = 0; a < graph.axes(); ++a) {
      EXPECT_EQ(graph.NodeAt(wires.Step(nodes[n], a, 1)),
                *graph.Neighbour(NodeId{n}, Axis{a}, Direction::kPlus));
      EXPECT_EQ(graph.NodeAt(wires.Step(nodes[n], a, -1)),
                *graph.Neighbour(NodeId{n}, Axis{a}, Direction::kMinus));
    }
    const auto distances = wires.Distances(nodes[n]);
    int farthest = 0;
    for (std::uint32_t to = 0; to < graph.size(); ++to) {
      farthest = std::max(farthest, distances.at(nodes[to]));
      ASSERT_EQ(graph.Distance(NodeId{n}, NodeId{to}), distances.at(nodes[to]))
          << graph.ToString() << " " << n << " to " << to;
      for (const Place& vector : graph.ShortestVectors(NodeId{n}, NodeId{to}))
        ASSERT_EQ(wires.Walk(nodes[n], vector), nodes[to]) << graph.ToString();
      if (n == 0) {
        EXPECT_EQ(graph.ShortestVectors(NodeId{0}, NodeId{to}), vectors.at(nodes[to]))
            << graph.ToString() << " to " << to;
      }
    }
    ASSERT_EQ(graph.Diameter(), farthest);
  }
}

TEST(TwistedTori, AgreeWithTheSpecificationInAllThatIsDrawn) {
  std::mt19937 random(3);
  int allowed = 0;
  int refused = 0;
  while (allowed < 25 || refused < 5) {
    const Wires wires = Draw(random);
    const auto graph = Graph::Twisted(wires.lengths, TwistsOf(wires), "--host");
    bool far = false;
    for (const auto& [place, vectors] : VectorsOf(wires, 2))
      for (const Place& vector : vectors)
        for (const auto& [a, b, shift] : wires.twists)
          far = far || std::abs(vector[static_cast<std::size_t>(a)]) >
                           wires.lengths[static_cast<std::size_t>(a)];
    ASSERT_EQ(graph.ok(), !far) << ToString(TwistsOf(wires));
    ++(far ? refused : allowed);
    if (!graph) continue;
    ExpectSameGraph(*graph, wires);
    ASSERT_EQ(*Graph::Parse(graph->ToString()), *graph);
    if (HasFatalFailure()) return;
  }
}

// DG2.5: port and channel from each node to a destination.
degraded::RoutingTables TablesOf(const Graph& graph) {
  const Wires wires = WiresOf(graph);
  const std::vector<Place> nodes = wires.Nodes();
  degraded::RoutingTables tables(graph.size());
  for (std::uint32_t from = 0; from < graph.size(); ++from) {
    for (std::uint32_t to = 0; to < graph.size(); ++to) {
      if (from == to) continue;
      const Place& goal = nodes[to];
      const auto turned = [&](Place vector) {
        for (std::size_t a = 0; a < vector.size(); ++a) {
          int others = 0;
          for (std::size_t b = 0; b < vector.size(); ++b) others += a == b ? 0 : goal[b];
          if (others % 2 == 1) vector[a] *= -1;
        }
        return vector;
      };
      std::optional<Place> way;
      for (const Place& vector : graph.ShortestVectors(NodeId{from}, NodeId{to}))
        if (!way || turned(*way) < turned(vector)) way = vector;
      int axis = 0;
      while ((*way)[static_cast<std::size_t>(axis)] == 0) ++axis;
      const int links = (*way)[static_cast<std::size_t>(axis)];
      bool ahead = false;
      Place at = nodes[from];
      for (int i = 0; i < std::abs(links); ++i) {
        bool crossed = false;
        at = wires.Step(at, axis, links > 0 ? 1 : -1, &crossed);
        EXPECT_FALSE(ahead && crossed) << "a wrap is crossed twice";
        ahead = ahead || crossed;
      }
      tables.Set(NodeId{from}, NodeId{to},
                 {static_cast<std::int8_t>(2 * axis + (links > 0 ? 0 : 1)),
                  static_cast<std::int8_t>(ahead ? 1 : 0)});
    }
  }
  return tables;
}

TEST(TablesOfTwistedTori, AreThoseOfTheSpecificationBeforeTheSearch) {
  std::mt19937 random(5);
  std::vector<Graph> graphs;
  for (const char* text : {"twisted:4x8", "twisted:8x4", "twisted:4x4x8", "twisted:4x16/0:1:8"})
    graphs.push_back(Graph::Parse(text).value());
  while (graphs.size() < 16) {
    const Wires wires = Draw(random);
    if (const auto graph = Graph::Twisted(wires.lengths, TwistsOf(wires))) graphs.push_back(*graph);
  }
  for (const Graph& graph : graphs) {
    const degraded::RoutingTables tables = degraded::DimensionOrderTables(graph);
    EXPECT_TRUE(tables == TablesOf(graph)) << graph.ToString();
    const degraded::DegradedHost host(graph);
    const degraded::TableCheck check = degraded::CheckTables(tables, host);
    EXPECT_TRUE(check.holds()) << graph.ToString() << check.fault << check.cycle;
    EXPECT_EQ(degraded::FiguresOf(tables, host).longest_detour, 0) << graph.ToString();
  }
}

// The least load is the sum of all distances from a node, shared by its links.
double OverLeast(const Graph& graph, const degraded::RoutingTables& tables) {
  double sum = 0;
  for (std::uint32_t n = 0; n < graph.size(); ++n) sum += graph.Distance(NodeId{0}, NodeId{n});
  const degraded::DegradedHost host(graph);
  return static_cast<double>(degraded::FiguresOf(tables, host).busiest) * host.ports() / sum;
}

TEST(TablesOfTwistedTori, LoadTheirBusiestLinkHardlyMoreThanTheMean) {
  for (const char* text : {"twisted:4x8", "twisted:8x4", "twisted:4x4x8"}) {
    const Graph graph = Graph::Parse(text).value();
    const auto routing = degraded::ComputeTables(degraded::DegradedHost(graph));
    ASSERT_TRUE(routing.ok());
    EXPECT_TRUE(degraded::CheckTables(routing->tables, degraded::DegradedHost(graph)).holds());
    EXPECT_LE(OverLeast(graph, routing->tables), 1.05) << text;
  }
}

TEST(LongTablesOfTwistedTori, OfLargeHostsLoadTheirLinksEvenly) {
  const std::pair<const char*, double> cases[] = {{"twisted:8x16", 1.05}, {"twisted:8x8x16", 1.15}};
  for (const auto& [text, most] : cases) {
    const Graph graph = Graph::Parse(text).value();
    const auto routing = degraded::ComputeTables(degraded::DegradedHost(graph));
    ASSERT_TRUE(routing.ok());
    EXPECT_TRUE(degraded::CheckTables(routing->tables, degraded::DegradedHost(graph)).holds());
    EXPECT_LE(OverLeast(graph, routing->tables), most) << text;
  }
}

TEST(LongTablesOfTwistedTori, GoAroundWhatIsDead) {
  for (const char* text : {"twisted:4x8", "twisted:4x4x8"}) {
    const Graph graph = Graph::Parse(text).value();
    for (int draw = 1; draw <= 10; ++draw) {
      for (const int links : {1, 4}) {
        const auto dead = degraded::ParseDeadLinks(
            "random:" + std::to_string(links) + ":" + std::to_string(draw), graph);
        ASSERT_TRUE(dead.ok());
        const auto host = degraded::DegradedHost::Create(graph, {*dead, {}});
        ASSERT_TRUE(host.ok());
        const auto routing = degraded::ComputeTables(*host, 1, false);
        ASSERT_TRUE(routing.ok()) << text << " draw " << draw;
        const degraded::TableCheck check = degraded::CheckTables(routing->tables, *host);
        EXPECT_TRUE(check.holds()) << text << " draw " << draw << check.fault << check.cycle;
      }
    }
  }
}

// Each node, and each link in both directions and in one.
TEST(ProofTablesOfTwistedTori, GoAroundEachLinkAndEachNode) {
  for (const char* text : {"twisted:4x8", "twisted:3x3x6", "twisted:4x16/0:1:8"}) {
    const Graph graph = Graph::Parse(text).value();
    std::vector<degraded::Dead> dead;
    for (std::uint32_t n = 0; n < graph.size(); ++n) {
      dead.push_back({{}, {NodeId{n}}});
      for (int a = 0; a < graph.axes(); ++a) {
        const NodeId next = *graph.Neighbour(NodeId{n}, Axis{a}, Direction::kPlus);
        dead.push_back({{{NodeId{n}, next}, {next, NodeId{n}}}, {}});
        dead.push_back({{{NodeId{n}, next}}, {}});
      }
    }
    for (const degraded::Dead& one : dead) {
      const auto host = degraded::DegradedHost::Create(graph, one);
      ASSERT_TRUE(host.ok());
      const auto routing = degraded::ComputeTables(*host, 1, false);
      ASSERT_TRUE(routing.ok()) << host->Options();
      const degraded::TableCheck check = degraded::CheckTables(routing->tables, *host);
      EXPECT_TRUE(check.holds()) << text << host->Options() << check.fault << check.cycle;
    }
  }
}

}  // namespace
}  // namespace toroid::twisted_torus_property_test
