// The links of scheduled routers and a cycle of them, by sections 3 and 4 of
// docs/spec/scheduled-router.md.
//
// A cycle begins with the links' registers alone. Three phases end it. Move lists who wants which
// output: flits on links, beside the beats that were taken. Fill sorts these by output, fills the
// registers anew (N4.3), and lists who wants which ejector; Eject sorts those.
//
// Nodes are dealt to blocks, for a thread each. In a phase a block changes its own registers and
// lists alone, and of the lists of all blocks takes what is for its own nodes; all must have ended
// a phase before one begins the next. What is lost is told by ascending output of all blocks
// together, so their number has no effect.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/blocks.h"
#include "sim/model/node_set.h"
#include "sim/model/routes.h"
#include "sim/model/scheduled_flit.h"
#include "sim/trace/trace.h"

namespace toroid::model {

// Who wants an output, or an ejector.
struct Claim {
  std::uint32_t target;  // node * ports + port, or the local port
  int position;          // kStraight, kTurning + the input's port, or kInjected
  LinkFlit flit;         // as it will be there
};

struct ScheduledBlock {
  NodeRange range;
  std::vector<Claim> claims = {};   // of outputs anywhere
  std::vector<Claim> leaving = {};  // of ejectors anywhere
  std::vector<Claim> sorted = {};   // of all blocks' claims those of targets here, in one phase
  // Of this block's nodes, in the phase that ended last: flits that nobody sends on.
  std::vector<std::pair<std::uint32_t, FlitRef>> collided = {};
  std::vector<std::uint32_t> ejecting = {};  // local ports with a flit on m_axis, ascending
  std::vector<HopEvent> hops = {};           // by ascending (node, port)
  std::vector<std::uint64_t> controls = {};  // of these, the link's fields
};

struct ScheduledNetwork {
  // In at most so many blocks. `plan` must outlive it.
  ScheduledNetwork(const Plan& plan, std::uint32_t blocks);

  // N1.2: whether the local port's link exists.
  bool IsLive(std::uint32_t local) const {
    return locals == 1 || routes.Next(local / locals, local % locals) != kNoNode;
  }
  // A beat of a node is taken (N4.2). False if the network lacks a turn of its route (N5.2).
  bool Enter(std::uint32_t local, FlitRef flit, NodeId destination);

  void Move(ScheduledBlock& block);
  void Fill(ScheduledBlock& block);
  void Eject(ScheduledBlock& block);

  Routes routes;
  FlitPaths paths;
  std::uint32_t ports;
  std::uint32_t locals;
  NodeSet valid;                    // N2.1, by node * ports + port
  std::vector<LinkFlit> registers;  // the same
  std::vector<FlitRef> heads;       // by local port: what is on m_axis, of those that eject
  std::vector<ScheduledBlock> blocks;

 private:
  // visit(link): the links that nodes of the block feed and a flit is on, ascending.
  template <class Visit>
  void ForEachOnLinks(const ScheduledBlock& block, Visit visit) {
    const auto word = [this](std::uint32_t node) { return (std::size_t{node} * ports + 63) / 64; };
    valid.ForEachOfWords(word(block.range.begin), word(block.range.end), visit);
  }

  std::vector<std::uint32_t> block_of_word_;  // by node / 64
};

}  // namespace toroid::model
