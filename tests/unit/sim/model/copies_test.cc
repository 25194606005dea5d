// The reference model of buffered routers that copy flits: docs/spec/copies.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "gen/support/random.h"
#include "sim/model/model.h"
#include "tests/support/print.h"
#include "tests/unit/sim/model/rig.h"
#include "tests/unit/sim/model/slow_network.h"

namespace toroid::sim_model_copies_test {
namespace {

struct Case {
  const char* host;
  Arbiter arbiter = Arbiter::kThroughFirst;
  int depth = 4;
  int stages = 0;
  double accept = 1;  // probability of a sink's ready
  double load = 1;    // likewise of a user who has something to send
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.host << ' ' << ToString(c.arbiter) << " depth " << c.depth << " stages " << c.stages
       << " sinks " << c.accept << " load " << c.load;
}

Plan PlanOf(const Case& c) {
  return toroid::PlanOf(c.host, {.ports = Ports::kOne,
                                 .buffered = {.depth = c.depth, .arbiter = c.arbiter},
                                 .links = {.stages = c.stages},
                                 .in_network = InNetwork::kMulticast});
}

class Copies : public testing::TestWithParam<Case> {};

// BC2.4, BC2.5, BC4.1: from each root, alone.
TEST_P(Copies, GoToAllNodesAlongTheTreeInTime) {
  const Plan plan = PlanOf(GetParam());
  const std::uint32_t nodes = plan.host().size();
  for (std::uint32_t root = 0; root < nodes; ++root) {
    Model model(plan);
    std::set<Crossing> tree;
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (to == root) continue;
      const auto route = ExpectedRoute(plan, root, to, true);
      tree.insert(route.begin(), route.end());
    }
    ASSERT_EQ(tree.size(), nodes - 1);
    model.Inject(root, {7, 0, false}, NodeId{root});
    std::vector<Cycle> arrived(nodes, -1);
    std::vector<HopEvent> hops;
    std::set<Crossing> crossed;
    for (Cycle now = 0; now == 0 || !model.Empty(); ++now) {
      ASSERT_LT(now, 1000);
      for (const std::uint32_t n : model.Ejecting()) {
        EXPECT_EQ(*model.EjectHead(n), (FlitRef{7, 0, true})) << "a packet of one beat";  // BC1.4
        EXPECT_EQ(arrived[n], -1);
        arrived[n] = now;
        model.Accept(n);
      }
      hops.clear();
      model.Step(hops);
      for (const HopEvent& hop : hops) {
        EXPECT_EQ(hop.flit, (FlitRef{7, 0, true}));
        EXPECT_TRUE(crossed.insert({hop.node, hop.port, hop.channel}).second);
      }
    }
    EXPECT_EQ(crossed, tree);
    for (std::uint32_t n = 0; n < nodes; ++n) {
      const int distance = plan.host().Distance(NodeId{root}, NodeId{n});
      EXPECT_EQ(arrived[n], n == root ? -1 : plan.LatencyOver(distance)) << n;
    }
  }
}

// A user who sends packets to random nodes, some of them to the node itself.
class User {
 public:
  User(std::uint32_t node, std::uint32_t nodes) : node_(node), nodes_(nodes), random_(node) {}

  bool idle() const { return left_ == 0; }
  // The next flit, and the destination of its packet.
  std::pair<FlitRef, std::uint32_t> Next(std::uint32_t& slots) {
    if (left_ == 0) {
      left_ = 1 + static_cast<std::uint32_t>(random_.Below(4));
      const bool to_all = random_.Below(6) == 0;
      to_ = (node_ + (to_all ? 0 : 1 + static_cast<std::uint32_t>(random_.Below(nodes_ - 1)))) %
            nodes_;
      flit_ = {slots++, 0, false};
    }
    FlitRef flit = flit_;
    flit.tail = --left_ == 0;
    ++flit_.index;
    return {flit, to_};
  }
  bool Acts(double share) { return Chance(random_.Next(), share); }

 private:
  std::uint32_t node_;
  std::uint32_t nodes_;
  Random random_;
  std::uint32_t left_ = 0;
  std::uint32_t to_ = 0;
  FlitRef flit_;
};

// What users sent, by slot, and what sinks got.
struct Sent {
  std::uint32_t from, to;
  std::uint32_t flits = 0;
  std::map<std::uint32_t, std::uint32_t> arrived = {};  // by node: flits
};

class Mixture {
 public:
  explicit Mixture(const Case& c) : case_(c), plan_(PlanOf(c)), model_(plan_), slow_(plan_) {
    for (std::uint32_t n = 0; n < nodes(); ++n) users_.emplace_back(n, nodes());
    last_.resize(nodes());
  }

  std::uint32_t nodes() const { return plan_.host().size(); }

  // Compares every event with the slow network's.
  void Run(Cycle offers) {
    for (Cycle now = 0; now < offers || !model_.Empty(); ++now) {
      ASSERT_LT(now, 20 * offers) << "does not drain, " << model_.BlockedFlits().size()
                                  << " flits blocked";
      ASSERT_NO_FATAL_FAILURE(Take());
      Send(now < offers);
      ASSERT_NO_FATAL_FAILURE(Step()) << "cycle " << now;
    }
    EXPECT_GT(contended_, 0U) << "the traffic is too light to show anything";
  }

  void CheckAllArrived() {
    std::size_t broadcasts = 0;
    for (const Sent& sent : sent_) {
      const bool copied = sent.from == sent.to;
      broadcasts += copied ? 1 : 0;
      ASSERT_EQ(sent.arrived.size(), copied ? nodes() - 1 : 1);
      for (const auto& [node, flits] : sent.arrived) {
        ASSERT_NE(node, copied ? sent.from : nodes());
        ASSERT_EQ(flits, sent.flits);
      }
    }
    EXPECT_GT(broadcasts, 10U);
    EXPECT_GT(sent_.size(), 3 * broadcasts);
  }

 private:
  // R6.3: body flits bring no destination of their own.
  void Send(bool new_packets) {
    for (std::uint32_t n = 0; n < nodes(); ++n) {
      ASSERT_EQ(model_.InjectReady(n), slow_.Ready(n)) << n;
      User& user = users_[n];
      if (!slow_.Ready(n) || (user.idle() && !new_packets) || !user.Acts(case_.load)) continue;
      const auto [flit, to] = user.Next(slots_);
      if (flit.head()) sent_.push_back({n, to});
      ++sent_[flit.slot].flits;
      model_.Inject(n, flit, NodeId{flit.head() ? to : ~0U});
      slow_.Inject(n, flit, to);
    }
  }

  void Take() {
    for (std::uint32_t n = 0; n < nodes(); ++n) {
      const FlitRef* flit = model_.EjectHead(n);
      const FlitRef* expected = slow_.EjectHead(n);
      ASSERT_EQ(flit != nullptr, expected != nullptr) << n;
      if (flit == nullptr || !users_[n].Acts(case_.accept)) continue;
      ASSERT_EQ(*flit, *expected) << n;
      Check(n, *flit);
      model_.Accept(n);
      slow_.Accept(n);
    }
  }

  // BC1.4, BC3.6: copies come alone, in order; other packets without a break.
  void Check(std::uint32_t node, FlitRef flit) {
    Sent& sent = sent_[flit.slot];
    std::uint32_t& arrived = sent.arrived[node];
    ASSERT_EQ(flit.index, arrived++);
    const bool copied = sent.from == sent.to;
    ASSERT_TRUE(!copied || flit.tail);
    if (inside_.contains(node)) {
      ASSERT_EQ(inside_[node], flit.slot);
    }
    if (flit.tail) {
      inside_.erase(node);
    } else {
      inside_[node] = flit.slot;
    }
    std::uint32_t& last = last_[node][{sent.from, copied}];
    ASSERT_LE(last, flit.slot);
    last = flit.slot;
  }

  void Step() {
    std::vector<HopEvent> hops;
    contended_ += model_.BlockedFlits().size();
    model_.Step(hops);
    const SlowNetwork::Ended expected = slow_.Step();
    ASSERT_EQ(hops.size(), expected.hops.size());
    ASSERT_TRUE(std::ranges::equal(hops, expected.hops));
    std::vector<std::uint64_t> credits;
    model_.AppendCredits(credits);
    std::set<Crossing> given;
    ForEachBit(credits, [&](std::size_t bit) {
      const std::size_t link = bit / 2;
      const std::size_t ports = plan_.link_ports().size();
      given.insert({static_cast<std::uint32_t>(link / ports), static_cast<int>(link % ports),
                    static_cast<int>(bit % 2)});
    });
    ASSERT_EQ(given, expected.credits);
  }

  Case case_;
  Plan plan_;
  Model model_;
  SlowNetwork slow_;
  std::vector<User> users_;
  std::vector<Sent> sent_;
  std::uint32_t slots_ = 0;
  std::map<std::uint32_t, std::uint32_t> inside_;  // by node: the packet that its sink is in
  // by node: the last packet from a source, of copies and of others
  std::vector<std::map<std::pair<std::uint32_t, bool>, std::uint32_t>> last_;
  std::size_t contended_ = 0;
};

// Everybody sends to everybody and to all, as much as goes.
TEST_P(Copies, MixWithOtherPacketsAsTheSpecSays) {
  Mixture mix(GetParam());
  ASSERT_NO_FATAL_FAILURE(mix.Run(1000));
  ASSERT_NO_FATAL_FAILURE(mix.CheckAllArrived());
}

INSTANTIATE_TEST_SUITE_P(Shapes, Copies,
                         testing::Values(Case{"ring:3"}, Case{"ring:4", Arbiter::kRoundRobin, 2},
                                         Case{"ring:5", Arbiter::kThroughFirst, 2, 0, 0.5},
                                         Case{"ring:8", Arbiter::kThroughFirst, 2},
                                         Case{"line:2", Arbiter::kRoundRobin, 2, 0, 0.5},
                                         Case{"line:6", Arbiter::kRoundRobin, 3, 0, 0.7},
                                         Case{"mesh:3x5", Arbiter::kThroughFirst, 2},
                                         Case{"mesh:4x4", Arbiter::kRoundRobin, 4, 0, 0.4},
                                         Case{"torus:4x4", Arbiter::kRoundRobin, 2},
                                         Case{"torus:4x4", Arbiter::kThroughFirst, 2, 0, 0.6, 0.1},
                                         Case{"torus:3x5", Arbiter::kThroughFirst, 4, 1},
                                         Case{"torus:2x8", Arbiter::kRoundRobin, 2, 0, 0.8},
                                         Case{"torus:2x6", Arbiter::kThroughFirst, 6, 2},
                                         Case{"torus:3x2x4", Arbiter::kRoundRobin, 4, 1, 0.9, 0.2},
                                         Case{"torus:3x3x3", Arbiter::kThroughFirst, 2},
                                         Case{"torus:2x2x2x2", Arbiter::kThroughFirst, 2, 0, 0.5},
                                         Case{"hypercube:4", Arbiter::kRoundRobin, 2}));

// BC1.1: by address, and where no node sends to itself.
TEST(OwnAddress, IsThatOfAllOthersOnlyWithCopies) {
  for (const bool copies : {false, true}) {
    const Plan plan = copies ? PlanOf({"mesh:3x3"}) : toroid::PlanOf("mesh:3x3");
    Model model(plan);
    std::vector<HopEvent> hops;
    model.Inject(4, {0, 0, true}, plan.WireAddressOf(NodeId{4}), 0);
    model.Step(hops);
    EXPECT_EQ(model.Errors().size(), copies ? 0U : 1U);
    EXPECT_EQ(model.Empty(), !copies);
    model.Inject(4, {1, 0, true}, 15, 0);  // outside the shape
    model.Step(hops);
    EXPECT_EQ(model.Errors().size(), 1U);
  }
}

// BC3.1: node 1 of a line holds its flit for node 2, whose sink takes nothing, and has sent the
// copy for its own sink. It gives no credit up to its last copy.
TEST(CopiedFlit, WaitsForItsLastCopy) {
  const Plan plan = PlanOf({"line:3", Arbiter::kThroughFirst, 2});
  Model model(plan);
  std::uint32_t taken = 0;
  std::uint32_t slot = 0;
  for (int cycle = 0; cycle < 60; ++cycle) {
    if (slot < 20 && model.InjectReady(0)) model.Inject(0, {slot++, 0, true}, NodeId{0});
    if (model.EjectHead(1) != nullptr) {
      EXPECT_EQ(model.EjectHead(1)->slot, taken++);
      model.Accept(1);
    }
    model.Step();
  }
  // two in the sink of node 2, two in its buffer, and one in that of node 1, the first of two
  EXPECT_EQ(taken, 5U);
  const std::vector<Model::Blocked> blocked = model.BlockedFlits();
  ASSERT_EQ(blocked.size(), 3U);
  const auto at_one =
      std::ranges::find_if(blocked, [](const Model::Blocked& one) { return one.node == 1; });
  ASSERT_NE(at_one, blocked.end());
  EXPECT_EQ(at_one->flit.slot, 4U);
  EXPECT_EQ(at_one->wants_port, 0);
  EXPECT_EQ(at_one->reason, Model::Blocked::Reason::kNoCredit);
  while (!model.Empty()) {
    for (const std::uint32_t n : {1U, 2U})
      if (model.EjectHead(n) != nullptr) model.Accept(n);
    model.Step();
  }
}

// One for each copy that it waits for.
TEST(CopiedFlit, IsListedForEachBlockedCopy) {
  const Plan plan = PlanOf({"line:3", Arbiter::kThroughFirst, 2});
  Model model(plan);
  for (std::uint32_t slot = 0, cycle = 0; cycle < 60; ++cycle) {
    if (model.InjectReady(1)) model.Inject(1, {slot++, 0, true}, NodeId{1});
    model.Step();
  }
  std::set<int> wanted;
  for (const Model::Blocked& blocked : model.BlockedFlits())
    if (blocked.node == 1) wanted.insert(blocked.wants_port);
  EXPECT_EQ(wanted, (std::set<int>{0, 1}));
}

}  // namespace
}  // namespace toroid::sim_model_copies_test
