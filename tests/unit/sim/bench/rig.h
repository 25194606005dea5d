// Stand-ins for the neighbours of one module of the testbench: each gives the answers that the test
// sets, and records its calls.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/kernel.h"
#include "sim/traffic/traffic.h"

namespace toroid::bench_rig {

using Calls = std::vector<std::string>;

inline std::string Call(const std::string& what, std::uint32_t where) {
  return what + " " + std::to_string(where);
}

class FakeClock : public ClockIf {
 public:
  Cycle now() const override { return cycle; }
  void Stop() override { stopped = true; }
  const sc_core::sc_event& default_event() const override { return edge; }

  Cycle cycle = 0;
  bool stopped = false;
  sc_core::sc_event edge{"edge"};
};

// Offers a beat of the flits given, and takes all but where it is not ready.
class FakeNetwork : public NetworkIf {
 public:
  explicit FakeNetwork(Calls& written) : calls(written) {}
  bool KnowsFlits() const override { return true; }
  bool InjectReady(std::uint32_t local) const override { return local != not_ready; }
  void Inject(std::uint32_t local, const Packet&, const FlitRef& flit) override {
    calls.push_back(Call("inject", local) + (flit.tail ? " tail" : ""));
  }
  std::span<const std::uint32_t> Ejecting() const override { return ejecting; }
  EjectedBeat BeatAt(std::uint32_t local) const override { return {.id = local}; }
  void Accept(std::uint32_t local) override { calls.push_back(Call("accept", local)); }
  void Withhold(std::uint32_t local) override { calls.push_back(Call("withhold", local)); }
  std::span<const std::uint32_t> Errors() const override { return errors; }
  std::vector<std::uint32_t> BusyNodes() const override { return busy; }
  std::vector<std::uint32_t> SendingNodes() override { return sending; }
  void Start() override { calls.push_back("start"); }
  bool GoesInStep() const override { return in_step; }
  Crossings Step(EventLog* log) override {
    calls.push_back(log ? "step and write" : "step");
    for (std::size_t i = 0; log && i < crossings.all; ++i) log->records.push_back({.place = 2});
    return crossings;
  }
  void Empty() override { calls.push_back("empty"); }

  Calls& calls;
  std::vector<std::uint32_t> ejecting, errors, busy, sending;
  std::uint32_t not_ready = UINT32_MAX;
  bool in_step = false;
  Crossings crossings;
};

class FakeDriver : public DriverIf {
 public:
  bool finished() const override { return is_finished; }
  bool moved() const override { return has_moved; }
  bool waits() const override { return is_waiting; }
  void Crossed(const Crossings& crossings) override { crossed += crossings.all; }
  const sc_core::sc_event& default_event() const override { return driven; }

  bool is_finished = false;
  bool has_moved = false;
  bool is_waiting = true;
  std::size_t crossed = 0;
  sc_core::sc_event driven{"driven"};
};

class FakeMonitor : public MonitorIf {
 public:
  explicit FakeMonitor(Calls& written) : calls(written) {}
  bool records() const override { return recording; }
  void Injected(std::uint32_t local, const Packet&, const FlitRef&) override {
    calls.push_back(Call("injected", local));
  }
  void Ejected(std::uint32_t local, const Packet&, const FlitRef&) override {
    calls.push_back(Call("ejected", local));
  }
  void Refused(std::uint32_t local) override { calls.push_back(Call("refused", local)); }
  void Stray(std::uint32_t local) override { calls.push_back(Call("stray", local)); }
  EventLog* Log() override { return log; }
  void Crossed(const Crossings& crossings) override {
    calls.push_back("crossed " + std::to_string(crossings.all));
  }
  const sc_core::sc_event& default_event() const override { return sampled; }

  Calls& calls;
  bool recording = true;
  EventLog* log = nullptr;
  sc_core::sc_event sampled{"sampled"};
};

class FakeScoreboard : public ScoreboardIf {
 public:
  void Injected(Cycle, const FlitRef&) override {}
  bool Ejected(Cycle, std::uint32_t local, const EjectedBeat&, FlitRef& flit) override {
    if (!flits.contains(local)) return false;
    flit = flits.at(local);
    return true;
  }
  void Withheld(std::uint32_t, const EjectedBeat&) override { ++withheld; }
  bool Delivered(Cycle, std::uint32_t) override { return true; }

  std::map<std::uint32_t, FlitRef> flits;  // arriving flits, by local port
  int withheld = 0;
};

// Offers its packets in cycle 0; records its calls.
class FakeTraffic : public Traffic {
 public:
  FakeTraffic(Calls& written, std::vector<Packet> offered)
      : calls(written), packets(std::move(offered)) {}
  void Offer(Cycle, std::vector<Packet>& offered) override {
    calls.push_back("offer");
    offered.insert(offered.end(), packets.begin(), packets.end());
    packets.clear();
  }
  bool Starts() const override { return starts; }
  void Injected(const Packet& packet, Cycle) override {
    calls.push_back(Call("told of injection at", packet.source.value()));
  }
  void Delivered(const Packet&, Cycle, bool stalled) override {
    calls.push_back(stalled ? "told of late delivery" : "told of delivery");
  }
  void Crossed(Cycle, bool relayed) override {
    calls.push_back(relayed ? "told of relayed" : "told of crossing");
  }
  bool Exhausted() const override { return packets.empty() && !endless; }

  Calls& calls;
  std::vector<Packet> packets;
  bool starts = false;
  bool endless = false;
};

// Starts the process that is sensitive to the event, and those that follow.
inline void Notify(sc_core::sc_event& event) {
  event.notify(1, sc_core::SC_NS);
  sc_core::sc_start(1, sc_core::SC_NS);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

inline Plan SmallPlan() { return Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {}).value(); }

}  // namespace toroid::bench_rig
