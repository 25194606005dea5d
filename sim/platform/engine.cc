// The engines behind a platform's network.
#include "sim/platform/engine.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "gen/support/integers.h"
#include "sim/hardware/hardware.h"
#include "sim/model/model.h"

namespace toroid {
namespace {

using Payload = std::array<std::uint32_t, kMostPayloadWords>;

// A packet in flight, or a copied flit (docs/spec/copies.md, BC1.1). A refused packet is never
// ejected; its slot is free after its error pulse.
struct InFlightPacket {
  std::uint32_t source = 0;   // tuser
  std::uint32_t id = 0;       // tid at the destination
  std::uint32_t sinks = 1;    // that have not got its tail
  std::deque<Payload> flits;  // flits inside the network; of a copied one up to its last copy
};

// The model moves flits by number and has no wires. This engine keeps the wires' contents of each
// packet from injection to ejection: its payloads in order, its source and its destination.
class ModelEngine : public PlatformEngine {
 public:
  explicit ModelEngine(const Plan& plan)
      : plan_(plan), words_((static_cast<std::size_t>(plan.hardware().flit_width) + 31) / 32) {
    if (plan.carries_ranks()) ListRanks();
    Reset();
  }

  bool Ready(std::uint32_t stream) const override { return model_->InjectReady(stream); }

  void Inject(std::uint32_t stream, const Beat& beat) override {
    std::uint32_t& slot = entering_[stream];
    const bool head = slot == kNone;
    if (head) copies_[stream] = plan_.Copies() && beat.address == OwnAddress(stream);
    if (head || copies_[stream]) slot = Begin(stream, beat);
    if (copies_[stream]) packets_[slot].sinks = plan_.host().size() - 1;
    std::copy_n(beat.words, words_, packets_[slot].flits.emplace_back().begin());
    // the model only needs to know whether the flit is the first
    model_->Inject(stream, {slot, head ? 0U : 1U, beat.last}, beat.address, beat.id);
    if (beat.last) entered_[stream] = std::exchange(slot, kNone);
  }

  bool Offers(std::uint32_t stream) const override { return model_->EjectHead(stream) != nullptr; }
  std::span<const std::uint32_t> Offering() const override { return model_->Ejecting(); }
  Beat Offered(std::uint32_t stream) const override {
    const FlitRef* flit = model_->EjectHead(stream);
    const InFlightPacket& packet = packets_[flit->slot];
    return {packet.flits.front().data(), packet.source, packet.id, flit->tail};
  }
  void Accept(std::uint32_t stream) override {
    const FlitRef flit = *model_->EjectHead(stream);
    model_->Accept(stream);
    InFlightPacket& packet = packets_[flit.slot];
    if (flit.tail && --packet.sinks > 0) return;
    packet.flits.pop_front();
    if (flit.tail) free_.push_back(flit.slot);
  }

  bool Error(std::uint32_t stream) const override {
    return std::ranges::binary_search(model_->Errors(), stream);
  }

  // R6.4: the error shows in the cycle after the refused packet's last beat.
  std::size_t Step() override {
    const std::size_t crossings = model_->Step();
    for (const std::uint32_t stream : model_->Errors()) {
      packets_[entered_[stream]].flits.clear();
      free_.push_back(entered_[stream]);
    }
    return crossings;
  }

  Diagnostics Reset() override {
    model_.emplace(plan_);
    const auto streams = plan_.host().size() * static_cast<std::size_t>(plan_.local_ports());
    packets_.clear();
    free_.clear();
    entering_.assign(streams, kNone);
    copies_.assign(streams, false);
    entered_.assign(streams, kNone);
    return {};
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // With tid an address names a guest node, whose rank shows at the destination.
  void ListRanks() {
    for (std::uint32_t n = 0; n < plan_.host().size(); ++n) {
      if (!plan_.IsAddressable(NodeId{n})) continue;
      for (std::uint32_t rank = 0; rank < plan_.GuestsAt(NodeId{n}); ++rank) {
        const std::uint32_t address = plan_.WireAddressOf(NodeId{n}, rank);
        if (address >= ranks_.size()) ranks_.resize(std::size_t{address} + 1);
        ranks_[address] = rank;
      }
    }
  }

  // With copies, where there is one local port.
  std::uint32_t OwnAddress(std::uint32_t node) const { return plan_.WireAddressOf(NodeId{node}); }

  std::uint32_t Begin(std::uint32_t stream, const Beat& beat) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(packets_.size()));
      packets_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    const NodeId node{stream / static_cast<std::uint32_t>(plan_.local_ports())};
    const bool named = plan_.IsAddressable(node) && beat.id < plan_.GuestsAt(node);
    packets_[slot].sinks = 1;
    packets_[slot].source = named ? plan_.WireAddressOf(node, beat.id) : 0;
    packets_[slot].id = beat.address < ranks_.size() ? ranks_[beat.address] : 0;
    return slot;
  }

  const Plan& plan_;
  std::size_t words_;                 // per payload
  std::vector<std::uint32_t> ranks_;  // by address; empty without tid
  std::optional<Model> model_;
  std::deque<InFlightPacket>
      packets_;  // by slot; a deque, as a beat points into one while others are added
  std::vector<std::uint32_t> free_;
  // by stream: the packet that is entering; the packet that entered last
  std::vector<std::uint32_t> entering_, entered_;
  std::vector<bool> copies_;  // by stream: the packet that is entering is copied, flit by flit
};

RtlEngine RtlOf(NetworkEngine engine) {
  switch (engine) {
    case NetworkEngine::kLanes: return RtlEngine::kLanes;
    case NetworkEngine::kFlat: return RtlEngine::kFlat;
    default: return RtlEngine::kNodes;
  }
}

// Reads and drives the wires of the compiled Verilog.
class HardwareEngine : public PlatformEngine {
 public:
  HardwareEngine(const Plan& plan, Hardware hardware)
      : plan_(plan), library_(std::move(hardware.built.library)), dut_(std::move(hardware.dut)) {}

  bool Ready(std::uint32_t stream) const override { return dut_->Ready(stream); }
  void Inject(std::uint32_t stream, const Beat& beat) override {
    dut_->Inject(stream, {beat.words, dut_->payload_words()}, beat.address, beat.last, beat.id);
    fresh_ = false;
  }
  bool Offers(std::uint32_t stream) const override { return Holds(dut_->ValidBits(), stream); }
  std::span<const std::uint32_t> Offering() const override { return dut_->Ejecting(); }
  Beat Offered(std::uint32_t stream) const override {
    const Dut::BeatWires beat = dut_->EjectBeat(stream);
    return {beat.payload, beat.source, beat.id, beat.last};
  }
  void Accept(std::uint32_t stream) override {
    dut_->Accept(stream);
    fresh_ = false;
  }
  bool Error(std::uint32_t stream) const override { return Holds(dut_->ErrorBits(), stream); }
  std::size_t Step() override {
    dut_->Step(false);
    fresh_ = false;
    return static_cast<std::size_t>(dut_->crossings());
  }
  // A network that was just loaded and not driven since is in its reset state.
  Diagnostics Reset() override {
    if (fresh_) return {};
    auto dut = Dut::Load(plan_, library_, {});
    if (!dut) return dut.diagnostics();
    dut_ = std::move(dut).value();
    fresh_ = true;
    return {};
  }

 private:
  const Plan& plan_;
  KeptFile library_;
  std::unique_ptr<Dut> dut_;
  bool fresh_ = true;
};

}  // namespace

Result<std::unique_ptr<PlatformEngine>> MakeEngine(const Plan& plan, NetworkEngine engine) {
  if (engine == NetworkEngine::kModel)
    return std::unique_ptr<PlatformEngine>(std::make_unique<ModelEngine>(plan));
  RunOptions options;
  options.rtl = RtlOf(engine);
  auto hardware = MakeHardware(plan, options);
  if (!hardware) return hardware.diagnostics();
  return std::unique_ptr<PlatformEngine>(
      std::make_unique<HardwareEngine>(plan, std::move(hardware).value()));
}

}  // namespace toroid
