// Engine "lanes": the netlist of one node, computed for 64 or more nodes at once, each wire a word
// with a bit for every node. `lanes_node.h` is that netlist, written for each network by sim/lanes;
// this file is the network around it.
//
// Node n is lane n % kLanes of block n / kLanes. As nodes are numbered row by row, the neighbours
// of all nodes on one link are the same distance away, but for those at the ends of the axis: what
// crosses a link is a word shifted under a mask, and shifted back under another. Each cycle first
// moves what the links show, then lets every block see one clock edge, in any order.
#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <vector>

#include "dut_abi.h"
#include "lanes_node.h"
#include "lanes_payload.h"

namespace {

using namespace toroid_dut;

constexpr unsigned kSideBits = kFlitBits - kPayloadBits;  // of a flit, above its payload
constexpr unsigned kLinkWires = 2 + kSideBits + 2;        // the order of kLinkIn
constexpr unsigned kChannelWire = 1, kSideWire = 2, kCreditWire = 2 + kSideBits;
constexpr unsigned kFlitWords = (kFlitBits + 31) / 32;
constexpr int kResetCycles = 4;

// Wires of a local port in kLocalIn and kLocalOut.
constexpr unsigned kInValid = 0, kInLast = 1, kOutTaken = 2, kInAddress = 3,
                   kInMember = 3 + kAddressBits;
constexpr unsigned kReady = 0, kOutValid = 1, kError = 2, kOutLast = 3, kOutAddress = 4,
                   kOutMember = 4 + kAddressBits;

// Lanes that read from the lanes `distance` further on.
struct Shift {
  std::int64_t distance = 0;
  std::vector<V> lanes;  // by block
};

class Lanes {
 public:
  explicit Lanes(const ToroidDutShape& shape)
      : shape_(shape),
        block_count_((shape.nodes + kLanes - 1) / kLanes),
        blocks_(block_count_),
        locals_(static_cast<std::size_t>(shape.nodes) * kLocalPorts),
        s_ready_(locals_),
        m_last_(locals_),
        error_(locals_),
        m_source_(locals_),
        m_id_(locals_),
        m_data_(locals_ * kPayloadWords) {
    MakeWiring();
    for (std::uint32_t n = 0; n < shape.nodes; ++n) PlaceNode(n);
    for (std::size_t i = 0; i < block_count_; ++i) {
      SetAll(blocks_[i], kReset[0][0], true);
      Once(blocks_[i], PlaceOf(i));
      Settle(blocks_[i], PlaceOf(i));
      for (int cycle = 0; cycle <= kResetCycles; ++cycle) {
        if (cycle == kResetCycles) SetAll(blocks_[i], kReset[0][0], false);
        Clock(blocks_[i], PlaceOf(i));
        Settle(blocks_[i], PlaceOf(i));
      }
    }
    ReadLocals();
  }

  void Step(const ToroidDutCycle& cycle) {
    hops_.clear(), flits_.clear();
    RecordHops();
    for (std::size_t i = 0; i < block_count_; ++i) {
      Connect(i);
      if (kRelay) SetAll(blocks_[i], kStart[0][0], starts_relays_);
    }
    starts_relays_ = false;
    DriveLocals(cycle);
    for (std::size_t i = 0; i < block_count_; ++i) {
      Clock(blocks_[i], PlaceOf(i));
      Settle(blocks_[i], PlaceOf(i));
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
    if (!running_) return sending_;
    for (std::size_t i = 0; i < block_count_; ++i) {
      Block& block = blocks_[i];
      SetAll(block, kRunning[0][0], true);
      for (unsigned bit = 0; bit < std::size(kNow[0]); ++bit)
        SetAll(block, kNow[0][bit], (now_ >> bit & 1) != 0);
      Ask(block, PlaceOf(i));
      V any = kNone;
      for (unsigned j = 0; j < kMessages; ++j) any |= Shown(block, kSend[0][j]);
      ForLanes(any & existing_[i], [&](unsigned lane) {
        for (unsigned j = 0; j < kMessages; ++j) {
          const V send = Shown(block, kSend[0][j]);
          if (GetLane(&send, lane)) sending_.push_back(NodeOf(i, lane) * kMessages + j);
        }
      });
    }
    return sending_;
  }

 private:
  // ---- words

  // What stands in a slot of the tables: -1 is always low, -2 always high.
  static V Shown(const Block& block, int slot) {
    return slot >= 0 ? block.s[slot] : slot == -2 ? kAll : kNone;
  }
  static void SetAll(Block& block, int slot, bool value) {
    if (slot >= 0) block.s[slot] = value ? kAll : kNone;
  }
  static void Set(Block& block, int slot, unsigned lane, bool value) {
    if (slot >= 0) SetLane(&block.s[slot], lane, value);
  }
  Block& BlockOf(std::uint32_t node) { return blocks_[node / kLanes]; }
  std::uint32_t NodeOf(std::size_t block, unsigned lane) const {
    return static_cast<std::uint32_t>(block * kLanes + lane);
  }

  // Bits first, first + 1, ... of a lane, from words.
  template <class Get>
  static std::uint64_t Gather(unsigned count, unsigned lane, Get&& get) {
    std::uint64_t value = 0;
    for (unsigned bit = 0; bit < count; ++bit) {
      const V word = get(bit);
      value |= std::uint64_t{GetLane(&word, lane)} << bit;
    }
    return value;
  }

  // ---- places and links

  void PlaceNode(std::uint32_t n) {
    Block& block = BlockOf(n);
    const unsigned lane = n % kLanes;
    for (unsigned bit = 0; bit < std::size(kCoordinates[0]); ++bit)
      Set(block, kCoordinates[0][bit], lane, (shape_.addresses[n] >> bit & 1) != 0);
    for (unsigned bit = 0; bit < std::size(kBase[0]); ++bit)
      Set(block, kBase[0][bit], lane, (shape_.base >> bit & 1) != 0);
  }

  void MakeWiring() {
    existing_.resize(block_count_);
    for (std::uint32_t n = 0; n < shape_.nodes; ++n)
      SetLane(&existing_[n / kLanes], n % kLanes, true);
    std::int64_t farthest = 0;
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      forward_.push_back(ShiftsOf(shape_.upstream, p));
      backward_.push_back(ShiftsOf(shape_.downstream, p));
      for (const auto* shifts : {&forward_.back(), &backward_.back()})
        for (const Shift& shift : *shifts) farthest = std::max(farthest, std::abs(shift.distance));
    }
    // Shifts read past the ends of a row, where nothing is.
    margin_ = static_cast<std::size_t>(farthest) / kLanes + 2;
    stride_ = block_count_ + 2 * margin_;
    out_.resize(kRows * stride_);
    payload_out_ = std::make_unique<PayloadArray[]>(kLinkPorts * block_count_);
  }
  std::vector<Shift> ShiftsOf(const std::uint32_t* neighbours, unsigned port) const {
    std::map<std::int64_t, Shift> shifts;
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      const std::uint32_t neighbour = neighbours[static_cast<std::size_t>(n) * kLinkPorts + port];
      if (neighbour >= shape_.nodes) continue;
      const std::int64_t distance = std::int64_t{neighbour} - n;
      Shift& shift = shifts[distance];
      shift.distance = distance;
      shift.lanes.resize(block_count_);
      SetLane(&shift.lanes[n / kLanes], n % kLanes, true);
    }
    std::vector<Shift> list;
    for (auto& [distance, shift] : shifts) list.push_back(std::move(shift));
    return list;
  }
  Place PlaceOf(std::size_t block) {
    return {&out_[margin_ + block], stride_, payload_out_[block], block_count_ * kChunks};
  }

  // The words of a block's lanes, read from a row that holds every block's.
  V Shifted(const std::vector<Shift>& shifts, std::size_t row, std::size_t block) const {
    const Word* words = Parts(&out_[row * stride_ + margin_ + block]);
    V value = kNone;
    for (const Shift& shift : shifts) {
      const auto whole = static_cast<std::ptrdiff_t>(shift.distance >> 6);
      const unsigned rest = shift.distance & 63;
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

  // Copies what the links show to the inputs of a block. Flits are looked at only where some lane
  // has one: without valid their bits are arbitrary.
  void Connect(std::size_t i) {
    Block& block = blocks_[i];
    for (unsigned p = 0; p < kLinkPorts; ++p) {
      const auto copy = [&](const std::vector<Shift>& shifts, unsigned wire) {
        const int slot = kLinkIn[p][wire];
        if (slot >= 0) block.s[slot] = Shifted(shifts, p * kLinkWires + wire, i);
      };
      copy(forward_[p], 0);
      const V valid = Shown(block, kLinkIn[p][0]);
      if (Any(valid)) {
        for (unsigned wire = kChannelWire; wire < kCreditWire; ++wire) copy(forward_[p], wire);
        ForLanes(valid, [&](unsigned lane) {
          const std::uint32_t from =
              shape_.upstream[static_cast<std::size_t>(NodeOf(i, lane)) * kLinkPorts + p];
          std::memcpy(LanePayload(block.in[p], lane), Payload_(p, from), kLaneBytes);
        });
      }
      copy(backward_[p], kCreditWire);
      copy(backward_[p], kCreditWire + 1);
    }
  }
  const unsigned char* Payload_(unsigned port, std::uint32_t node) const {
    return LanePayload(payload_out_[port * block_count_ + node / kLanes], node % kLanes);
  }

  // ---- hops

  void RecordHops() {
    for (std::size_t i = 0; i < block_count_; ++i) {
      const V* out = &out_[margin_ + i];
      V any = kNone;
      for (unsigned p = 0; p < kLinkPorts; ++p) any |= out[p * kLinkWires * stride_];
      ForLanes(any & existing_[i], [&](unsigned lane) {
        for (unsigned p = 0; p < kLinkPorts; ++p) {
          const V* wires = out + p * kLinkWires * stride_;
          if (GetLane(wires, lane)) AddHop(i, lane, p, wires);
        }
      });
    }
  }
  void AddHop(std::size_t block, unsigned lane, unsigned port, const V* wires) {
    const std::uint32_t node = NodeOf(block, lane);
    hops_.push_back({node, static_cast<std::uint8_t>(port),
                     static_cast<std::uint8_t>(GetLane(wires + kChannelWire * stride_, lane)), 0});
    const std::size_t first = flits_.size();
    flits_.resize(first + kFlitWords);
    std::memcpy(&flits_[first], Payload_(port, node), kPayloadWords * 4);
    for (unsigned bit = 0; bit < kSideBits; ++bit) {
      const unsigned place = kPayloadBits + bit;
      const std::uint32_t value = GetLane(wires + (kSideWire + bit) * stride_, lane);
      flits_[first + place / 32] |= value << (place % 32);
    }
  }

  // ---- local ports

  void DriveLocals(const ToroidDutCycle& cycle) {
    for (std::uint32_t i = 0; i < cycle.injections; ++i) {
      const std::uint32_t local = cycle.injecting[i];
      const unsigned q = local % kLocalPorts;
      const std::uint32_t node = local / kLocalPorts;
      const unsigned lane = node % kLanes;
      Block& block = BlockOf(node);
      const int* wires = kLocalIn[q];
      Set(block, wires[kInValid], lane, true);
      Set(block, wires[kInLast], lane, cycle.s_last[local] != 0);
      for (unsigned bit = 0; bit < kAddressBits; ++bit)
        Set(block, wires[kInAddress + bit], lane, (cycle.s_dest[local] >> bit & 1) != 0);
      for (unsigned bit = 0; bit < kMemberBits; ++bit)
        Set(block, wires[kInMember + bit], lane, (cycle.s_id[local] >> bit & 1) != 0);
      std::memcpy(LanePayload(block.in[kLinkPorts + q], lane),
                  &cycle.s_data[static_cast<std::size_t>(local) * kPayloadWords],
                  kPayloadWords * 4);
    }
    for (std::uint32_t i = 0; i < cycle.acceptances; ++i) {
      const std::uint32_t node = cycle.accepting[i] / kLocalPorts;
      const int* wires = kLocalIn[cycle.accepting[i] % kLocalPorts];
      Set(BlockOf(node), wires[kOutTaken], node % kLanes, true);
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

  // A port is dead if the node lacks its link (docs/spec/router.md R4.5); with one local port none
  // is.
  V Alive(const std::vector<std::vector<Shift>>& links, unsigned q, std::size_t block) const {
    if (kLocalPorts == 1) return existing_[block];
    V alive = kNone;
    for (const Shift& shift : links[q]) alive |= shift.lanes[block];
    return alive;
  }

  void ReadLocals() {
    ejecting_.clear();
    errors_.clear();
    for (std::size_t i = 0; i < block_count_; ++i) {
      const Block& block = blocks_[i];
      V valid[kLocalPorts], error[kLocalPorts];
      V any = kNone;
      for (unsigned q = 0; q < kLocalPorts; ++q) {
        const V injects = Alive(backward_, q, i);
        const V ready = Shown(block, kLocalOut[q][kReady]) & injects;
        ForLanes(existing_[i], [&](unsigned lane) {
          s_ready_[NodeOf(i, lane) * kLocalPorts + q] = GetLane(&ready, lane);
        });
        valid[q] = Shown(block, kLocalOut[q][kOutValid]) & Alive(forward_, q, i);
        error[q] = Shown(block, kLocalOut[q][kError]) & existing_[i];
        any |= valid[q] | error[q];
      }
      ForLanes(any, [&](unsigned lane) {
        for (unsigned q = 0; q < kLocalPorts; ++q) {
          const std::uint32_t local = NodeOf(i, lane) * kLocalPorts + q;
          if (GetLane(&error[q], lane)) errors_.push_back(local);
          if (!GetLane(&valid[q], lane)) continue;
          ejecting_.push_back(local);
          ReadBeat(block, lane, q, local);
        }
      });
    }
  }
  void ReadBeat(const Block& block, unsigned lane, unsigned q, std::uint32_t local) {
    const int* wires = kLocalOut[q];
    const auto wire = [&](unsigned first) {
      return [&block, wires, first](unsigned bit) { return Shown(block, wires[first + bit]); };
    };
    m_last_[local] = Gather(1, lane, wire(kOutLast)) != 0;
    m_source_[local] = static_cast<std::uint32_t>(Gather(kAddressBits, lane, wire(kOutAddress)));
    m_id_[local] = static_cast<std::uint32_t>(Gather(kMemberBits, lane, wire(kOutMember)));
    std::memcpy(&m_data_[static_cast<std::size_t>(local) * kPayloadWords],
                LanePayload(block.ejected[q], lane), kPayloadWords * 4);
  }

  ToroidDutShape shape_;
  std::size_t block_count_;
  std::vector<Block> blocks_;
  std::vector<V> existing_;                   // lanes that are nodes, by block
  std::vector<std::vector<Shift>> forward_;   // by link port: from whom its flits come
  std::vector<std::vector<Shift>> backward_;  // by link port: from whom its credits come
  std::size_t margin_ = 0;                    // empty words before and after a row's
  std::size_t stride_ = 0;
  std::vector<V> out_;                           // rows of link wires: kLinkWires for each port
  std::unique_ptr<PayloadArray[]> payload_out_;  // by port and block

  std::size_t locals_;
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
