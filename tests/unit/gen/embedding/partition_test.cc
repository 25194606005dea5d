// Partitions: which boxes exist, the graph of each, and where the host holds its embedding.
#include "gen/embedding/partition.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace toroid::gen_embedding_partition_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

std::string DiagnosticsOf(const Result<Partition>& partition) {
  if (partition) return "";
  std::string text;
  for (const Diagnostic& diagnostic : partition.diagnostics())
    text += ToString(diagnostic).substr(15) + "\n";
  return text;
}

std::string ShapeOf(const std::string& host, std::vector<int> lengths) {
  return Partition::Create(Parsed(host), std::move(lengths))->shape().ToString();
}

TEST(Partition, IsAMeshUnlessEveryLongAxisIsAWholeOne) {
  EXPECT_EQ(ShapeOf("mesh:8x8", {3, 5}), "mesh:3x5");
  EXPECT_EQ(ShapeOf("torus:8x8", {3, 5}), "mesh:3x5");
  EXPECT_EQ(ShapeOf("torus:8x8", {3, 8}), "mesh:3x8");
  EXPECT_EQ(ShapeOf("torus:8x8", {8, 8}), "torus:8x8");
  EXPECT_EQ(ShapeOf("torus:4x8", {1, 8}), "torus:8");
  EXPECT_EQ(ShapeOf("torus:4x8", {1, 7}), "mesh:7");
  EXPECT_EQ(ShapeOf("hypercube:5", {2, 1, 2, 1, 2}), "hypercube:3");
}

TEST(Partition, LiesWithinTheHost) {
  const Graph host = Parsed("mesh:4x6");
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {4, 6})), "");
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {3, 2}, {1, 4})), "");
  const std::string give =
      "; give a length from 1 to the host's for each axis of mesh:4x6, not all of them 1\n";
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {3})), "--partition: 3: has 1 axis" + give);
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {3, 2, 2})),
            "--partition: 3x2x2: has 3 axes" + give);
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {0, 7})),
            "--partition: 0x7: has length 0 on axis 0" + give +
                "--partition: 0x7: has length 7 on axis 1" + give);
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {1, 1})),
            "--partition: 1x1: is a single node" + give);
  const std::string fits = "; a box of 3x2 fits mesh:4x6 at bases up to 1,4\n";
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {3, 2}, {2, 5})),
            "--base: 2,5: leaves the host on axis 0" + fits +
                "--base: 2,5: leaves the host on axis 1" + fits);
  EXPECT_EQ(DiagnosticsOf(Partition::Create(host, {3, 2}, {1})),
            "--base: 1: has 1 coordinate" + fits);
}

// Every box of every host at every base: its nodes are exactly those at the base plus the
// coordinates within it.
TEST(Partition, HoldsTheNodesFromTheBaseOn) {
  int boxes = 0;
  for (const char* text : {"mesh:4x3", "torus:3x4", "hypercube:3", "ring:5"}) {
    const Graph host = Parsed(text);
    for (std::uint32_t corner = 0; corner < host.size(); ++corner) {
      const Coordinates base = host.CoordinatesOf(NodeId{corner});
      for (std::uint32_t last = corner; last < host.size(); ++last) {
        const Coordinates end = host.CoordinatesOf(NodeId{last});
        std::vector<int> lengths;
        for (std::size_t a = 0; a < base.size(); ++a) lengths.push_back(end[a] - base[a] + 1);
        const auto box = Partition::Create(host, lengths, base);
        if (!box) continue;
        ++boxes;
        std::set<NodeId> held;
        for (std::uint32_t n = 0; n < box->shape().size(); ++n) {
          const NodeId node = box->HostOf(NodeId{n});
          EXPECT_EQ(box->NodeAt(node), NodeId{n});
          held.insert(node);
        }
        for (std::uint32_t n = 0; n < host.size(); ++n) {
          bool inside = true;
          for (int a = 0; a < host.axes(); ++a) {
            const int x = host.Coordinate(NodeId{n}, Axis{a});
            inside = inside && base[Axis{a}.index()] <= x && x <= end[Axis{a}.index()];
          }
          EXPECT_EQ(held.contains(NodeId{n}), inside);
          EXPECT_EQ(box->NodeAt(NodeId{n}).has_value(), inside);
        }
      }
    }
  }
  EXPECT_EQ(boxes, 48 + 48 + 19 + 10);  // for axes of l, the product of l(l+1)/2, less single nodes
}

TEST(Partition, PlacesAnEmbeddingAndLeavesTheRestEmpty) {
  const Partition box = Partition::Create(Parsed("mesh:4x6"), {2, 3}, {1, 2}).value();
  const Embedding within =
      Embedding::Create(EmbeddingKind::kTao, Parsed("ring:6"), box.shape(), BitOrder::kBlock)
          .value();
  const Embedding placed = box.Place(within);
  EXPECT_EQ(placed.host(), box.host());
  EXPECT_EQ(placed.guest(), within.guest());
  EXPECT_TRUE(placed.IsInjective());
  EXPECT_FALSE(placed.IsBijection());
  for (std::uint32_t n = 0; n < 6; ++n)
    EXPECT_EQ(placed.HostOf(NodeId{n}), box.HostOf(within.HostOf(NodeId{n})));
  for (std::uint32_t n = 0; n < 24; ++n) {
    const auto place = box.NodeAt(NodeId{n});
    ASSERT_EQ(placed.GuestsOf(NodeId{n}).size(), place ? 1U : 0U);
    if (place) {
      EXPECT_EQ(placed.GuestsOf(NodeId{n})[0], within.GuestOf(*place));
    }
  }
}

}  // namespace
}  // namespace toroid::gen_embedding_partition_test
