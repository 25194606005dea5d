// The AXI4 endpoints of a node, or the whole wrap. The simulator reads and writes the ports where
// Verilator keeps them; `dut_config.h` defines TOROID_FOR_EACH_PORT(M), M(port) for each in order,
// and TOROID_WAVE.
#include <memory>
#include <vector>

#include "Vdut.h"
#include "dut_abi.h"
#include "dut_config.h"
#include "verilated.h"
#if TOROID_WAVE
#include "verilated_fst_c.h"
#endif

namespace {

class Endpoints : public ToroidEndpoints {
 public:
  explicit Endpoints(const char* wave) {
    context_.randReset(0);
#if TOROID_WAVE
    context_.traceEverOn(true);
#endif
    top_ = std::make_unique<Vdut>(&context_, TOROID_WAVE ? "top" : "endpoints");
#if TOROID_WAVE
    top_->trace(&fst_, 99);
    fst_.open(wave);
#else
    (void)wave;
#endif
#define TOROID_PLACE(port) ports_.push_back(&top_->port);
    TOROID_FOR_EACH_PORT(TOROID_PLACE)
#undef TOROID_PLACE
  }
  ~Endpoints() override {
#if TOROID_WAVE
    fst_.close();
#endif
    top_->final();
  }

  void* const* Ports() override { return ports_.data(); }
  void Evaluate() override {
    top_->eval();
#if TOROID_WAVE
    fst_.dump(context_.time());
    context_.timeInc(5);
#endif
  }

 private:
  VerilatedContext context_;
  std::unique_ptr<Vdut> top_;
  std::vector<void*> ports_;
#if TOROID_WAVE
  VerilatedFstC fst_;
#endif
};

}  // namespace

uint32_t toroid_dut_abi() { return TOROID_DUT_ABI; }
ToroidEndpoints* toroid_endpoints_create(const char* wave) { return new Endpoints(wave); }
