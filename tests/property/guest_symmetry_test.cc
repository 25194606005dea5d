// Guests moved off what is dead, beside a second writing: symmetries as the closure of single
// shifts, mirrors and swaps, tried one and all, and routes walked node by node.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iostream>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/degraded/routing.h"
#include "gen/embedding/partition.h"
#include "gen/support/random.h"
#include "gen/symmetry/guest_place.h"
#include "tests/oracle/oracle.h"
#include "tests/property/survivor_testing.h"
#include "tests/support/long_run.h"

namespace toroid::guest_symmetry_test {
namespace {

using namespace toroid::symmetry;

using Node = std::uint32_t;
using Nodes = std::vector<Node>;  // by node: where it moves

Graph G(const std::string& text) { return *Graph::Parse(text); }

Nodes NodesOf(const Graph& host, const Symmetry& symmetry) {
  Nodes moved(host.size());
  for (Node n = 0; n < host.size(); ++n) moved[n] = symmetry.Move(host, NodeId{n}).value();
  return moved;
}

// One step along each axis that wraps, a mirror of each axis, a swap of each two that are alike.
template <class Change>
Nodes Changed(const Graph& host, Change change) {
  Nodes moved(host.size());
  for (Node n = 0; n < host.size(); ++n) {
    Coordinates at = host.CoordinatesOf(NodeId{n});
    change(at);
    moved[n] = host.NodeAt(at).value();
  }
  return moved;
}

std::vector<Nodes> Generators(const Graph& host) {
  std::vector<Nodes> found;
  const auto& lengths = host.lengths();
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    if (host.kind() == Kind::kTorus)
      found.push_back(Changed(host, [&](Coordinates& at) { at[a] = (at[a] + 1) % lengths[a]; }));
    found.push_back(Changed(host, [&](Coordinates& at) { at[a] = lengths[a] - 1 - at[a]; }));
    for (std::size_t b = 0; b < a; ++b) {
      if (lengths[a] == lengths[b])
        found.push_back(Changed(host, [&](Coordinates& at) { std::swap(at[a], at[b]); }));
    }
  }
  return found;
}

std::set<Nodes> Closure(const Graph& host) {
  const std::vector<Nodes> generators = Generators(host);
  Nodes identity(host.size());
  std::iota(identity.begin(), identity.end(), 0);
  std::set<Nodes> all = {identity};
  std::deque<Nodes> open = {identity};
  for (; !open.empty(); open.pop_front()) {
    for (const Nodes& generator : generators) {
      Nodes next;
      for (const Node n : open.front()) next.push_back(generator[n]);
      if (all.insert(next).second) open.push_back(next);
    }
  }
  return all;
}

// All permutations of nodes that keep neighbours: found node by node.
std::uint64_t CountAutomorphisms(const std::vector<std::vector<Node>>& neighbours, Nodes& moved) {
  const std::size_t n = moved.size();
  if (n == neighbours.size()) return 1;
  const auto are = [&](Node a, Node b) { return std::ranges::binary_search(neighbours[a], b); };
  std::uint64_t count = 0;
  for (Node to = 0; to < neighbours.size(); ++to) {
    if (std::ranges::find(moved, to) != moved.end()) continue;
    bool fits = true;
    for (Node m = 0; m < n && fits; ++m) fits = are(m, static_cast<Node>(n)) == are(moved[m], to);
    if (!fits) continue;
    moved.push_back(to);
    count += CountAutomorphisms(neighbours, moved);
    moved.pop_back();
  }
  return count;
}

TEST(Symmetries, AreAllThatShiftsMirrorsAndSwapsMake) {
  const std::pair<const char*, std::uint64_t> counts[] = {
      {"torus:3x5", 60},   {"torus:2x8", 32},    {"torus:5x5", 200},  {"torus:3x3x3", 1296},
      {"mesh:3x5", 4},     {"mesh:4x4", 8},      {"mesh:2x3x2", 16},  {"ring:6", 12},
      {"ring:9", 18},      {"line:5", 2},        {"line:2", 2},       {"hypercube:4", 384},
      {"torus:2x2x3", 48}, {"torus:4x2x4", 256}, {"torus:2x2x2", 48},
  };
  for (const auto& [text, count] : counts) {
    SCOPED_TRACE(text);
    const Graph host = G(text);
    const Symmetries all(host);
    ASSERT_EQ(all.count(), count);
    EXPECT_TRUE(all.At(0).IsIdentity());
    std::set<Nodes> found;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Symmetry symmetry = all.At(i);
      const Nodes moved = NodesOf(host, symmetry);
      const Nodes back = NodesOf(host, symmetry.Inverse(host));
      for (Node n = 0; n < host.size(); ++n) ASSERT_EQ(back[moved[n]], n) << symmetry.Text();
      EXPECT_EQ(symmetry.Text() == "none", i == 0);
      found.insert(moved);
    }
    EXPECT_EQ(found, Closure(host));
  }
}

// A ring of 4 is a square, which is a hypercube of 2: there are more where a length is 4.
TEST(Symmetries, AreAllThereAreWithoutRingsOfFour) {
  for (const char* text : {"torus:3x5", "mesh:3x5", "mesh:4x4", "ring:6", "line:5", "hypercube:3",
                           "torus:2x3", "torus:3x3", "mesh:2x3x2", "torus:5x2"}) {
    Nodes moved;
    EXPECT_EQ(CountAutomorphisms(oracle::Adjacency(G(text)), moved), Symmetries(G(text)).count())
        << text;
  }
}

TEST(Symmetries, AreCountedAndSaid) {
  EXPECT_EQ(Symmetries(G("torus:8x8")).count(), 512U);
  EXPECT_EQ(Symmetries(G("ring:64")).count(), 128U);
  EXPECT_EQ(Symmetries(G("torus:2x2x2x2x2x2")).count(), 46080U);
  EXPECT_EQ(Symmetries(G("hypercube:24")).count(), Symmetries::kUncounted);
  const Symmetries cube(G("torus:3x3x3"));
  // the last shift, then the last mirror, then exchanges
  EXPECT_EQ(cube.At(1).Text(), "shifted by 1 along axis 2");
  EXPECT_EQ(cube.At(27).Text(), "mirrored along axis 2");
  EXPECT_EQ(cube.At(27 * 8).Text(), "axes 1 and 2 exchanged");
  EXPECT_EQ(cube.At(cube.count() - 1).Text(),
            "axes 0 and 2 exchanged, mirrored along axes 0, 1, 2, shifted by 2 along axis 0 and by "
            "2 along axis 1 and by 2 along axis 2");
  EXPECT_EQ(cube.At(27 * 8 * 3).Text(),
            "axes exchanged (axis 0 takes 1, axis 1 takes 2, axis 2 takes 0)");
}

// ---- the place of a guest ----

Embedding GuestOn(const std::string& guest, const std::string& host, EmbeddingKind kind) {
  return *Embedding::Create(kind, G(guest), G(host), BitOrder::kBlock);
}

Embedding InBox(const std::string& guest, const std::string& host, std::vector<int> box,
                Coordinates base = {}) {
  const Partition partition = *Partition::Create(G(host), std::move(box), std::move(base));
  return partition.Place(
      *Embedding::Create(EmbeddingKind::kIdentity, G(guest), partition.shape(), BitOrder::kBlock));
}

// What is dead, by definition, and what a guest has to do with it.
struct Slow {
  const Graph host;
  std::set<std::pair<Node, Node>> links;
  std::set<Node> nodes;

  explicit Slow(const degraded::DegradedHost& degraded) : host(degraded.host()) {
    for (const auto& [from, to] : degraded.dead().links) links.emplace(from.value(), to.value());
    for (const NodeId node : degraded.dead().nodes) nodes.insert(node.value());
  }

  bool Meets(Node from, Node to) const {
    const auto path = oracle::WalkPath(host, from, to, oracle::Tie::kParity);
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      if (links.contains({path[i], path[i + 1]}) || nodes.contains(path[i + 1])) return true;
    }
    return false;
  }
  // Guest edges, by their ends, that meet what is dead if host node n is moved[n].
  std::set<std::pair<Node, Node>> Meeting(const Embedding& guest, const Nodes& moved) const {
    std::set<std::pair<Node, Node>> found;
    const auto neighbours = oracle::Adjacency(guest.guest());
    for (Node a = 0; a < neighbours.size(); ++a) {
      for (const Node b : neighbours[a]) {
        const Node from = moved[guest.HostOf(NodeId{a}).index()];
        const Node to = moved[guest.HostOf(NodeId{b}).index()];
        if (from != to && Meets(from, to)) found.insert(std::minmax(a, b));
      }
    }
    return found;
  }
  std::uint64_t DeadUnder(const Embedding& guest, const Nodes& moved) const {
    std::set<Node> under;
    for (const NodeId node : guest.forward()) {
      if (nodes.contains(moved[node.index()])) under.insert(moved[node.index()]);
    }
    return under.size();
  }
};

void ExpectBest(const Embedding& guest, const degraded::DegradedHost& degraded,
                const std::set<Nodes>& all) {
  SCOPED_TRACE(guest.guest().ToString() + " on " + guest.host().ToString() + degraded.Options());
  const Slow slow(degraded);
  const GuestPlace place = FindPlace(guest, degraded);
  const Nodes taken = NodesOf(guest.host(), place.symmetry);
  ASSERT_TRUE(all.contains(taken));
  EXPECT_EQ(place.symmetries, all.size());
  std::uint64_t least_dead = guest.host().size();
  for (const Nodes& moved : all) least_dead = std::min(least_dead, slow.DeadUnder(guest, moved));
  ASSERT_EQ(place.dead_under_guest, least_dead);
  ASSERT_EQ(slow.DeadUnder(guest, taken), least_dead);
  if (least_dead > 0) return;
  std::size_t fewest = guest.guest().size() * 24;
  for (const Nodes& moved : all) {
    if (slow.DeadUnder(guest, moved) == 0)
      fewest = std::min(fewest, slow.Meeting(guest, moved).size());
  }
  const auto meeting = slow.Meeting(guest, taken);
  EXPECT_EQ(meeting.size(), fewest);
  std::set<std::pair<Node, Node>> named;
  for (const auto& [low, high] : place.meeting) named.emplace(low.value(), high.value());
  EXPECT_EQ(named, meeting);
  // the first of those that are as good
  const Symmetries numbered(guest.host());
  for (std::uint64_t i = 0; i < place.number; ++i) {
    const Nodes moved = NodesOf(guest.host(), numbered.At(i));
    EXPECT_TRUE(slow.DeadUnder(guest, moved) > 0 || slow.Meeting(guest, moved).size() > fewest);
  }
  const Embedding placed = Moved(guest, place.symmetry);
  for (Node n = 0; n < guest.guest().size(); ++n)
    EXPECT_EQ(placed.HostOf(NodeId{n}).value(), taken[guest.HostOf(NodeId{n}).index()]);
}

// Straight routes and others, one-way links, dead nodes, guests that share nodes, boxes.
TEST(GuestPlace, IsTheFirstOfTheBest) {
  using enum EmbeddingKind;
  const std::vector<Embedding> guests = {
      GuestOn("mesh:3x5", "torus:3x5", kIdentity),
      GuestOn("torus:3x5", "torus:3x5", kIdentity),
      GuestOn("line:9", "ring:9", kTao),
      GuestOn("ring:9", "ring:9", kIdentity),
      GuestOn("line:6", "line:6", kIdentity),
      GuestOn("ring:15", "mesh:3x5", kTao),
      GuestOn("mesh:2x8", "torus:2x8", kIdentity),
      GuestOn("ring:16", "torus:2x8", kTao),
      GuestOn("hypercube:4", "torus:4x4", kXor),
      GuestOn("hypercube:4", "mesh:4x4", kStandard),
      GuestOn("hypercube:5", "torus:4x4", kXor),
      GuestOn("mesh:3x4", "hypercube:4", kGray),
      GuestOn("mesh:6x4", "hypercube:4", kGray),
      InBox("mesh:3x3", "torus:5x5", {3, 3}),
      InBox("mesh:2x4", "torus:2x8", {2, 4}, {0, 3}),
      InBox("line:4", "torus:3x5", {1, 4}),
      InBox("mesh:2x3", "mesh:4x4", {2, 3}, {1, 0}),
      InBox("hypercube:2", "hypercube:4", {2, 2, 1, 1}),
      InBox("ring:5", "torus:3x5", {1, 5}),
  };
  int refused = 0, whole = 0, round = 0;
  for (const Embedding& guest : guests) {
    const std::set<Nodes> all = Closure(guest.host());
    for (std::uint64_t seed = 0; seed < LongOr<std::uint64_t>(60, 12); ++seed) {
      const auto degraded = DrawDegraded(guest.host().ToString(), seed);
      if (!degraded) continue;
      ExpectBest(guest, *degraded, all);
      const GuestPlace place = FindPlace(guest, *degraded);
      ++(place.dead_under_guest > 0 ? refused : place.meeting.empty() ? whole : round);
    }
  }
  std::cout << whole << " whole, " << round << " go round, " << refused << " refused\n";
  EXPECT_GT(refused, 0);
  EXPECT_GT(whole, 0);
  EXPECT_GT(round, 0);
}

TEST(GuestPlace, OnAHypercubeIsTheFirstOfTheBest) {
  const Embedding guest =
      GuestOn("mesh:2x2x2x2x2x2", "torus:2x2x2x2x2x2", EmbeddingKind::kIdentity);
  degraded::Dead dead;
  dead.links = *degraded::ParseDeadLinks("0-1,3-7", guest.host());
  const GuestPlace place = FindPlace(guest, Without("torus:2x2x2x2x2x2", dead));
  EXPECT_EQ(place.meeting.size(), 2U);  // the guest needs every link
  EXPECT_EQ(place.tried, 46080U);
  EXPECT_EQ(place.number, 0U);
}

// ---- how often nothing has to go round ----

degraded::DegradedHost WithoutLinks(const std::string& host, const std::vector<std::size_t>& drawn,
                                    const std::vector<std::vector<degraded::Link>>& links) {
  degraded::Dead dead;
  for (const std::size_t link : drawn)
    dead.links.insert(dead.links.end(), links[link].begin(), links[link].end());
  return Without(host, dead);
}

int CountWhole(const Embedding& guest, const std::vector<std::vector<std::size_t>>& draws) {
  const auto links = LinksBothWays("torus:8x8");
  return static_cast<int>(std::ranges::count_if(draws, [&](const std::vector<std::size_t>& drawn) {
    return FindPlace(guest, WithoutLinks("torus:8x8", drawn, links)).meeting.empty();
  }));
}

// Symmetries take each link of a torus:8x8 to each other. So the share of all sets of dead links is
// that of the sets which have the first link.
std::vector<std::vector<std::size_t>> PairsWithTheFirst() {
  std::vector<std::vector<std::size_t>> pairs;
  for (std::size_t i = 1; i < 128; ++i) pairs.push_back({0, i});
  return pairs;
}
std::vector<std::vector<std::size_t>> TriplesWithTheFirst() {
  std::vector<std::vector<std::size_t>> triples;
  for (std::size_t i = 1; i < 128; ++i)
    for (std::size_t j = 1; j < i; ++j) triples.push_back({0, j, i});
  return triples;
}
TEST(GuestPlace, KeepsAMeshOffAnyOneDeadLinkOfATorus) {
  const Embedding guest = GuestOn("mesh:8x8", "torus:8x8", EmbeddingKind::kIdentity);
  const auto links = LinksBothWays("torus:8x8");
  ASSERT_EQ(links.size(), 128U);
  for (std::size_t link = 0; link < links.size(); ++link) {
    const auto degraded = WithoutLinks("torus:8x8", {link}, links);
    const GuestPlace place = FindPlace(guest, degraded);
    EXPECT_TRUE(place.meeting.empty()) << degraded.Options();
    EXPECT_TRUE(Slow(degraded).Meeting(guest, NodesOf(guest.host(), place.symmetry)).empty());
  }
}

// The figures of DG10.11.
TEST(GuestPlace, KeepsGuestsOffDeadLinksOftenEnough) {
  const Embedding mesh = GuestOn("mesh:8x8", "torus:8x8", EmbeddingKind::kIdentity);
  const Embedding ring = GuestOn("ring:64", "torus:8x8", EmbeddingKind::kTao);
  EXPECT_EQ(CountWhole(mesh, PairsWithTheFirst()), 71);
  EXPECT_EQ(CountWhole(ring, PairsWithTheFirst()), 127);
  if (!LongRun()) return;
  EXPECT_EQ(CountWhole(mesh, TriplesWithTheFirst()), 693);
  EXPECT_EQ(CountWhole(ring, TriplesWithTheFirst()), 7989);
}

// The most nodes of a box without a dead node, at some base or by some symmetry.
int LargestBox(const std::vector<NodeId>& dead, bool across) {
  int largest = 0;
  const auto degraded = Without("torus:8x8", {{}, dead});
  for (int rows = 1; rows <= 8; ++rows) {
    for (int columns = 2; columns <= rows; ++columns) {
      if (rows * columns <= largest) continue;
      const Graph shape = *Graph::Create(Kind::kMesh, {rows, columns});
      const auto clear = [&](int high, int wide, Coordinates base) {
        const auto box = *Partition::Create(G("torus:8x8"), {high, wide}, std::move(base));
        return std::ranges::none_of(dead,
                                    [&](NodeId node) { return box.NodeAt(node).has_value(); });
      };
      bool fits = false;
      for (int x = 0; x <= 8 - rows && !across; ++x)
        for (int y = 0; y <= 8 - columns; ++y)
          fits = fits || clear(rows, columns, {x, y}) || clear(columns, rows, {y, x});
      if (across && rows * columns < 64)
        fits = FindPlace(InBox(shape.ToString(), "torus:8x8", {rows, columns}), degraded)
                   .dead_under_guest == 0;
      if (fits) largest = rows * columns;
    }
  }
  return largest;
}

// DG10.11: means of draws of 1, 2 and 4 dead nodes.
TEST(GuestPlace, FindsLargerBoxesAcrossWraps) {
  const int draws = LongOr(100, 5);
  for (const int dead : {1, 2, 4}) {
    int inside = 0, across = 0;
    for (int draw = 1; draw <= draws; ++draw) {
      const std::string text = "random:" + std::to_string(dead) + ":" + std::to_string(draw);
      const auto nodes = *degraded::ParseDeadNodes(text, G("torus:8x8"));
      const int at_bases = LargestBox(nodes, false);
      const int by_symmetry = LargestBox(nodes, true);
      EXPECT_GE(by_symmetry, at_bases);
      EXPECT_TRUE(dead > 1 || by_symmetry == 56);
      inside += at_bases;
      across += by_symmetry;
    }
    std::cout << dead << " dead nodes: " << 1.0 * across / draws << " nodes across wraps, "
              << 1.0 * inside / draws << " inside\n";
  }
}

// ---- what goes round, and the same place elsewhere ----

TEST(GuestPlace, CountsExtraLinksByTheTables) {
  const Embedding guest = GuestOn("ring:6", "ring:6", EmbeddingKind::kIdentity);
  const auto degraded = WithoutLinks("ring:6", {0}, LinksBothWays("ring:6"));
  const GuestPlace place = FindPlace(guest, degraded);
  ASSERT_EQ(place.meeting.size(), 1U);
  const auto routing = degraded::ComputeTables(degraded);
  EXPECT_EQ(
      ExtraLinks(Moved(guest, place.symmetry), place.meeting.front(), routing->tables, degraded),
      8);  // five links each way in place of one
}

// DG10.9: on a host without what is moved back, the guest where it was meets nothing either.
TEST(GuestPlace, IsTheSameWhereWhatIsDeadMovesBack) {
  const Embedding guests[] = {GuestOn("mesh:8x8", "torus:8x8", EmbeddingKind::kIdentity),
                              InBox("mesh:6x5", "torus:8x8", {6, 5}, {1, 1}),
                              GuestOn("ring:64", "torus:8x8", EmbeddingKind::kTao)};
  Nodes stays(64);
  std::iota(stays.begin(), stays.end(), 0);
  int compared = 0;
  for (const Embedding& guest : guests) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto degraded = DrawDegraded("torus:8x8", seed);
      if (!degraded) continue;
      const GuestPlace place = FindPlace(guest, *degraded);
      const auto back = MovedBack(*degraded, place.symmetry);
      const Nodes taken = NodesOf(guest.host(), place.symmetry);
      EXPECT_EQ(Slow(back).DeadUnder(guest, stays), place.dead_under_guest);
      EXPECT_EQ(Slow(back).Meeting(guest, stays), Slow(*degraded).Meeting(guest, taken));
      EXPECT_EQ(back.live_links(), degraded->live_links());
      ++compared;
    }
  }
  EXPECT_GT(compared, 60);
}

}  // namespace
}  // namespace toroid::guest_symmetry_test
