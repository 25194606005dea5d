// Halving and Swing: partners, and contents of the messages.
#include <gtest/gtest.h>

#include "gen/collective/bound.h"
#include "gen/collective/makers.h"
#include "tests/property/collective_testing.h"

namespace toroid::collective_halving_test {
namespace {

constexpr std::array kPartners = {Partners::kCube, Partners::kSwing};

TEST(Partners, AreMutualAndDifferInEachStage) {
  for (const char* name : {"ring:4", "ring:8", "ring:32", "line:2", "line:16"}) {
    const Graph host = *Graph::Parse(name);
    for (const Partners partners : kPartners) {
      if (!HavePartners(partners, host)) continue;
      for (const bool mirrored : {false, true}) {
        for (int x = 0; x < host.length(Axis{0}); ++x) {
          for (int stage = 0; 1 << stage < host.length(Axis{0}); ++stage) {
            const int other = PartnerOf(partners, host, Axis{0}, x, stage, mirrored);
            EXPECT_NE(other, x) << name;
            EXPECT_EQ(PartnerOf(partners, host, Axis{0}, other, stage, mirrored), x) << name;
          }
        }
      }
    }
  }
}

// Swing's ways: 1, 1, 3, 5, 11; over the cube on a ring: 1, 2, 4, 8, 8.
TEST(Partners, AreAsFarAsThePapersSay) {
  const Graph ring = *Graph::Parse("ring:32");
  const int swing[] = {1, 1, 3, 5, 11};
  const int cube[] = {1, 2, 4, 8, 8};
  for (int stage = 0; stage < 5; ++stage) {
    for (int x = 0; x < 32; ++x) {
      const auto distance = [&](Partners partners) {
        return ring.AxisDistance(Axis{0}, x, PartnerOf(partners, ring, Axis{0}, x, stage, false));
      };
      EXPECT_EQ(distance(Partners::kSwing), swing[stage]) << x;
      EXPECT_EQ(distance(Partners::kCube), cube[stage]) << x;
    }
  }
}

TEST(Halving, NeedsLengthsThatArePowersOfTwoAndSwingATorusOfEvenOnes) {
  const auto have = [](Partners partners, const char* host) {
    return HavePartners(partners, *Graph::Parse(host));
  };
  EXPECT_TRUE(have(Partners::kCube, "mesh:4x8"));
  EXPECT_FALSE(have(Partners::kSwing, "mesh:4x8"));
  EXPECT_TRUE(have(Partners::kSwing, "torus:2x8"));
  EXPECT_FALSE(have(Partners::kCube, "torus:6x8"));
  EXPECT_TRUE(have(Partners::kSwing, "hypercube:4"));
  EXPECT_TRUE(have(Partners::kSwing, "torus:6x10"));
  EXPECT_FALSE(have(Partners::kSwing, "torus:6x5"));
}

TEST(Halving, IsRightAndFreeOfConflictsForAnyLength) {
  for (const char* name : {"line:2", "ring:4", "ring:16", "line:8", "torus:4x4", "torus:2x8",
                           "torus:4x2x4", "mesh:4x4", "hypercube:4", "ring:6", "ring:10", "ring:14",
                           "ring:22", "torus:6x4", "torus:2x6x3", "torus:10x6"}) {
    const Graph host = *Graph::Parse(name);
    for (const Partners partners : kPartners) {
      if (!HavePartners(partners, host)) continue;
      for (const Collective kind : kVectorTasks) {
        for (const Ports ports : {Ports::kOne, Ports::kAll}) {
          for (const std::int64_t flits : {1, 5, 67}) {
            const CollectiveTask task{.kind = kind, .flits = flits};
            ExpectRightAndFreeOfConflicts(HalvingProgram(partners, task, host, ports, kInterface),
                                          host, ports, "halving or swing");
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace toroid::collective_halving_test
