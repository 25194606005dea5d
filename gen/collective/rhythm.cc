// Idea: if q trees share a link, each of them has it for one chunk in a period of q chunks. So it
// is enough to find when the first chunk of each tree goes over each of its links, such that no two
// of them meet modulo the period; all further chunks do the same, a period later each. Then the
// busiest link is never idle, and a chunk waits only until its turn comes.
//
// The first chunks are followed in the order of time, up all trees and down again. Leaves begin as
// late as the deepest one of their tree allows. The messages of a link must begin whole chunks
// apart, or what is left between them is lost. So a chunk takes whole halves of its length from
// link to link: mostly three. If neighbours have different colours (on meshes and on tori of even
// lengths) and all roots have the same, or begin a step later, then the links from nodes of one
// colour begin at even halves, the others at odd ones. Some tries take whole lengths instead. With
// one port the turns come first.
//
// A try is followed by another, in which messages that have waited on the longest way are served
// earlier ("squeaky wheels": Joslin and Clements, JAIR 10, 1999).
//
// Example: one tree on a line of 3, chunks of 4, K = 2: the ends send in cycles 0, 4, 8, ..., the
// middle sends the sums back in cycles 6, 10, 14, ...
#include "gen/collective/rhythm.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "gen/support/integers.h"
#include "gen/support/random.h"

namespace toroid {
namespace {

// What a tree's messages need to know of it.
struct TreeShape {
  std::uint32_t root = 0;
  std::vector<int> depths, heights;  // by node; a leaf's height is 0
  std::vector<std::vector<std::uint32_t>> children;
  int deepest = 0;
};

TreeShape ShapeOf(const SpanningTree& tree) {
  TreeShape shape{.root = tree.parent[tree.order.front()],
                  .depths = DepthsOf(tree),
                  .heights = std::vector<int>(tree.parent.size(), 0),
                  .children = std::vector<std::vector<std::uint32_t>>(tree.parent.size())};
  for (std::size_t i = tree.order.size(); i-- > 0;) {
    const std::uint32_t node = tree.order[i];
    int& height = shape.heights[tree.parent[node]];
    height = std::max(height, shape.heights[node] + 1);
    shape.children[tree.parent[node]].push_back(node);
  }
  shape.deepest = std::ranges::max(shape.depths);
  return shape;
}

// A tree's first chunk, over the link above a node.
struct Beat {
  std::size_t tree = 0;
  std::uint32_t node = 0;
  bool down = false;
};

class RhythmMaker {
 public:
  RhythmMaker(const std::vector<SpanningTree>& trees, std::int64_t flits, const Graph& host,
              Ports ports, const Timing& timing)
      : trees_(trees),
        host_(host),
        ports_(ports),
        length_(timing.Length(flits)),
        interface_(timing.interface),
        bonus_(SizeOf(trees.size(), host.size(), 2U), 0),
        waited_(bonus_.size(), 0),
        turn_(bonus_.size(), 0) {
    for (const SpanningTree& tree : trees) shapes_.push_back(ShapeOf(tree));
    CountTurns();
  }

  Rhythm Make(int tries) {
    std::optional<Rhythm> best;
    if (most_turns_ == 1) tries = 1;
    for (Cycle period = most_turns_ * length_; !best; period += CeilDiv(length_, Cycle{4})) {
      for (int i = 0; i < tries; ++i) {
        auto rhythm = Try(period, static_cast<std::uint64_t>(i));
        if (rhythm && (!best || rhythm->first_end < best->first_end)) best = std::move(rhythm);
      }
    }
    return std::move(*best);
  }

 private:
  // A beat whose chunk is there.
  struct Waiting {
    Beat beat;
    Cycle ready = 0;
    Cycle urgent = 0;          // ready, less what it gets for having waited
    int left = 0;              // links from here to the end of the longest way
    std::uint64_t chance = 0;  // decides between equal ones
    // Those that come later are less.
    bool operator<(const Waiting& other) const {
      return std::tuple(-urgent, left, chance) <
             std::tuple(-other.urgent, other.left, other.chance);
    }
  };
  struct Attempt {
    Attempt(std::size_t all_links, Cycle period, Cycle length) : links(all_links, period, length) {}

    std::uint64_t number = 0;
    Rhythm rhythm;
    LinkTurns links;
    std::priority_queue<Waiting> waiting;
    std::vector<std::size_t> missing;  // by tree and node: children whose chunk is still to come
    std::vector<Cycle> ready;          // by tree and node: when what has come is there
  };

  std::size_t PlaceOf(std::size_t tree, std::uint32_t node) const {
    return tree * host_.size() + node;
  }
  std::size_t PlaceOf(const Beat& beat) const {
    return 2 * PlaceOf(beat.tree, beat.node) + (beat.down ? 1 : 0);
  }
  PortUse UseOf(const Beat& beat) const {
    const std::uint32_t parent = trees_[beat.tree].parent[beat.node];
    return beat.down ? PortUse{parent, beat.node} : PortUse{beat.node, parent};
  }
  std::size_t LinkOf(const Beat& beat) const {
    const auto [from, to] = UseOf(beat);
    return host_.LinkIndex(LinkBetween(host_, NodeId{from}, NodeId{to}));
  }

  std::vector<Beat> Beats() const {
    std::vector<Beat> beats;
    for (std::size_t t = 0; t < trees_.size(); ++t)
      for (const std::uint32_t node : trees_[t].order)
        for (const bool down : {false, true}) beats.push_back({t, node, down});
    return beats;
  }

  // How many messages the busiest link has in a period, or the busiest port; the turns of ports.
  void CountTurns() {
    const std::vector<Beat> beats = Beats();
    if (ports_ == Ports::kAll) {
      std::vector<Cycle> loads(host_.LinkIndexBound(), 0);
      for (const Beat& beat : beats) ++loads[LinkOf(beat)];
      most_turns_ = std::ranges::max(loads);
      return;
    }
    std::vector<PortUse> uses;
    for (const Beat& beat : beats) uses.push_back(UseOf(beat));
    const std::vector<std::uint32_t> turns = TurnsOfPorts(uses, host_.size());
    for (std::size_t i = 0; i < beats.size(); ++i) turn_[PlaceOf(beats[i])] = turns[i];
    most_turns_ = std::ranges::max(turns) + Cycle{1};
  }

  // Steps that the tree begins later.
  int DelayOf(std::size_t t, std::uint64_t number) const {
    if (number == 0) return 0;
    if (number % 4 == 2) return static_cast<int>(Mix(number, t) % 2);
    int colour = shapes_[t].deepest;
    for (int a = 0; a < host_.axes(); ++a)
      colour += host_.Coordinate(NodeId{shapes_[t].root}, Axis{a});
    return colour % 2;
  }

  // Whole halves of a chunk, in some tries whole ones, if links are shared.
  Cycle StepOf(std::uint64_t number) const {
    const Cycle least = length_ + interface_;
    if (ports_ == Ports::kOne || most_turns_ == 1) return least;
    const bool halves = length_ % 2 == 0 && number % 4 < 3;
    const Cycle grid = halves ? length_ / 2 : length_;
    return CeilDiv(least, grid) * grid;
  }

  Attempt Begin(Cycle period, std::uint64_t number) const {
    Attempt attempt(ports_ == Ports::kAll ? host_.LinkIndexBound() : 0, period, length_);
    attempt.number = number;
    attempt.rhythm.nodes = host_.size();
    attempt.rhythm.period = period;
    attempt.rhythm.cycles.assign(bonus_.size(), 0);
    attempt.ready.assign(SizeOf(trees_.size(), host_.size()), 0);
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      const TreeShape& shape = shapes_[t];
      for (const auto& children : shape.children) attempt.missing.push_back(children.size());
      const int delay = DelayOf(t, number) + shape.deepest;
      for (const std::uint32_t node : trees_[t].order)
        if (shape.children[node].empty())
          Wait(attempt, {t, node, false}, (delay - shape.depths[node]) * step_);
    }
    return attempt;
  }

  void Wait(Attempt& attempt, const Beat& beat, Cycle ready) const {
    const TreeShape& shape = shapes_[beat.tree];
    const int left = beat.down ? shape.heights[beat.node] : shape.depths[beat.node] + shape.deepest;
    attempt.waiting.push({.beat = beat,
                          .ready = ready,
                          .urgent = ready - bonus_[PlaceOf(beat)],
                          .left = left,
                          .chance = Mix(attempt.number, PlaceOf(beat))});
  }

  std::optional<Rhythm> Try(Cycle period, std::uint64_t number) {
    step_ = StepOf(number);
    Attempt attempt = Begin(period, number);
    Rhythm& rhythm = attempt.rhythm;
    while (!attempt.waiting.empty()) {
      const auto [beat, ready, urgent, left, chance] = attempt.waiting.top();
      attempt.waiting.pop();
      const auto cycle = Take(attempt, beat, ready);
      if (!cycle) return std::nullopt;
      rhythm.cycles[PlaceOf(beat)] = *cycle;
      rhythm.first_end = std::max(rhythm.first_end, *cycle + length_ + interface_);
      waited_[PlaceOf(beat)] = *cycle - ready;
      Arrive(attempt, beat, *cycle + step_);
    }
    for (std::size_t t = 0; t < trees_.size(); ++t) Prefer(rhythm, t);
    return std::move(rhythm);
  }

  std::optional<Cycle> Take(Attempt& attempt, const Beat& beat, Cycle ready) const {
    if (ports_ == Ports::kAll) return attempt.links.Take(LinkOf(beat), ready);
    const Cycle turn = turn_[PlaceOf(beat)] * length_;
    const Cycle period = attempt.rhythm.period;
    return ready + ((turn - ready) % period + period) % period;
  }

  // What comes after a beat: that of the parent once all of its children have sent, or those of the
  // children of a node that has the sum.
  void Arrive(Attempt& attempt, const Beat& beat, Cycle end) const {
    const TreeShape& shape = shapes_[beat.tree];
    const std::uint32_t at = UseOf(beat).to;
    const std::size_t place = PlaceOf(beat.tree, at);
    attempt.ready[place] = std::max(attempt.ready[place], end);
    if (!beat.down && --attempt.missing[place] > 0) return;
    if (!beat.down && at != shape.root)
      return Wait(attempt, {beat.tree, at, false}, attempt.ready[place]);
    for (const std::uint32_t child : shape.children[at])
      Wait(attempt, {beat.tree, child, true}, attempt.ready[place]);
  }

  // Beats that have waited on a way that ends last get a bonus for the next try.
  void Prefer(const Rhythm& rhythm, std::size_t t) {
    const TreeShape& shape = shapes_[t];
    const auto prefer = [&](std::uint32_t node, bool down) {
      const std::size_t place = PlaceOf(Beat{t, node, down});
      if (waited_[place] > 0) bonus_[place] += step_;
    };
    for (const std::uint32_t last : trees_[t].order) {
      if (rhythm.At(t, last, true) + length_ + interface_ < rhythm.first_end) continue;
      for (std::uint32_t n = last; n != shape.root; n = trees_[t].parent[n]) prefer(n, true);
      for (std::uint32_t n = shape.root; !shape.children[n].empty();) {
        n = *std::ranges::max_element(
            shape.children[n], {}, [&](std::uint32_t child) { return rhythm.At(t, child, false); });
        prefer(n, false);
      }
    }
  }

  const std::vector<SpanningTree>& trees_;
  const Graph& host_;
  Ports ports_;
  Cycle length_;
  Cycle interface_;
  Cycle step_ = 0;                   // cycles from the offer of a chunk to that of the next link
  std::vector<TreeShape> shapes_;    // by tree
  std::vector<Cycle> bonus_;         // by tree, node and direction
  std::vector<Cycle> waited_;        // likewise, in the last try
  std::vector<std::uint32_t> turn_;  // likewise, with one port
  Cycle most_turns_ = 1;             // in a period
};

}  // namespace

Rhythm RhythmOf(const std::vector<SpanningTree>& trees, std::int64_t flits, const Graph& host,
                Ports ports, const Timing& timing, int tries) {
  return RhythmMaker(trees, flits, host, ports, timing).Make(tries);
}

}  // namespace toroid
