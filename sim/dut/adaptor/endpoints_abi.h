/* What passes between the simulator and the compiled adaptor around the AXI4 endpoints of a node
 * (sim/dut/adaptor/endpoints.cc). */
#pragma once

#include <stdint.h>

#define TOROID_ENDPOINTS_ABI 1

extern "C" {

struct ToroidEndpoints;
uint32_t toroid_endpoints_abi(void);
struct ToroidEndpoints* toroid_endpoints_create(void);
/* Where the value of each port is, in the order of the build's list: 1 byte for up to 8 bits, 2 up
 * to 16, 4 up to 32, 8 up to 64, else 4 for each 32, the lowest first. Clock and reset are ports
 * too. */
void* const* toroid_endpoints_ports(struct ToroidEndpoints* endpoints);
/* Makes the outputs follow the inputs. */
void toroid_endpoints_evaluate(struct ToroidEndpoints* endpoints);
void toroid_endpoints_destroy(struct ToroidEndpoints* endpoints);
}
