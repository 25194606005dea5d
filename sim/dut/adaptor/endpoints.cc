// The AXI4 endpoints of a node. The simulator reads and writes their ports where Verilator keeps
// them; `dut_config.h` defines TOROID_FOR_EACH_PORT(M), M(port) for each in order.
#include <memory>
#include <vector>

#include "Vdut.h"
#include "dut_config.h"
#include "endpoints_abi.h"
#include "verilated.h"

struct ToroidEndpoints {
  ToroidEndpoints() {
    context.randReset(0);
    top = std::make_unique<Vdut>(&context, "endpoints");
#define TOROID_PLACE(port) ports.push_back(&top->port);
    TOROID_FOR_EACH_PORT(TOROID_PLACE)
#undef TOROID_PLACE
  }
  ~ToroidEndpoints() { top->final(); }

  VerilatedContext context;
  std::unique_ptr<Vdut> top;
  std::vector<void*> ports;
};

extern "C" {

uint32_t toroid_endpoints_abi() { return TOROID_ENDPOINTS_ABI; }
ToroidEndpoints* toroid_endpoints_create() { return new ToroidEndpoints(); }
void* const* toroid_endpoints_ports(ToroidEndpoints* endpoints) { return endpoints->ports.data(); }
void toroid_endpoints_evaluate(ToroidEndpoints* endpoints) { endpoints->top->eval(); }
void toroid_endpoints_destroy(ToroidEndpoints* endpoints) { delete endpoints; }
}
