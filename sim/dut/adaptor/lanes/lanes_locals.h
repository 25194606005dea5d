// Converts the beats of local ports between the testbench and words of lanes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "dut_abi.h"
#include "lanes_block.h"
#include "lanes_node.h"
#include "lanes_payload.h"
#include "lanes_values.h"

namespace toroid_dut {

// Wires of a local port in kLocalIn and kLocalOut; the last belong to a beat: tlast, address, rank.
constexpr unsigned kInValid = 0, kOutTaken = 1, kInBeat = 2;
constexpr unsigned kReady = 0, kOutValid = 1, kError = 2, kOutBeat = 3;

// The caller reads the levels, which belong to no beat.
class Locals {
 public:
  Locals(std::uint32_t nodes, std::size_t blocks)
      : in_(blocks * kLocalPorts * kWords),
        last_(static_cast<std::size_t>(nodes) * kLocalPorts),
        source_(last_.size()),
        id_(last_.size()),
        data_(last_.size() * kPayloadWords) {}

  // Sets the arrays in which the testbench finds ejected beats.
  void PutInto(ToroidDutWires* wires) const {
    wires->m_last = last_.data();
    wires->m_source = source_.data();
    wires->m_id = id_.data();
    wires->m_data = data_.data();
  }

  // Offers the beats injected in a cycle, takes accepted ones, and marks the blocks that receive
  // something. A beat's bits other than the payload are collected as a number for each lane, then
  // turned into words by one transposition for 64 lanes.
  void Drive(const ToroidDutCycle& cycle, std::vector<Block>& blocks,
             std::vector<std::uint8_t>& awake) {
    for (std::uint32_t i = 0; i < cycle.injections; ++i) {
      const std::uint32_t local = cycle.injecting[i];
      const std::uint32_t node = local / kLocalPorts;
      const unsigned q = local % kLocalPorts;
      const unsigned lane = node % kLanes;
      Block& block = blocks[node / kLanes];
      awake[node / kLanes] = 1;
      Set(block, kLocalIn[q][kInValid], lane, true);
      Word beat = Word{cycle.s_dest[local]} << 1 | (cycle.s_last[local] != 0 ? 1 : 0);
      if (kMemberBits > 0) beat |= Word{cycle.s_id[local]} << (1 + kAddressBits);
      if (kByEntry && cycle.s_entry[local] != 0) beat |= Word{1} << kBeatBits;
      InAt(node / kLanes, q, lane / 64).Set(lane % 64, beat);
      std::memcpy(LanePayload(block.in[kLinkPorts + q], lane),
                  &cycle.s_data[static_cast<std::size_t>(local) * kPayloadWords],
                  kPayloadWords * 4);
    }
    for (std::size_t i = 0; cycle.injections > 0 && i < blocks.size(); ++i)
      WriteBeats(i, blocks[i]);
    for (std::uint32_t i = 0; i < cycle.acceptances; ++i) {
      const std::uint32_t node = cycle.accepting[i] / kLocalPorts;
      const int slot = kLocalIn[cycle.accepting[i] % kLocalPorts][kOutTaken];
      Set(blocks[node / kLanes], slot, node % kLanes, true);
    }
  }
  // Call after the edge: each cycle starts with no beat offered and none accepted.
  static void Release(Block& block) {
    for (unsigned q = 0; q < kLocalPorts; ++q) {
      SetAll(block, kLocalIn[q][kInValid], false);
      SetAll(block, kLocalIn[q][kOutTaken], false);
    }
  }

  // Reads the beats of 64 lanes, part w of block i, at existing nodes where valid is high, by the
  // inverse transposition.
  void Read(std::size_t i, unsigned w, const Block& block, Word existing) {
    for (unsigned q = 0; q < kLocalPorts; ++q) {
      Word valid = Part(block, kLocalOut[q][kOutValid], w) & existing;
      if (valid == 0) continue;
      Values<kBeatBits> beats;
      beats.Read([&](unsigned bit) { return Part(block, kLocalOut[q][kOutBeat + bit], w); });
      for (; valid != 0; valid &= valid - 1) {
        const unsigned lane = w * 64 + static_cast<unsigned>(std::countr_zero(valid));
        const std::size_t local = static_cast<std::size_t>(NodeOf(i, lane)) * kLocalPorts + q;
        const Word beat = beats.Get(lane % 64);
        last_[local] = beat & 1;
        source_[local] = beat >> 1 & ((Word{1} << kAddressBits) - 1);
        if (kMemberBits > 0) id_[local] = beat >> (1 + kAddressBits);
        std::memcpy(&data_[local * kPayloadWords], LanePayload(block.ejected[q], lane),
                    kPayloadWords * 4);
      }
    }
  }

 private:
  static constexpr unsigned kBeatBits = 1 + kAddressBits + kMemberBits;
  using BeatsIn = Values<kBeatBits + (kByEntry ? 1 : 0)>;  // then by_entry

  BeatsIn& InAt(std::size_t block, unsigned q, unsigned part) {
    return in_[(block * kLocalPorts + q) * kWords + part];
  }
  // Lanes without a beat keep their last value, which is never read.
  void WriteBeats(std::size_t i, Block& block) {
    for (unsigned q = 0; q < kLocalPorts; ++q)
      for (unsigned w = 0; w < kWords; ++w) {
        if (Part(block, kLocalIn[q][kInValid], w) == 0) continue;
        InAt(i, q, w).Write([&](unsigned bit, Word word) {
          const int slot = kLocalIn[q][kInBeat + bit];
          if (slot >= 0) Parts(&block.s[slot])[w] = word;
        });
      }
  }

  std::vector<BeatsIn> in_;  // into the network, by block, local port and 64 lanes
  std::vector<std::uint8_t> last_;
  std::vector<std::uint32_t> source_, id_, data_;
};

}  // namespace toroid_dut
