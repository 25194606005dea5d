// Interfaces between the parts of the testbench, and the order of a clock cycle.
//
// Each part is a SystemC module. They call each other through ports, a whole cycle at a time: a
// signal for each wire would take longer than the simulation itself
// (docs/decisions/10-testbench-modules.md).
//
// The network's outputs are those of cycle t from the clock's edge until the network's step.
// Everything that happens in cycle t is decided in between. A process runs after the one before it,
// as it is sensitive to that module's default event.
//
//   Clock    rises: cycle t begins
//   Driver   sinks take what is offered to them, or let it wait       -> Scoreboard, Monitor
//            the traffic, which knows these deliveries, offers packets
//            injectors that are ready take a beat each                -> Scoreboard, Monitor
//   Monitor  samples the outputs that are high for one cycle only
//   Network  steps: flits cross links, and cycle t ends               -> Monitor
//
// Once everything is delivered, the driver only takes stray beats, and the monitor watches.
//
// Local ports are numbered node * local_ports + port, everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "sim/bench/event_log.h"
#include "sim/trace/trace.h"

namespace toroid {

class LinkCounters;

// Link crossings of a cycle.
struct Crossings {
  std::size_t all = 0;
  std::size_t relayed = 0;  // sent on by relays
};

// The beat that an ejector offers in a cycle.
struct EjectedBeat {
  std::uint32_t source = 0;  // tuser
  std::uint32_t id = 0;      // tid, 0 without one
  bool last = false;
  // Payload of one flit, valid until the network steps. Null from a model if the payload is a keyed
  // hash.
  const std::uint32_t* payload = nullptr;
  // The flit, if the network knows it (KnowsFlits); otherwise the scoreboard finds it.
  FlitRef flit = {};
};

// A network that is driven cycle by cycle: the hardware or a model. Within a cycle each local port
// is injected into, accepted from or withheld from at most once.
class NetworkIf : public virtual sc_core::sc_interface {
 public:
  // Whether beats name their flit. A model's do; hardware shows only wires.
  virtual bool KnowsFlits() const { return false; }

  // s_axis_tready of the local port.
  virtual bool InjectReady(std::uint32_t local) const = 0;
  // Requires InjectReady(local).
  virtual void Inject(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  // Local ports that offer a beat this cycle, ascending.
  virtual std::span<const std::uint32_t> Ejecting() const = 0;
  // Requires that the local port offers one.
  virtual EjectedBeat BeatAt(std::uint32_t local) const = 0;
  // The sink takes the beat offered there in this cycle, or does not.
  virtual void Accept(std::uint32_t local) = 0;
  virtual void Withhold(std::uint32_t /*local*/) {}
  // Local ports that report a refused packet in this cycle, ascending.
  virtual std::span<const std::uint32_t> Errors() const = 0;
  // The nodes that are busy in this cycle, ascending.
  virtual std::vector<std::uint32_t> BusyNodes() const = 0;
  // The nodes whose schedule units report a sent message in this cycle. Call once a cycle, and only
  // if the traffic does not.
  virtual std::vector<std::uint32_t> SendingNodes() { return {}; }
  // The start pulse of relays, in this cycle.
  virtual void Start() {}
  // Arrive: all nodes arrive at the barrier in this cycle. Leave: it must release them in this
  // cycle.
  virtual void Arrive() {}
  virtual void Leave() {}
  // Whether its step also ends the cycle of other networks. It then comes a delta cycle later, when
  // all of them have been driven.
  virtual bool GoesInStep() const { return false; }
  // Ends the cycle. With a log, appends a record for each link crossing, and the cycle's levels.
  virtual Crossings Step(EventLog* log) = 0;
  // Whether nothing is inside or on its way back: each cycle repeats the one before until a packet
  // enters (docs/spec/testbench.md V7.1).
  virtual bool AtRest() const { return false; }
  // Skips this number of cycles at rest.
  virtual void Skip(Cycle /*cycles*/) {}
  // Packets sent by the number of a translation table's entry (TL5.2).
  virtual std::uint64_t PacketsByEntry() const { return 0; }
  // Counts of link traffic so far, if the plan has counters; otherwise null.
  virtual const LinkCounters* Counters() const { return nullptr; }
  // Called when everything was delivered and no node is busy.
  virtual void Empty() {}
  // Rule violations on its wires, one a line.
  virtual std::vector<std::string> Violations() const { return {}; }
  // Waiting flits and what they wait for, one a line, when nothing moves any more.
  virtual std::vector<std::string> Blocked() const { return {}; }
};

// The default event is the rising edge.
class ClockIf : public virtual sc_core::sc_interface {
 public:
  // The cycle that has begun, from 0 on.
  virtual Cycle now() const = 0;
  // This cycle is the last.
  virtual void Stop() = 0;
};

// The default event: sinks and injectors have taken the beats of this cycle.
class DriverIf : public virtual sc_core::sc_interface {
 public:
  // Everything was sent and delivered before this cycle began.
  virtual bool finished() const = 0;
  // A packet's flit entered or left the network in this cycle.
  virtual bool moved() const = 0;
  // Something is in flight, or will be when the hardware sends.
  virtual bool waits() const = 0;
  // The network, and those of the other ranks, have stepped.
  virtual void AddRemotePackets() {}
  // Links were crossed in this cycle.
  virtual void Crossed(const Crossings& crossings) = 0;
};

// Observes local ports and links. The default event: the cycle's outputs are sampled.
class MonitorIf : public virtual sc_core::sc_interface {
 public:
  // Whether injected and ejected flits are recorded. If not, these calls may be omitted.
  virtual bool records() const = 0;
  // An injector took a packet's flit; a sink took one.
  virtual void Injected(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  virtual void Ejected(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  // The last beat of a packet that the network must refuse was taken.
  virtual void Refused(std::uint32_t local) = 0;
  // A sink took a beat that belongs to no packet.
  virtual void Stray(std::uint32_t local) = 0;
  // The log for the records and levels of the network's step; null: none.
  virtual EventLog* Log() = 0;
  // The network has stepped, and appended as many records to Log().
  virtual void Crossed(const Crossings& crossings) = 0;
};

// Knows every packet sent, checks every beat that arrives, and counts both.
class ScoreboardIf : public virtual sc_core::sc_interface {
 public:
  // An injector took the flit.
  virtual void Injected(Cycle now, const FlitRef& flit) = 0;
  // A sink took the beat. Returns true and sets `flit` if it is a flit of a packet in flight to it;
  // otherwise counts the fault. (Flits are passed by reference: building them whole costs time.)
  virtual bool Ejected(Cycle now, std::uint32_t local, const EjectedBeat& beat, FlitRef& flit) = 0;
  // A sink did not take the beat: it must stay the same until it does.
  virtual void Withheld(std::uint32_t local, const EjectedBeat& beat) = 0;
  // The packet's tail was taken. Returns whether one of its flits waited inside the network.
  virtual bool Delivered(Cycle now, std::uint32_t slot) = 0;
};

}  // namespace toroid
