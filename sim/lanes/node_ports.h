// The ports of an emitted node (docs/spec/generated.md, section 2) and their roles in the lanes
// engine.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/program.h"

namespace toroid::lanes {

struct NodePorts {
  std::string module;
  struct Link {
    std::string prefix;  // prefix of its signals, e.g. axis0_plus
    int channels = 1;    // 0: scheduled router, with neither channel nor credits
    int flit_bits = 46;
  };
  std::vector<Link> links;  // in order
  int local_ports = 1;
  int payload_bits = 32;  // user's payload, the lowest bits of a flit
  int flit_bits = 46;     // widest link
  int address_bits = 6;   // width of tdest and tuser
  int rank_bits = 0;      // width of tid; 0: there is none
  int messages = 0;       // per schedule unit; 0: there is none
  bool relay = false;
  bool base_is_input = false;  // the base of a partition
  int table_entry_bits = 0;    // width of an entry's number; 0: no translation tables
  int table_rank_bits = 0;     // with tables for several guest nodes
  bool by_entry = false;       // packets may be sent by their entries
  int counter_bits = 0;        // width of a counter's number; 0: no counters
  int fault_bits = 0;          // scheduled routers; 0: buffered routers
  bool barrier = false;
  int broadcast_bits = 0;  // width of a link's word; 0: nodes hear no host
};

// Payloads enter and leave first by the links, then by the local ports.
PortRoles RolesOf(const NodePorts& ports);

// The one-bit wires of a link port in the order of the adaptor's tables: valid, channel, the flit's
// bits above the payload, credits of channels 0 and 1, the barrier's, the broadcast's. Missing
// wires have empty names.
// do not exist are empty names.
std::vector<PortBit> LinkWires(const NodePorts& ports, const NodePorts::Link& link, bool in);

// The one-bit wires of a local port in the order of the adaptor's tables. In: tvalid, tready, and a
// beat's tlast, tdest, tid, by_entry. Out: tready, tvalid, error, and a beat's tlast, tuser, tid.
std::vector<PortBit> LocalWires(const NodePorts& ports, int local, bool in);

}  // namespace toroid::lanes
