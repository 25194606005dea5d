// What happens in a network, cycle by cycle: the record that model and hardware are compared by.
//
// The folder holds nothing but records. Model and hardware are written apart from each other and
// meet here: each reports the same three events (inject, hop, eject; docs/spec/testbench.md V1.1)
// in these terms, and the testbench compares the two lists.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/support/id.h"

namespace toroid {

// A packet under way. `slot` numbers in FlitRef point into the owner's table of these.
struct Packet {
  NodeId source;
  NodeId destination;
  std::uint32_t flits = 1;
  std::uint32_t sequence = 0;  // counts the packets of this (source, destination) pair from 0
  std::uint16_t injector = 0;  // local port at the source
  // Which of their guest nodes it is from and for, where tid tells these apart.
  std::uint32_t source_rank = 0;
  std::uint32_t destination_rank = 0;
  Cycle created = 0;  // when it was offered
  // What its flits carry, one after another, each in as many words as a payload has, cut to the
  // flit width. Owned by the traffic and valid until the packet is delivered. Null: a keyed hash
  // (sim/bench/payload.h).
  const std::uint32_t* words = nullptr;
  // It must be refused (docs/spec/router.md R6.4): tdest and tid are these, and it goes nowhere.
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
