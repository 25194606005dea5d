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
#include "sim/dut/trust.h"
#include "sim/lanes/node_ports.h"

namespace toroid {

// kEndpoints: the AXI4 endpoints of a node, or with `wave` the whole wrap, which EndpointsDut
// loads; Dut loads the others.
enum class DutKind { kNodes, kFlat, kLanes, kEndpoints };

// All inputs of a build. The caller renders the Verilog; this folder knows only its names: of the
// node or top to compile, and of the node's ports.
struct DutSource : lanes::NodePorts {
  DutKind kind = DutKind::kNodes;
  // file name -> text: the Verilog (.v) and waivers (.vlt) to compile
  std::map<std::string, std::string> files;
  std::vector<std::string> node_instances;  // in the top, by node index; flat only; "": absent
  bool link_stages = false;                 // links have register stages
  bool link_checks = false;                 // links have check wires, nodes `link_fault`
  bool gated_clocks = false;                // clocks of buffers stop while they hold
  bool loaded_tables = false;               // nodes load their tables from the host
  int time_bits = 0;                        // width of the schedule unit's clock
  // width of the guest node's address that each node shows in a partition; 0: there is none
  int partition_bits = 0;
  // widths of the addresses in an entry of a translation table
  int table_logical_bits = 0;
  int table_physical_bits = 0;
  bool wave = false;                    // flat and endpoints only: able to write an FST file
  std::uint32_t nodes = 0;              // simulated together
  std::vector<std::string> ports = {};  // of the module; endpoints only, which need nothing else

  bool whole() const { return kind == DutKind::kFlat || wave; }  // of all nodes
};

struct BuiltDut {
  KeptFile library;
  bool cached = false;     // it was in the cache
  double cpu_seconds = 0;  // user time of Verilator and the compiler; 0 if cached
};

// Builds the library, or finds it in $XDG_CACHE_HOME/toroid (~/.cache/toroid). The key covers every
// part of `source` but comments, the adaptor's text, the versions of Verilator and the compiler,
// and the options of both. Safe when several processes start at once, and when one is killed. A
// cache that other users could have written is not used, and the library is built elsewhere.
// `progress` receives each stage. `cancelled` is called at least every 200 milliseconds; once it
// returns true, the running tools and their children are stopped and the build ends. Diagnostics
// (field "verilator", "yosys", "compiler" or "cache") stand for exit code 3.
//
// New lanes libraries are passed to `accept` before they enter the cache. If it returns
// diagnostics, they are returned and nothing is kept.
using Acceptance = std::function<Diagnostics(const KeptFile&)>;
Result<BuiltDut> BuildDut(
    const DutSource& source, const std::function<void(const std::string&)>& progress,
    const std::function<bool()>& cancelled = [] { return false; }, const Acceptance& accept = {});

// Whether the lanes engine can be built here.
bool HasYosys();

// The most nodes that it can have in one word on this machine.
std::uint32_t LanesOfWord();

// The folder of the adaptor's sources: the environment's TOROID_DUT_SOURCES if set, else
// ../share/toroid/dut beside the executable's folder if it exists, else the source tree's.
std::filesystem::path AdaptorRoot();

// What this machine has of one tool for simulations of hardware.
struct ToolState {
  std::string name;  // "verilator"
  bool usable = false;
  std::string detail;     // its version, or the fault and its remedy
  std::string needed_by;  // "--rtl nodes, flat and lanes"
};

// Checks Verilator, the C++ compiler, zlib, Yosys, ccache, the cache and the folder for temporary
// files. Leaves nothing behind.
std::vector<ToolState> CheckTools();

// Whether all of these are usable.
bool Usable(const std::vector<ToolState>& states, const std::vector<std::string>& names);

}  // namespace toroid
