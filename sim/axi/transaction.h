// A read or a write of an AXI4 manager, from the moment it is known until it is answered.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/support/id.h"

namespace toroid::axi {

enum class Burst : std::uint8_t { kFixed, kIncr, kWrap };
enum class Response : std::uint8_t { kOkay = 0, kSlvErr = 2, kDecErr = 3 };

// What the address channel carries.
struct Request {
  std::uint64_t address = 0;
  int beats = 1;
  int size = 0;  // log2 of a beat's bytes
  Burst burst = Burst::kIncr;
  std::uint32_t cache = 0, prot = 0, qos = 0, user = 0;
  bool operator==(const Request&) const = default;
};

// The address of a beat's first byte, as AXI4 counts.
std::uint64_t BeatAddress(const Request& request, int beat);

// What a memory does (AX10.7): kMute takes requests and answers none, kStopped does not even take
// them.
enum class MemoryState : std::uint8_t { kGoes, kMute, kStopped };
struct MemoryChange {
  NodeId memory;
  Cycle from = 0;
  MemoryState state = MemoryState::kGoes;
};

struct Transaction {
  NodeId manager;
  bool write = false;
  std::uint32_t id = 0;
  Request request = {};
  Cycle earliest = 0;  // not asked for before this cycle
  // The node whose memory it reaches; none if it is answered on its way.
  std::optional<NodeId> subordinate = {};
  Response response = Response::kOkay;  // what has to come

  // Of each beat the words of the bus: written, or read by the memory.
  std::vector<std::uint32_t> data = {};
  std::vector<std::uint64_t> strobes = {};  // of a write, by beat

  // The cycles in which its address was offered, and its first and last answer; -1 before that.
  Cycle asked = -1;
  Cycle first = -1;
  Cycle ended = -1;
  bool alone = false;      // no other transaction was open in the meantime
  bool timed_out = false;  // a timeout has answered in place of the memory (AX11.2)
};

}  // namespace toroid::axi
