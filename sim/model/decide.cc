// Idea: the first phase of a cycle has two equivalent implementations. Where few nodes of a row
// have a flit waiting, each node is decided separately, its sources and contenders as bits of
// words. Otherwise each step is done for all 64 nodes of the row at once, as bytes side by side
// (rows.h), at the same cost for idle and busy nodes.
//
// In both, a flit's request and an available target are numbers that are equal where the request is
// feasible: a target, with kBody where its lock is closed.
//
// A network with copies is decided node by node: a copied flit contends for several outputs at
// once.
//
// Source: docs/spec/router.md, section 5, and docs/spec/copies.md, section 3; the rules are named
// where they are carried out.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim/model/network.h"

namespace toroid::model {
namespace {

static_assert(kRow == 64, "the nodes of a row are the bits of a word");

// Decides one row of nodes.
class RowDecision {
 public:
  RowDecision(const Network& net, std::uint32_t row)
      : net_(net), row_(row), wanted_(net.wanted.RowAt(row)) {
    OpenGates();
    ChooseCandidates();
  }

  template <bool kThroughFirst>
  void Grant(Arbiters& arbiters, std::vector<Move>& decided) {
    const std::vector<Output>& outputs = net_.contenders.outputs();
    for (std::uint32_t o = 0; o < outputs.size(); ++o)
      GrantOutput<kThroughFirst>(o, outputs[o], Serves(outputs[o]), arbiters, decided);
  }

 private:
  static constexpr std::uint32_t kMost = 64;  // sources, as many as targets; inputs are fewer

  Row Wanted(std::uint32_t source) const { return Row::Load(wanted_ + source * kRow); }

  // R5.2: the request that each target accepts, in the terms of sources: a head where the lock is
  // free, else the body of the packet that holds it. Where there is no room, 255, which no flit
  // requests.
  void OpenGates() {
    const Byte* room = net_.room.RowAt(row_);
    const Byte* locked = net_.locked.RowAt(row_);
    for (std::uint32_t t = 0; t < net_.source_bound; ++t) {
      const Row full = Equal(Row::Load(room + t * kRow), Row(0));
      gates_[t] = full | (Row::Load(locked + t * kRow) + Row(t));
    }
  }

  Row Feasible(std::uint32_t source) const {
    const Row wanted = Wanted(source);
    Row feasible(0);
    for (const std::uint32_t target : net_.contenders.RequestsOf(source))
      feasible = feasible | Equal(wanted, gates_[target]);
    return feasible;
  }

  // R5.3: each input's candidate: its target, and its channel.
  void ChooseCandidates() {
    const std::vector<Input>& inputs = net_.contenders.inputs();
    const Byte* preferred = net_.preferred.RowAt(row_);
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      const Input& input = inputs[i];
      const Row zero = Feasible(input.source);
      Row put_up = Wanted(input.source) | ~zero;
      Row one(0);
      if (input.channels == 2) {
        one = Feasible(input.source + 1) & (Row::Load(preferred + input.source * kRow) | ~zero);
        put_up = Either(one, Wanted(input.source + 1), put_up);
      }
      one.Store(from_one_[i]);
      (put_up & Row(255 - kBody)).Store(asked_[i]);
    }
  }

  // R5.4: the nodes at which an input requests an output.
  Row Asks(std::uint32_t input, const Output& output) const {
    const Row asked = Row::Load(asked_[input]);
    const Row asks = Equal(asked, Row(output.target));
    return output.channels == 2 ? asks | Equal(asked, Row(output.target + 1)) : asks;
  }

  // The nodes at which anything requests the target of an output with one channel.
  Row Requested(std::uint32_t target) const {
    Row requested(0);
    for (std::uint32_t i = 0; i < net_.contenders.inputs().size(); ++i)
      requested = requested | Equal(Row::Load(asked_[i]), Row(target));
    return requested;
  }

  // The nodes at which the output's arbiter may grant. By tables a link serves the channel that it
  // prefers, or the one that alone is requested (DG7.6).
  Row Serves(const Output& output) const {
    if (!net_.routes.by_tables() || !output.is_link) return ~Row(0);
    const bool one = (output.target & 1) != 0;
    const Row prefers_one = Row::Load(net_.leading.RowAt(row_) + (output.target & ~1U) * kRow);
    return ~Requested(output.target ^ 1) | (one ? prefers_one : ~prefers_one);
  }

  // R5.5 and R5.6, at the nodes of `serves`.
  template <bool kThroughFirst>
  void GrantOutput(std::uint32_t o, const Output& output, const Row& serves, Arbiters& arbiters,
                   std::vector<Move>& decided) {
    Byte* pointer = arbiters.pointer.RowAt(row_) + o * kRow;
    Byte* guard = arbiters.guard.RowAt(row_) + o * kRow;
    ArbiterRow state{Row::Load(pointer), Row::Load(guard)};
    Contest contest(state);
    if (output.is_link) contest.OfferStraight(Asks(output.straight, output) & serves);
    for (const Contender& contender : output.turning)
      contest.Offer(contender.position, Asks(contender.input, output) & serves);
    const std::uint64_t nodes = Bits(contest.Contended());
    if (nodes == 0) return;
    Byte granted[kRow];
    contest.Grant<kThroughFirst>().Store(granted);
    state.pointer.Store(pointer);
    state.guard.Store(guard);
    List(output, nodes, granted, decided);
  }

  void List(const Output& output, std::uint64_t nodes, const Byte* granted,
            std::vector<Move>& decided) const {
    const auto first = static_cast<std::uint32_t>(net_.QueueIndex(row_ * kRow, 0));
    const Input* inputs = net_.contenders.inputs().data();
    for (; nodes != 0; nodes &= nodes - 1) {
      const std::uint32_t i = Lowest(nodes);
      const std::uint32_t input = output.input_at[granted[i]];
      const std::uint32_t source = inputs[input].source + (from_one_[input][i] & 1U);
      const std::uint32_t target = asked_[input][i];
      decided.push_back({row_ * kRow + i, static_cast<std::uint16_t>(source),
                         static_cast<std::uint16_t>(target), first + source * kRow + i,
                         first + target * kRow + i});
    }
  }

  const Network& net_;
  std::uint32_t row_;
  const Byte* wanted_;
  Row gates_[kMost];
  Byte asked_[kMost][kRow];
  Byte from_one_[kMost][kRow];
};

// Decides one node. `kCopies`: flits may be copied.
template <bool kCopies>
class NodeDecision {
 public:
  NodeDecision(const Network& net, Arbiters& arbiters, std::vector<Move>& decided)
      : net_(net),
        arbiters_(arbiters),
        decided_(decided),
        outputs_(static_cast<std::uint32_t>(net.contenders.outputs().size())) {
    std::fill_n(contenders_, outputs_, 0);
  }

  template <bool kThroughFirst>
  void Decide(std::uint32_t n) {
    const std::size_t queues = net_.QueueIndex(n, 0);
    const std::uint64_t candidates = Candidates(n, queues);
    if (candidates == 0) return;
    // the usual case: no choice, but the arbiter's state changes
    if ((candidates & (candidates - 1)) == 0 && !IsCopied(queues, Lowest(candidates)))
      return DecideAlone<kThroughFirst>(n, queues, Lowest(candidates));
    std::uint64_t outputs = 0;
    for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
      const std::uint32_t source = Lowest(rest);
      if (!IsCopied(queues, source)) {
        outputs |= Offer(source, Wanted(queues, source) & ~kBody);
        continue;
      }
      for (std::uint64_t targets = open_[source]; targets != 0; targets &= targets - 1)
        outputs |= Offer(source, Lowest(targets));
    }
    if (net_.routes.by_tables()) outputs = Served(outputs, queues);
    for (; outputs != 0; outputs &= outputs - 1) {
      const std::uint32_t output = Lowest(outputs);
      const std::uint32_t contenders = std::exchange(contenders_[output], 0);
      const std::uint32_t granted = Grant<kThroughFirst>(n, output, contenders);
      const std::uint32_t source = offered_[output][granted];
      List(n, queues, source, TargetAt(output, queues, source));
    }
  }

 private:
  bool IsCopied(std::size_t queues, std::uint32_t source) const {
    return kCopies && Wanted(queues, source) == kCopied;
  }

  // Returns the output's bit.
  std::uint64_t Offer(std::uint32_t source, std::uint32_t target) {
    const Bid bid = net_.contenders.BidOf(source, target);
    contenders_[bid.output] |= 1U << bid.position;
    offered_[bid.output][bid.position] = static_cast<std::uint8_t>(source);
    return Bit(bid.output);
  }

  // What a source that contends for the output requests there.
  std::uint32_t TargetAt(std::uint32_t output, std::size_t queues, std::uint32_t source) const {
    if (!IsCopied(queues, source)) return Wanted(queues, source) & ~kBody;
    const Output& to = net_.contenders.outputs()[output];
    return Lowest(open_[source] >> to.target << to.target);
  }

  // DG7.6: of two requested channels of a link the preferred one.
  std::uint64_t Served(std::uint64_t outputs, std::size_t queues) {
    for (std::uint64_t both = outputs & outputs >> 1 & net_.paired; both != 0; both &= both - 1) {
      const std::uint32_t target = Lowest(both);
      const bool prefers_one = net_.leading.data()[queues + target * kRow] != 0;
      const std::uint32_t waits = target + (prefers_one ? 0 : 1);
      outputs &= ~Bit(waits);
      contenders_[waits] = 0;
    }
    return outputs;
  }

  std::uint32_t Wanted(std::size_t queues, std::uint32_t source) const {
    return net_.wanted.data()[queues + source * kRow];
  }

  // R5.2.
  std::uint64_t Feasible(std::uint32_t n, std::size_t queues) {
    const Byte* room = net_.room.data() + queues;
    const Byte* locked = net_.locked.data() + queues;
    std::uint64_t feasible = 0;
    for (std::uint64_t rest = net_.occupied[n]; rest != 0; rest &= rest - 1) {
      const std::uint32_t source = Lowest(rest);
      const std::uint32_t wanted = Wanted(queues, source);
      if (kCopies && wanted == kCopied) {
        open_[source] = Open(room, locked, net_.copying[queues + source * kRow]);
        feasible |= std::uint64_t{open_[source] != 0} << source;  // BC3.3
        continue;
      }
      const std::uint32_t target = wanted & ~kBody;
      const bool open = target + locked[target * kRow] == wanted;
      const bool full = room[target * kRow] == 0;
      feasible |= static_cast<std::uint64_t>(open & !full) << source;
    }
    return feasible;
  }

  // BC3.2: those of the targets that accept a head.
  static std::uint64_t Open(const Byte* room, const Byte* locked, std::uint64_t targets) {
    std::uint64_t open = 0;
    for (; targets != 0; targets &= targets - 1) {
      const std::uint32_t target = Lowest(targets);
      const bool accepts = room[target * kRow] > 0 && locked[target * kRow] == 0;
      open |= std::uint64_t{accepts} << target;
    }
    return open;
  }

  // R5.3.
  std::uint64_t Candidates(std::uint32_t n, std::size_t queues) {
    std::uint64_t candidates = Feasible(n, queues);
    for (std::uint64_t both = candidates & candidates >> 1 & net_.paired; both != 0;
         both &= both - 1) {
      const std::uint32_t source = Lowest(both);
      const bool prefers_one = net_.preferred.data()[queues + source * kRow] != 0;
      candidates &= ~Bit(source + (prefers_one ? 0 : 1));
    }
    return candidates;
  }

  // R5.5 and R5.6. Position 0 never contends for an ejector, so both are R5.5 there.
  template <bool kThroughFirst>
  std::uint32_t Grant(std::uint32_t n, std::uint32_t output, std::uint32_t contenders) {
    const std::size_t i = ByteTable::Index(outputs_, n, output);
    Byte& pointer = arbiters_.pointer.data()[i];
    Byte& guard = arbiters_.guard.data()[i];
    ArbiterState state{pointer, guard};
    const std::uint32_t granted =
        kThroughFirst ? GrantThroughFirst(state, contenders) : GrantRoundRobin(state, contenders);
    pointer = state.pointer;
    guard = state.guard;
    return granted;
  }

  template <bool kThroughFirst>
  void DecideAlone(std::uint32_t n, std::size_t queues, std::uint32_t source) {
    const std::uint32_t target = Wanted(queues, source) & ~kBody;
    const Bid bid = net_.contenders.BidOf(source, target);
    Grant<kThroughFirst>(n, bid.output, 1U << bid.position);
    List(n, queues, source, target);
  }

  void List(std::uint32_t n, std::size_t queues, std::uint32_t source, std::uint32_t target) {
    decided_.push_back({n, static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(target),
                        static_cast<std::uint32_t>(queues) + source * kRow,
                        static_cast<std::uint32_t>(queues) + target * kRow});
  }

  const Network& net_;
  Arbiters& arbiters_;
  std::vector<Move>& decided_;
  std::uint32_t outputs_;
  // by output: positions; empty between nodes
  std::uint32_t contenders_[64];
  // by output and position: the source; meaningful where contenders_ has the bit
  std::uint8_t offered_[64][Contest::kPositions];
  // by source whose oldest flit is copied: its feasible requests, targets as bits
  std::uint64_t open_[64];
};

template <bool kThroughFirst, bool kCopies>
void DecideRows(const Network& net, const Block& block, Arbiters& arbiters,
                std::vector<Move>& decided, int few) {
  NodeDecision<kCopies> node(net, arbiters, decided);
  for (std::uint32_t row = block.range.begin / kRow; row * kRow < block.range.end; ++row) {
    if (kCopies || std::popcount(net.active.words()[row]) < few) {
      net.active.ForEachOfWords(row, row + 1,
                                [&](std::uint32_t n) { node.template Decide<kThroughFirst>(n); });
    } else {
      RowDecision(net, row).Grant<kThroughFirst>(arbiters, decided);
    }
  }
}

}  // namespace

// Reads the state and changes only the arbiters; the order of nodes does not matter.
void Network::Decide(const Block& block, Arbiters& arbiters_of_all, std::vector<Move>& decided,
                     int few) const {
  decided.clear();
  const bool through_first = arbiter == Arbiter::kThroughFirst;
  const auto decide = copies ? through_first ? DecideRows<true, true> : DecideRows<false, true>
                      : through_first ? DecideRows<true, false>
                                      : DecideRows<false, false>;
  decide(*this, block, arbiters_of_all, decided, few);
}

}  // namespace toroid::model
