#include "gen/metrics/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "tests/oracle/csv.h"
#include "tests/support/checkout.h"

namespace toroid::gen_metrics_test {
namespace {

using Spectrum = std::map<int, std::uint64_t>;

Metrics Measured(EmbeddingKind kind, const std::string& guest, const std::string& host,
                 BitOrder order = BitOrder::kBlock) {
  return Measure(
      Embedding::Create(kind, Graph::Parse(guest).value(), Graph::Parse(host).value(), order)
          .value());
}

// A torus of the table; a side of 1 is not an axis.
Graph TableTorus(int first, int second) {
  return Graph::Create(Kind::kTorus,
                       first == 1 ? std::vector<int>{second} : std::vector<int>{first, second})
      .value();
}

TEST(XorPaperTable1, LeastAndGreatestNodeLoads) {
  const auto rows = oracle::ReadNumbers(Checkout("tests/data/xor_paper_table1.csv"));
  ASSERT_EQ(rows.size(), 10U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 6U);
    const Graph host = TableTorus(row[0], row[1]);
    const Graph guest =
        Graph::Create(Kind::kHypercube,
                      std::vector<int>(static_cast<std::size_t>(BitsFor(host.size())), 2))
            .value();
    const Metrics standard =
        Measure(Embedding::Create(EmbeddingKind::kStandard, guest, host, BitOrder::kBlock).value());
    const Metrics twisted =
        Measure(Embedding::Create(EmbeddingKind::kXor, guest, host, BitOrder::kBlock).value());
    const std::vector<std::uint64_t> measured = {standard.node_load_min, standard.node_load_max,
                                                 twisted.node_load_min, twisted.node_load_max};
    EXPECT_EQ(measured, std::vector<std::uint64_t>(row.begin() + 2, row.end())) << host.ToString();
  }
}

TEST(Measure, XorThreeCubeOnARingOfEight) {
  const Metrics m = Measured(EmbeddingKind::kXor, "hypercube:3", "ring:8");
  EXPECT_EQ(m.edges, 12U);
  EXPECT_EQ(m.dilation_max, 2);
  EXPECT_EQ(m.dilation_total, 20U);
  EXPECT_DOUBLE_EQ(m.dilation_average, 20.0 / 12);
  EXPECT_EQ(m.spectrum, (Spectrum{{1, 4}, {2, 8}}));
  EXPECT_EQ(m.distances, (std::vector<int>{1, 2, 2}));
  EXPECT_EQ(m.node_load_max, 1U);
  EXPECT_EQ(m.node_load_min, 1U);
  EXPECT_DOUBLE_EQ(m.node_load_average, 1.0);
  EXPECT_EQ(m.link_load_max, 3U);
  EXPECT_EQ(m.communication_time, 5U);
  EXPECT_EQ(m.node_evenness, 1.0);
}

// Xor paper, Figure 4: on a line by-weight is slower than standard because of the waiting. Worked
// by hand from the labels of the figure. Dimension 0 ends at 3 for the pairs 01, 67 and at 4 for
// 23, 45; dimension 1 at 6 for 02, 57 and at 7 for 13, 46; dimension 2 at 8 for 04, 37 and at 9 for
// 15, 26.
TEST(XorPaperFigure4, WaitingMakesByWeightSlowerThanStandard) {
  const Metrics standard = Measured(EmbeddingKind::kStandard, "hypercube:3", "line:8");
  EXPECT_EQ(standard.communication_time, 7U);
  EXPECT_EQ(standard.distances, (std::vector<int>{1, 2, 4}));
  const Metrics by_weight = Measured(EmbeddingKind::kByWeight, "hypercube:3", "line:8");
  EXPECT_EQ(by_weight.communication_time, 9U);
  EXPECT_EQ(by_weight.distances, std::nullopt);
  EXPECT_EQ(by_weight.spectrum, (Spectrum{{1, 2}, {2, 4}, {3, 4}, {4, 2}}));
}

// Xor paper II.C: by-weight minimizes the dilation on lines. All 8! placements of a 3-cube.
TEST(XorPaperSectionTwoC, NoPlacementOnALineHasASmallerDilationThanByWeight) {
  std::array<int, 8> position{};
  std::iota(position.begin(), position.end(), 0);
  int smallest = 8;
  int placements = 0;
  do {
    int dilation = 0;
    for (std::size_t n = 0; n < 8; ++n) {
      for (const std::size_t bit : {1U, 2U, 4U})
        dilation = std::max(dilation, std::abs(position[n] - position[n ^ bit]));
    }
    smallest = std::min(smallest, dilation);
    ++placements;
  } while (std::next_permutation(position.begin(), position.end()));
  EXPECT_EQ(placements, 40320);
  EXPECT_EQ(Measured(EmbeddingKind::kByWeight, "hypercube:3", "line:8").dilation_max, smallest);
}

TEST(Measure, DistancesAreByCubeDimensionInEitherBitOrder) {
  EXPECT_EQ(Measured(EmbeddingKind::kStandard, "hypercube:5", "mesh:4x8").distances,
            (std::vector<int>{1, 2, 1, 2, 4}));
  EXPECT_EQ(
      Measured(EmbeddingKind::kStandard, "hypercube:5", "mesh:4x8", BitOrder::kCyclic).distances,
      (std::vector<int>{1, 1, 2, 2, 4}));
  EXPECT_EQ(Measured(EmbeddingKind::kXor, "hypercube:5", "torus:4x8", BitOrder::kCyclic).distances,
            (std::vector<int>{1, 1, 1, 2, 2}));
}

TEST(Measure, XorOnALineHasNoConstantDistances) {
  EXPECT_EQ(Measured(EmbeddingKind::kXor, "hypercube:3", "line:8").distances, std::nullopt);
}

TEST(Measure, ACubeOnItselfCostsOneLinkADimension) {
  const Metrics m = Measured(EmbeddingKind::kIdentity, "hypercube:6", "hypercube:6");
  EXPECT_EQ(m.communication_time, 6U);
  EXPECT_EQ(m.edges, 192U);
  EXPECT_EQ(m.spectrum, (Spectrum{{1, 192}}));
  EXPECT_EQ(m.node_load_max, 0U);
  EXPECT_EQ(m.link_load_max, 1U);
}

TEST(Measure, GuestsThatAreNoCubesHaveNoExecutionTime) {
  const Metrics m = Measured(EmbeddingKind::kIdentity, "torus:3x5", "torus:3x5");
  EXPECT_EQ(m.edges, 30U);
  EXPECT_EQ(m.dilation_total, 30U);
  EXPECT_EQ(m.link_load_max, 1U);
  EXPECT_EQ(m.communication_time, std::nullopt);
  EXPECT_EQ(m.distances, std::nullopt);
}

TEST(Measure, ATorusOnAMeshStretchesItsWrapLinks) {
  const Metrics m = Measured(EmbeddingKind::kIdentity, "torus:3x5", "mesh:3x5");
  EXPECT_EQ(m.spectrum, (Spectrum{{1, 22}, {2, 5}, {4, 3}}));
  EXPECT_EQ(m.node_load_max, 2U);
  EXPECT_EQ(m.node_load_min, 0U);
  EXPECT_EQ(m.link_load_max, 2U);
}

// A ring of 4 on a line of 2: edges 0-1 and 2-3 are inside a host node, 1-2 and 3-0 between the
// two.
TEST(Measure, EdgesInsideAHostNodeCostNothing) {
  const Metrics m = Measured(EmbeddingKind::kTao, "ring:4", "line:2");
  EXPECT_EQ(m.edges, 4U);
  EXPECT_EQ(m.spectrum, (Spectrum{{0, 2}, {1, 2}}));
  EXPECT_EQ(m.node_load_max, 0U);
  EXPECT_EQ(m.link_load_max, 2U);
  EXPECT_EQ(m.node_evenness, 1.0);
  const Metrics cube = Measured(EmbeddingKind::kTao, "hypercube:3", "line:2");
  EXPECT_EQ(cube.communication_time, std::nullopt);
  EXPECT_EQ(cube.distances, (std::vector<int>{0, 0, 1}));
}

TEST(Measure, EmptyHostNodesLeaveNoEvennessButACommunicationTime) {
  const Metrics m = Measured(EmbeddingKind::kGray, "hypercube:3", "hypercube:4");
  EXPECT_EQ(m.node_evenness, std::nullopt);
  EXPECT_EQ(m.communication_time, 3U);
  EXPECT_EQ(m.dilation_max, 1);
}

// ---- closed forms ----

TEST(PaperForms, XorOnARingOfSixteen) {
  const ClosedForms forms = PaperForms(EmbeddingKind::kXor, {4});
  EXPECT_EQ(forms.communication_time, 11U);
  EXPECT_EQ(forms.spectrum, (Spectrum{{1, 8}, {2, 8}, {4, 16}}));
  EXPECT_EQ(forms.dilation_max, 4);
  EXPECT_EQ(forms.dilation_total, 88U);
  EXPECT_EQ(forms.node_load_min, 3U);
  EXPECT_EQ(forms.node_load_max, 4U);
  EXPECT_DOUBLE_EQ(forms.node_load_average, 3.5);
}

// Xor paper IV.B.3, IV.D and IV.F on square tori, with the factor c that the printed total dilation
// of xor lacks.
TEST(PaperForms, AgreeWithThePrintedFormsOnSquaredTori) {
  int compared = 0;
  for (std::size_t c = 1; c <= 4; ++c) {
    for (int k = 2; k <= 5; ++k, ++compared) {
      const int d = static_cast<int>(c) * k;
      const std::uint64_t half = std::uint64_t{1} << (d - 1);
      const std::uint64_t side = std::uint64_t{1} << k;
      const std::vector<int> bits(c, k);
      const ClosedForms standard = PaperForms(EmbeddingKind::kStandard, bits);
      const ClosedForms twisted = PaperForms(EmbeddingKind::kXor, bits);
      EXPECT_EQ(standard.dilation_total, c * half * (side - 1));
      EXPECT_EQ(twisted.dilation_total, c * half * (3 * side / 4 - 1));
      for (int i = 0; i <= k - 1; ++i) EXPECT_EQ(standard.spectrum.at(1 << i), c * half);
      for (int i = 0; i <= k - 3; ++i) EXPECT_EQ(twisted.spectrum.at(1 << i), c * half);
      EXPECT_EQ(twisted.spectrum.at(1 << (k - 2)), c * 2 * half);
      EXPECT_EQ(std::ssize(twisted.spectrum), k - 1);
      EXPECT_EQ(standard.dilation_max, 2 * twisted.dilation_max);
      const double sides = static_cast<double>(side);
      EXPECT_DOUBLE_EQ(standard.node_load_average, static_cast<double>(c) * (sides - k - 1) / 2);
      EXPECT_DOUBLE_EQ(twisted.node_load_average,
                       static_cast<double>(c) * (0.75 * sides - k - 1) / 2);
    }
  }
  EXPECT_EQ(compared, 16);
}

// Xor paper IV.A: standard costs about a third more than xor.
TEST(PaperForms, StandardTakesAboutAThirdLongerThanXor) {
  for (int k = 2; k <= 12; ++k) {
    const double ratio =
        static_cast<double>(PaperForms(EmbeddingKind::kStandard, {k, k}).communication_time) /
        static_cast<double>(PaperForms(EmbeddingKind::kXor, {k, k}).communication_time);
    EXPECT_GT(ratio, 4.0 / 3) << k;
    EXPECT_LE(ratio, 1.5) << k;
    if (k >= 6) {
      EXPECT_LT(ratio, 1.35) << k;
    }
  }
}

}  // namespace
}  // namespace toroid::gen_metrics_test
