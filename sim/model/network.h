// One cycle in two phases. Decide (decide.cc) reads the state at the start of the cycle and lists
// the moves; Commit carries them out (R4.8). Actions of the local ports in the cycle wait in two
// lists until Commit. The inputs of decisions at 64 nodes, a row of them, lie side by side (rows.h)
// and are decided together; rows without a waiting flit are skipped.
//
// The nodes are divided into blocks, one for each thread. A block decides and commits by itself.
// Its changes in another block, a flit that enters or a credit that returns, go into lists, which
// the other block takes when all have committed. No two moves change the same end of a queue, so
// the order among blocks has no effect.
//
// Link stages (section 9) are such lists too, taken cycles later, also by the block itself: with n
// stages each block has n + 1 lists, used in turn.
//
// In a network that several processes share, each has the nodes of a slab. Changes in the halo are
// listed separately and handed over (Border), and those from the halo are taken like those from
// another block.
//
// Example, a ring of 4 and a packet of one flit from 0 to 1: in cycle 0 Inject puts it in the list
// and Commit into the inject queue. In cycle 1 Decide finds it there requesting link channel 0 of
// port "+", which has credit; Commit takes the credit and moves the flit to input buffer 0 of node
// 1, where it requests the ejector. In cycle 2 it moves to the eject queue and the credit returns;
// in cycle 3 it is on m_axis.
//
// A copied flit (docs/spec/copies.md) is one entry and, while it is the oldest of its source, a set
// of targets. It makes a move for each copy, and leaves its source with the last.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/model/arbiter.h"
#include "sim/model/blocks.h"
#include "sim/model/contenders.h"
#include "sim/model/routes.h"
#include "sim/model/rows.h"
#include "sim/trace/trace.h"

namespace toroid::model {

inline constexpr std::uint32_t kLocalDepth = 2;  // R4.3, R4.4

// With fewer nodes of a row that have a flit waiting, deciding them one by one is quicker.
inline constexpr int kFew = kRow / 2;

constexpr std::uint64_t Bit(std::uint32_t i) { return std::uint64_t{1} << i; }
constexpr std::uint32_t Lowest(std::uint64_t bits) {
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

// The request of a source's oldest flit, in a byte of a table: its target, with kBody if it is not
// a head; kNothing if the source is empty.
inline constexpr std::uint32_t kBody = 64;
inline constexpr std::uint32_t kNothing = 254;
// Instead of a request: a copied flit, whose requests are in Network::copying (BC3.1).
inline constexpr std::uint32_t kCopied = 253;

// A flit in a buffer or an inject queue.
struct Entry {
  std::uint32_t slot;
  std::uint32_t index;
  std::uint32_t address;  // of its destination; of its root if it is copied
  std::uint16_t tail;     // 0 or 1
  std::uint16_t wanted;   // its request where it is, set as it enters; kCopied everywhere

  bool copied() const { return wanted == kCopied; }
  bool head() const { return index == 0 || copied(); }  // BC1.1
  FlitRef flit() const { return {slot, index, tail != 0}; }
};

// The arbiters of all outputs.
struct Arbiters {
  ByteTable pointer;  // by output
  ByteTable guard;    // by output
};

struct EjectQueue {
  FlitRef flits[kLocalDepth];
  std::uint32_t first = 0;
};

struct Move {
  std::uint32_t node;
  std::uint16_t source;
  std::uint16_t target;
  std::uint32_t from;  // QueueIndex of the source
  std::uint32_t to;    // QueueIndex of the target
};

// A flit that enters a source of a node: an input buffer, or an inject queue.
struct Arrival {
  std::uint32_t node;
  std::uint32_t source;
  Entry entry;
};

// A credit that returns to output channel `link_channel` of a node.
struct Credit {
  std::uint32_t node;
  std::uint32_t link_channel;
};

// Flits and credits put on links in one cycle and not taken in the same.
struct OnLinks {
  std::vector<Arrival> arrivals = {};
  std::vector<Credit> credits = {};
};

// A range of nodes, and what happens there in a cycle.
struct Block {
  NodeRange range;
  std::vector<Move> moves = {};
  // with copies, by move: 1 if its flit stays, as other copies of it are still to be sent
  std::vector<Byte> stays = {};
  std::vector<Arrival> injections = {};
  std::vector<std::uint32_t> accepts = {};
  std::size_t crossings = 0;  // moves across a link
  std::vector<HopEvent> hops = {};
  // on links; without stages, only on links to other blocks
  std::vector<OnLinks> on_links = {};
  OnLinks leaving = {};  // on links to the halo
};

// The network's state and its cycle.
struct Network {
  // The nodes of the slab, in at most `blocks` blocks.
  Network(const Plan& plan, const Slab& slab, std::uint32_t blocks);

  // Phase one: the moves of this cycle, ordered by row of nodes, and in a row either by node or by
  // output. The arbiters are an argument, so that a caller can ask without changing them. Rows with
  // fewer than `few` nodes that have a flit waiting are decided node by node, others at once; the
  // moves are the same.
  void Decide(const Block& block, Arbiters& arbiters, std::vector<Move>& decided,
              int few = kFew) const;
  // Phase two: carries out a block's accepts, moves and injections, and reports its hops if asked.
  void Commit(Block& block, bool report);
  // Whether anything is taken only after all blocks have committed.
  bool HasLists() const { return stages > 0 || blocks.size() > 1 || has_halo; }
  // After all have committed: arrivals from the halo in this cycle; empty until then.
  OnLinks& FromHalo() { return from_halo[sent_list]; }
  // After all have committed: takes what reaches the end of links to this block.
  void TakeFromLinks(const Block& block);
  // After all have taken.
  void NextCycle() {
    sent_list = DueList();
    from_halo[sent_list].arrivals.clear();
    from_halo[sent_list].credits.clear();
  }
  // Calls visit(on_links) for the contents of stages at the start of the cycle.
  template <class Visit>
  void ForEachInStages(Visit visit) const {
    for (std::uint32_t list = 0; list <= stages; ++list) {
      if (list == sent_list) continue;
      for (const Block& block : blocks) visit(block.on_links[list]);
      visit(from_halo[list]);
    }
  }

  // R6.2. The destination is read for a head only (R6.3). The node itself: a copied flit (BC1.1).
  void Inject(std::uint32_t local, const FlitRef& flit, NodeId destination) {
    if (flit.head()) entering[local] = routes.AddressOf(destination);
    const LocalPort at = routes.LocalAt(local);
    const bool copied = copies && entering[local] == routes.Address(at.node);
    BlockOf(at.node).injections.push_back(
        {at.node,
         routes.link_channels() + at.port,
         {flit.slot, flit.index, entering[local], std::uint16_t{flit.tail || copied},
          static_cast<std::uint16_t>(copied ? kCopied : 0)}});
  }
  void Accept(std::uint32_t local) { BlockOf(routes.LocalAt(local).node).accepts.push_back(local); }

  // ---- indices ----
  // Equal in all tables with a column for each source or target.
  std::size_t QueueIndex(std::uint32_t n, std::uint32_t source) const {
    return ByteTable::Index(source_bound, n, source);
  }
  // Place i of a queue's ring, taken cyclically. The first places of all queues lie side by side,
  // then the second, and so on: most queues use, and keep in the cache, only the first.
  Entry& EntryAt(std::size_t queue, std::uint32_t i) const {
    return entries[(i & (ring - 1)) * plane + queue];
  }
  const Entry& Oldest(std::uint32_t n, std::uint32_t source) const {
    const std::size_t q = QueueIndex(n, source);
    return EntryAt(q, first.data()[q]);
  }
  // The node that output channel `link_channel` leads to; the node whose output fills input
  // buffer `link_channel`.
  std::uint32_t Downstream(std::uint32_t n, std::uint32_t link_channel) const {
    return routes.Next(n, routes.source(link_channel).port);
  }
  std::uint32_t Upstream(std::uint32_t n, std::uint32_t link_channel) const {
    return routes.Next(n, routes.source(link_channel).opposite);
  }
  // The number of flits in a source.
  std::uint32_t CountOf(std::uint32_t n, std::uint32_t source) const { return count.At(n, source); }
  // The request of the oldest, if there is one and it is not copied.
  std::uint32_t RequestedBy(std::uint32_t n, std::uint32_t source) const {
    return wanted.At(n, source) & ~kBody;
  }
  // The requests of the oldest, if there is one: targets as bits.
  std::uint64_t AllRequestedBy(std::uint32_t n, std::uint32_t source) const {
    const std::size_t q = QueueIndex(n, source);
    return wanted.data()[q] == kCopied ? copying[q] : Bit(RequestedBy(n, source));
  }
  // Credits of an output channel; free places of an eject queue.
  std::uint32_t RoomAt(std::uint32_t n, std::uint32_t target) const { return room.At(n, target); }
  bool IsLocked(std::uint32_t n, std::uint32_t target) const { return locked.At(n, target) != 0; }
  // R4.6, for an input link with two channels.
  std::uint32_t PreferredAt(std::uint32_t n, std::uint32_t port) const {
    return preferred.At(n, routes.port(port).link_channel) & 1U;
  }
  // DG7.6, for an output link of a router with tables.
  std::uint32_t LeadingAt(std::uint32_t n, std::uint32_t port) const {
    return leading.At(n, routes.port(port).link_channel) & 1U;
  }

  Routes routes;
  Contenders contenders;
  Arbiter arbiter;
  bool copies;  // what a node sends to itself is copied
  std::uint32_t depth;
  std::uint32_t ring;          // places for this many entries, a power of two
  std::uint32_t source_bound;  // link channels + locals
  std::size_t plane;           // entries from one place to the next
  std::uint32_t stages;        // per link (R9.1)
  std::uint64_t paired = 0;    // sources that are channel 0 of a link with two
  // The list of this cycle; the next one is the oldest.
  std::uint32_t sent_list = 0;
  bool outgrows_cache = false;

  // The state of all nodes. A queue is the occupied part of a ring, from place `first` on; an empty
  // queue restarts at place 0, so that short queues stay in the first places. An inject queue has
  // as large a ring as a buffer, but holds at most kLocalDepth.
  ByteTable wanted;     // by source: what its oldest flit asks for
  ByteTable first;      // by source
  ByteTable count;      // by source: flits
  ByteTable room;       // by target (RoomAt)
  ByteTable locked;     // by target: kBody, or 0 where the lock is free
  ByteTable preferred;  // by source, a link's channel 0: all bits 1 for channel 1
  // By tables (DG7.6), by target, a link's channel 0: the output prefers channel 1 (all bits 1).
  ByteTable leading;
  // With copies, by QueueIndex of a source whose oldest flit is copied: the targets whose copies
  // are still to be sent, as bits (BC3.1).
  std::vector<std::uint64_t> copying;
  std::vector<std::uint64_t> occupied;  // by node: its sources that hold a flit, as bits
  Arbiters arbiters;
  std::unique_ptr<Entry[]> entries;  // EntryAt; not read before it is written
  std::vector<EjectQueue> ejectors;  // local
  // local: the address read from the last head injected (R6.3)
  std::vector<std::uint32_t> entering;

  NodeSet active;     // nodes with an occupied source
  NodeSet delivered;  // locals with a flit in the eject queue

  std::vector<Block> blocks;
  std::vector<std::uint32_t> block_of_word;  // by node / 64
  bool has_halo;
  std::vector<OnLinks> from_halo;  // like a block's on_links

 private:
  void PreferAsExchanged(const Graph& host);
  std::uint32_t DueList() const { return sent_list == stages ? 0 : sent_list + 1; }
  Block& BlockOf(std::uint32_t node) { return blocks[block_of_word[node / 64]]; }
};

// Interface of observers of the model's state.
class Observer {
 public:
  virtual ~Observer() = default;
  // Called before each Step with the state at the start of the cycle. Actions of local ports in it
  // show only in the next.
  virtual void See(const Network& network) = 0;
};

// Interface that carries flits and credits from one slab of a network to another.
class Border {
 public:
  virtual ~Border() = default;
  // `leaving`: values for the halo in this cycle, by nodes of the halo. `crossings`: flits that
  // crossed links of this slab in it, including those that leave. Arrivals are put into `coming`,
  // by nodes of the slab.
  virtual void Cross(const std::vector<const OnLinks*>& leaving, std::size_t crossings,
                     OnLinks& coming) = 0;
};

}  // namespace toroid::model
