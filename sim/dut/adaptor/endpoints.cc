// The AXI4 endpoints of a node. The simulator reads and writes their ports where Verilator keeps
// them; `dut_config.h` defines TOROID_FOR_EACH_PORT(M), M(port) for each in order.
#include <memory>
#include <vector>

#include "Vdut.h"
#include "dut_abi.h"
#include "dut_config.h"
#include "verilated.h"

namespace {

class Endpoints : public ToroidEndpoints {
 public:
  Endpoints() {
    context_.randReset(0);
    top_ = std::make_unique<Vdut>(&context_, "endpoints");
#define TOROID_PLACE(port) ports_.push_back(&top_->port);
    TOROID_FOR_EACH_PORT(TOROID_PLACE)
#undef TOROID_PLACE
  }
  ~Endpoints() override { top_->final(); }

  void* const* Ports() override { return ports_.data(); }
  void Evaluate() override { top_->eval(); }

 private:
  VerilatedContext context_;
  std::unique_ptr<Vdut> top_;
  std::vector<void*> ports_;
};

}  // namespace

uint32_t toroid_dut_abi() { return TOROID_DUT_ABI; }
ToroidEndpoints* toroid_endpoints_create() { return new Endpoints(); }
