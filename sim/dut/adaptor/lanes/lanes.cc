// Engine "lanes": the netlist of one node, computed for 64 or more nodes at once. Each wire is a
// word with a bit for every node. `lanes_node.h` is that netlist, written for each network by
// sim/lanes; this file is the network around it.
//
// Node n is lane n % kLanes of block n / kLanes. Each cycle first moves the values of the links
// (lanes_wiring.h), then gives every block one clock edge, in any order. Each thread has a share of
// the blocks: first it reads the outputs of all blocks and writes inputs of its own, then it
// touches its own blocks only.
//
// Scheduled routers eject a flit in the cycle in which it is on a link. Their links' values are
// therefore moved at the end of a step, for the cycle that begins, and passed on to the sinks.
#include <algorithm>
#include <bit>
#include <vector>

#include "dut_abi.h"
#include "lanes_block.h"
#include "lanes_border.h"
#include "lanes_locals.h"
#include "lanes_node.h"
#include "lanes_payload.h"
#include "lanes_values.h"
#include "lanes_wiring.h"

namespace {

using namespace toroid_dut;

static_assert(std::endian::native == std::endian::little);  // payloads are copied as bytes
static_assert(kPayloadBits % 8 == 0);

constexpr unsigned kSideWords = (kSideBits + 31) / 32;
constexpr unsigned kErrorBits = kScheduled ? 1 : kLocalPorts;  // per node
constexpr int kResetCycles = 4;

class Lanes : public ToroidDut {
 public:
  explicit Lanes(const ToroidDutShape& shape)
      : shape_(shape),
        wiring_(shape),
        border_(shape),
        blocks_(wiring_.blocks()),
        locals_(shape.nodes, blocks_.size()),
        ready_(blocks_.size() * kLanes),
        valid_(blocks_.size() * kLanes),
        error_(blocks_.size() * kLanes),
        busy_(blocks_.size() * kLanes),
        faults_(kScheduled ? blocks_.size() * kLanes : 0),
        released_(kBarrierBits > 0 ? blocks_.size() * kLanes : 0),
        loaded_(kBroadcastBits > 0 ? blocks_.size() * kLanes : 0),
        sends_(blocks_.size() * kLanes),
        credits_(blocks_.size() * kLanes),
        crossed_(kLinkPorts * blocks_.size()),
        last_sides_(crossed_.size() * kSideBits),
        comes_(blocks_.size()),
        awake_(blocks_.size(), 1),
        shares_(std::min<std::size_t>(shape.parts, blocks_.size())),
        holds_guest_(blocks_.size() * kLanes),
        logical_(shape.nodes),
        tables_(blocks_.size() * kLanes),
        entries_(kTables ? shape.nodes : 0),
        counters_(kCounters ? shape.nodes : 0) {
    for (std::uint32_t n = 0; n < shape.nodes; ++n) PlaceNode(n);
    for (std::size_t i = 0; i < blocks_.size(); ++i) Reset(i);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      ReadPlaces(i);
      if (kScheduled) Pass(i);
      ReadLocals(i);
    }
  }

  // Runs one cycle: records link values, carries them to the neighbours, offers the testbench's
  // beats, and clocks the blocks that are awake. A block sleeps if none of its nodes is busy or
  // receives anything (R8.2, N6.4).
  void Step(const ToroidDutCycle& cycle, ToroidDutResult* result) override {
    for (Share& share : shares_) share.Clear();
    ForBlocks([&](std::size_t i, Share& share) {
      LookAtLinks(i, cycle.record != 0, share);
      if (!kScheduled) comes_[i] = wiring_.Connect(i, blocks_[i]);
      awake_[i] = !shape_.skip_idle || starts_ || arrives_ || makes_tables_ || comes_[i] ||
                  Holds(blocks_[i], kBusy[0][0]);
      SetAll(blocks_[i], kStart[0][0], starts_);
      SetAll(blocks_[i], kArrive[0][0], arrives_);
      SetAll(blocks_[i], kTableStart[0][0], makes_tables_);
    });
    starts_ = false;
    arrives_ = false;
    makes_tables_ = false;
    locals_.Drive(cycle, blocks_, awake_);
    ForBlocks([&](std::size_t i, Share& share) {
      if (awake_[i]) ClockBlock(i, share);
      if (cycle.injections > 0 || cycle.acceptances > 0) Locals::Release(blocks_[i]);
      if (!kScheduled) ReadLocals(i);
    });
    if (kScheduled) PassAll();
    for (std::size_t p = 1; p < shares_.size(); ++p) shares_[0].Add(shares_[p]);
    if (running_) running_ = now_++ != shape_.last_send;
    border_.List(wiring_);
    const Share& all = shares_[0];
    *result = {all.crossings, all.hops.data(), all.flits.data(),
               static_cast<std::uint32_t>(all.hops.size()), all.evaluated};
  }

  ToroidDutCrossing Leaving() const override { return border_.shown(); }
  void Come(const ToroidDutCrossing& shown) override { border_.Put(wiring_, shown); }

  void Wires(ToroidDutWires* wires) const override {
    *wires = {.s_ready = ready_.data(),
              .m_valid = valid_.data(),
              .error = error_.data(),
              .busy = busy_.data(),
              .sends = sends_.data(),
              .credits = credits_.data(),
              .holds_guest = holds_guest_.data(),
              .logical = logical_.data(),
              .faults = kScheduled ? faults_.data() : nullptr,
              .released = released_.data(),
              .loaded = loaded_.data(),
              .tables = tables_.data(),
              .payload_words = kPayloadWords,
              .flit_words = kFlitWords};
    locals_.PutInto(wires);
  }

  // Gathers the bits one by one, as it is called only when a run has stopped.
  const std::uint32_t* LastSides(std::uint32_t link) override {
    const std::uint32_t node = link / kLinkPorts;
    const unsigned p = link % kLinkPorts;
    const auto bit_of = [&](const std::vector<V>& rows, std::size_t row) -> std::uint32_t {
      return GetLane(&rows[row * blocks_.size() + node / kLanes], node % kLanes);
    };
    if (bit_of(crossed_, p) == 0) return nullptr;
    std::fill_n(last_, kSideWords, 0);
    for (unsigned bit = 0; bit < kSideBits; ++bit)
      last_[bit / 32] |= bit_of(last_sides_, p * kSideBits + bit) << bit % 32;
    return last_;
  }

  void Pulse(ToroidPulse pulse) override {
    if (pulse == ToroidPulse::kArrive) arrives_ = kBarrierBits > 0;
    if (pulse == ToroidPulse::kMakeTables) makes_tables_ = kTables;
    if (pulse != ToroidPulse::kStart) return;
    starts_ = kRelay || kScheduled;
    running_ = kMessages > 0 && !kScheduled;
    now_ = 0;
  }

  // Runs a cycle before cycle 0, with only the host's words on the links.
  void Load(bool valid, bool last, std::uint32_t word) override {
    for (std::size_t i = 0; i < blocks_.size(); ++i) wiring_.ConnectBroadcast(i, blocks_[i]);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      SetAll(blocks_[i], kHostValid[0][0], valid);
      SetAll(blocks_[i], kHostLast[0][0], last);
      SetNumber(blocks_[i], kHostWord[0], word);
      ClockBlock(i, shares_[0]);
      ReadPlaces(i);
      ReadLocals(i);
    }
  }

  const ToroidDutEntry* Entries(std::uint32_t entry, std::uint32_t rank) override {
    if (!kTables) return nullptr;
    for (std::size_t i = 0; i < blocks_.size(); ++i) AskTables(i, entry, rank);
    return entries_.data();
  }

  const std::uint32_t* Counters(std::uint32_t select) override {
    if (!kCounters) return nullptr;
    for (std::size_t i = 0; i < blocks_.size(); ++i) AskCounters(i, select);
    return counters_.data();
  }

  ToroidDutList Sending() override {
    sending_.clear();
    for (std::size_t i = 0; kMessages > 0 && i < blocks_.size(); ++i) {
      if (kScheduled)
        AskScheduled(i);
      else
        AskBlock(i);
      ListSending(i);
    }
    return {sending_.data(), static_cast<std::uint32_t>(sending_.size())};
  }

 private:
  // Results of a cycle for one share of the blocks.
  struct Share {
    std::vector<ToroidDutHop> hops;
    std::vector<std::uint32_t> flits;
    std::uint64_t crossings = 0;
    std::uint64_t evaluated = 0;

    void Clear() { hops.clear(), flits.clear(), crossings = evaluated = 0; }
    // Appends the share behind this one.
    void Add(const Share& next) {
      hops.insert(hops.end(), next.hops.begin(), next.hops.end());
      flits.insert(flits.end(), next.flits.begin(), next.flits.end());
      crossings += next.crossings;
      evaluated += next.evaluated;
    }
  };

  // Calls work(block, its share) for all blocks; different shares run in parallel.
  template <class Work>
  void ForBlocks(const Work& work) {
    const auto of_share = [&](std::size_t p) {
      const std::size_t end = blocks_.size() * (p + 1) / shares_.size();
      for (std::size_t i = blocks_.size() * p / shares_.size(); i < end; ++i) work(i, shares_[p]);
    };
    if (shares_.size() == 1) return of_share(0);
    using OfShare = decltype(of_share);
    struct Context {
      const OfShare& of_share;
      std::size_t parts;
    } context{of_share, shares_.size()};
    shape_.run(
        shape_.team,
        [](void* all, std::uint32_t p) {
          const auto& [work_of, parts] = *static_cast<const Context*>(all);
          if (p < parts) work_of(p);
        },
        &context);
  }

  void ClockBlock(std::size_t i, Share& share) {
    const Place place = wiring_.PlaceOf(i);
    Clock(blocks_[i], place);
    Settle(blocks_[i], place);
    share.evaluated += std::min<std::uint64_t>(kLanes, shape_.nodes - i * kLanes);
  }

  // ---- before cycle 0

  // Sets a node's coordinates and base, bit by bit in its lane. They never change.
  void PlaceNode(std::uint32_t n) {
    Block& block = blocks_[n / kLanes];
    for (unsigned bit = 0; bit < std::size(kCoordinates[0]); ++bit)
      Set(block, kCoordinates[0][bit], n % kLanes, (shape_.addresses[n] >> bit & 1) != 0);
    for (unsigned bit = 0; bit < std::size(kBase[0]); ++bit)
      Set(block, kBase[0][bit], n % kLanes, (shape_.base >> bit & 1) != 0);
  }

  // Computes first the wires that depend on the place only; then runs the reset cycles and one
  // cycle without reset.
  void Reset(std::size_t i) {
    Block& block = blocks_[i];
    const Place place = wiring_.PlaceOf(i);
    SetAll(block, kReset[0][0], true);
    Once(block, place);
    Settle(block, place);
    for (int cycle = 0; cycle <= kResetCycles; ++cycle) {
      SetAll(block, kReset[0][0], cycle < kResetCycles);
      Clock(block, place);
      Settle(block, place);
    }
  }

  // Reads holds_guest and the guest address that a place in a partition implies.
  void ReadPlaces(std::size_t i) {
    const Block& block = blocks_[i];
    for (unsigned w = 0; w < kWords; ++w)
      holds_guest_.Put(i * kWords + w, [&](unsigned) {
        return Part(block, kHoldsGuest[0][0], w) & wiring_.Existing(i, w);
      });
    for (unsigned lane = 0; lane < kLanes && NodeOf(i, lane) < shape_.nodes; ++lane)
      logical_[NodeOf(i, lane)] = Number(block, kLogical[0], lane);
  }

  // ---- translation tables

  // Asks all lanes the same question.
  void AskTables(std::size_t i, std::uint32_t entry, std::uint32_t rank) {
    Block& block = blocks_[i];
    SetNumber(block, kTableEntry[0], entry);
    SetNumber(block, kTableRank[0], rank);
    Ask(block, wiring_.PlaceOf(i));
    for (unsigned lane = 0; lane < kLanes && NodeOf(i, lane) < shape_.nodes; ++lane)
      entries_[NodeOf(i, lane)] = {
          Number(block, kTableValid[0], lane), Number(block, kTableLogical[0], lane),
          Number(block, kTablePhysical[0], lane), Number(block, kTableNeighbourRank[0], lane)};
  }

  // ---- counters

  void AskCounters(std::size_t i, std::uint32_t select) {
    Block& block = blocks_[i];
    SetNumber(block, kCounterSelect[0], select);
    Ask(block, wiring_.PlaceOf(i));
    for (unsigned lane = 0; lane < kLanes && NodeOf(i, lane) < shape_.nodes; ++lane)
      counters_[NodeOf(i, lane)] = Number(block, kCounterValue[0], lane);
  }

  // ---- schedule units

  // Asks all lanes the same question.
  void AskBlock(std::size_t i) {
    Block& block = blocks_[i];
    SetAll(block, kRunning[0][0], running_);
    SetNumber(block, kNow[0], now_);
    Ask(block, wiring_.PlaceOf(i));
  }
  // A message may be due in the very cycle of the pulse.
  void AskScheduled(std::size_t i) {
    if (!starts_) return;
    SetAll(blocks_[i], kStart[0][0], true);
    toroid_dut::Pass(blocks_[i], wiring_.PlaceOf(i));
  }
  // Lanes beyond the last node answer too, and are masked out.
  void ListSending(std::size_t i) {
    const Block& block = blocks_[i];
    for (unsigned w = 0; w < kWords; ++w) {
      Word any = 0;
      for (unsigned j = 0; j < kMessages; ++j) any |= Part(block, kSend[0][j], w);
      any &= wiring_.Existing(i, w);
      for (; any != 0; any &= any - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(any));
        for (unsigned j = 0; j < kMessages; ++j)
          if ((Part(block, kSend[0][j], w) >> lane & 1) != 0)
            sending_.push_back(NodeOf(i, w * 64 + lane) * kMessages + j);
      }
    }
  }

  // ---- links

  // Shows a block of scheduled routers the values on their links, without a pulse, and passes
  // arriving flits to their sinks.
  void Pass(std::size_t i) {
    Block& block = blocks_[i];
    SetAll(block, kStart[0][0], false);
    SetAll(block, kArrive[0][0], false);
    comes_[i] = wiring_.Connect(i, block);
    if (awake_[i] || comes_[i]) toroid_dut::Pass(block, wiring_.PlaceOf(i));
  }
  void PassAll() {
    ForBlocks([&](std::size_t i, Share&) {
      Pass(i);
      ReadLocals(i);
    });
  }

  // Makes counts and bitmaps from whole words; takes flits apart only if they are recorded.
  void LookAtLinks(std::size_t i, bool record, Share& share) {
    V valid[kLinkPorts];
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      valid[p] = wiring_.Shown(i, p, 0) & wiring_.Existing(i);
      if (Any(valid[p])) KeepSides(i, p, valid[p]);
    }
    for (unsigned w = 0; w < kWords; ++w) {
      Word flits[kLinkPorts];
      Word any = 0;
      for (unsigned p = 0; p < kLinkPorts; ++p) {
        any |= flits[p] = Parts(&valid[p])[w];
        share.crossings += static_cast<unsigned>(std::popcount(flits[p]));
      }
      sends_.Put(i * kWords + w, [&](unsigned bit) {
        const Word upper = wiring_.Shown(i, bit / 2, kChannelWire, w);
        return flits[bit / 2] & (bit % 2 == 0 ? ~upper : upper);
      });
      credits_.Put(i * kWords + w, [&](unsigned bit) {
        return wiring_.Shown(i, bit / 2, kCreditWire + bit % 2, w) & wiring_.Existing(i, w);
      });
      if (record && any != 0) RecordHops(i, w, flits, any, share);
    }
  }
  // Stores the fields of each link's last flit; lanes without a flit keep theirs.
  void KeepSides(std::size_t i, unsigned p, const V& valid) {
    crossed_[p * blocks_.size() + i] |= valid;
    for (unsigned bit = 0; bit < kSideBits; ++bit) {
      V& last = last_sides_[(p * kSideBits + bit) * blocks_.size() + i];
      last = Pick(valid, wiring_.Shown(i, p, kSideWire + bit), last);
    }
  }
  // Lists hops by node and then by port, like the other engines.
  void RecordHops(std::size_t i, unsigned w, const Word* valid, Word any, Share& share) {
    Values<kSideBits> sides[kLinkPorts];
    std::size_t hop = share.hops.size();
    std::size_t count = 0;
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      if (valid[p] == 0) continue;
      sides[p].Read([&](unsigned bit) { return wiring_.Shown(i, p, kSideWire + bit, w); });
      count += static_cast<unsigned>(std::popcount(valid[p]));
    }
    share.hops.resize(hop + count);
    share.flits.resize((hop + count) * kFlitWords);
    for (; any != 0; any &= any - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(any));
      for (unsigned p = 0; p < kLinkPorts; ++p) {
        if ((valid[p] >> lane & 1) == 0) continue;
        const bool channel = (wiring_.Shown(i, p, kChannelWire, w) >> lane & 1) != 0;
        PutHop(share, hop++, NodeOf(i, w * 64 + lane), p, channel, sides[p], lane);
      }
    }
  }
  void PutHop(Share& share, std::size_t hop, std::uint32_t node, unsigned port, bool channel,
              const Values<kSideBits>& sides, unsigned lane) {
    share.hops[hop] = {node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(channel),
                       0};
    auto* bytes = reinterpret_cast<unsigned char*>(&share.flits[hop * kFlitWords]);
    std::memcpy(bytes, wiring_.ShownPayload(port, node), kPayloadBits / 8);
    for (unsigned byte = 0; byte < sides.kBytes; ++byte)
      bytes[kPayloadBits / 8 + byte] = sides.bytes[byte][lane];
  }

  // ---- local ports

  // Reads the nodes' outputs to the testbench for the next cycle.
  void ReadLocals(std::size_t i) {
    for (unsigned w = 0; w < kWords; ++w) {
      ReadLevels(i, w);
      locals_.Read(i, w, blocks_[i], wiring_.Existing(i, w));
    }
  }
  void ReadLevels(std::size_t i, unsigned w) {
    const Word existing = wiring_.Existing(i, w);
    const auto local = [&](unsigned q, unsigned wire) {
      return Part(blocks_[i], kLocalOut[q][wire], w);
    };
    const std::size_t part = i * kWords + w;
    ready_.Put(part, [&](unsigned q) { return local(q, kReady) & wiring_.Injects(i, q, w); });
    valid_.Put(part, [&](unsigned q) { return local(q, kOutValid) & existing; });
    error_.Put(part, [&](unsigned q) { return local(q, kError) & existing; });
    busy_.Put(part, [&](unsigned) { return Part(blocks_[i], kBusy[0][0], w) & existing; });
    if (kScheduled)
      faults_.Put(part, [&](unsigned f) { return Part(blocks_[i], kFaults[0][f], w) & existing; });
    if (kBarrierBits > 0)
      released_.Put(part,
                    [&](unsigned) { return Part(blocks_[i], kReleased[0][0], w) & existing; });
    if (kBroadcastBits > 0)
      loaded_.Put(part, [&](unsigned) { return Part(blocks_[i], kLoaded[0][0], w) & existing; });
    if (kTables)
      tables_.Put(part,
                  [&](unsigned) { return Part(blocks_[i], kTableReady[0][0], w) & existing; });
  }

  ToroidDutShape shape_;
  Wiring wiring_;
  Border border_;
  std::vector<Block> blocks_;
  Locals locals_;

  NodeBitmap<kLocalPorts> ready_, valid_;
  NodeBitmap<kErrorBits> error_;  // by node in scheduled routers
  NodeBitmap<1> busy_;
  NodeBitmap<kScheduled ? kFaultBits : 1> faults_;
  NodeBitmap<1> released_, loaded_;
  NodeBitmap<2 * kLinkPorts> sends_, credits_;
  NodeBitmap<1> holds_guest_;
  std::vector<std::uint32_t> logical_;
  NodeBitmap<1> tables_;
  std::vector<ToroidDutEntry> entries_;  // last answer of Entries
  std::vector<std::uint32_t> counters_;  // last answer of Counters
  std::vector<V> crossed_;               // by port: links crossed by a flit since reset
  std::vector<V> last_sides_;            // of the last such flit, by port and bit
  std::uint32_t last_[kSideWords];
  // Blocks that receive something, and blocks that are awake in this cycle; bytes, which threads
  // can write independently.
  std::vector<std::uint8_t> comes_, awake_;
  std::vector<Share> shares_;

  bool starts_ = false;        // the start pulse is high in this cycle
  bool arrives_ = false;       // barrier_arrive is high in this cycle
  bool makes_tables_ = false;  // table_start is high in this cycle
  bool running_ = false;
  std::uint64_t now_ = 0;  // cycles since the start pulse
  std::vector<std::uint32_t> sending_;
};

}  // namespace

uint32_t toroid_dut_abi() { return TOROID_DUT_ABI; }
ToroidDut* toroid_dut_create(const ToroidDutShape* shape, const char* /*wave*/) {
  return new Lanes(*shape);
}
