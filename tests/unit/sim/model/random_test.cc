// The reference model under heavy random traffic, and its arbiters against a literal reading of
// R5.4 to R5.6.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/model/arbiter.h"
#include "tests/support/print.h"
#include "tests/unit/sim/model/literal_arbiter.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_random_test {
namespace {

struct Case {
  const char* host;
  Ports ports;
  Arbiter arbiter;
  int depth;
  std::uint32_t longest;  // packet, in flits
  double accept;          // probability of a sink's ready
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.host << ' ' << ToString(c.arbiter) << (c.ports == Ports::kOne ? " one" : " all")
       << " depth " << c.depth << " packets to " << c.longest << " sinks " << c.accept;
}

class HeavyTraffic : public testing::TestWithParam<Case> {};

// Every node sends packets of random length to random nodes as fast as it can.
void SendAll(Rig& rig, const Case& c) {
  Random random(2024);
  const std::uint32_t nodes = rig.plan.host().size();
  for (int round = 0; round < 40; ++round) {
    for (std::uint32_t from = 0; from < nodes; ++from) {
      auto to = static_cast<std::uint32_t>(random.Below(nodes - 1));
      if (to >= from) ++to;
      rig.Send(static_cast<Cycle>(random.Below(60)), from, to,
               1 + static_cast<std::uint32_t>(random.Below(c.longest)));
    }
  }
}

// Each flit took the route of its packet, and the right ejector of its destination received it, in
// order, after at least hops + 2 cycles.
void CheckLives(Rig& rig) {
  std::size_t flits = 0;
  for (const SentPacket& packet : rig.packets) {
    const std::vector<Crossing> route = ExpectedRoute(rig.plan, packet.from, packet.to);
    const auto locals = static_cast<std::uint32_t>(rig.plan.local_ports());
    for (const Life& life : packet.flits) {
      ASSERT_EQ(life.route, route);
      ASSERT_EQ(
          life.eject_local,
          packet.to * locals + (locals > 1 ? static_cast<std::uint32_t>(route.back().port) : 0));
      ASSERT_GE(life.eject,
                life.inject + static_cast<Cycle>(route.size()) + rig.plan.interface_latency());
      ++flits;
    }
  }
  std::size_t ejected = 0;
  for (const auto& [local, seen] : rig.ejected) ejected += seen.size();
  EXPECT_EQ(ejected, flits);
  EXPECT_GT(flits, 0U);
}

// An ejector delivers each packet from head to tail without a break, and the packets of a pair in
// the order in which they were sent.
void CheckOrder(Rig& rig) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> last_slot;
  std::size_t compared = 0;
  for (const auto& [local, seen] : rig.ejected) {
    FlitRef before{.slot = 0, .index = 0, .tail = true};
    for (const Seen& one : seen) {
      const SentPacket& packet = rig.packets[one.flit.slot];
      ASSERT_EQ(one.flit.tail, one.flit.index + 1 == packet.flits.size());
      if (before.tail) {
        ASSERT_TRUE(one.flit.head());
        const auto [place, first] = last_slot.try_emplace({packet.from, packet.to}, one.flit.slot);
        if (!first) {
          ASSERT_LT(place->second, one.flit.slot);
          place->second = one.flit.slot;
          ++compared;
        }
      } else {
        ASSERT_EQ(one.flit.slot, before.slot);
        ASSERT_EQ(one.flit.index, before.index + 1);
      }
      before = one.flit;
    }
  }
  EXPECT_GT(compared, 0U);
}

// No buffer ever holds more than its depth. A flit is in a buffer from the cycle after its hop up
// to its next hop. The cycle in which it enters the eject queue is not visible: it left its buffer
// no later than the cycle before its eject, and exactly then if sinks are open. So with closed
// sinks the test allows for the two flits that may be in the eject queue (the model's assertions
// are exact).
void CheckDepth(const Rig& rig, bool open_sinks) {
  // by sending node, port, channel
  std::map<std::tuple<std::uint32_t, int, int>, std::vector<std::pair<Cycle, int>>> changes;
  for (const SentPacket& packet : rig.packets) {
    for (const Life& life : packet.flits) {
      for (std::size_t h = 0; h < life.route.size(); ++h) {
        const Cycle leaves = h + 1 == life.route.size() ? life.eject - 1 : life.hops[h + 1];
        auto& change = changes[{life.route[h].node, life.route[h].port, life.route[h].channel}];
        change.emplace_back(life.hops[h] + 1, 1);
        change.emplace_back(leaves + 1, -1);
      }
    }
  }
  const int depth = rig.plan.hardware().buffered.depth;
  int fullest = 0;
  for (auto& [buffer, change] : changes) {
    std::ranges::sort(change);
    int held = 0;
    for (const auto& [cycle, by] : change) {
      held += by;
      fullest = std::max(fullest, held);
      ASSERT_LE(held, open_sinks ? depth : depth + 2);
    }
  }
  EXPECT_GE(fullest, open_sinks ? 1 : depth) << "the traffic is too light to show anything";
}

TEST_P(HeavyTraffic, ArrivesCompleteAndInOrder) {
  const Case& c = GetParam();
  Rig rig(PlanOf(c.host, {.ports = c.ports, .buffered = {.depth = c.depth, .arbiter = c.arbiter}}));
  if (c.accept < 1) {
    rig.sink = [&c](std::uint32_t local, Cycle cycle) {
      return Chance(Mix(local, static_cast<std::uint64_t>(cycle)), c.accept);
    };
  }
  SendAll(rig, c);
  ASSERT_NO_FATAL_FAILURE(rig.Drain(200000));
  ASSERT_NO_FATAL_FAILURE(CheckLives(rig));
  ASSERT_NO_FATAL_FAILURE(CheckOrder(rig));
  ASSERT_NO_FATAL_FAILURE(CheckDepth(rig, c.accept >= 1));
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  int i = 0;
  for (const char* host :
       {"ring:3", "ring:4", "ring:8", "line:5", "line:2", "torus:3x5", "torus:4x4", "torus:2x8",
        "torus:8x8", "mesh:4x2x3", "torus:3x2x4", "hypercube:5", "mesh:4x4"}) {
    for (const Arbiter arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        cases.push_back({host, ports, arbiter, 2 + i % 4,
                         1 + static_cast<std::uint32_t>(i * 5 % 12),
                         i % 3 == 0 ? 1.0 : 0.3 + 0.2 * (i % 4)});
        ++i;
      }
    }
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Model, HeavyTraffic, testing::ValuesIn(Cases()));

// ---- arbiters ----

std::uint32_t GrantBy(Arbiter kind, model::ArbiterState& state, std::uint32_t contenders) {
  return kind == Arbiter::kRoundRobin ? GrantRoundRobin(state, contenders)
                                      : GrantThroughFirst(state, contenders);
}

class ArbiterTest : public testing::TestWithParam<Arbiter> {};

// The model spreads the positions 0 .. n-1 of an output over a wider range, in the same order.
TEST_P(ArbiterTest, GrantsAsTheSpecSays) {
  Random random(7);
  std::size_t compared = 0;
  for (int n = 1; n <= 22; ++n) {
    LiteralArbiter literal(GetParam(), n);
    model::ArbiterState state;
    std::vector<std::uint32_t> spread(static_cast<std::size_t>(n));
    for (std::size_t r = 1; r < spread.size(); ++r) {
      const auto left = static_cast<std::uint32_t>(spread.size() - 1 - r);
      spread[r] = spread[r - 1] + 1 +
                  static_cast<std::uint32_t>(random.Below(32 - left - spread[r - 1] - 1) / 4);
    }
    for (int i = 0; i < 5000; ++i) {
      const std::uint64_t density = random.Below(4);
      std::vector<bool> contends(spread.size());
      std::uint32_t mask = 0;
      for (std::size_t r = 0; r < spread.size(); ++r) {
        contends[r] = random.Below(4) <= density;
        if (contends[r]) mask |= 1U << spread[r];
      }
      if (mask == 0) continue;
      const int expected = literal.Grant(contends);
      ASSERT_EQ(GrantBy(GetParam(), state, mask), spread[static_cast<std::size_t>(expected)])
          << "n " << n << ", try " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 50000U);
}

// 64 outputs at once, each with its own contenders.
TEST_P(ArbiterTest, GrantsARowAsTheSpecSays) {
  Random random(8);
  std::size_t compared = 0;
  for (int n = 1; n <= 22; ++n) {
    std::vector<LiteralArbiter> literal(model::kRow, LiteralArbiter(GetParam(), n));
    model::ArbiterRow state;
    for (int i = 0; i < 300; ++i) {
      std::vector<std::vector<bool>> contends(model::kRow,
                                              std::vector<bool>(static_cast<std::size_t>(n)));
      model::Contest contest(state);
      std::uint64_t anywhere = 0;
      for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(n); ++r) {
        model::Byte nodes[model::kRow] = {};
        for (std::uint32_t at = 0; at < model::kRow; ++at) {
          if (random.Below(4) > at % 4) continue;
          contends[at][r] = true;
          nodes[at] = 255;
          anywhere |= std::uint64_t{1} << at;
        }
        if (r == 0) {
          contest.OfferStraight(model::Row::Load(nodes));
        } else {
          contest.Offer(r, model::Row::Load(nodes));
        }
      }
      EXPECT_EQ(Bits(contest.Contended()), anywhere);
      model::Byte granted[model::kRow];
      (GetParam() == Arbiter::kRoundRobin ? contest.Grant<false>() : contest.Grant<true>())
          .Store(granted);
      for (std::uint32_t at = 0; at < model::kRow; ++at) {
        if ((anywhere >> at & 1) == 0) continue;
        ASSERT_EQ(granted[at], literal[at].Grant(contends[at]))
            << "n " << n << ", try " << i << ", node " << at;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 200000U);
}

// R5.7: whatever the others do, a contender other than the through flit waits for at most 16(n-1)
// flits under through-first, and n-1 under round-robin.
TEST_P(ArbiterTest, BoundsTheWait) {
  const bool through_first = GetParam() == Arbiter::kThroughFirst;
  std::size_t waits = 0;
  for (std::uint32_t n = 2; n <= 22; ++n) {
    std::uint32_t longest = 0;
    for (std::uint32_t victim = 1; victim < n; ++victim) {
      for (const bool crowded : {true, false}) {
        model::ArbiterState state;
        Random random(n);
        std::uint32_t waited = 0;
        for (int i = 0; i < 3000; ++i) {
          const std::uint32_t all = (1U << n) - 1;
          const std::uint32_t others =
              crowded ? all : static_cast<std::uint32_t>(random.Next()) & all;
          if (GrantBy(GetParam(), state, others | 1U << victim) != victim) {
            ++waited;
            continue;
          }
          longest = std::max(longest, waited);
          waited = 0;
          ++waits;
        }
      }
    }
    EXPECT_LE(longest, through_first ? 16 * (n - 1) : n - 1);
    EXPECT_EQ(longest, through_first ? 15 * (n - 1) + (n - 2) : n - 1)
        << "the crowd makes it wait for all it may";
  }
  EXPECT_GT(waits, 1000U);
}

TEST(ThroughFirst, FlitsThatKeepNobodyWaitingDoNotCount) {  // R5.6
  model::ArbiterState state;
  for (int i = 0; i < 40; ++i) EXPECT_EQ(GrantThroughFirst(state, 0b001), 0U);
  for (int i = 0; i < 15; ++i) EXPECT_EQ(GrantThroughFirst(state, 0b101), 0U);
  EXPECT_EQ(GrantThroughFirst(state, 0b001), 0U);  // no position waits: the count stays at 15
  EXPECT_EQ(GrantThroughFirst(state, 0b111), 1U);
  EXPECT_EQ(GrantThroughFirst(state, 0b111), 0U);  // restarts the count
}

INSTANTIATE_TEST_SUITE_P(Model, ArbiterTest,
                         testing::Values(Arbiter::kRoundRobin, Arbiter::kThroughFirst));

}  // namespace
}  // namespace toroid::sim_model_random_test
