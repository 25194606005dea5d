// Emitted networks with a partition, in Icarus Verilog: the place that every node reports at every
// code of the base.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/emitted/emitted.h"

namespace toroid::test::partition_test {
namespace {

// Prints "base holds logical" for each code of `base`; the nodes are not clocked.
std::string Testbench(const Plan& plan) {
  const std::string nodes = std::to_string(plan.host().size());
  const std::string bits = std::to_string(plan.physical_bits());
  return "`timescale 1ns / 1ns\nmodule tb;\n  integer i;\n  reg [" + bits +
         "-1:0] base;\n  wire [" + nodes + "-1:0] holds;\n  wire [" + nodes + "*" +
         std::to_string(plan.logical_bits()) +
         "-1:0] logical;\n  net_top dut (.clk(1'b0), .rst(1'b1), .base(base), .holds_guest(holds), "
         ".logical(logical));\n  initial begin\n"
         "    for (i = 0; i < (1 << " +
         bits +
         "); i = i + 1) begin\n      base = i;\n      #1 $display(\"%b %b\", holds, logical);\n    "
         "end\n    $finish;\n  end\nendmodule\n";
}

std::string Binary(std::uint32_t value, int bits) {
  std::string text;
  for (int i = bits; i-- > 0;) text += (value >> i & 1U) != 0 ? '1' : '0';
  return text;
}

// A code of the base, axis by axis; it may be no node's.
Coordinates BaseAt(const Plan& plan, std::uint32_t code) {
  Coordinates base(plan.host().lengths().size());
  for (int a = plan.host().axes(); a-- > 0;) {
    const int bits = BitsOf(plan.host(), Axis{a});
    base[Axis{a}.index()] = static_cast<int>(code & ((1U << bits) - 1));
    code >>= bits;
  }
  return base;
}

struct Expected {
  std::string lines;
  std::size_t ranks = 0;
};

// `in_box`: the embedding as if the box were the host. Nothing of gen/embedding/partition.h is
// used.
Expected ExpectedLines(const Plan& plan, const std::vector<int>& lengths, const Embedding& in_box) {
  const Graph& host = plan.host();
  Expected expected;
  for (std::uint32_t code = 0; code < 1U << plan.physical_bits(); ++code) {
    const Coordinates base = BaseAt(plan, code);
    std::string holds;
    std::string logical;
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      bool inside = true;
      Coordinates place;
      for (std::size_t a = 0; a < lengths.size(); ++a) {
        const int x = host.CoordinatesOf(NodeId{n})[a] - base[a];
        inside = inside && base[a] + lengths[a] <= host.lengths()[a] && x >= 0 && x < lengths[a];
        if (lengths[a] > 1) place.push_back(x);
      }
      const auto held =
          inside ? in_box.GuestsOf(in_box.host().NodeAt(place)) : std::span<const NodeId>();
      std::uint32_t address = 0;
      if (!held.empty()) {
        for (int a = 0; a < in_box.guest().axes(); ++a) {
          const int length = in_box.guest().length(Axis{a});
          int bits = 1;
          while (1 << bits < length) ++bits;
          address = address << bits |
                    static_cast<std::uint32_t>(in_box.guest().Coordinate(held[0], Axis{a}));
        }
      }
      holds.insert(0, held.empty() ? "0" : "1");
      logical.insert(0, Binary(address, plan.logical_bits()));
      expected.ranks += held.size();
    }
    expected.lines += holds + " " + logical + "\n";
  }
  return expected;
}

struct Case {
  Network network;
  std::string box;     // the graph of the partition
  std::size_t places;  // bases that fit
};

Case Made(const char* host, std::vector<int> partition, const char* box, const char* guest,
          const char* embedding, std::size_t places, Ports ports = Ports::kOne,
          Address address = Address::kLogical) {
  return {{.host = host,
           .ports = ports,
           .embedding = embedding,
           .guest = guest,
           .address = address,
           .partition = std::move(partition)},
          box,
          places};
}

std::vector<Case> Cases() {
  return {
      Made("mesh:8x8", {3, 5}, "mesh:3x5", "ring:15", "tao", 6 * 4),
      Made("mesh:8x8", {3, 5}, "mesh:3x5", "mesh:3x5", "identity", 6 * 4, Ports::kAll),
      Made("torus:5x7", {2, 6}, "mesh:2x6", "ring:12", "tao", 4 * 2),
      Made("torus:5x7", {5, 7}, "torus:5x7", "ring:35", "tao", 1, Ports::kAll),
      Made("torus:5x6", {1, 6}, "ring:6", "ring:6", "identity", 5),
      Made("torus:6x8", {4, 4}, "mesh:4x4", "hypercube:4", "xor", 3 * 5, Ports::kAll),
      Made("mesh:3x5x4", {2, 1, 3}, "mesh:2x3", "line:6", "tao", 2 * 5 * 2),
      Made("mesh:3x5x4", {2, 3, 3}, "mesh:2x3x3", "ring:18", "tao", 2 * 3 * 2, Ports::kOne,
           Address::kPhysical),
      Made("hypercube:5", {2, 1, 2, 2, 1}, "hypercube:3", "ring:8", "tao", 4),
      Made("ring:9", {8}, "line:8", "hypercube:3", "by-weight", 2),
      Made("line:6", {5}, "line:5", "ring:5", "tao", 2),
      Made("mesh:5x6", {2, 4}, "mesh:2x4", "hypercube:5", "tao", 4 * 3, Ports::kAll),
      Made("torus:5x7", {2, 3}, "mesh:2x3", "mesh:4x6", "tao", 4 * 5),
      Made("torus:5x7", {2, 3}, "mesh:2x3", "ring:12", "tao", 4 * 5, Ports::kOne,
           Address::kPhysical),
      Made("hypercube:4", {2, 1, 2, 1}, "hypercube:2", "mesh:3x3", "gray", 4),
  };
}

void PrintTo(const Case& one, std::ostream* out) { *out << one.network.host << " box " << one.box; }

class Partitions : public testing::TestWithParam<Case> {};

// The node's router is left empty: it has no say here, and takes long to elaborate.
std::string Simulate(EmittedFiles files, const Plan& plan) {
  files["tb.v"] = Testbench(plan);
  std::string& router = files.at("rtl/net_router.v");
  router = router.substr(0, router.find("\n);") + 3) + "\nendmodule\n";
  // An empty router leaves s_axis_tready open, of which Icarus warns where the node reads it.
  const Outcome outcome = EmittedFolder(files).Run(
      "(iverilog -g2005 -o tb -s tb tb.v -c net.f 2> log || { cat log; exit 1; }) && vvp -n tb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return outcome.output;
}

Expected ExpectedOf(const Case& one) {
  const Embedding in_box =
      Embedding::Create(*ParseEmbeddingKind(one.network.embedding),
                        *Graph::Parse(one.network.guest), *Graph::Parse(one.box), one.network.order)
          .value();
  const Expected expected = ExpectedLines(PlanOf(one.network), one.network.partition, in_box);
  EXPECT_EQ(expected.ranks, one.places * in_box.guest().size());
  return expected;
}

TEST_P(Partitions, EveryNodeKnowsItsGuestNodeAtEveryBase) {
  const Plan plan = PlanOf(GetParam().network);
  const Expected expected = ExpectedOf(GetParam());
  EXPECT_EQ(Simulate(FilesOf(GetParam().network), plan), expected.lines);
  std::cout << (1U << plan.physical_bits()) << " bases at " << plan.host().size() << " nodes, "
            << expected.ranks << " of guest nodes\n";
}

INSTANTIATE_TEST_SUITE_P(Networks, Partitions, testing::ValuesIn(Cases()),
                         [](const auto& test) { return NameOf(test.param.network); });

TEST(PartitionTwin, ABaseThatIsNotComparedIsNoticed) {
  const Case one = Cases().front();
  EmittedFiles files = FilesOf(one.network);
  std::string& node = files.at("rtl/net_node.v");
  const std::string comparison = " && base[5:3] <= 3'd5";
  ASSERT_NE(node.find(comparison), node.npos);
  node.replace(node.find(comparison), comparison.size(), "");
  EXPECT_NE(Simulate(files, PlanOf(one.network)), ExpectedOf(one).lines);
}

TEST(PartitionManifest, HoldsTheBoxAndItsLogicalAddressesAndNoneOfNodes) {
  const EmittedFiles files =
      FilesOf({.host = "mesh:4x4", .embedding = "tao", .guest = "ring:6", .partition = {2, 3}});
  const nlohmann::json manifest = nlohmann::json::parse(files.at("manifest.json"));
  EXPECT_EQ(manifest["partition"]["lengths"], nlohmann::json({2, 3}));
  EXPECT_EQ(manifest["partition"]["shape"]["kind"], "mesh");
  const Embedding embedding = Embedding::Create(EmbeddingKind::kTao, *Graph::Parse("ring:6"),
                                                *Graph::Parse("mesh:2x3"), BitOrder::kBlock)
                                  .value();
  std::vector<std::uint32_t> logical;
  for (std::uint32_t n = 0; n < 6; ++n) logical.push_back(embedding.GuestOf(NodeId{n}).value());
  EXPECT_EQ(manifest["partition"]["logical_addresses"], nlohmann::json(logical));
  for (const auto& node : manifest["nodes"]) EXPECT_TRUE(node["logical_address"].is_null());
}

TEST(PartitionHash, DependsOnTheBoxAndNotOnItsPlace) {
  const Network small{
      .host = "mesh:4x4", .embedding = "identity", .guest = "mesh:2x3", .partition = {2, 3}};
  Network moved = small;
  moved.base = {2, 1};
  EXPECT_EQ(FilesOf(moved), FilesOf(small));
  const Network row{
      .host = "mesh:4x4", .embedding = "identity", .guest = "line:4", .partition = {1, 4}};
  const Network column{
      .host = "mesh:4x4", .embedding = "identity", .guest = "line:4", .partition = {4, 1}};
  EXPECT_NE(PlanOf(row).hardware_hash(), PlanOf(column).hardware_hash());
}

}  // namespace
}  // namespace toroid::test::partition_test
