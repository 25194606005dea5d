// The contents of copied flits in a model of buffered routers (docs/spec/copies.md). What enters as
// beats of one packet leaves as packets of many nodes, so the model is given a name of its own for
// each flit: a slot that no packet has.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"
#include "sim/bench/interfaces.h"
#include "sim/trace/trace.h"

namespace toroid {

class CopiedBeats {
 public:
  // Both must outlive this. Requires a plan with copies.
  CopiedBeats(const Plan& plan, const PayloadMaker& payload);

  // Whether a slot is a copied flit's.
  static bool Has(std::uint32_t slot) { return slot >= kFirst; }
  // The name of a flit that enters at its root.
  FlitRef Add(const Packet& packet, std::uint32_t index);
  // As a sink sees it (BC1.4). Valid until the next Add.
  EjectedBeat Wires(const FlitRef& flit) const;
  NodeId RootOf(const FlitRef& flit) const { return At(flit.slot).root; }
  // The record of a hop by a link of that axis, but for its place (BC1.2, BC1.3).
  WireRecord Record(const FlitRef& flit, NodeId from, Axis axis) const;
  // A sink takes it. Its name is free when all nodes but the root have.
  void Take(const FlitRef& flit);

 private:
  static constexpr std::uint32_t kFirst = std::uint32_t{1} << 31;
  struct Beat {
    NodeId root;
    std::uint32_t left = 0;  // nodes that have not taken it
  };
  const Beat& At(std::uint32_t slot) const { return beats_[slot - kFirst]; }
  // Where its payload begins in words_.
  std::size_t PlaceOf(std::uint32_t slot) const {
    return std::size_t{slot - kFirst} * static_cast<std::size_t>(payload_.words());
  }

  const Plan& plan_;
  const PayloadMaker& payload_;
  std::vector<Beat> beats_;           // by slot - kFirst
  std::vector<std::uint32_t> words_;  // likewise, payload_.words() each
  std::vector<std::uint32_t> free_;   // slots
};

}  // namespace toroid
