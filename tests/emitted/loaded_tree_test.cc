// Trees that a host loads into an emitted network of scheduled routers (docs/spec/in-network.md,
// section 8): one network for all roots and whatever is dead, and one chip that has two trees, one
// after the other. The bench is loaded_tree_tb.v.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "gen/plan/tree_images.h"
#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::loaded_tree_test {
namespace {

Network TreeFrom(int root, InNetwork kind, bool dead = false) {
  return {.host = "torus:4x4",
          .router = RouterKind::kScheduled,
          .loaded_tree = true,
          .dead_links = dead ? "0-1,5-6" : "",
          .dead_nodes = dead ? "10" : "",
          .in_network = kind,
          .root = root};
}

// Of the bench: by node its first offer, the root, and the first node of the last image.
std::string FactsOf(const Plan& plan) {
  const trees::NetworkTree& tree = *plan.in_network();
  const auto offers = tree.Offers(plan.hop_cycles(), plan.join_cycles());
  std::string text;
  for (std::uint32_t n = 0; n < plan.host().size(); ++n)
    text += tree.Has(NodeId{n}) ? fmt::format("{:x}\n", offers[n]) : "ff\n";
  return text +
         fmt::format("{:x}\n{:x}\n", tree.root().value(), TreeImagesOf(plan).back().first.value());
}

// What the bench says of a tree from node 0 of a whole torus and then one from node 9 of a torus
// with dead parts; `right` in the node is replaced by `wrong`.
std::string OutputOf(InNetwork kind, const std::string& right = "", const std::string& wrong = "") {
  const Network before = TreeFrom(0, kind);
  const Network after = TreeFrom(9, kind, true);
  EmittedFiles files = FilesOf(before);
  std::string& node = files.at("rtl/net_node.v");
  const auto at = node.find(right);
  EXPECT_NE(at, std::string::npos) << right;
  node.replace(at, right.size(), wrong);
  files["before.hex"] = files.at("net_tree.hex");
  files["after.hex"] = FilesOf(after).at("net_tree.hex");
  files["before.txt"] = FactsOf(PlanOf(before));
  files["after.txt"] = FactsOf(PlanOf(after));
  std::ifstream bench(Checkout("tests/emitted/loaded_tree_tb.v"));
  files["loaded_tree_tb.v"] = {std::istreambuf_iterator<char>(bench),
                               std::istreambuf_iterator<char>()};
  const EmittedFolder folder(files);
  return folder
      .Run(fmt::format("iverilog -g2005 -s loaded_tree_tb -P loaded_tree_tb.JOINS={} -o bench "
                       "loaded_tree_tb.v rtl/*.v && vvp -n bench",
                       kind == InNetwork::kReduction ? 1 : 0))
      .output;
}

class LoadedTree : public testing::TestWithParam<InNetwork> {};

// 5 words at 15 and 14 nodes, and of sums at the root too.
TEST_P(LoadedTree, FollowsAnotherOnOneChip) {
  const std::string output = OutputOf(GetParam());
  const bool joins = GetParam() == InNetwork::kReduction;
  EXPECT_NE(output.find(joins ? "PASS words=300\n" : "PASS words=145\n"), std::string::npos)
      << output;
}

// Twin: IN8.2.
TEST_P(LoadedTree, IsNoneBeforeItIsLoaded) {
  const std::string output =
      OutputOf(GetParam(), "loaded_children & {4{loaded}}", "loaded_children");
  EXPECT_NE(output.find("FAIL"), std::string::npos) << output;
  EXPECT_NE(output.find("a beat for no tree is not refused"), std::string::npos) << output;
}

// IN8.7
TEST_P(LoadedTree, IsInTwoFilesAlone) {
  const Network network = TreeFrom(0, GetParam());
  const EmittedFiles files = FilesOf(network);
  EXPECT_FALSE(files.contains("rtl/net_tree_ports.v"));
  for (const Network& other : {TreeFrom(5, GetParam()), TreeFrom(5, GetParam(), true)}) {
    EXPECT_EQ(PlanOf(other).hardware_hash(), PlanOf(network).hardware_hash());
    EmittedFiles others = FilesOf(other);
    for (const char* name : {"net_tree.hex", "manifest.json"}) {
      EXPECT_NE(others.at(name), files.at(name)) << name;
      others[name] = files.at(name);
    }
    EXPECT_TRUE(others == files) << NameOf(other);
  }
  Network constant = network;
  constant.loaded_tree = false;
  EXPECT_NE(PlanOf(constant).hardware_hash(), PlanOf(network).hardware_hash());
}

// IN8.1 on a line of three nodes with ports "+" (0) and "-" (1), from the middle: node 0 hears its
// parent by "-", node 1 has children by both, node 2 hears by "+". Images have kind 2.
TEST(LoadedTreeWords, HaveTheParentAboveTheChildren) {
  const Network line = {.host = "line:3",
                        .router = RouterKind::kScheduled,
                        .loaded_tree = true,
                        .in_network = InNetwork::kMulticast,
                        .root = 1};
  EXPECT_EQ(FilesOf(line).at("net_tree.hex"),
            "080000000\n000000000\n100000008\n"
            "080000001\n000000001\n100000003\n"
            "080000002\n000000002\n100000004\n");
}

INSTANTIATE_TEST_SUITE_P(Kinds, LoadedTree,
                         testing::Values(InNetwork::kMulticast, InNetwork::kReduction),
                         [](const testing::TestParamInfo<InNetwork>& test) {
                           return std::string(ToString(test.param));
                         });

}  // namespace
}  // namespace toroid::test::loaded_tree_test
