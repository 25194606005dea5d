// Reads and drives the wires of the compiled Verilog.
#include <utility>

#include "gen/support/integers.h"
#include "sim/hardware/hardware.h"
#include "sim/platform/engine.h"

namespace toroid {
namespace {

RtlEngine RtlOf(NetworkEngine engine) {
  switch (engine) {
    case NetworkEngine::kLanes: return RtlEngine::kLanes;
    case NetworkEngine::kFlat: return RtlEngine::kFlat;
    default: return RtlEngine::kNodes;
  }
}

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
  Beat Offered(std::uint32_t stream) const override {
    const Dut::BeatWires beat = dut_->EjectBeat(stream);
    return {beat.payload, beat.source, beat.id, beat.last};
  }
  void Accept(std::uint32_t stream) override {
    dut_->Accept(stream);
    fresh_ = false;
  }
  bool Error(std::uint32_t stream) const override { return Holds(dut_->ErrorBits(), stream); }
  void Step() override {
    dut_->Step(false);
    fresh_ = false;
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

Result<std::unique_ptr<PlatformEngine>> MakeHardwareEngine(const Plan& plan, NetworkEngine engine) {
  const HardwareOptions& hardware_options = plan.hardware();
  if (engine == NetworkEngine::kLanes && hardware_options.links.protect != Protection::kNone)
    return Diagnostic{"--protect", std::string(ToString(hardware_options.links.protect)),
                      "lanes do not look at the payload, whose parity it needs",
                      "allowed are the engines kModel, kNodes and kFlat"};
  if (engine == NetworkEngine::kLanes && hardware_options.buffered.storage == Storage::kGated)
    return Diagnostic{"--storage", "gated", "lanes have one clock",
                      "allowed are the engines kModel, kNodes and kFlat"};
  RunOptions options;
  options.rtl = RtlOf(engine);
  auto hardware = MakeHardware(plan, options);
  if (!hardware) return hardware.diagnostics();
  return std::unique_ptr<PlatformEngine>(
      std::make_unique<HardwareEngine>(plan, std::move(hardware).value()));
}

}  // namespace toroid
