// Events in a network, cycle by cycle: the record by which model and hardware are compared.
//
// The folder holds only records. Model and hardware are written independently and meet here: each
// reports the same three events (inject, hop, eject; docs/spec/testbench.md V1.1) in these terms,
// and the testbench compares the two lists.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/support/id.h"

namespace toroid {

// A packet in flight. `slot` in FlitRef is an index into the owner's table of packets.
struct Packet {
  NodeId source;
  NodeId destination;
  std::uint32_t flits = 1;
  std::uint32_t sequence = 0;  // counts the packets of this (source, destination) pair from 0
  std::uint16_t injector = 0;  // local port at the source
  // Its source and destination guest nodes, where tid tells these apart.
  std::uint32_t source_rank = 0;
  std::uint32_t destination_rank = 0;
  // As a program's messages (gen/program/program.h): on a tree of the network packets enter, and
  // others leave.
  bool enters = true;
  bool leaves = true;
  Cycle created = 0;  // offered
  // The data of its flits, consecutively, each in as many words as a payload has, cut to the flit
  // width. Owned by the traffic and valid until the packet is delivered. Null: a keyed hash
  // (sim/bench/event_log.h).
  const std::uint32_t* words = nullptr;
  // It must be refused (docs/spec/router.md R6.4): it has this tdest and tid, and goes nowhere.
  bool misaddressed = false;
  std::uint32_t address = 0;
  std::uint32_t id = 0;
};

// One flit: a packet's slot and the flit's place in it.
struct FlitRef {
  std::uint32_t slot = 0;
  std::uint32_t index = 0;
  bool tail = false;
  bool head() const { return index == 0; }
  bool operator==(const FlitRef&) const = default;
};

// One link crossing in one cycle: by output port `port` of `node`, into channel `channel` of the
// next node's buffer.
struct HopEvent {
  std::uint32_t node = 0;
  std::uint8_t port = 0;
  std::uint8_t channel = 0;
  FlitRef flit;
  bool operator==(const HopEvent&) const = default;
};

}  // namespace toroid
