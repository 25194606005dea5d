// Turns emitted Verilog into a loadable simulation: Verilator, the C++ compiler, and a cache of the
// results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gen/support/result.h"

namespace toroid {

enum class DutKind { kNodes, kFlat, kLanes };

// All that a build depends on. The caller renders the Verilog; nothing here knows what is in it but
// for these names.
struct DutSource {
  DutKind kind = DutKind::kNodes;
  // file name -> text: the Verilog (.v) and waivers (.vlt) to compile
  std::map<std::string, std::string> files;
  std::string top_module;  // node or top
  struct Link {
    std::string prefix;  // of the node's signals, e.g. axis0_plus
    int channels = 1;
  };
  std::vector<Link> links;                  // the node's link ports in order
  std::vector<std::string> node_instances;  // in the top, by node index; flat only
  int local_ports = 1;                      // of a node
  int payload_bits = 32;
  int address_bits = 6;  // of tdest and tuser
  int member_bits = 0;   // of tid; 0: there is none
  int flit_bits = 46;
  int messages = 0;    // of a node's schedule unit; 0: there is none
  int time_bits = 0;   // of its clock
  bool relay = false;  // nodes have relays
  // of the guest node's address that each node shows in a partition; 0: there is none
  int partition_bits = 0;
  bool wave = false;        // flat only: able to write an FST file
  std::uint32_t nodes = 0;  // of the network; lanes only
};

struct BuiltDut {
  std::filesystem::path library;
  bool cached = false;     // it was there already
  double cpu_seconds = 0;  // user time of Verilator and the compiler; 0 if cached
};

// Builds the library, or finds it in $XDG_CACHE_HOME/toroid (~/.cache/toroid). The key covers every
// part of `source` but comments, the adaptor's text, and the versions of Verilator and the
// compiler. Safe when several processes start at once, and when one is killed: a build happens in a
// folder of its own and is renamed into place. `progress` is told what is being done; once
// `cancelled` says so the tool that runs is stopped and the build given up. Diagnostics (field
// "verilator", "yosys", "compiler" or "cache") stand for exit code 3.
//
// A library that is new is shown to `accept` before it enters the cache; what that complains of is
// returned, and nothing is kept.
Result<BuiltDut> BuildDut(
    const DutSource& source, const std::function<void(const std::string&)>& progress,
    const std::function<bool()>& cancelled = [] { return false; },
    const std::function<Diagnostics(const std::filesystem::path&)>& accept = {});

// Whether the lanes engine can be built here.
bool HasYosys();

// Where the adaptor's sources are: the environment's TOROID_DUT_SOURCES if set, else
// ../share/toroid/dut beside the executable's folder if it exists, else the source tree's.
std::filesystem::path AdaptorRoot();

}  // namespace toroid
