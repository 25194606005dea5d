// A driver for tests of the reference model: sends packets, runs sinks, and records the history of
// every flit. ExpectedRoute is the obvious version of sections 2 and 3 of docs/spec/router.md, by
// coordinates and R3.3.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/random.h"
#include "sim/model/model.h"

namespace toroid {

inline Plan PlanOf(const std::string& host, HardwareOptions options = {}) {
  auto plan = Plan::Create(*Graph::Parse(host), std::nullopt, std::move(options));
  EXPECT_TRUE(plan.ok()) << host;
  return *std::move(plan);
}

// A link crossing as the specification describes it.
struct Crossing {
  std::uint32_t node;
  int port;
  int channel;
  auto operator<=>(const Crossing&) const = default;
};

// `copied`: of what node `from` sends to itself (docs/spec/copies.md, BC2.4).
inline std::vector<Crossing> ExpectedRoute(const Plan& plan, std::uint32_t from, std::uint32_t to,
                                           bool copied = false) {
  const Graph& host = plan.host();
  std::vector<Crossing> route;
  Coordinates here = host.CoordinatesOf(NodeId{from});
  const Coordinates there = host.CoordinatesOf(NodeId{to});
  for (std::size_t a = 0; a < here.size(); ++a) {
    const int l = host.lengths()[a];
    const bool wraps = host.kind() == Kind::kTorus && l >= 3;  // R1.2
    const int entry = here[a];
    bool plus = there[a] > entry;  // R2.2
    if (wraps) {                   // R2.3
      const int e = (there[a] - entry + l) % l;
      plus = 2 * e < l || (2 * e == l && (copied || entry % 2 == 0));
    }
    const int port =
        plan.LinkPortOf(Axis{static_cast<int>(a)}, plus ? Direction::kPlus : Direction::kMinus);
    while (here[a] != there[a]) {
      const std::uint32_t node = host.NodeAt(here).value();
      here[a] = (here[a] + (plus ? 1 : l - 1)) % l;
      const bool crossed = wraps && (plus ? here[a] < entry : here[a] > entry);  // R3.3
      route.push_back({node, port, crossed ? 1 : 0});
    }
  }
  return route;
}

// The cycles of one flit's events; -1: not yet.
struct Life {
  Cycle inject = -1;
  Cycle eject = -1;
  std::uint32_t eject_local = 0;
  std::vector<Crossing> route;
  std::vector<Cycle> hops;
};

struct SentPacket {
  std::uint32_t from;
  std::uint32_t to;
  std::vector<Life> flits;
};

// One eject or hop, in order of time.
struct Seen {
  Cycle cycle;
  FlitRef flit;
};

class Rig {
 public:
  using Sink = std::function<bool(std::uint32_t local, Cycle cycle)>;

  explicit Rig(Plan chosen) : plan(std::move(chosen)), model(plan) {}

  // Offers a packet from `start` on, after earlier packets at the same injector. Returns its slot.
  std::uint32_t Send(Cycle start, std::uint32_t from, std::uint32_t to, std::uint32_t flits = 1) {
    const auto slot = static_cast<std::uint32_t>(packets.size());
    packets.push_back({from, to, std::vector<Life>(flits)});
    std::uint32_t local = from * static_cast<std::uint32_t>(plan.local_ports());
    if (plan.local_ports() > 1) local += static_cast<std::uint32_t>(FirstPort(from, to));
    for (std::uint32_t i = 0; i < flits; ++i)
      waiting_[local].push_back({start, {slot, i, i + 1 == flits}});
    return slot;
  }

  // One cycle: offers, sinks, step. Checks that the hops come in strictly ascending order, so there
  // is one flit per link.
  void Cycle1() {
    for (auto& [local, queue] : waiting_) Offer(local, queue);
    for (const std::uint32_t local : model.Ejecting()) {
      ASSERT_NE(model.EjectHead(local), nullptr);
      if (sink && !sink(local, now)) continue;
      const FlitRef flit = *model.EjectHead(local);
      Life& life = LifeOf(flit);
      EXPECT_EQ(life.eject, -1) << "ejected twice";
      life.eject = now;
      life.eject_local = local;
      ejected[local].push_back({now, flit});
      model.Accept(local);
      EXPECT_NE(model.EjectHead(local), nullptr)
          << "a function of the state at the start of the cycle";
    }
    std::vector<HopEvent> hops;
    model.Step(hops);
    for (std::size_t i = 0; i < hops.size(); ++i) {
      if (i > 0) {
        ASSERT_LT(std::pair(hops[i - 1].node, hops[i - 1].port),
                  std::pair(hops[i].node, hops[i].port));
      }
      LifeOf(hops[i].flit).route.push_back({hops[i].node, hops[i].port, hops[i].channel});
      LifeOf(hops[i].flit).hops.push_back(now);
      crossed[{hops[i].node, hops[i].port}].push_back({now, hops[i].flit});
    }
    ++now;
  }

  void RunUntil(Cycle end) {
    while (now < end) ASSERT_NO_FATAL_FAILURE(Cycle1());
  }
  // Runs until everything is sent and received; fails at `limit`.
  void Drain(Cycle limit = 100000) {
    const Cycle end = now + limit;
    while (!Done()) {
      ASSERT_LT(now, end) << "does not drain: " << model.BlockedFlits().size() << " flits blocked";
      ASSERT_NO_FATAL_FAILURE(Cycle1());
    }
  }
  bool Done() const {
    for (const auto& [local, queue] : waiting_) {
      if (!queue.empty()) return false;
    }
    return model.Empty();
  }

  Life& LifeOf(FlitRef flit) { return packets.at(flit.slot).flits.at(flit.index); }
  std::vector<Cycle> Injects(std::uint32_t slot) const {
    std::vector<Cycle> cycles;
    for (const Life& life : packets[slot].flits) cycles.push_back(life.inject);
    return cycles;
  }
  std::vector<Cycle> Ejects(std::uint32_t slot) const {
    std::vector<Cycle> cycles;
    for (const Life& life : packets[slot].flits) cycles.push_back(life.eject);
    return cycles;
  }

  Plan plan;
  Model model;
  Sink sink;  // null: always accepts
  Cycle now = 0;
  std::vector<SentPacket> packets;
  std::map<std::uint32_t, std::vector<Seen>> ejected;                  // by local port
  std::map<std::pair<std::uint32_t, int>, std::vector<Seen>> crossed;  // by node and output port

 private:
  struct Offered {
    Cycle start;
    FlitRef flit;
  };
  int FirstPort(std::uint32_t from, std::uint32_t to) const {
    if (plan.routes()) return plan.routes()->tables.At(NodeId{from}, NodeId{to}).port;
    return ExpectedRoute(plan, from, to).front().port;
  }
  void Offer(std::uint32_t local, std::deque<Offered>& queue) {
    if (queue.empty() || queue.front().start > now || !model.InjectReady(local)) return;
    const FlitRef flit = queue.front().flit;
    // Only a head brings its destination (R6.3).
    model.Inject(local, flit, NodeId{flit.head() ? packets[flit.slot].to : ~0U});
    EXPECT_TRUE(model.InjectReady(local)) << "a function of the state at the start of the cycle";
    LifeOf(flit).inject = now;
    queue.pop_front();
  }
  std::map<std::uint32_t, std::deque<Offered>> waiting_;  // by local port
};

}  // namespace toroid
