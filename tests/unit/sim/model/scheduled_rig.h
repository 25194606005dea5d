// A driver for tests of the model of scheduled routers: offers beats in given cycles and records
// events in the form of the oracle's answer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/scheduled_model.h"
#include "tests/oracle/scheduled.h"

namespace toroid {

inline Plan ScheduledPlanOf(const std::string& host, HardwareOptions options = {}) {
  options.router = RouterKind::kScheduled;
  auto plan = Plan::Create(*Graph::Parse(host), std::nullopt, std::move(options));
  EXPECT_TRUE(plan.ok()) << host;
  return *std::move(plan);
}

// The beats of messages that are offered from their cycles on, each injector one beat a cycle, in
// the order of the messages' cycles.
inline std::vector<oracle::Beat> BeatsOf(const Plan& plan,
                                         const std::vector<ScheduledMessage>& messages,
                                         int message_flits) {
  std::vector<std::size_t> order(messages.size());
  for (std::size_t m = 0; m < order.size(); ++m) order[m] = m;
  std::ranges::stable_sort(order, {}, [&](std::size_t m) { return messages[m].cycle; });
  std::map<std::pair<std::uint32_t, int>, Cycle> free;
  std::vector<oracle::Beat> beats;
  for (const std::size_t m : order) {
    const ScheduledMessage& message = messages[m];
    Cycle& next = free[{message.node.value(), plan.InjectorOf(message.node, message.to)}];
    next = std::max(next, message.cycle);
    for (int j = 0; j < message_flits; ++j) {
      beats.push_back({next++, message.node.value(), message.to.value(),
                       static_cast<std::uint32_t>(m), static_cast<std::uint32_t>(j),
                       j + 1 == message_flits});
    }
  }
  return beats;
}

class ScheduledRig {
 public:
  using Sink = std::function<bool(std::uint32_t node, Cycle cycle)>;

  explicit ScheduledRig(const Plan& chosen) : plan(chosen), model(chosen) {}
  ScheduledRig(const Plan& chosen, ScheduleTimes times)
      : plan(chosen), model(chosen, std::move(times)) {}

  // Runs until nothing is offered any more and no node is busy; the start pulse is in cycle 0.
  oracle::NetworkRun Run(std::vector<oracle::Beat> beats) {
    std::ranges::sort(beats, {}, &oracle::Beat::cycle);
    model.Start();
    for (std::size_t next = 0; next < beats.size() || !model.BusyNodes().empty() || now == 0;) {
      for (; next < beats.size() && beats[next].cycle == now; ++next) Offer(beats[next]);
      Cycle1();
    }
    for (const ScheduledModel::Lost& lost : model.lost())
      run.lost.insert({lost.flit.slot, lost.flit.index});
    return run;
  }

  void Offer(const oracle::Beat& beat) {
    const NodeId from{beat.from};
    const auto local = beat.from * static_cast<std::uint32_t>(plan.local_ports()) +
                       static_cast<std::uint32_t>(plan.InjectorOf(from, NodeId{beat.to}));
    ASSERT_TRUE(model.InjectReady(local));
    model.Inject(local, {beat.message, beat.index, beat.tail}, NodeId{beat.to});
  }

  void Cycle1() {
    const auto locals = static_cast<std::uint32_t>(plan.local_ports());
    for (const std::uint32_t local : model.Ejecting()) {
      if (sink && !sink(local / locals, now)) continue;
      const FlitRef flit = *model.EjectHead(local);
      model.Accept(local);
      run.events.insert({now, true, local / locals, local % locals, flit.slot, flit.index});
    }
    std::vector<HopEvent> hops;
    model.Step(hops);
    for (const HopEvent& hop : hops)
      run.events.insert({now, false, hop.node, hop.port, hop.flit.slot, hop.flit.index});
    ++now;
    for (const std::uint32_t node : model.FaultyNodes()) {
      for (int bit = 0; bit < plan.fault_bits(); ++bit) {
        if ((model.FaultsOf(NodeId{node}) >> bit & 1) != 0)
          run.faults.try_emplace({node, bit}, now);
      }
    }
  }

  // The last cycle with an eject; -1 without any.
  Cycle LastEject() const {
    Cycle last = -1;
    for (const oracle::FlitEvent& event : run.events) {
      if (event.eject) last = std::max(last, event.cycle);
    }
    return last;
  }

  const Plan& plan;
  ScheduledModel model;
  Sink sink;  // null: always ready
  Cycle now = 0;
  oracle::NetworkRun run;
};

}  // namespace toroid
