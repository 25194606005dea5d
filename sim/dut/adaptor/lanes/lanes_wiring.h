// The links between nodes. Nodes are numbered row by row, so all nodes have their neighbour on a
// link at the same distance, except those at one end of the axis. A link crossing is therefore a
// word shifted under a mask, and for the nodes at the end shifted back under another mask. At a
// mesh's edge the masks leave 0.
//
// Nodes of the halo, which belong to another process, have the blocks behind those of the network.
// They show the values that Border stores (lanes_border.h).
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <type_traits>
#include <vector>

#include "dut_abi.h"
#include "lanes_node.h"
#include "lanes_payload.h"
#include "lanes_values.h"
#include "lanes_words.h"

namespace toroid_dut {

constexpr unsigned kSideBits = kFlitBits - kPayloadBits;  // flit bits above the payload
// A link's wires, in the order of kLinkIn and of the rows.
constexpr unsigned kChannelWire = 1, kSideWire = 2, kCreditWire = kSideWire + kSideBits,
                   kBarrierWire = kCreditWire + 2, kBroadcastWire = kBarrierWire + kBarrierBits,
                   kLinkWires = kBroadcastWire + kBroadcastBits;
constexpr bool kScheduled = kFaultBits > 0;

class Wiring {
 public:
  explicit Wiring(const ToroidDutShape& shape)
      : shape_(shape),
        blocks_(BlocksOf(shape.nodes)),
        all_blocks_(blocks_ + BlocksOf(shape.halo)),
        existing_(blocks_) {
    for (std::uint32_t n = 0; n < shape.nodes; ++n)
      SetLane(&existing_[n / kLanes], n % kLanes, true);
    std::int64_t farthest = 0;
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      forward_.push_back(ShiftsOf(shape.upstream, p));
      backward_.push_back(ShiftsOf(shape.downstream, p));
      for (const auto* shifts : {&forward_.back(), &backward_.back()})
        for (const Shift& shift : *shifts) farthest = std::max(farthest, std::abs(shift.distance));
    }
    margin_ = static_cast<std::size_t>(farthest) / kLanes + 2;
    stride_ = all_blocks_ + 2 * margin_;
    rows_.resize(kRows * stride_ + kTogether);
    payloads_ = std::make_unique<PayloadArray[]>(kLinkPorts * stride_);
  }

  std::size_t blocks() const { return blocks_; }
  // The place at which a block writes its outputs.
  Place PlaceOf(std::size_t block) {
    return {&rows_[At(0, block)], kByBlock ? 1 : stride_, payloads_[margin_ + block],
            stride_ * kChunks};
  }

  // The lanes that are nodes.
  const V& Existing(std::size_t block) const { return existing_[block]; }
  // For the 64 lanes of `part` of a block: those that are nodes; those that have injector q.
  Word Existing(std::size_t block, unsigned part) const { return Parts(&existing_[block])[part]; }
  Word Injects(std::size_t block, unsigned q, unsigned part) const {
    return kLocalPorts == 1 ? Existing(block, part) : HasLink(backward_[q], block, part);
  }

  // The value of a link's wire in 64 lanes; the payload.
  const V& Shown(std::size_t block, unsigned port, unsigned wire) const {
    return rows_[At(port * kLinkWires + wire, block)];
  }
  Word Shown(std::size_t block, unsigned port, unsigned wire, unsigned part) const {
    return Parts(&Shown(block, port, wire))[part];
  }
  const unsigned char* ShownPayload(unsigned port, std::uint32_t node) const {
    return LanePayload(payloads_[port * stride_ + margin_], node);
  }

  // Sets a value of a halo node, by its number.
  void ShowInHalo(std::uint32_t node, unsigned port, unsigned wire, bool value) {
    const std::size_t at = PlaceOfNode(node);
    SetLane(&rows_[At(port * kLinkWires + wire, at / kLanes)], at % kLanes, value);
  }
  unsigned char* HaloPayload(unsigned port, std::uint32_t node) {
    return LanePayload(payloads_[port * stride_ + margin_],
                       static_cast<unsigned>(PlaceOfNode(node)));
  }

  // Copies the links' values to the inputs of a block. Flits are read only where some lane has one:
  // without valid their bits are arbitrary, except those that steer scheduled routers
  // (docs/spec/scheduled-router.md N3.5). Returns false if neither flits nor credits arrive.
  bool Connect(std::size_t i, Block& block) const {
    V comes = kNone;
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      const V valid = Copy<0, 1>(forward_[p], p, i, block);
      if (kByBlock || kScheduled || Any(valid))
        Copy<kChannelWire, kCreditWire - kChannelWire>(forward_[p], p, i, block);
      if (Any(valid))
        for (const Shift& shift : forward_[p]) MovePayloads(p, shift, i, valid, block.in[p]);
      comes |= valid | Copy<kCreditWire, 2>(backward_[p], p, i, block);
      if (kBarrierBits > 0) Copy<kBarrierWire, kBarrierBits>(forward_[p], p, i, block);
    }
    return Any(comes);
  }
  // Connects the host's words, which travel before cycle 0 only.
  void ConnectBroadcast(std::size_t i, Block& block) const {
    for (unsigned p = 0; p < kLinkPorts; ++p)
      Copy<kBroadcastWire, kBroadcastBits>(forward_[p], p, i, block);
  }

 private:
  // Chunks with fewer wanted lanes are moved lane by lane.
  static constexpr unsigned kFewLanes = kPayloadLanes / 4;

  // Rows of 64 lanes are grouped by block, so that several are shifted at once. Longer rows follow
  // one another, as a shift crosses blocks.
  static constexpr bool kByBlock = kWords == 1;
  static constexpr unsigned kTogether = kByBlock ? 8 : 1;
  using Bunch = std::conditional_t<kByBlock, Eight, V>;
  std::size_t At(std::size_t row, std::size_t block) const {
    return kByBlock ? (margin_ + block) * kRows + row : row * stride_ + margin_ + block;
  }

  static std::size_t BlocksOf(std::uint32_t nodes) { return (nodes + kLanes - 1) / kLanes; }
  // Index of the node among the lanes of all blocks.
  std::size_t PlaceOfNode(std::uint32_t node) const {
    return node < shape_.nodes ? node : blocks_ * kLanes + (node - shape_.nodes);
  }

  // Lanes that read from the lanes `distance` further on.
  struct Shift {
    std::int64_t distance = 0;
    std::vector<V> lanes;  // by block
  };

  std::vector<Shift> ShiftsOf(const std::uint32_t* neighbours, unsigned port) const {
    std::map<std::int64_t, Shift> shifts;
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      const std::uint32_t neighbour = neighbours[static_cast<std::size_t>(n) * kLinkPorts + port];
      if (neighbour >= shape_.nodes + shape_.halo) continue;
      const std::int64_t distance = static_cast<std::int64_t>(PlaceOfNode(neighbour)) - n;
      Shift& shift = shifts[distance];
      shift.distance = distance;
      shift.lanes.resize(blocks_);
      SetLane(&shift.lanes[n / kLanes], n % kLanes, true);
    }
    std::vector<Shift> list;
    for (auto& [distance, shift] : shifts) list.push_back(std::move(shift));
    return list;
  }

  static Word HasLink(const std::vector<Shift>& shifts, std::size_t block, unsigned part) {
    Word has = 0;
    for (const Shift& shift : shifts) has |= Parts(&shift.lanes[block])[part];
    return has;
  }

  // Copies kCount wires of a port, from kFirst on, to the block's inputs where it has them. Returns
  // the OR of all.
  template <unsigned kFirst, unsigned kCount>
  V Copy(const std::vector<Shift>& shifts, unsigned port, std::size_t i, Block& block) const {
    constexpr unsigned kBunches = (kCount + kTogether - 1) / kTogether;
    constexpr std::ptrdiff_t kNext = kByBlock ? kRows : 1;  // from a word to that of the next lanes
    const std::size_t next_bunch = kByBlock ? kTogether : stride_ * kWords;
    Bunch wires[kBunches + 1] = {};  // one more, as there may be no wires
    for (const Shift& shift : shifts) {
      const Word* words =
          Parts(&rows_[At(port * kLinkWires + kFirst, i)]) + (shift.distance >> 6) * kNext;
      const auto rest = static_cast<unsigned>(shift.distance & 63);
      for (unsigned b = 0; b < kBunches; ++b, words += next_bunch) {
        Bunch low;
        Bunch high;
        std::memcpy(&low, words, sizeof low);
        std::memcpy(&high, words + kNext, sizeof high);
        wires[b] |= (low >> rest | high << 1 << (63 - rest)) & shift.lanes[i];
      }
    }
    V all = kNone;
    for (unsigned w = 0; w < kCount; ++w) {
      V wire;
      std::memcpy(&wire, reinterpret_cast<const unsigned char*>(wires) + w * sizeof wire,
                  sizeof wire);
      all |= wire;
      if (const int slot = kLinkIn[port][kFirst + w]; slot >= 0) block.s[slot] = wire;
    }
    return all;
  }

  // Moves shifted payloads to the lanes of `valid`.
  void MovePayloads(unsigned port, const Shift& shift, std::size_t block, const V& valid,
                    Payload* to) const {
    const Payload* from = payloads_[port * stride_ + margin_];
    const std::int64_t first = static_cast<std::int64_t>(block * kLanes) + shift.distance;
    for (unsigned chunk = 0; chunk < kChunks; ++chunk) {
      const Word reached = ChunkBits(&shift.lanes[block], chunk);
      if (reached == 0) continue;
      const Word bits = reached & ChunkBits(&valid, chunk);
      const unsigned lane = chunk * kPayloadLanes;
      const unsigned char* source = LanePayload(from, 0) + (first + lane) * kLaneBytes;
      if (kMasked || std::popcount(bits) > static_cast<int>(kFewLanes)) {
        Payload moved;
        std::memcpy(&moved, source, sizeof moved);
        to[chunk] = Pick(SpreadBits(bits), moved, to[chunk]);
        continue;
      }
      for (Word rest = bits; rest != 0; rest &= rest - 1) {
        const auto one = static_cast<unsigned>(std::countr_zero(rest));
        std::memcpy(LanePayload(to, lane + one), source + one * kLaneBytes, kLaneBytes);
      }
    }
  }

  ToroidDutShape shape_;
  std::size_t blocks_;
  std::size_t all_blocks_;                    // including the halo's
  std::vector<V> existing_;                   // lanes that are nodes, by block
  std::vector<std::vector<Shift>> forward_;   // by link port: sources of its flits
  std::vector<std::vector<Shift>> backward_;  // by link port: sources of its credits
  std::size_t margin_ = 0;  // empty words before and after those of a row, for shifts past its ends
  std::size_t stride_ = 0;  // words of a row, with its margins
  std::vector<V> rows_;     // kLinkWires for each port, in the order of At
  std::unique_ptr<PayloadArray[]> payloads_;  // by port and block, with the same margins
};

}  // namespace toroid_dut
