// The contents of the flits in a model of routers that copy and combine along a tree
// (docs/spec/in-network.md). The model knows no payload: it names a flit by the slot that it has
// here, and asks for the result of two.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"
#include "sim/bench/interfaces.h"
#include "sim/trace/trace.h"

namespace toroid {

class TreeBeats {
 public:
  // Both must outlive this. Requires a plan with a tree.
  TreeBeats(const Plan& plan, const PayloadMaker& payload);

  // A flit that enters, with its slot here.
  FlitRef Add(const Packet& packet, const FlitRef& flit);
  // The result of two words, with the tail of the second.
  FlitRef Join(const FlitRef& word, const FlitRef& child);

  EjectedBeat Wires(const FlitRef& flit) const;
  std::uint32_t SourceOf(const FlitRef& flit) const { return At(flit).source; }
  std::uint64_t DigestOf(const FlitRef& flit) const;

  // Forgets flits that have left the network long ago.
  void EndCycle();

 private:
  struct Beat {
    std::uint32_t source = 0;
    std::vector<std::uint32_t> words;
  };
  const Beat& At(const FlitRef& flit) const { return beats_[flit.slot - first_]; }
  FlitRef Keep(Beat beat, bool tail);

  const Plan& plan_;
  const PayloadMaker& payload_;
  std::size_t lifetime_;  // cycles that a flit is in the network at most
  std::deque<Beat> beats_;
  std::uint32_t first_ = 0;           // slot of the first beat; slots count on beyond 2^32
  std::uint32_t next_ = 0;            // slot of the next
  std::deque<std::uint32_t> begins_;  // by cycle: the first slot that was new in it
};

}  // namespace toroid
