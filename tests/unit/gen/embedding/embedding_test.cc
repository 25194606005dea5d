#include "gen/embedding/embedding.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/oracle/csv.h"
#include "tests/support/checkout.h"

namespace toroid::gen_embedding_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

Result<Embedding> Make(EmbeddingKind kind, const std::string& guest, const std::string& host,
                       BitOrder order = BitOrder::kBlock) {
  return Embedding::Create(kind, Parsed(guest), Parsed(host), order);
}

// The processes on the host, as the figures show them: column = first coordinate, row = second (a
// line or ring is one row).
std::vector<std::vector<int>> Picture(const Embedding& embedding) {
  const Graph& host = embedding.host();
  const int rows = host.axes() == 1 ? 1 : host.length(Axis{1});
  std::vector<std::vector<int>> picture(static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < host.length(Axis{0}); ++column) {
      const Coordinates at = host.axes() == 1 ? Coordinates{column} : Coordinates{column, row};
      picture[static_cast<std::size_t>(row)].push_back(
          static_cast<int>(embedding.GuestOf(host.NodeAt(at)).value()));
    }
  }
  return picture;
}

std::vector<std::vector<int>> Figure(const std::string& name) {
  auto numbers = oracle::ReadNumbers(Checkout("tests/data/" + name));
  EXPECT_FALSE(numbers.empty()) << name;
  return numbers;
}

TEST(XorPaperFigure2a, StandardOnALineOrRingCounts) {
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kStandard, "hypercube:3", "ring:8")),
            Figure("xor_paper_figure2a.csv"));
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kStandard, "hypercube:3", "line:8")),
            Figure("xor_paper_figure2a.csv"));
}

TEST(XorPaperFigure2b, StandardFillsTheFirstAxisFirst) {
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kStandard, "hypercube:4", "torus:4x4")),
            Figure("xor_paper_figure2b.csv"));
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kStandard, "hypercube:4", "mesh:4x4")),
            Figure("xor_paper_figure2b.csv"));
}

TEST(XorPaperFigure4, ByWeightSortsByWeightThenDescending) {
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kByWeight, "hypercube:3", "line:8")),
            Figure("xor_paper_figure4.csv"));
}

TEST(XorPaperFigure5, XorOnARingOf16) {
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kXor, "hypercube:4", "ring:16")),
            Figure("xor_paper_figure5.csv"));
}

TEST(XorPaperFigure6, XorOnAnEightByEightTorus) {
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kXor, "hypercube:6", "torus:8x8")),
            Figure("xor_paper_figure6.csv"));
}

TEST(CalmantFigure1, CyclicStandardAlternatesTheAxes) {
  const auto embedding =
      Make(EmbeddingKind::kStandard, "hypercube:4", "mesh:4x4", BitOrder::kCyclic);
  EXPECT_EQ(Picture(*embedding), Figure("calmant_figure1.csv"));
}

TEST(Figures, ADifferentEmbeddingDoesNotMatch) {
  EXPECT_NE(Picture(*Make(EmbeddingKind::kStandard, "hypercube:4", "ring:16")),
            Figure("xor_paper_figure5.csv"));
  EXPECT_NE(Picture(*Make(EmbeddingKind::kStandard, "hypercube:4", "mesh:4x4")),
            Figure("calmant_figure1.csv"));
}

TEST(Embedding, FirstAxisHoldsTheLowBitsWhateverTheIndexOrder) {
  const auto embedding = Make(EmbeddingKind::kStandard, "hypercube:5", "torus:4x8");
  EXPECT_EQ(embedding->HostOf(NodeId{1}), NodeId{8}) << "process 1 has coordinates (1,0)";
  EXPECT_EQ(embedding->GuestOf(NodeId{8}), NodeId{1});
}

TEST(Embedding, IdentityKeepsEveryIndex) {
  for (const auto& [guest, host] :
       std::vector<std::pair<std::string, std::string>>{{"hypercube:4", "hypercube:4"},
                                                        {"torus:3x5", "torus:3x5"},
                                                        {"mesh:6x4", "torus:6x4"},
                                                        {"torus:5", "line:5"}}) {
    const auto embedding = Make(EmbeddingKind::kIdentity, guest, host);
    ASSERT_TRUE(embedding.ok()) << guest;
    for (std::uint32_t n = 0; n < embedding->guest().size(); ++n) {
      EXPECT_EQ(embedding->HostOf(NodeId{n}), NodeId{n});
      EXPECT_EQ(embedding->GuestOf(NodeId{n}), NodeId{n});
    }
  }
}

TEST(Embedding, AxesOfLengthTwoAndFourUnderXor) {
  EXPECT_EQ(Picture(*Make(EmbeddingKind::kXor, "hypercube:3", "torus:2x4")),
            (std::vector<std::vector<int>>{{0, 1}, {2, 3}, {6, 7}, {4, 5}}));
}

TEST(Places, BlockGivesTheFirstAxisTheLowestBits) {
  const std::vector<BitPlace> expected = {{Axis{0}, 0}, {Axis{1}, 0}, {Axis{1}, 1},
                                          {Axis{1}, 2}, {Axis{2}, 0}, {Axis{2}, 1}};
  for (const auto kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
    EXPECT_EQ(Make(kind, "hypercube:6", "torus:2x8x4")->places(), expected);
  }
}

TEST(Places, CyclicDealsBitsAndSkipsFullAxes) {
  const std::vector<BitPlace> expected = {{Axis{0}, 0}, {Axis{1}, 0}, {Axis{2}, 0},
                                          {Axis{1}, 1}, {Axis{2}, 1}, {Axis{1}, 2}};
  EXPECT_EQ(
      Make(EmbeddingKind::kStandard, "hypercube:6", "mesh:2x8x4", BitOrder::kCyclic)->places(),
      expected);
}

TEST(Places, IdentityOnAHypercubeRunsFromTheLastAxis) {
  const std::vector<BitPlace> expected = {{Axis{2}, 0}, {Axis{1}, 0}, {Axis{0}, 0}};
  EXPECT_EQ(Make(EmbeddingKind::kIdentity, "hypercube:3", "hypercube:3")->places(), expected);
}

TEST(Places, AreEmptyWhereDimensionsHaveNone) {
  EXPECT_TRUE(Make(EmbeddingKind::kByWeight, "hypercube:3", "line:8")->places().empty());
  EXPECT_TRUE(Make(EmbeddingKind::kIdentity, "torus:4x4", "torus:4x4")->places().empty());
}

TEST(Names, ParseBack) {
  for (const char* name : {"identity", "standard", "xor", "by-weight", "tao", "gray"}) {
    ASSERT_TRUE(ParseEmbeddingKind(name)) << name;
    EXPECT_EQ(ToString(*ParseEmbeddingKind(name)), name);
  }
  for (const char* name : {"block", "cyclic"}) {
    ASSERT_TRUE(ParseBitOrder(name)) << name;
    EXPECT_EQ(ToString(*ParseBitOrder(name)), name);
  }
  for (const char* name : {"", "Xor", "byweight", "standard "})
    EXPECT_FALSE(ParseEmbeddingKind(name)) << name;
  EXPECT_FALSE(ParseBitOrder("round-robin"));
}

// ---- diagnostics ----

std::vector<std::string> Lines(const Result<Embedding>& result) {
  std::vector<std::string> lines;
  if (result.ok()) return lines;
  for (const Diagnostic& d : result.diagnostics()) lines.push_back(ToString(d));
  return lines;
}

constexpr const char* kPowers =
    "takes a hypercube guest on a host of as many nodes or fewer whose lengths are powers of two";

TEST(LargerCubes, ALargerCubeHasItsLowestDimensionsInside) {
  for (const auto kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
    for (const BitOrder order : {BitOrder::kBlock, BitOrder::kCyclic}) {
      const auto large = Make(kind, "hypercube:7", "torus:4x8", order);
      const auto small = Make(kind, "hypercube:5", "torus:4x8", order);
      ASSERT_TRUE(large.ok());
      EXPECT_EQ(large->load_factor(), 4U);
      for (std::uint32_t n = 0; n < 128; ++n) {
        EXPECT_EQ(large->HostOf(NodeId{n}), small->HostOf(NodeId{n / 4})) << n;
        EXPECT_EQ(large->RankOf(NodeId{n}), n % 4) << n;
      }
    }
  }
  EXPECT_FALSE(Make(EmbeddingKind::kStandard, "hypercube:4", "torus:4x8").ok());
  EXPECT_FALSE(Make(EmbeddingKind::kByWeight, "hypercube:4", "line:8").ok());
}

TEST(Diagnostics, ShapesThatDifferHaveNoIdentity) {
  EXPECT_EQ(Lines(Make(EmbeddingKind::kIdentity, "torus:4x8", "torus:8x4")),
            std::vector<std::string>{"toroid: error: --embedding: identity: guest torus:4x8 and "
                                     "host torus:8x4 differ in shape; "
                                     "identity takes a guest and a host of the same lengths"});
}

TEST(Diagnostics, AnyHostWithPowerOfTwoLengthsIsAccepted) {
  for (const char* host : {"ring:64", "line:64", "torus:2x4x8", "mesh:2x2x16", "hypercube:6"}) {
    for (const auto kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
      EXPECT_TRUE(Make(kind, "hypercube:6", host).ok()) << host;
    }
  }
}

TEST(Diagnostics, EveryFaultOfAPairIsNamed) {
  EXPECT_EQ(
      Lines(Make(EmbeddingKind::kXor, "torus:4x4", "torus:6x8x6x12")),
      (std::vector<std::string>{
          std::string("toroid: error: --guest: torus:4x4: is not a hypercube; xor ") + kPowers,
          std::string(
              "toroid: error: --host: torus:6x8x6x12: lengths 6, 12 are not powers of two; xor ") +
              kPowers,
          std::string("toroid: error: --host: torus:6x8x6x12: sizes differ: guest torus:4x4 has 16 "
                      "nodes, host torus:6x8x6x12 has 3456 "
                      "nodes; xor ") +
              kPowers}));
}

TEST(Diagnostics, OneBadLengthIsNamedAlone) {
  const auto lines = Lines(Make(EmbeddingKind::kStandard, "hypercube:4", "torus:4x6"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(
      lines[0],
      std::string("toroid: error: --host: torus:4x6: length 6 is not a power of two; standard ") +
          kPowers);
}

TEST(Tao, ABijectionKeepsItsConstruction) {
  const auto embedding = Make(EmbeddingKind::kTao, "torus:4x6", "mesh:2x2x2x3");
  ASSERT_TRUE(embedding);
  EXPECT_TRUE(embedding->IsBijection());
  EXPECT_EQ(embedding->construction()->dilation, 1);
  for (std::uint32_t n = 0; n < 24; ++n)
    EXPECT_EQ(embedding->GuestOf(embedding->HostOf(NodeId{n})), NodeId{n});
  EXPECT_FALSE(Make(EmbeddingKind::kXor, "hypercube:3", "ring:8")->construction());
}

TEST(Tao, ALargerGuestPutsEquallyManyNodesOnEachHostNode) {
  const auto embedding = Make(EmbeddingKind::kTao, "ring:12", "line:3");
  ASSERT_TRUE(embedding);
  EXPECT_FALSE(embedding->IsBijection());
  ASSERT_EQ(embedding->load_factor(), 4U);
  std::vector<NodeId> guests;
  for (std::uint32_t host = 0; host < 3; ++host) {
    for (const NodeId guest : embedding->GuestsOf(NodeId{host})) {
      EXPECT_EQ(embedding->HostOf(guest), NodeId{host});
      guests.push_back(guest);
    }
  }
  EXPECT_EQ(guests, embedding->inverse());
  EXPECT_EQ(embedding->HostOf(NodeId{9}), NodeId{1});  // mirrored onto 2, in the block of 2 and 3
}

TEST(Gray, ASmallerGuestLeavesHostNodesEmpty) {
  const auto embedding = Make(EmbeddingKind::kGray, "mesh:3x5", "hypercube:4");
  ASSERT_TRUE(embedding);
  EXPECT_TRUE(embedding->IsInjective());
  EXPECT_FALSE(embedding->IsBijection());
  EXPECT_FALSE(embedding->IsEven());
  int empty = 0;
  for (std::uint32_t host = 0; host < 16; ++host) {
    const auto guests = embedding->GuestsOf(NodeId{host});
    ASSERT_LE(guests.size(), 1U);
    empty += guests.empty();
    for (const NodeId guest : guests) EXPECT_EQ(embedding->HostOf(guest), NodeId{host});
  }
  EXPECT_EQ(empty, 1);
  EXPECT_EQ(WhyNoBijection(*embedding), "leaves 1 host node without a guest node");
}

TEST(Gray, ALargerGuestMayBeUnevenlySpread) {
  const auto embedding = Make(EmbeddingKind::kGray, "mesh:3x3", "hypercube:2");
  ASSERT_TRUE(embedding);
  EXPECT_EQ(embedding->load_factor(), 3U);
  EXPECT_FALSE(embedding->IsInjective());
  EXPECT_FALSE(embedding->IsEven());
  EXPECT_EQ(WhyNoBijection(*embedding), "puts up to 3 guest nodes on a host node");
  std::vector<std::size_t> held;
  for (std::uint32_t host = 0; host < 4; ++host)
    held.push_back(embedding->GuestsOf(NodeId{host}).size());
  EXPECT_EQ(held, (std::vector<std::size_t>{3, 3, 0, 3}));
}

TEST(Ranks, AreFoundByGuestNode) {
  for (const auto& [kind, guest, host] : {std::tuple{EmbeddingKind::kTao, "ring:12", "line:3"},
                                          {EmbeddingKind::kGray, "mesh:3x3", "hypercube:2"},
                                          {EmbeddingKind::kGray, "mesh:3x5", "hypercube:4"}}) {
    const auto embedding = Make(kind, guest, host);
    ASSERT_TRUE(embedding);
    for (std::uint32_t n = 0; n < embedding->guest().size(); ++n) {
      const auto held = embedding->GuestsOf(embedding->HostOf(NodeId{n}));
      ASSERT_LT(embedding->RankOf(NodeId{n}), held.size());
      EXPECT_EQ(held[embedding->RankOf(NodeId{n})], NodeId{n});
    }
  }
}

TEST(Gray, AGuestThatFillsTheCubeIsABijection) {
  const auto embedding = Make(EmbeddingKind::kGray, "torus:8x4", "hypercube:5");
  ASSERT_TRUE(embedding);
  EXPECT_TRUE(embedding->IsBijection());
  EXPECT_EQ(embedding->cube_plan()->dilation, 1);
  for (std::uint32_t n = 0; n < 32; ++n)
    EXPECT_EQ(embedding->GuestOf(embedding->HostOf(NodeId{n})), NodeId{n});
}

TEST(Diagnostics, ByWeightWantsALine) {
  EXPECT_EQ(Lines(Make(EmbeddingKind::kByWeight, "hypercube:4", "ring:16")).size(), 1U);
  EXPECT_EQ(Lines(Make(EmbeddingKind::kByWeight, "hypercube:4", "mesh:4x4")),
            std::vector<std::string>{"toroid: error: --host: mesh:4x4: is not a line; by-weight "
                                     "takes a hypercube guest on a line of as many nodes"});
  EXPECT_EQ(Lines(Make(EmbeddingKind::kByWeight, "mesh:4", "torus:12")).size(), 3U);
}

}  // namespace
}  // namespace toroid::gen_embedding_test
