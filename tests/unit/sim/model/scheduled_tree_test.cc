// The tree of scheduled routers in the model, rule by rule (docs/spec/in-network.md).
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/scheduled_model.h"

namespace toroid::sim_model_scheduled_tree_test {
namespace {

constexpr int kCollision = 0;
constexpr int kRefused = 2;
constexpr int kJoin = 5;

// Words are numbers, which the model names by slots here.
class TreeRig {
 public:
  explicit TreeRig(const std::string& host, InNetwork in_network, int root = 0, int stages = 0,
                   int latency = 1)
      : plan_(PlanOf(host, in_network, root, stages, latency)),
        model_(plan_, 1, [this](const FlitRef& word, const FlitRef& child) {
          return Keep(words_[word.slot] + words_[child.slot], child.tail);
        }) {}

  const Plan& plan() const { return plan_; }
  std::uint32_t nodes() const { return plan_.host().size(); }
  const trees::NetworkTree& tree() const { return *plan_.in_network(); }

  // Beats in their cycles.
  void Offer(Cycle cycle, std::uint32_t from, std::uint32_t to, std::uint64_t word, bool tail) {
    offers_[cycle].push_back({from, to, word, tail});
  }
  // Beat i of a vector is base + i.
  void OfferVector(Cycle cycle, std::uint32_t node, std::uint64_t base, int flits) {
    for (int i = 0; i < flits; ++i)
      Offer(cycle + i, node, node, base + static_cast<std::uint64_t>(i), i + 1 == flits);
  }
  void Run() {
    std::vector<HopEvent> hops;
    while (!offers_.empty() || !model_.BusyNodes().empty() || now_ == 0) {
      for (const std::uint32_t node : model_.Ejecting()) {
        const FlitRef flit = *model_.EjectHead(node);
        ejected_[node].push_back({now_, words_[flit.slot], flit.tail});
        model_.Accept(node);
      }
      for (const auto& [from, to, word, tail] : offers_[now_])
        model_.Inject(from, Keep(word, tail), NodeId{to});
      offers_.erase(now_);
      hops.clear();
      model_.Step(hops);
      hops_ += hops.size();
      ++now_;
    }
  }
  struct Eject {
    Cycle cycle;
    std::uint64_t word;
    bool tail;
    bool operator==(const Eject&) const = default;
  };
  // A vector at a node, from a cycle on.
  static std::vector<Eject> VectorFrom(Cycle cycle, std::uint64_t base, std::uint64_t step,
                                       int flits) {
    std::vector<Eject> vector;
    for (int i = 0; i < flits; ++i)
      vector.push_back({cycle + i, base + step * static_cast<std::uint64_t>(i), i + 1 == flits});
    return vector;
  }
  const std::vector<Eject>& At(std::uint32_t node) { return ejected_[node]; }
  std::size_t hops() const { return hops_; }
  // The causes of the nodes' faults, with the cycle of the first.
  std::map<std::pair<std::uint32_t, int>, Cycle> Faults() const {
    std::map<std::pair<std::uint32_t, int>, Cycle> faults;
    for (const auto& raised : model_.raised())
      faults[{raised.node.value(), static_cast<int>(raised.fault)}] = raised.cycle;
    return faults;
  }

 private:
  struct Beat {
    std::uint32_t from, to;
    std::uint64_t word;
    bool tail;
  };
  static Plan PlanOf(const std::string& host, InNetwork in_network, int root, int stages,
                     int latency) {
    HardwareOptions options{.router = RouterKind::kScheduled};
    options.links.stages = stages;
    options.in_network = in_network;
    if (latency > 1)
      options.join.module = {
          .path = "adder.v", .latency = latency, .text = "module adder (); endmodule"};
    options.root = root;
    auto plan = Plan::Create(*Graph::Parse(host), std::nullopt, std::move(options));
    EXPECT_TRUE(plan.ok()) << host;
    return *std::move(plan);
  }
  FlitRef Keep(std::uint64_t word, bool tail) {
    words_.push_back(word);
    return {static_cast<std::uint32_t>(words_.size() - 1), 0, tail};
  }

  Plan plan_;
  std::vector<std::uint64_t> words_;  // by slot
  ScheduledModel model_;
  std::map<Cycle, std::vector<Beat>> offers_;
  std::map<std::uint32_t, std::vector<Eject>> ejected_;
  std::size_t hops_ = 0;
  Cycle now_ = 0;
};

constexpr const char* kHosts[] = {"ring:5",    "line:6",   "torus:4x4",   "torus:3x5",
                                  "torus:2x8", "mesh:2x8", "hypercube:4", "mesh:3x2x3"};

// IN3.5: once over each link of the tree.
TEST(ScheduledTree, CopiesAVectorToAllNodesInTime) {
  for (const char* host : kHosts) {
    for (const int root : {0, 3}) {
      for (const InNetwork in_network : {InNetwork::kMulticast, InNetwork::kReduction}) {
        for (const int stages : {0, 2}) {
          TreeRig rig(host, in_network, root, stages);
          rig.OfferVector(2, static_cast<std::uint32_t>(root), 100, 5);
          rig.Run();
          for (std::uint32_t n = 0; n < rig.nodes(); ++n) {
            const Cycle depth = rig.tree().DepthOf(NodeId{n});
            if (depth == 0) continue;
            ASSERT_EQ(rig.At(n), TreeRig::VectorFrom(2 + depth * (stages + 1), 100, 1, 5)) << host;
          }
          ASSERT_TRUE(rig.At(static_cast<std::uint32_t>(root)).empty());
          ASSERT_EQ(rig.hops(), 5 * (rig.nodes() - 1));
          ASSERT_TRUE(rig.Faults().empty());
        }
      }
    }
  }
}

// Every node has a bit, so that a sum says whose words are in it.
std::uint64_t BitOf(std::uint32_t node) { return std::uint64_t{1} << (node * 2 % 60); }

void OfferAll(TreeRig& rig, int flits, Cycle hop, std::uint32_t except = UINT32_MAX) {
  const std::vector<Cycle> offers = rig.tree().Offers(hop, rig.plan().join_cycles());
  for (std::uint32_t n = 0; n < rig.nodes(); ++n)
    if (n != except) rig.OfferVector(offers[n], n, BitOf(n), flits);
}

std::uint64_t SumOfBits(const TreeRig& rig) {
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < rig.nodes(); ++n) sum += BitOf(n);
  return sum;
}

// IN4.9: all-reduce.
TEST(ScheduledTree, AddsAllVectorsInTime) {
  for (const char* host : kHosts) {
    for (const int root : {0, 3}) {
      for (const auto& [stages, latency] : {std::pair(0, 1), {1, 1}, {0, 2}, {0, 5}, {2, 3}}) {
        for (const int flits : {1, 2, 5}) {
          TreeRig rig(host, InNetwork::kReduction, root, stages, latency);
          const Cycle hop = stages + 1;
          OfferAll(rig, flits, hop);
          rig.Run();
          for (std::uint32_t n = 0; n < rig.nodes(); ++n) {
            const Cycle cycle =
                rig.tree().SumAt(hop, latency) + rig.tree().DepthOf(NodeId{n}) * hop;
            ASSERT_EQ(rig.At(n), TreeRig::VectorFrom(cycle, SumOfBits(rig), rig.nodes(), flits))
                << host << " " << root << " node " << n;
          }
          ASSERT_EQ(rig.hops(), static_cast<std::size_t>(flits) * 2 * (rig.nodes() - 1));
          ASSERT_TRUE(rig.Faults().empty()) << host;
        }
      }
    }
  }
}

// IN4.7: a reduce ends at the root, which adds its own words.
TEST(ScheduledTree, GivesTheRootTheSumOfTheOthers) {
  TreeRig rig("torus:4x4", InNetwork::kReduction, 5);
  OfferAll(rig, 4, 1, 5);
  rig.Run();
  EXPECT_EQ(rig.At(5),
            TreeRig::VectorFrom(rig.tree().SumAt(1, 1), SumOfBits(rig) - BitOf(5), 15, 4));
  for (std::uint32_t n = 0; n < rig.nodes(); ++n) EXPECT_EQ(rig.At(n).empty(), n != 5);
  EXPECT_TRUE(rig.Faults().empty());
}

// IN5.3: a vector of an odd or even number of words, a cycle late, is a fault in every cycle.
TEST(ScheduledTree, ANodeThatIsLateIsReported) {
  for (const int latency : {1, 4}) {
    for (std::uint32_t late = 0; late < 16; ++late) {
      TreeRig rig("torus:4x4", InNetwork::kReduction, 0, 0, latency);
      const std::vector<Cycle> offers = rig.tree().Offers(1, latency);
      for (std::uint32_t n = 0; n < rig.nodes(); ++n)
        rig.OfferVector(offers[n] + (n == late ? 1 : 0), n, BitOf(n), 6);
      rig.Run();
      std::set<std::uint32_t> reporting;
      for (const auto& [place, cycle] : rig.Faults())
        if (place.second == kJoin) reporting.insert(place.first);
      const auto parent = rig.tree().ParentOf(NodeId{late});
      const bool itself = reporting.contains(late);
      EXPECT_TRUE(itself || (parent && reporting.contains(parent->value()))) << late;
    }
  }
}

// IN3.3: each place is decided for itself.
TEST(ScheduledTree, ACopyLosesItsOutputAlone) {
  TreeRig rig("mesh:3x3", InNetwork::kMulticast);
  // node 3 is (1,0), of children 4 and 6; 3 to 5 turns nowhere and wants the output to 4
  rig.Offer(0, 0, 0, 7, true);
  rig.Offer(1, 3, 5, 9, true);
  rig.Run();
  EXPECT_EQ(rig.Faults(), (std::map<std::pair<std::uint32_t, int>, Cycle>{{{3, kCollision}, 1}}));
  for (const std::uint32_t node : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U})
    EXPECT_EQ(rig.At(node).size(), 1U) << node;
  EXPECT_EQ(rig.At(5).front().word, 7U) << "the injector's beat is lost";
}

// IN4.6.
TEST(ScheduledTree, AWordOfTheChainTakesTheInjectorsPlace) {
  TreeRig rig("line:4", InNetwork::kReduction);
  OfferAll(rig, 1, 1);
  const Cycle sent = rig.tree().Offers(1, 1)[1] + 1;
  rig.Offer(sent, 1, 2, 50, true);
  rig.Run();
  EXPECT_EQ(rig.Faults(),
            (std::map<std::pair<std::uint32_t, int>, Cycle>{{{1, kCollision}, sent}}));
  EXPECT_EQ(rig.At(0).size(), 1U);
}

// IN3.1.
TEST(ScheduledTree, RefusesBeatsForTheTreeOfOthers) {
  TreeRig multicast("ring:4", InNetwork::kMulticast, 1);
  multicast.Offer(0, 2, 2, 1, true);
  multicast.Run();
  EXPECT_EQ(multicast.Faults(),
            (std::map<std::pair<std::uint32_t, int>, Cycle>{{{2, kRefused}, 0}}));
  EXPECT_EQ(multicast.hops(), 0U);
}

// Ordinary flits go beside the tree (IN6.4).
TEST(ScheduledTree, LeavesOrdinaryFlitsAlone) {
  TreeRig rig("line:4", InNetwork::kMulticast);
  rig.OfferVector(0, 0, 100, 3);
  rig.Offer(0, 3, 0, 8, true);
  rig.Offer(5, 2, 3, 9, true);
  rig.Run();
  EXPECT_TRUE(rig.Faults().empty());
  EXPECT_EQ(rig.At(0), TreeRig::VectorFrom(3, 8, 1, 1));
  EXPECT_EQ(rig.At(3).size(), 4U);
}

}  // namespace
}  // namespace toroid::sim_model_scheduled_tree_test
