// The interface between the simulator and a compiled network (sim/dut/adaptor): plain arrays,
// fixed-width integers and virtual functions, so that another compiler may have made the library.
//
// Local ports are numbered node * local_ports + port; links node * link_ports + port. Words are 32
// bits, least significant first; bitmaps have words of 64 bits, bit i % 64 of word i / 64.
#pragma once

#include <stdint.h>

#define TOROID_DUT_ABI 15

// The network around the node, given once. Arrays stay valid for the life of the adaptor.
struct ToroidDutShape {
  uint32_t nodes;
  uint32_t link_ports;        // of a node
  uint32_t local_ports;       // of a node
  const uint32_t* addresses;  // physical address of each node
  // [nodes * link_ports]: the node that output port p feeds, or UINT32_MAX
  const uint32_t* downstream;
  // [nodes * link_ports]: the node whose output port p feeds this node's input p, or UINT32_MAX
  const uint32_t* upstream;
  uint32_t skip_idle;  // 0: evaluate every node in every cycle
  uint64_t last_send;  // the cycle in which the schedule units' timer ends
  uint32_t base;       // of the partition, as a physical address; 0 without one
  // Threads that the library may use in a step, and how: run(team, work, context) calls
  // work(context, part) for each part below `parts`, some at the same time, and returns when all
  // are done. With one part it is not called.
  uint32_t parts;
  void (*run)(void* team, void (*work)(void* context, uint32_t part), void* context);
  void* team;
  // Nodes of a larger network that are next to these, and in another process: neighbours numbered
  // from `nodes` on. With lanes only; else 0.
  uint32_t halo;
};

// One link crossing as the wires show it, before the flit's words.
struct ToroidDutHop {
  uint32_t node;
  uint8_t port;
  uint8_t channel;
  uint16_t reserved;
};

// Output wires in the current cycle, the same arrays in every cycle. Bitmaps are of local ports
// where nothing else is said.
struct ToroidDutWires {
  const uint64_t* s_ready;
  const uint64_t* m_valid;
  const uint64_t* error;    // of scheduled routers: of nodes
  const uint64_t* busy;     // of nodes
  const uint64_t* sends;    // of the cycle that ended: bit 2 * link + channel, of the node's output
  const uint64_t* credits;  // likewise, of the node's input
  const uint8_t* m_last;    // [nodes * local_ports], like the next three valid where m_valid is
  const uint32_t* m_source;     // tuser
  const uint32_t* m_id;         // tid, 0 if the ports have none
  const uint32_t* m_data;       // payload words per port
  const uint64_t* holds_guest;  // of nodes; in a partition, like the next
  const uint32_t* logical;      // [nodes]
  // bit node * bits of a node + bit: of scheduled routers their faults, of links with check wires
  // bit 2 * port + 1 for wrong credits; null with lanes that leave these out
  const uint64_t* faults;
  const uint64_t* released;  // of nodes, by their barrier
  const uint64_t* loaded;    // of nodes that load their tables
  const uint64_t* tables;    // of nodes whose translation tables are ready
  uint32_t payload_words;
  uint32_t flit_words;  // of the widest link flit; its payload has the lowest bits
};

// What a node next to the halo, or of it, shows on a link port, if it shows anything.
struct ToroidDutShown {
  uint32_t node;
  uint8_t port;
  uint8_t flit;  // 1: by the output a flit leaves, into the channel
  uint8_t channel;
  uint8_t credits;  // bit 0 and 1: of the input's channels one is given back
};

struct ToroidDutCycle {       // in, and valid until the next call
  const uint32_t* injecting;  // local ports with s_axis_tvalid this cycle
  uint32_t injections;
  const uint32_t* accepting;  // local ports with m_axis_tready this cycle
  uint32_t acceptances;
  uint8_t* s_last;  // [nodes * local_ports], read for the injecting ports
  uint32_t* s_dest;
  uint32_t* s_id;    // tid; not read if the ports have none
  uint8_t* s_entry;  // s_axis_by_entry, likewise
  uint32_t* s_data;
  uint32_t record;  // 0: link crossings are counted only
};

struct ToroidDutResult {            // of the cycle that ended
  uint64_t crossings;               // of links
  const struct ToroidDutHop* hops;  // the same, ascending (node, port), if the cycle was recorded
  const uint32_t* flits;            // flit_words per hop
  uint32_t hop_count;
  uint64_t evaluated;  // nodes evaluated
};

// An entry of a node's translation table, as its read port shows it.
struct ToroidDutEntry {
  uint32_t valid;
  uint32_t logical;
  uint32_t physical;
  uint32_t rank;  // of the neighbour, 0 if nodes hold one guest node each
};

// What nodes next to the halo, or of it, show in a cycle.
struct ToroidDutCrossing {
  const struct ToroidDutShown* ports;
  uint32_t count;
  const uint32_t* flits;  // flit_words for each
};

struct ToroidDutList {
  const uint32_t* numbers;
  uint32_t count;
};

// A pulse to all nodes in the current cycle: the start of schedule units or relays, the arrival at
// the barrier, the start of translation tables. Nothing happens where nodes have none of these.
enum class ToroidPulse : uint32_t { kStart, kArrive, kMakeTables };

// A network, at first in cycle 0. What a function returns is valid until the next Step or its own
// next call.
class ToroidDut {
 public:
  virtual ~ToroidDut() = default;
  virtual void Wires(ToroidDutWires* wires) const = 0;
  // Ends the cycle; the wires are then those of the next.
  virtual void Step(const ToroidDutCycle& cycle, ToroidDutResult* result) = 0;
  virtual void Pulse(ToroidPulse pulse) = 0;
  // Runs a whole cycle before cycle 0, in which a host offers a word to nodes that load their
  // tables, or, if it is not valid, none. The wires are then those of the next.
  virtual void Load(bool valid, bool last, uint32_t word) = 0;
  // The bits above the user's payload, from the lowest on, of the last flit that crossed a link;
  // null if none has.
  virtual const uint32_t* LastSides(uint32_t link) = 0;
  // The messages that schedule units send in the current cycle, after the start pulse: node *
  // messages + place in the task, ascending.
  virtual ToroidDutList Sending() = 0;
  // What all nodes' tables show of an entry in the current cycle, `rank` being that of the guest
  // node whose neighbour it is; by node. Null without tables.
  virtual const ToroidDutEntry* Entries(uint32_t entry, uint32_t rank) = 0;
  // What the nodes' counters show for a value of counter_select in the current cycle; by node. Null
  // without counters.
  virtual const uint32_t* Counters(uint32_t select) = 0;
  // With a halo only, after each step: what nodes show to it. Then, before the next step: what
  // nodes of the halo show.
  virtual ToroidDutCrossing Leaving() const { return {}; }
  virtual void Come(const ToroidDutCrossing&) {}
};

// The AXI4 endpoints of a node, or all endpoints with the networks between them.
class ToroidEndpoints {
 public:
  virtual ~ToroidEndpoints() = default;
  // Where the value of each port is, in the order of the build's list: 1 byte for up to 8 bits, 2
  // up to 16, 4 up to 32, 8 up to 64, else 4 for each 32, the lowest first. Clock and reset are
  // ports too.
  virtual void* const* Ports() = 0;
  // Makes the outputs follow the inputs.
  virtual void Evaluate() = 0;
};

// What a library exports: its version, and one of the others. toroid_dut_create makes the network,
// holds it in reset and leaves it in cycle 0; `wave` is an FST file's path or null. With endpoints
// each evaluation is then half a cycle of the wave.
extern "C" {
uint32_t toroid_dut_abi(void);
ToroidDut* toroid_dut_create(const ToroidDutShape* shape, const char* wave);
ToroidEndpoints* toroid_endpoints_create(const char* wave);
}
