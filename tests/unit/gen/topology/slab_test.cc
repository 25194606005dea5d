// Slabs of hosts: together they are the host, and each knows exactly its neighbours outside.
#include "gen/topology/slab.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace toroid::gen_topology_slab_test {
namespace {

std::set<std::uint32_t> NeighboursOutside(const Graph& host, const Slab& slab) {
  std::set<std::uint32_t> outside;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    if (!slab.Has(NodeId{n})) continue;
    for (std::uint32_t other = 0; other < host.size(); ++other)
      if (host.Distance(NodeId{n}, NodeId{other}) == 1 && !slab.Has(NodeId{other}))
        outside.insert(other);
  }
  return outside;
}

TEST(Slab, PartsAreTheHostAndHaveItsNeighbours) {
  for (const char* name : {"torus:4x4", "mesh:3x5", "ring:7", "line:2", "hypercube:4", "torus:2x8",
                           "torus:3x3x3", "mesh:5x2x2"}) {
    const std::string text = name;
    const Graph host = *Graph::Parse(text);
    for (int parts = 1; parts <= static_cast<int>(host.size()); ++parts) {
      std::uint32_t next = 0;
      for (int number = 0; number < parts; ++number) {
        SCOPED_TRACE(text + ", " + std::to_string(number) + " of " + std::to_string(parts));
        const Slab slab(host, number, parts);
        EXPECT_EQ(slab.begin(), next);
        next += slab.size();
        EXPECT_LE(host.size() / parts, slab.size());
        EXPECT_LE(slab.size(), (host.size() - 1) / parts + 1);
        std::set<std::uint32_t> halo;
        for (const NodeId node : slab.halo()) halo.insert(node.value());
        EXPECT_EQ(halo, NeighboursOutside(host, slab));
        EXPECT_EQ(halo.size(), slab.halo().size());
        std::uint32_t numbers = 0;
        for (std::uint32_t n = 0; n < host.size(); ++n) {
          EXPECT_EQ(slab.PartOf(NodeId{n}) == number, slab.Has(NodeId{n}));
          const auto own = slab.NumberOf(NodeId{n});
          EXPECT_EQ(own.has_value(), slab.Has(NodeId{n}) || halo.contains(n));
          if (!own) continue;
          ++numbers;
          EXPECT_EQ(slab.NodeOf(*own), NodeId{n});
          EXPECT_EQ(*own < slab.size(), slab.Has(NodeId{n}));
        }
        EXPECT_EQ(numbers, slab.size() + halo.size());
      }
      EXPECT_EQ(next, host.size());
    }
  }
}

}  // namespace
}  // namespace toroid::gen_topology_slab_test
