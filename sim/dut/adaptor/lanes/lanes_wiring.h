// The links between nodes. As nodes are numbered row by row, all nodes of a network have their
// neighbour on a link the same distance away, but for those at one end of the axis. So what crosses
// a link is a word shifted, under a mask, and for those at the end shifted back, under another.
// Where nobody is, at a mesh's edge, the masks leave 0.
//
// Nodes of the halo, which are in another process, have the blocks behind those of the network.
// They show what they are told to (lanes_border.h).
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "dut_abi.h"
#include "lanes_node.h"
#include "lanes_payload.h"
#include "lanes_words.h"

namespace toroid_dut {

constexpr unsigned kSideBits = kFlitBits - kPayloadBits;  // of a flit, above its payload
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
    rows_.resize(kRows * stride_);
    payloads_ = std::make_unique<PayloadArray[]>(kLinkPorts * stride_);
  }

  std::size_t blocks() const { return blocks_; }
  // Where a block writes what it shows.
  Place PlaceOf(std::size_t block) {
    return {&rows_[margin_ + block], stride_, payloads_[margin_ + block], stride_ * kChunks};
  }

  // The lanes that are nodes.
  const V& Existing(std::size_t block) const { return existing_[block]; }
  // 64 lanes, from `part` of a block on: those that are nodes; those that have injector q.
  Word Existing(std::size_t block, unsigned part) const { return Parts(&existing_[block])[part]; }
  Word Injects(std::size_t block, unsigned q, unsigned part) const {
    return kLocalPorts == 1 ? Existing(block, part) : HasLink(backward_[q], block, part);
  }

  // What a link's wire shows, 64 lanes of it, and the payload.
  const V& Shown(std::size_t block, unsigned port, unsigned wire) const {
    return rows_[(port * kLinkWires + wire) * stride_ + margin_ + block];
  }
  Word Shown(std::size_t block, unsigned port, unsigned wire, unsigned part) const {
    return Parts(&Shown(block, port, wire))[part];
  }
  const unsigned char* ShownPayload(unsigned port, std::uint32_t node) const {
    return LanePayload(payloads_[port * stride_ + margin_], node);
  }

  // What a node of the halo shows, by its number.
  void ShowInHalo(std::uint32_t node, unsigned port, unsigned wire, bool value) {
    V* row = &rows_[(port * kLinkWires + wire) * stride_ + margin_];
    const std::size_t at = PlaceOfNode(node);
    SetLane(row + at / kLanes, at % kLanes, value);
  }
  unsigned char* HaloPayload(unsigned port, std::uint32_t node) {
    return LanePayload(payloads_[port * stride_ + margin_],
                       static_cast<unsigned>(PlaceOfNode(node)));
  }

  // Copies what the links show to the inputs of a block. Flits are looked at only where some lane
  // has one: without valid their bits are arbitrary, but for those that steer scheduled routers
  // (docs/spec/scheduled-router.md N3.5). False if neither flits nor credits come.
  bool Connect(std::size_t i, Block& block) const {
    V comes = kNone;
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      const V valid = Copy(forward_[p], p, 0, i, block);
      comes |= valid;
      if (kScheduled || Any(valid))
        for (unsigned wire = kChannelWire; wire < kCreditWire; ++wire)
          Copy(forward_[p], p, wire, i, block);
      if (Any(valid))
        for (const Shift& shift : forward_[p]) MovePayloads(p, shift, i, valid, block.in[p]);
      comes |= Copy(backward_[p], p, kCreditWire, i, block) |
               Copy(backward_[p], p, kCreditWire + 1, i, block);
      if (kBarrierBits > 0) Copy(forward_[p], p, kBarrierWire, i, block);
    }
    return Any(comes);
  }
  // The host's words, which are on their way before cycle 0 only.
  void ConnectBroadcast(std::size_t i, Block& block) const {
    for (unsigned p = 0; p < kLinkPorts; ++p)
      for (unsigned wire = kBroadcastWire; wire < kLinkWires; ++wire)
        Copy(forward_[p], p, wire, i, block);
  }

 private:
  // Chunks of which fewer lanes are wanted are moved lane by lane.
  static constexpr unsigned kFewLanes = kPayloadLanes / 4;

  static std::size_t BlocksOf(std::uint32_t nodes) { return (nodes + kLanes - 1) / kLanes; }
  // Among the lanes of all blocks.
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

  // What the wire shows to the block, at its input if it has one.
  V Copy(const std::vector<Shift>& shifts, unsigned port, unsigned wire, std::size_t i,
         Block& block) const {
    const int slot = kLinkIn[port][wire];
    if (slot < 0) return kNone;
    return block.s[slot] = Shifted(shifts, port * kLinkWires + wire, i);
  }

  // Moves what the shift brings to the lanes of `valid`.
  void MovePayloads(unsigned port, const Shift& shift, std::size_t block, const V& valid,
                    Payload* to) const {
    const V lanes = valid & shift.lanes[block];
    const Payload* from = payloads_[port * stride_ + margin_];
    const std::int64_t first = static_cast<std::int64_t>(block * kLanes) + shift.distance;
    for (unsigned chunk = 0; chunk < kChunks; ++chunk) {
      const Word bits = ChunkBits(&lanes, chunk);
      const unsigned lane = chunk * kPayloadLanes;
      const unsigned char* source = LanePayload(from, 0) + (first + lane) * kLaneBytes;
      if (std::popcount(bits) > static_cast<int>(kFewLanes)) {
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

  V Shifted(const std::vector<Shift>& shifts, std::size_t row, std::size_t block) const {
    const Word* words = Parts(&rows_[row * stride_ + margin_ + block]);
    V value = kNone;
    for (const Shift& shift : shifts) {
      const std::ptrdiff_t whole = shift.distance >> 6;
      const auto rest = static_cast<unsigned>(shift.distance & 63);
      V moved;
      std::memcpy(&moved, words + whole, sizeof moved);
      if (rest != 0) {
        V next;
        std::memcpy(&next, words + whole + 1, sizeof next);
        moved = moved >> rest | next << (64 - rest);
      }
      value |= moved & shift.lanes[block];
    }
    return value;
  }

  ToroidDutShape shape_;
  std::size_t blocks_;
  std::size_t all_blocks_;                    // those of the halo too
  std::vector<V> existing_;                   // lanes that are nodes, by block
  std::vector<std::vector<Shift>> forward_;   // by link port: from where its flits come
  std::vector<std::vector<Shift>> backward_;  // by link port: from where its credits come
  std::size_t margin_ = 0;  // empty words before and after those of a row, for shifts past its ends
  std::size_t stride_ = 0;  // from row to row
  std::vector<V> rows_;     // kLinkWires for each port
  std::unique_ptr<PayloadArray[]> payloads_;  // by port and block, with the same margins
};

}  // namespace toroid_dut
