// Which boxes several programs can have at the same time, compared with all their nodes and routes.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/embedding/partition.h"

namespace toroid::gen_embedding_boxes_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

// Boxes of these lengths keep their routes if, at any base, no route between two of their nodes
// leaves the box.
TEST(Boxes, KeepTheirRoutesOnShortAxesAndOnWholeOnes) {
  int kept = 0;
  int lost = 0;
  for (const char* text : {"ring:4", "ring:6", "ring:7", "torus:5x6", "mesh:3x4", "hypercube:3"}) {
    const Graph host = Parsed(text);
    for (std::uint32_t last = 1; last < host.size(); ++last) {
      std::vector<int> lengths;
      for (const int x : host.CoordinatesOf(NodeId{last})) lengths.push_back(x + 1);
      bool keeps = true;
      for (std::uint32_t corner = 0; corner < host.size(); ++corner) {
        const auto box = Partition::Create(host, lengths, host.CoordinatesOf(NodeId{corner}));
        if (!box) continue;
        for (std::uint32_t a = 0; a < box->shape().size(); ++a) {
          for (std::uint32_t b = 0; b < box->shape().size(); ++b) {
            for (const Hop& hop : host.Route(box->HostOf(NodeId{a}), box->HostOf(NodeId{b})))
              keeps = keeps && box->NodeAt(hop.node) &&
                      box->NodeAt(*host.Neighbour(hop.node, hop.axis, hop.direction));
          }
        }
      }
      EXPECT_EQ(KeepsRoutes(*Partition::Create(host, lengths)), keeps) << text << " to " << last;
      ++(keeps ? kept : lost);
    }
  }
  EXPECT_GT(kept, 30);
  EXPECT_GT(lost, 15);
}

// All pairs of boxes of a host, compared with their nodes.
TEST(Boxes, MeetWhereTheyHaveANodeInCommon) {
  const Graph host = Parsed("torus:3x4");
  std::vector<Partition> boxes;
  for (std::uint32_t corner = 0; corner < host.size(); ++corner) {
    for (std::uint32_t last = 1; last < host.size(); ++last) {
      std::vector<int> lengths;
      for (const int x : host.CoordinatesOf(NodeId{last})) lengths.push_back(x + 1);
      const auto box = Partition::Create(host, lengths, host.CoordinatesOf(NodeId{corner}));
      if (box) boxes.push_back(*box);
    }
  }
  EXPECT_EQ(boxes.size(), 48U);
  for (const Partition& one : boxes) {
    for (const Partition& other : boxes) {
      bool common = false;
      for (std::uint32_t n = 0; n < host.size(); ++n)
        common = common || (one.NodeAt(NodeId{n}) && other.NodeAt(NodeId{n}));
      EXPECT_EQ(Meet(one, other), common);
    }
  }
}

}  // namespace
}  // namespace toroid::gen_embedding_boxes_test
