// One engine under one traffic: drives the local ports, keeps the books, and writes down what
// happened. The same session runs the model and the hardware; only the engine differs.
//
// The folder is the testbench. session: one cycle after another of either engine. scoreboard: what
// sinks received against what was sent. conduct: whether the hardware's wires agree with each
// other. watch: what no packet explains. event_log: what is compared between the engines.
// testbench: the SystemC side. What is watched, and what cannot be seen: docs/spec/testbench.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "sim/bench/event_log.h"
#include "sim/bench/payload.h"
#include "sim/bench/watch.h"
#include "sim/trace/latency.h"
#include "sim/trace/trace.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// Packets under way, by slot. Slots are reused after delivery.
class PacketTable {
 public:
  struct Entry {
    Packet packet;
    Cycle latency = 0;           // of each of its flits, if nothing keeps it waiting
    std::uint32_t injected = 0;  // flits accepted by the injector
    std::uint32_t ejected = 0;   // flits accepted by the sink
    Cycle balance = 0;           // sum of eject cycles minus sum of inject cycles
    std::uint32_t next = kNone;  // in the injector's source queue
    bool live = true;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t Add(const Packet& packet, Cycle latency);
  void Release(std::uint32_t slot) {
    entries_[slot].live = false;
    free_.push_back(slot);
    --live_;
  }
  Entry& operator[](std::uint32_t slot) { return entries_[slot]; }
  const Entry& operator[](std::uint32_t slot) const { return entries_[slot]; }
  std::size_t live() const { return live_; }
  std::span<const Entry> entries() const { return entries_; }  // by slot, those not live included

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::size_t live_ = 0;
};

// Faults a scoreboard finds, in messages (packets).
struct Faults {
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t corrupted = 0;
  std::uint64_t misrouted = 0;
  std::uint64_t out_of_order = 0;
  bool any() const { return lost + duplicated + corrupted + misrouted + out_of_order > 0; }
};
// "1 duplicated, 3 corrupted": those that are not 0.
std::string ToString(const Faults& faults);

// Link crossings of a cycle.
struct Crossings {
  std::size_t all = 0;
  std::size_t relayed = 0;  // by messages that had halted before
};

// A network that can be driven cycle by cycle: the model or the hardware. Local ports are numbered
// node * local_ports + port.
class Network {
 public:
  virtual ~Network() = default;
  virtual bool InjectReady(std::uint32_t local) const = 0;
  virtual void Inject(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  // Local ports that offer a flit this cycle, ascending.
  virtual std::span<const std::uint32_t> Ejecting() const = 0;
  // Accepts the flit offered there and says which it is, and what it carries if its packet has
  // words (valid until Step); false if it is none that may come here now (the network has counted
  // the fault).
  virtual bool Eject(std::uint32_t local, FlitRef& flit, const std::uint32_t*& words) = 0;
  // The sink does not accept the flit offered there in this cycle.
  virtual void Withhold(std::uint32_t /*local*/) {}
  // Local ports that report a refused packet in this cycle, ascending.
  virtual std::span<const std::uint32_t> Errors() const = 0;
  // The nodes that are busy in this cycle, ascending.
  virtual std::vector<std::uint32_t> BusyNodes() const = 0;
  // The nodes whose schedule units say that a message is sent in this cycle. Asked once a cycle,
  // and only when the traffic does not ask.
  virtual std::vector<std::uint32_t> SendingNodes() { return {}; }
  // The start pulse of relays, in this cycle.
  virtual void Start() {}
  // Ends the cycle. With a log, appends a record for each link crossing, and the cycle's levels.
  virtual Crossings Step(EventLog* log) = 0;
  virtual void Forget(std::uint32_t /*slot*/) {}  // a packet was delivered
  virtual void Empty() {}                         // all were, and no node is busy any more
  virtual Faults faults() const { return {}; }
  // What its wires showed that must not be, a line each.
  virtual std::vector<std::string> Violations() const { return {}; }
  // Who waits for whom, one line each, when nothing moves any more.
  virtual std::vector<std::string> Blocked() const { return {}; }
};

// What a run amounts to.
struct RunTotals {
  std::uint64_t sent = 0;       // messages whose head was accepted
  std::uint64_t delivered = 0;  // messages whose tail was accepted by the right sink
  std::uint64_t conflicts = 0;  // messages with a stalled flit
  Cycle stalled_flit_cycles = 0;
  std::uint64_t events = 0;  // injects, hops, ejects
  std::uint64_t accepted_flits_in_window = 0;
  Cycle last_eject = 0;
  LatencyHistogram latencies;  // creation to tail eject, of each message
};

struct SessionOptions {
  std::uint64_t seed = 1;
  double sink_ready = 1;
  Cycle watchdog = 10000;  // cycles without an event before a run counts as stuck
  Cycle window = 0;        // cycles of injection over which throughput counts; 0: none
};

class Session {
 public:
  Session(const Plan& plan, std::unique_ptr<Network> network, std::unique_ptr<Traffic> traffic,
          PacketTable& table, SessionOptions options);

  // One clock cycle. With a log, everything that happens in it is appended. After the last delivery
  // the traffic is not asked any more: the network is only watched.
  void RunCycle(EventLog* log);

  Cycle now() const { return now_; }
  // Everything was sent and delivered, and the network was watched for long enough afterwards.
  bool done() const { return watched_; }
  // Nothing has happened for as long as the watchdog waits, though something must; or for much
  // longer no packet has moved on, though flits cross links or leave them.
  bool stuck() const {
    return (table_.live() > 0 || traffic_->AwaitsHardware()) &&
           (now_ - last_event_ > options_.watchdog || now_ - last_end_ > patience_);
  }
  const RunTotals& totals() const { return totals_; }
  const Traffic& traffic() const { return *traffic_; }
  const Network& network() const { return *network_; }
  const PacketTable& packets() const { return table_; }
  const Watch& watch() const { return watch_; }
  // What was seen that no packet explains, and what the network's wires showed that must not be.
  std::vector<std::string> Violations() const;
  // Why it is stuck: packets that have not arrived, the network's view, sinks that are not
  // accepting.
  std::vector<std::string> Diagnosis() const;

 private:
  bool delivered() const { return traffic_->Exhausted() && table_.live() == 0; }
  bool SinkReady(std::uint32_t local) const;
  void EjectPhase(EventLog* log);
  void OfferPhase();
  void InjectPhase(EventLog* log);
  void SettlingCycle(EventLog& log);
  void Finish(std::uint32_t slot);
  void Refuse(std::uint32_t local, std::uint32_t slot);
  std::string Heading() const;
  std::vector<std::string> Missing() const;
  Cycle ZeroLoadLatency(NodeId from, NodeId to) const;
  WireRecord LocalRecord(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                         const FlitRef& flit) const;

  struct Queue {
    std::uint32_t first = PacketTable::kNone;
    std::uint32_t last = PacketTable::kNone;
  };

  const Plan& plan_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Traffic> traffic_;
  PacketTable& table_;
  SessionOptions options_;
  PayloadMaker payload_;
  WireAddresses addresses_;
  std::vector<int> coordinates_;  // by node and axis
  std::uint32_t local_ports_;
  std::vector<Queue> queues_;           // by local port
  std::vector<std::uint64_t> waiting_;  // bitmap of the local ports whose queue is not empty
  std::vector<Packet> offered_;         // scratch
  RunTotals totals_;
  Watch watch_;
  Cycle now_ = 0;
  Cycle last_event_ = 0;
  Cycle last_end_ = 0;  // an inject, or an eject of a packet's flit
  Cycle patience_;      // cycles without one
  Cycle settling_ = 0;  // cycles run since the last delivery
  bool watched_ = false;
};

}  // namespace toroid
