// The links of scheduled routers and their cycle, by sections 3 and 4 of
// docs/spec/scheduled-router.md, and the tree of docs/spec/in-network.md (scheduled_tree.cc).
//
// The links' registers are the whole state at the start of a cycle. Three phases end it. Move lists
// the claims for each output: flits on links, and the beats that were taken. Fill sorts these by
// output, refills the registers (N4.3), and lists the claims for each ejector; Eject sorts those.
//
// Nodes are divided into blocks, one for each thread. In a phase a block changes only its own
// registers and lists, and takes from the lists of all blocks the claims for its own nodes; all
// blocks must end a phase before one begins the next. Lost flits are reported by ascending output
// output of all blocks together, so the number of blocks has no effect.
//
// Flits that come up the tree are added between Move and Fill, by one thread for all blocks.
//
// Link stages (N2.5) are lists of flits, those of the links that the block feeds: a cycle passes
// each list on by a stage. A flit claims its next output or ejector when it is behind them all.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "gen/plan/link_fields.h"
#include "gen/plan/plan.h"
#include "sim/model/blocks.h"
#include "sim/model/joins.h"
#include "sim/model/routes.h"
#include "sim/trace/trace.h"

namespace toroid::model {

// A flit on a link of scheduled routers, and its fields on each next link: section 3 of
// docs/spec/scheduled-router.md.
//
// Example, torus 8x8 from (0,0) to (2,7): on its first link, of axis 0, `left` and `ahead` are 1,
// and of axis 1 `go` and `minus` are 1 and `left` is 0. On the second `left` and `ahead` are 0 and
// the turn is that to axis 1 "-". On the third, of axis 1, nothing is left: the next node ejects
// it.
struct LinkFlit {
  static constexpr int kNoTurn = -1;

  FlitRef flit;
  bool tree = false;  // IN2.2, IN2.3
  bool odd = false;
  bool ahead = false;
  int turn = kNoTurn;      // the output's link port
  std::uint32_t left = 0;  // links on this axis after this one
  // for later axes b: bit b of these, and the number of links there after the first
  std::uint32_t go = 0;
  std::uint32_t minus = 0;
  std::array<std::uint32_t, kMaxRtlAxes> left_on{};
};

class FlitPaths {
 public:
  // `plan` must outlive it.
  explicit FlitPaths(const Plan& plan);

  // A flit on its first link, and the port of that link.
  struct Entry {
    int port = 0;
    LinkFlit flit;
  };
  // Requires from != to (R2.1 to R2.3).
  Entry Enter(NodeId from, NodeId to, FlitRef flit) const;
  // The flit one link further (N4.4): straight, or by its turn. Requires that it goes so.
  LinkFlit Straight(LinkFlit flit, int port) const;
  LinkFlit Turned(LinkFlit flit) const;
  // Whether the network has every turn of the route of a flit that has just entered.
  bool HasTurns(Entry entry) const;

  // The fields between `tail` and `source` as they are on the link, for comparison with wires. Of a
  // tree flit, whose fields are arbitrary, kOfTree and `odd` (IN2.2).
  static constexpr std::uint64_t kOfTree = std::uint64_t{1} << 63;
  std::uint64_t ControlBits(const LinkFlit& flit, int port) const;

 private:
  int PortOf(int axis, bool minus) const;
  // Sets `ahead` and `turn` on a link of `axis` (N3.2).
  void Direct(LinkFlit& flit, int axis) const;

  const Plan& plan_;
  std::vector<LinkFields> fields_;  // by link port
};

// A claim for an output or an ejector.
struct Claim {
  static constexpr int kStraight = 0;
  static constexpr int kTurning = 1;
  static constexpr int kInjected = 1000;

  std::uint32_t target;  // node * ports + port, or the local port
  int position;          // kStraight, kTurning + the input's port, or kInjected
  LinkFlit flit;         // with its fields there
};

// A flit on its way over a link.
struct OnLink {
  std::uint32_t link;  // node * ports + port, of the sender
  LinkFlit flit;
};

struct ScheduledBlock {
  NodeRange range;
  // The flits in each stage of the links that nodes here feed, the senders' end first.
  std::deque<std::vector<OnLink>> stages = {};
  std::vector<Claim> claims = {};   // for outputs anywhere
  std::vector<Claim> leaving = {};  // for ejectors anywhere
  std::vector<OnLink> rising = {};  // flits from children, on links that lead anywhere
  std::vector<Claim> sorted = {};   // claims of all blocks for targets here, in one phase
  // Flits that no node of this block sends on, in the phase that ended last.
  std::vector<std::pair<std::uint32_t, FlitRef>> collided = {};
  std::vector<std::uint32_t> ejecting = {};  // local ports with a flit on m_axis, ascending
  std::vector<HopEvent> hops = {};           // by ascending (node, port)
  std::vector<std::uint64_t> controls = {};  // the link's fields, by hop
};

struct ScheduledNetwork {
  // In at most `blocks` blocks. `plan` must outlive it. `add` is for nodes that add.
  ScheduledNetwork(const Plan& plan, std::uint32_t blocks, Joins::Adder add);

  // N1.2: whether the local port's link exists.
  bool IsLive(std::uint32_t local) const {
    return locals == 1 || routes.Next(local / locals, local % locals) != kNoNode;
  }
  // A node's beat is taken (N4.2). Returns false if the network lacks a turn of its route (N5.2).
  bool Enter(std::uint32_t local, FlitRef flit, NodeId destination);
  // A node's beat for the tree is taken. Returns false if it is refused (IN3.1).
  bool EnterTree(std::uint32_t node, FlitRef flit);

  void Move(ScheduledBlock& block);
  // Section 4 of docs/spec/in-network.md: lost words and join faults. Requires `joins`.
  Joins::Outcome Join();
  void Fill(ScheduledBlock& block);
  // The word that the root ejects in the cycle that begins.
  void LeaveAtRoot();
  void Eject(ScheduledBlock& block);
  // Calls visit(OnLink) for the flits in stages.
  template <class Visit>
  void ForEachInStages(Visit visit) const {
    for (const ScheduledBlock& block : blocks)
      for (const std::vector<OnLink>& stage : block.stages)
        for (const OnLink& on_link : stage) visit(on_link);
  }
  // The node that the link leads to.
  std::uint32_t End(std::uint32_t link) const { return routes.Next(link / ports, link % ports); }

  Routes routes;
  FlitPaths paths;
  std::uint32_t ports;
  std::uint32_t locals;
  NodeSet valid;                    // N2.1, by node * ports + port
  std::vector<LinkFlit> registers;  // by node * ports + port
  std::vector<FlitRef> heads;       // by local port: the flit on m_axis, where one is ejected
  std::vector<ScheduledBlock> blocks;
  std::optional<Joins> joins;
  // Beats whose place a word of the node's chain took in this cycle (IN4.6), by node.
  std::vector<std::pair<std::uint32_t, FlitRef>> displaced;

 private:
  // Calls visit(link) for the links that nodes of the block feed and that carry a flit, ascending.
  template <class Visit>
  void ForEachOnLinks(const ScheduledBlock& block, Visit visit) {
    const auto word = [this](std::uint32_t node) { return (std::size_t{node} * ports + 63) / 64; };
    valid.ForEachOfWords(word(block.range.begin), word(block.range.end), visit);
  }
  // Calls visit(link, flit) for the flits that routers see in this cycle, on links that nodes of
  // the block feed.
  template <class Visit>
  void ForEachArriving(const ScheduledBlock& block, Visit visit) {
    if (block.stages.empty())
      return ForEachOnLinks(block, [&](std::uint32_t link) { visit(link, registers[link]); });
    for (const auto& [link, flit] : block.stages.back()) visit(link, flit);
  }
  void PassOn(ScheduledBlock& block);
  ScheduledBlock& BlockOf(std::uint32_t node) { return blocks[block_of_word_[node / 64]]; }
  bool ComesFromParent(std::uint32_t node, std::uint32_t port) const;
  bool ComesFromChild(std::uint32_t node, std::uint32_t port) const;
  // IN3.3: claims the outputs to children, for a flit on that input.
  void Fork(ScheduledBlock& block, std::uint32_t node, std::uint32_t port, const LinkFlit& flit);
  void SendDown(std::uint32_t node, const ChainWord& word);
  void SendUp(std::uint32_t node, const ChainWord& word);

  const trees::NetworkTree* tree_;            // null without one
  std::vector<std::uint32_t> block_of_word_;  // by node / 64
};

}  // namespace toroid::model
