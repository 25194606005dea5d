// Engine "lanes": the netlist of one node, computed for 64 or more nodes at once, each wire a word
// with a bit for every node. `lanes_node.h` is that netlist, written for each network by sim/lanes;
// this file is the network around it.
//
// Node n is lane n % kLanes of block n / kLanes. Each cycle first moves what the links show
// (lanes_wiring.h), then lets every block see one clock edge, in any order.
#include <algorithm>
#include <bit>
#include <vector>

#include "dut_abi.h"
#include "lanes_node.h"
#include "lanes_payload.h"
#include "lanes_values.h"
#include "lanes_wiring.h"

namespace {

using namespace toroid_dut;

static_assert(std::endian::native == std::endian::little);  // payloads are copied as bytes
static_assert(kPayloadBits % 8 == 0);

constexpr unsigned kFlitWords = (kFlitBits + 31) / 32;
constexpr int kResetCycles = 4;

// Wires of a local port in kLocalIn and kLocalOut; the last are a beat's: tlast, address, member.
constexpr unsigned kInValid = 0, kOutTaken = 1, kInBeat = 2;
constexpr unsigned kReady = 0, kOutValid = 1, kError = 2, kOutBeat = 3;
constexpr unsigned kBeatBits = 1 + kAddressBits + kMemberBits;
using Beats = Values<kBeatBits>;

class Lanes {
 public:
  explicit Lanes(const ToroidDutShape& shape)
      : shape_(shape),
        wiring_(shape),
        blocks_(wiring_.blocks()),
        beats_(blocks_.size() * kLocalPorts * kWords),
        ready_(blocks_.size() * kLocalPorts),
        s_ready_(static_cast<std::size_t>(shape.nodes) * kLocalPorts),
        m_last_(s_ready_.size()),
        error_(s_ready_.size()),
        m_source_(s_ready_.size()),
        m_id_(s_ready_.size()),
        m_data_(s_ready_.size() * kPayloadWords) {
    for (std::uint32_t n = 0; n < shape.nodes; ++n) PlaceNode(n);
    for (std::size_t i = 0; i < blocks_.size(); ++i) Reset(i);
    ReadLocals();
  }

  void Step(const ToroidDutCycle& cycle) {
    hops_.clear();
    flits_.clear();
    for (std::size_t i = 0; i < blocks_.size(); ++i) RecordHops(i);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      wiring_.Connect(i, blocks_[i]);
      SetAll(blocks_[i], kStart[0][0], starts_relays_);
    }
    starts_relays_ = false;
    DriveLocals(cycle);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const Place place = wiring_.PlaceOf(i);
      Clock(blocks_[i], place);
      Settle(blocks_[i], place);
    }
    ReleaseLocals(cycle);
    ReadLocals();
    if (running_) running_ = now_++ != shape_.last_send;
  }

  void Wires(ToroidDutWires* wires) const {
    *wires = {s_ready_.data(), m_last_.data(), m_source_.data(), m_id_.data(),
              m_data_.data(),  error_.data(),  kPayloadWords,    kFlitWords};
  }
  void Result(ToroidDutResult* result) const {
    *result = {hops_.data(),
               flits_.data(),
               static_cast<std::uint32_t>(hops_.size()),
               ejecting_.data(),
               static_cast<std::uint32_t>(ejecting_.size()),
               errors_.data(),
               static_cast<std::uint32_t>(errors_.size()),
               shape_.nodes};
  }

  // The start pulse, in this cycle.
  void Start() {
    starts_relays_ = kRelay;
    running_ = kMessages > 0;
    now_ = 0;
  }

  const std::vector<std::uint32_t>& Sending() {
    sending_.clear();
    for (std::size_t i = 0; running_ && i < blocks_.size(); ++i) AskBlock(i);
    return sending_;
  }

 private:
  // ---- words of a block

  // What stands in a slot of the tables: -1 is always low, -2 always high.
  static Word Part(const Block& block, int slot, unsigned part) {
    return slot >= 0 ? Parts(&block.s[slot])[part] : slot == -2 ? ~Word{0} : 0;
  }
  static void SetAll(Block& block, int slot, bool value) {
    if (slot >= 0) block.s[slot] = value ? kAll : kNone;
  }
  static void Set(Block& block, int slot, unsigned lane, bool value) {
    if (slot >= 0) SetLane(&block.s[slot], lane, value);
  }
  static std::uint32_t NodeOf(std::size_t block, unsigned lane) {
    return static_cast<std::uint32_t>(block * kLanes + lane);
  }

  // ---- before cycle 0

  void PlaceNode(std::uint32_t n) {
    Block& block = blocks_[n / kLanes];
    for (unsigned bit = 0; bit < std::size(kCoordinates[0]); ++bit)
      Set(block, kCoordinates[0][bit], n % kLanes, (shape_.addresses[n] >> bit & 1) != 0);
    for (unsigned bit = 0; bit < std::size(kBase[0]); ++bit)
      Set(block, kBase[0][bit], n % kLanes, (shape_.base >> bit & 1) != 0);
  }

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

  // ---- schedule units

  void AskBlock(std::size_t i) {
    Block& block = blocks_[i];
    SetAll(block, kRunning[0][0], true);
    for (unsigned bit = 0; bit < std::size(kNow[0]); ++bit)
      SetAll(block, kNow[0][bit], (now_ >> bit & 1) != 0);
    Ask(block, wiring_.PlaceOf(i));
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

  // ---- hops

  void RecordHops(std::size_t i) {
    for (unsigned w = 0; w < kWords; ++w) {
      Word valid[kLinkPorts];
      Word any = 0;
      for (unsigned p = 0; p < kLinkPorts; ++p) any |= valid[p] = wiring_.Shown(i, p, 0, w);
      any &= wiring_.Existing(i, w);
      if (any == 0) continue;
      Values<kSideBits> sides[kLinkPorts];
      for (unsigned p = 0; p < kLinkPorts; ++p)
        if (valid[p] != 0)
          sides[p].Read([&](unsigned bit) { return wiring_.Shown(i, p, kSideWire + bit, w); });
      for (; any != 0; any &= any - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(any));
        for (unsigned p = 0; p < kLinkPorts; ++p) {
          if ((valid[p] >> lane & 1) == 0) continue;
          const bool channel = (wiring_.Shown(i, p, kChannelWire, w) >> lane & 1) != 0;
          AddHop(NodeOf(i, w * 64 + lane), p, channel, sides[p], lane);
        }
      }
    }
  }
  void AddHop(std::uint32_t node, unsigned port, bool channel, const Values<kSideBits>& sides,
              unsigned lane) {
    hops_.push_back({node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(channel), 0});
    const std::size_t first = flits_.size();
    flits_.resize(first + kFlitWords);
    auto* bytes = reinterpret_cast<unsigned char*>(&flits_[first]);
    std::memcpy(bytes, wiring_.ShownPayload(port, node), kPayloadBits / 8);
    for (unsigned byte = 0; byte < sides.kBytes; ++byte)
      bytes[kPayloadBits / 8 + byte] = sides.bytes[byte][lane];
  }

  // ---- local ports

  Beats& BeatsAt(std::size_t block, unsigned q, unsigned part) {
    return beats_[(block * kLocalPorts + q) * kWords + part];
  }

  void DriveLocals(const ToroidDutCycle& cycle) {
    for (std::uint32_t i = 0; i < cycle.injections; ++i) {
      const std::uint32_t local = cycle.injecting[i];
      const std::uint32_t node = local / kLocalPorts;
      const unsigned q = local % kLocalPorts;
      const unsigned lane = node % kLanes;
      Block& block = blocks_[node / kLanes];
      Set(block, kLocalIn[q][kInValid], lane, true);
      Word beat = Word{cycle.s_dest[local]} << 1 | (cycle.s_last[local] != 0 ? 1 : 0);
      if (kMemberBits > 0) beat |= Word{cycle.s_id[local]} << (1 + kAddressBits);
      BeatsAt(node / kLanes, q, lane / 64).Set(lane % 64, beat);
      std::memcpy(LanePayload(block.in[kLinkPorts + q], lane),
                  &cycle.s_data[static_cast<std::size_t>(local) * kPayloadWords],
                  kPayloadWords * 4);
    }
    if (cycle.injections > 0) DriveBeats();
    for (std::uint32_t i = 0; i < cycle.acceptances; ++i) {
      const std::uint32_t node = cycle.accepting[i] / kLocalPorts;
      const int slot = kLocalIn[cycle.accepting[i] % kLocalPorts][kOutTaken];
      Set(blocks_[node / kLanes], slot, node % kLanes, true);
    }
  }
  // Lanes without a beat get what they had last, which is as good as anything.
  void DriveBeats() {
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      for (unsigned q = 0; q < kLocalPorts; ++q)
        for (unsigned w = 0; w < kWords; ++w) {
          Block& block = blocks_[i];
          if (Part(block, kLocalIn[q][kInValid], w) == 0) continue;
          BeatsAt(i, q, w).Write([&](unsigned bit, Word word) {
            const int slot = kLocalIn[q][kInBeat + bit];
            if (slot >= 0) Parts(&block.s[slot])[w] = word;
          });
        }
  }
  void ReleaseLocals(const ToroidDutCycle& cycle) {
    if (cycle.injections == 0 && cycle.acceptances == 0) return;
    for (Block& block : blocks_) {
      for (unsigned q = 0; q < kLocalPorts; ++q) {
        SetAll(block, kLocalIn[q][kInValid], false);
        SetAll(block, kLocalIn[q][kOutTaken], false);
      }
    }
  }

  void ReadLocals() {
    ejecting_.clear();
    errors_.clear();
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      for (unsigned w = 0; w < kWords; ++w) {
        for (unsigned q = 0; q < kLocalPorts; ++q) ReadReady(i, q, w);
        ReadEjectors(i, w);
      }
  }
  void ReadReady(std::size_t i, unsigned q, unsigned w) {
    const Word ready = Part(blocks_[i], kLocalOut[q][kReady], w) & wiring_.Injects(i, q, w);
    Word& before = Parts(&ready_[i * kLocalPorts + q])[w];
    for (Word changed = ready ^ before; changed != 0; changed &= changed - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(changed));
      s_ready_[static_cast<std::size_t>(NodeOf(i, w * 64 + lane)) * kLocalPorts + q] =
          ready >> lane & 1;
    }
    before = ready;
  }
  void ReadEjectors(std::size_t i, unsigned w) {
    const Block& block = blocks_[i];
    Word valid[kLocalPorts], error[kLocalPorts];
    Word any = 0;
    for (unsigned q = 0; q < kLocalPorts; ++q) {
      valid[q] = Part(block, kLocalOut[q][kOutValid], w) & wiring_.Ejects(i, q, w);
      error[q] = Part(block, kLocalOut[q][kError], w) & wiring_.Existing(i, w);
      any |= valid[q] | error[q];
    }
    if (any == 0) return;
    Beats beats[kLocalPorts];
    for (unsigned q = 0; q < kLocalPorts; ++q)
      if (valid[q] != 0)
        beats[q].Read([&](unsigned bit) { return Part(block, kLocalOut[q][kOutBeat + bit], w); });
    for (; any != 0; any &= any - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(any));
      for (unsigned q = 0; q < kLocalPorts; ++q) {
        const std::uint32_t local = NodeOf(i, w * 64 + lane) * kLocalPorts + q;
        if ((error[q] >> lane & 1) != 0) errors_.push_back(local);
        if ((valid[q] >> lane & 1) == 0) continue;
        ejecting_.push_back(local);
        const Word beat = beats[q].Get(lane);
        m_last_[local] = beat & 1;
        m_source_[local] = beat >> 1 & ((Word{1} << kAddressBits) - 1);
        if (kMemberBits > 0) m_id_[local] = beat >> (1 + kAddressBits);
        std::memcpy(&m_data_[static_cast<std::size_t>(local) * kPayloadWords],
                    LanePayload(block.ejected[q], w * 64 + lane), kPayloadWords * 4);
      }
    }
  }

  ToroidDutShape shape_;
  Wiring wiring_;
  std::vector<Block> blocks_;
  std::vector<Beats> beats_;  // into the network, by block, local port and 64 lanes
  std::vector<V> ready_;      // as it was read last, by block and local port

  std::vector<std::uint8_t> s_ready_, m_last_, error_;
  std::vector<std::uint32_t> m_source_, m_id_, m_data_;
  std::vector<std::uint32_t> ejecting_, errors_;
  std::vector<ToroidDutHop> hops_;
  std::vector<std::uint32_t> flits_;

  bool starts_relays_ = false;  // the start pulse is high in this cycle
  bool running_ = false;
  std::uint64_t now_ = 0;  // cycles since the start pulse
  std::vector<std::uint32_t> sending_;
};

}  // namespace

struct ToroidDut {
  Lanes lanes;
};

uint32_t toroid_dut_abi(void) { return TOROID_DUT_ABI; }
ToroidDut* toroid_dut_create(const ToroidDutShape* shape, const char*) {
  return new ToroidDut{Lanes(*shape)};
}
void toroid_dut_wires(ToroidDut* dut, ToroidDutWires* wires) { dut->lanes.Wires(wires); }
void toroid_dut_step(ToroidDut* dut, const ToroidDutCycle* cycle, ToroidDutResult* result) {
  dut->lanes.Step(*cycle);
  dut->lanes.Result(result);
}
void toroid_dut_start(ToroidDut* dut) { dut->lanes.Start(); }
uint32_t toroid_dut_sending(ToroidDut* dut, const uint32_t** messages) {
  const auto& sending = dut->lanes.Sending();
  *messages = sending.data();
  return static_cast<uint32_t>(sending.size());
}
void toroid_dut_destroy(ToroidDut* dut) { delete dut; }
