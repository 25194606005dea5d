// Words loaded into address units (docs/spec/loaded-addresses.md).
#include "gen/plan/loaded_units.h"

#include <gtest/gtest.h>

namespace toroid::gen_plan_loaded_units_test {
namespace {

Result<Plan> Planned(const std::string& host, const std::string& guest, EmbeddingKind kind,
                     const std::vector<int>& box = {}, HardwareOptions hardware = {}) {
  const Graph graph = *Graph::Parse(host);
  hardware.router = RouterKind::kScheduled;
  hardware.address = Address::kLogical;
  hardware.load.address_units = true;
  if (!box.empty()) hardware.partition = Partition::Create(graph, box).value();
  const Graph& shape = hardware.partition ? hardware.partition->shape() : graph;
  return Plan::Create(
      graph, Embedding::Create(kind, *Graph::Parse(guest), shape, BitOrder::kBlock).value(),
      hardware);
}

std::string FirstDiagnostic(const Result<Plan>& plan) {
  return plan.ok() ? "none" : ToString(plan.diagnostics().front());
}

// The example of the header.
TEST(LoadedUnitParameters, AreTwoMatricesThatUndoEachOther) {
  const UnitParameters p =
      UnitParametersOf(Planned("ring:8", "hypercube:3", EmbeddingKind::kXor).value());
  EXPECT_EQ(p.forward, (BitMatrix{0b001, 0b110, 0b100}));
  EXPECT_EQ(p.inverse, (BitMatrix{0b001, 0b110, 0b100}));
  EXPECT_EQ(p.guest, 7U);
  EXPECT_EQ(p.box, 7U);
  EXPECT_EQ(p.base, 0U);
}

// In block order the first axis has the lowest bit, and this axis is the host's upper field.
TEST(LoadedUnitParameters, OfABoxLeaveTheOtherRowsEmpty) {
  const UnitParameters p = UnitParametersOf(
      Planned("torus:4x4", "hypercube:2", EmbeddingKind::kStandard, {2, 2}).value());
  EXPECT_EQ(p.forward, (BitMatrix{0b0010, 0, 0b0001, 0}));
  EXPECT_EQ(p.inverse, (BitMatrix{0b0100, 0b0001, 0, 0}));
  EXPECT_EQ(p.guest, 0b0011U);
  EXPECT_EQ(p.box, 0b0101U);
}

// Five words with the header for P = 6: 2 and 90 bits.
TEST(LoadedUnitParameters, GoOutAsOneImageForAllNodes) {
  const Plan plan = Planned("torus:8x8", "hypercube:6", EmbeddingKind::kXor).value();
  const Image image = UnitImageOf(plan);
  EXPECT_EQ(image.words.size(), 5U);
  EXPECT_EQ(image.words[0], 1U << 30);
  EXPECT_EQ(image.words[1], 63U);
  EXPECT_EQ(UnitParameterBits(plan), 90);
}

TEST(LoadedUnits, RefuseWhatTheyCannotHold) {
  EXPECT_EQ(FirstDiagnostic(Planned("ring:9", "ring:9", EmbeddingKind::kIdentity)),
            "toroid: error: --host: ring:9: has length 9; with --load address-units lengths are "
            "powers of two");
  EXPECT_EQ(FirstDiagnostic(Planned("torus:4x4", "ring:6", EmbeddingKind::kTao, {2, 3})),
            "toroid: error: --partition: 2x3: has length 3; with --load address-units lengths "
            "are powers of two");
  EXPECT_EQ(FirstDiagnostic(Planned("hypercube:4", "mesh:3x4", EmbeddingKind::kGray)),
            "toroid: error: --guest: mesh:3x4: leaves 4 host nodes without a guest node; with "
            "--load address-units "
            "a guest has as many nodes as host or partition");
  EXPECT_EQ(FirstDiagnostic(Planned("line:8", "hypercube:3", EmbeddingKind::kByWeight)),
            "toroid: error: --embedding: by-weight: does not map guest node (0,1,1) to the xor of "
            "its bits' nodes; with --load address-units embeddings are linear over xor, as "
            "standard and xor are");
}

TEST(LoadedUnits, TakeGrayCodesWhichAreLinearToo) {
  EXPECT_TRUE(Planned("hypercube:4", "mesh:4x4", EmbeddingKind::kGray).ok());
}

// A schedule by formula is for one embedding only.
TEST(LoadedUnits, GoWithLoadedTablesOnly) {
  HardwareOptions hardware;
  hardware.schedule_unit.task = UnitTask{.task = {0, 3}};
  EXPECT_EQ(FirstDiagnostic(Planned("ring:8", "hypercube:3", EmbeddingKind::kXor, {}, hardware)),
            "toroid: error: --load: address-units: the schedule in the nodes is for one "
            "embedding; give "
            "--schedule list or exact, and --load tables,address-units");
}

// The hash identifies hardware, and that contains no loaded data.
TEST(LoadedUnits, HaveAHashThatKnowsNoEmbeddingAndNoBox) {
  const Plan plan = Planned("torus:4x4", "hypercube:4", EmbeddingKind::kXor).value();
  const Plan box = Planned("torus:4x4", "hypercube:2", EmbeddingKind::kStandard, {2, 2}).value();
  EXPECT_EQ(plan.hardware_hash(), box.hardware_hash());
  EXPECT_NE(plan.hardware_hash(),
            Planned("torus:2x8", "hypercube:4", EmbeddingKind::kXor).value().hardware_hash());
}

}  // namespace
}  // namespace toroid::gen_plan_loaded_units_test
