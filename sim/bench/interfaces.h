// What the parts of the testbench ask of each other, and the order of a clock cycle.
//
// Each part is a SystemC module. They call each other through ports, a whole cycle at a time: there
// is no signal for each wire, which would take longer than the simulation itself
// (docs/decisions/10-testbench-modules.md).
//
// The network's outputs are those of cycle t from the clock's edge until the network's step. In
// between everything is decided that happens in cycle t. A process runs when the one before it has
// run: it is sensitive to that module's default event.
//
//   Clock    rises: cycle t begins
//   Driver   sinks take what is offered to them, or let it wait       -> Scoreboard, Monitor
//            the traffic, which knows these deliveries, offers packets
//            injectors that are ready take a beat each                -> Scoreboard, Monitor
//   Monitor  samples the outputs that are high for one cycle only
//   Network  steps: flits cross links, and cycle t ends               -> Monitor
//
// Once everything is delivered, the driver only takes what still comes, and the monitor watches.
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
  std::size_t relayed = 0;  // by messages that had halted before
};

// What an ejector offers in a cycle.
struct Beat {
  std::uint32_t source = 0;  // as tuser carries it
  std::uint32_t id = 0;      // tid, 0 without one
  bool last = false;
  // Of one flit, valid until the network steps. A model has none if the payload is a keyed hash.
  const std::uint32_t* payload = nullptr;
  // Which flit it is, if the network says so (KnowsFlits); else the scoreboard has to find out.
  FlitRef flit = {};
};

// A network that is driven cycle by cycle: the hardware or a model. Within a cycle each local port
// is injected into, accepted from or withheld from at most once.
class NetworkIf : public virtual sc_core::sc_interface {
 public:
  // Whether beats say which flit they are. A model knows; of hardware only the wires are seen.
  virtual bool KnowsFlits() const { return false; }

  // s_axis_tready of the local port.
  virtual bool InjectReady(std::uint32_t local) const = 0;
  // Requires InjectReady(local).
  virtual void Inject(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  // Local ports that offer a beat this cycle, ascending.
  virtual std::span<const std::uint32_t> Ejecting() const = 0;
  // Requires that the local port offers one.
  virtual Beat BeatAt(std::uint32_t local) const = 0;
  // The sink takes the beat offered there in this cycle, or does not.
  virtual void Accept(std::uint32_t local) = 0;
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
  // All nodes arrive at the barrier in this cycle; and it is to release them in this one.
  virtual void Arrive() {}
  virtual void Leave() {}
  // Whether its step ends the cycle of other networks too. Then it comes a delta cycle later, when
  // all of them have been driven.
  virtual bool GoesInStep() const { return false; }
  // Ends the cycle. With a log, appends a record for each link crossing, and the cycle's levels.
  virtual Crossings Step(EventLog* log) = 0;
  // Nothing is in it or on its way back: until something comes in, each cycle is like the one
  // before it (docs/spec/testbench.md V7.1).
  virtual bool AtRest() const { return false; }
  // So many cycles at rest go by.
  virtual void Skip(Cycle /*cycles*/) {}
  // Packets sent by the number of a translation table's entry (TL5.2).
  virtual std::uint64_t PacketsByEntry() const { return 0; }
  // What its links have carried so far, if the plan has counters.
  virtual const LinkCounters* Counters() const { return nullptr; }
  // Everything was delivered, and no node is busy any more.
  virtual void Empty() {}
  // What its wires showed that must not be, a line each.
  virtual std::vector<std::string> Violations() const { return {}; }
  // Who waits for whom, one line each, when nothing moves any more.
  virtual std::vector<std::string> Blocked() const { return {}; }
};

// Its default event is the rising edge.
class ClockIf : public virtual sc_core::sc_interface {
 public:
  // The cycle that has begun, from 0 on.
  virtual Cycle now() const = 0;
  // This cycle is the last.
  virtual void Stop() = 0;
};

// Its default event: sinks and injectors have taken what they take in this cycle.
class DriverIf : public virtual sc_core::sc_interface {
 public:
  // Everything was sent and delivered before this cycle began.
  virtual bool finished() const = 0;
  // A packet's flit entered the network or left it in this cycle.
  virtual bool moved() const = 0;
  // Something is under way, or will be when the hardware says so.
  virtual bool waits() const = 0;
  // The network has stepped, and so have those of the other ranks, if there are any.
  virtual void Meet() {}
  // Links were crossed in this cycle.
  virtual void Crossed(const Crossings& crossings) = 0;
};

// Told what happens at local ports and on links. Its default event: the cycle's outputs are
// sampled.
class MonitorIf : public virtual sc_core::sc_interface {
 public:
  // Whether injected and ejected flits are written down. If not, it need not be told of them.
  virtual bool records() const = 0;
  // An injector took a packet's flit; a sink took one.
  virtual void Injected(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  virtual void Ejected(std::uint32_t local, const Packet& packet, const FlitRef& flit) = 0;
  // The last beat of a packet that the network must refuse was taken.
  virtual void Refused(std::uint32_t local) = 0;
  // A sink took a beat that is no packet's.
  virtual void Stray(std::uint32_t local) = 0;
  // Where the network writes the records and levels of its step; null: nowhere.
  virtual EventLog* Log() = 0;
  // The network has stepped, and written as many records to Log().
  virtual void Crossed(const Crossings& crossings) = 0;
};

// Knows what was sent, checks what arrives, and keeps the books of both.
class ScoreboardIf : public virtual sc_core::sc_interface {
 public:
  // An injector took the flit.
  virtual void Injected(Cycle now, const FlitRef& flit) = 0;
  // A sink took the beat. True if it is a flit of a packet under way to it; `flit` is which. If
  // not, the fault is counted. (Flits are handed over by reference: to build them whole costs
  // time.)
  virtual bool Ejected(Cycle now, std::uint32_t local, const Beat& beat, FlitRef& flit) = 0;
  // A sink let the beat wait: it must be the same until it is taken.
  virtual void Withheld(std::uint32_t local, const Beat& beat) = 0;
  // The packet's tail was taken. Whether one of its flits waited inside the network.
  virtual bool Delivered(Cycle now, std::uint32_t slot) = 0;
};

}  // namespace toroid
