// Engine "flat": the emitted top as a whole, so that its wiring is simulated too. Links are read at
// the node instances' output ports, which the waiver file emitted with the RTL makes visible.
#include <memory>

#include "Vdut.h"
#include "Vdut__Syms.h"
#include "common.h"
#if TOROID_WAVE
#include "verilated_fst_c.h"
#endif

namespace {

using namespace toroid_dut;

class Flat : public VerilatedDut {
 public:
  Flat(const ToroidDutShape& shape, const char* wave) : VerilatedDut(shape) {
#if TOROID_WAVE
    context_.traceEverOn(true);
#endif
    top_ = std::make_unique<Vdut>(&context_, "top");
#if TOROID_WAVE
    if (wave) {
      top_->trace(&fst_, 99);
      fst_.open(wave);
    }
#else
    (void)wave;
#endif
    PlacePartition(*top_, shape);
    top_->rst = 1;
    for (int i = 0; i < kResetCycles; ++i) Clock();
    top_->rst = 0;
    Clock();
    ReadTop();
  }
  ~Flat() override {
#if TOROID_WAVE
    if (fst_.isOpen()) fst_.close();
#endif
    top_->final();
  }

  // Reads links before the edge, as their values then are what crosses them in this cycle. Clears
  // inputs after the edge, so that each cycle starts with none.
  void Step(const ToroidDutCycle& cycle, ToroidDutResult* result) override {
    out_.BeginStep(cycle);
    LookAtLinks();
    for (std::uint32_t i = 0; i < cycle.injections; ++i)
      DriveLocal(*top_, cycle.injecting[i], cycle.injecting[i], cycle);
    for (std::uint32_t i = 0; i < cycle.acceptances; ++i)
      PutBit(top_->m_axis_tready, cycle.accepting[i], true);
    Clock();
    SetStart(*top_, false);
    SetArrive(*top_, false);
    DriveTables(*top_, false);
    out_.evaluated = shape_.nodes;
    for (std::uint32_t i = 0; i < cycle.injections; ++i)
      PutBit(top_->s_axis_tvalid, cycle.injecting[i], false);
    for (std::uint32_t i = 0; i < cycle.acceptances; ++i)
      PutBit(top_->m_axis_tready, cycle.accepting[i], false);
    ReadTop();
    PutResult(result);
  }

  void Load(bool valid, bool last, std::uint32_t word) override {
    DriveHost(*top_, valid, last, word);
    Clock();
    ReadTop();
  }
  void Pulse(ToroidPulse pulse) override {
    if (pulse == ToroidPulse::kStart) SetStart(*top_, true);
    if (pulse == ToroidPulse::kArrive) SetArrive(*top_, true);
    if (pulse == ToroidPulse::kMakeTables) DriveTables(*top_, true);
  }
  const ToroidDutEntry* Entries(std::uint32_t entry, std::uint32_t rank) override {
    if (!TOROID_TABLES) return nullptr;
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) AskTable(*top_, n, entry, rank);
    top_->eval();
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) out_.entries[n] = ReadTable(*top_, n);
    return out_.entries.data();
  }
  const std::uint32_t* Counters(std::uint32_t select) override {
    if (!TOROID_COUNTERS) return nullptr;
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) AskCounter(*top_, n, select);
    top_->eval();
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) out_.counters[n] = ReadCounter(*top_, n);
    return out_.counters.data();
  }
  ToroidDutList Sending() override {
    if (TOROID_MESSAGES > 0) ReadSending(*top_);
    return ListSending();
  }

 private:
  template <class Top>
  void ReadSending(Top& top) {
    top.eval();
    sending_.clear();
    if constexpr (TOROID_MESSAGES > 0)
      for (std::uint32_t m = 0; m < shape_.nodes * TOROID_MESSAGES; ++m)
        if (GetBit(top.send, m)) sending_.push_back(m);
  }
  template <class Top>
  void SetStart(Top& top, bool value) {
    if constexpr (TOROID_MESSAGES > 0 || TOROID_RELAY) top.start = value;
  }
  template <class Top>
  void SetArrive(Top& top, bool value) {
    if constexpr (TOROID_BARRIER)
      for (std::uint32_t n = 0; n < shape_.nodes; ++n) PutBit(top.barrier_arrive, n, value);
  }
  void Clock() {
    OpenGates(*top_);
    top_->clk = 1;
    top_->eval();
    Dump();
    top_->clk = 0;
    top_->eval();
    Dump();
  }
  // Writes the wave twice a cycle, 5 time units each, so that it shows the clock.
  void Dump() {
#if TOROID_WAVE
    if (fst_.isOpen()) fst_.dump(context_.time());
    context_.timeInc(5);
#endif
  }

  // Reads flits that leave the node and credits that it returns from the instance's own ports.
  template <class Node>
  void LookAtNode(std::uint32_t n, const Node& node) {
#define TOROID_LOOK(port, prefix, channels, bits)                    \
  if (node.prefix##_out_valid) {                                     \
    unsigned channel = 0;                                            \
    TOROID_CHANNEL_##channels(channel = node.prefix##_out_channel;)  \
        out_.AddHop<bits>(n, port, channel, node.prefix##_out_flit); \
  }                                                                  \
  TOROID_CREDIT_##channels(if (node.prefix##_in_credit)              \
                               out_.AddCredits(n, port, node.prefix##_in_credit);)
    TOROID_FOR_EACH_LINK(TOROID_LOOK)
#undef TOROID_LOOK
  }

  // Reads the top's own outputs in the cycle that begins.
  void ReadTop() {
    ReadLevels(*top_);
    for (std::size_t w = 0; w < out_.valid.size(); ++w) {
      for (std::uint64_t bits = out_.valid[w]; bits != 0; bits &= bits - 1) {
        const std::size_t local = w * 64 + LowestBit(bits);
        ReadBeat(*top_, static_cast<unsigned>(local), local, out_);
      }
    }
  }

  template <class Top>
  void ReadLevels(const Top& top) {
    Copy(top.s_axis_tready, out_.ready);
    Copy(top.m_axis_tvalid, out_.valid);
    Copy(top.error, out_.error);
    Copy(top.busy, out_.busy);
    if constexpr (TOROID_FAULT_BITS > 0) Copy(top.faults, out_.faults);
    if constexpr (TOROID_LINK_CHECKS) Copy(top.link_fault, out_.faults);
    if constexpr (TOROID_BARRIER) Copy(top.barrier_release, out_.released);
    if constexpr (TOROID_LOADED) Copy(top.loaded, out_.loaded);
    if constexpr (TOROID_TABLES > 0) Copy(top.table_ready, out_.tables);
    if constexpr (TOROID_PARTITION > 0) {
      Copy(top.holds_guest, out_.holds_guest);
      for (std::uint32_t n = 0; n < shape_.nodes; ++n)
        GetField(top.logical, n * TOROID_PARTITION, TOROID_PARTITION, &out_.logical[n]);
    }
  }

  // Calls each instance by name; dut_config.h lists them.
  void LookAtLinks() {
#define TOROID_NODE(index, instance) LookAtNode(index, *top_->TOROID_INSTANCE(instance));
    TOROID_FOR_EACH_NODE(TOROID_NODE)
#undef TOROID_NODE
  }

  std::unique_ptr<Vdut> top_;
#if TOROID_WAVE
  VerilatedFstC fst_;
#endif
};

}  // namespace

uint32_t toroid_dut_abi() { return TOROID_DUT_ABI; }
ToroidDut* toroid_dut_create(const ToroidDutShape* shape, const char* wave) {
  return new Flat(*shape, wave);
}
