// The ports of an emitted node (docs/spec/generated.md, section 2) and what the lanes engine makes
// of them.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/program.h"

namespace toroid::lanes {

struct NodePorts {
  std::string module;
  struct Link {
    std::string prefix;  // of its signals, e.g. axis0_plus
    int channels = 1;    // 0: of a scheduled router, with neither channel nor credits
    int flit_bits = 46;
  };
  std::vector<Link> links;
  int local_ports = 1;
  int payload_bits = 32;  // of the user's payload, which stands lowest in a flit
  int flit_bits = 46;     // of the widest link
  int address_bits = 6;   // of tdest and tuser
  int rank_bits = 0;      // of tid; 0: there is none
  int messages = 0;       // of the schedule unit; 0: there is none
  bool relay = false;
  bool partition = false;
  bool tables = false;       // translation tables
  bool table_ranks = false;  // of several guest nodes
  bool counters = false;
  bool by_entry = false;  // packets may be sent by their entries
  int fault_bits = 0;     // of scheduled routers; 0: of buffered ones
  bool barrier = false;
  int broadcast_bits = 0;  // of a link's word; 0: nodes hear no host
};

// Payloads come in and go out by the links first, then by the local ports.
PortRoles RolesOf(const NodePorts& ports);

// The one-bit wires of a link port in the order of the adaptor's tables: valid, channel, the flit's
// bits above the payload, credits of channels 0 and 1, the barrier's, the broadcast's. Those that
// do not exist are empty names.
std::vector<PortBit> LinkWires(const NodePorts& ports, const NodePorts::Link& link, bool in);

// The one-bit wires of a local port in the order of the adaptor's tables. In: tvalid, tready, and
// of a beat tlast, tdest, tid, by_entry; out: tready, tvalid, error, and of a beat tlast, tuser,
// tid.
std::vector<PortBit> LocalWires(const NodePorts& ports, int local, bool in);

}  // namespace toroid::lanes
