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
#include "sim/dut/kept_file.h"

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
    int channels = 1;    // 0: of scheduled routers, without channels and credits
    int bits = 46;       // of its flits
  };
  std::vector<Link> links;                  // the node's link ports in order
  std::vector<std::string> node_instances;  // in the top, by node index; flat only
  int local_ports = 1;                      // of a node
  int payload_bits = 32;
  int address_bits = 6;        // of tdest and tuser
  int rank_bits = 0;           // of tid; 0: there is none
  int flit_bits = 46;          // of the widest link
  int fault_bits = 0;          // of a node of scheduled routers; 0: of a buffered one
  bool barrier = false;        // nodes have one
  bool broadcast = false;      // they hear a host
  bool link_stages = false;    // what comes by their links waits in registers
  bool link_checks = false;    // links have check wires, nodes `link_fault`
  bool loaded_tables = false;  // and load their tables from it
  int messages = 0;            // of a node's schedule unit; 0: there is none
  int time_bits = 0;           // of its clock
  bool relay = false;          // nodes have relays
  // of the guest node's address that each node shows in a partition; 0: there is none
  int partition_bits = 0;
  bool base_is_input = false;  // the partition's
  // with translation tables: bits of an entry's number, and of the addresses that it shows
  int table_entry_bits = 0;  // 0: there are none
  int table_logical_bits = 0;
  int table_physical_bits = 0;
  int table_rank_bits = 0;
  int counter_bits = 0;     // that select a counter; 0: there are none
  bool by_entry = false;    // packets may be sent by an entry's number
  bool wave = false;        // flat only: able to write an FST file
  std::uint32_t nodes = 0;  // simulated together; lanes only
};

struct BuiltDut {
  KeptFile library;
  bool cached = false;     // it was there already
  double cpu_seconds = 0;  // user time of Verilator and the compiler; 0 if cached
};

// Builds the library, or finds it in $XDG_CACHE_HOME/toroid (~/.cache/toroid). The key covers every
// part of `source` but comments, the adaptor's text, the versions of Verilator and the compiler,
// and the options of both. Safe when several processes start at once, and when one is killed. A
// cache that other users could have written is left alone, and the library built elsewhere.
// `progress` is told what is being done. `cancelled` is asked at least every 200 milliseconds; once
// it says so the tools that run are stopped, with all that they started, and the build is given up.
// Diagnostics (field "verilator", "yosys", "compiler" or "cache") stand for exit code 3.
//
// Lanes that are new are shown to `accept` before they enter the cache; its diagnostics are
// returned, and nothing is kept.
using Acceptance = std::function<Diagnostics(const KeptFile&)>;
Result<BuiltDut> BuildDut(
    const DutSource& source, const std::function<void(const std::string&)>& progress,
    const std::function<bool()>& cancelled = [] { return false; }, const Acceptance& accept = {});

// Whether the lanes engine can be built here.
bool HasYosys();

// Nodes that it can have in one word, at most, on this machine.
std::uint32_t LanesOfWord();

// Where the adaptor's sources are: the environment's TOROID_DUT_SOURCES if set, else
// ../share/toroid/dut beside the executable's folder if it exists, else the source tree's.
std::filesystem::path AdaptorRoot();

}  // namespace toroid
