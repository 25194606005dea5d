// Networks to emit, and the tools that read emitted files.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "gen/rtl/rtl.h"
#include "tests/support/scratch.h"

namespace toroid::test {

// Options of `toroid generate`.
struct Network {
  std::string host;
  Ports ports = Ports::kOne;
  Arbiter arbiter = Arbiter::kThroughFirst;
  Storage storage = Storage::kRegisters;
  std::string embedding = {};  // empty: no embedding, and the guest is unused
  std::string guest = {};
  BitOrder order = BitOrder::kBlock;
  // of a network with an embedding; without one it is physical
  Address address = Address::kLogical;
  int processes = 1;  // with physical addresses
  std::string name = "net";
  std::optional<UnitTask> unit_task = {};
  std::optional<tao::Walk> walk = {};  // for tao
  int dilation = 1;                    // gray, where host nodes hold several guest nodes
  int atu_stages = 0;
  bool relay = false;
  std::vector<int> partition = {};  // lengths of the box that the embedding is in; none if empty
  Coordinates base = {};            // the box's; all 0 if empty
  std::optional<TableMethod> translation = {};
  RouterKind router = RouterKind::kBuffered;
  bool check_arrivals = false;
  bool barrier = false;
  int classes = 1;
  bool broadcast = false;
  bool loaded_routes = false;
  bool loaded_tables = false;
  bool loaded_tree = false;
  bool loaded_units = false;
  std::optional<NodeImages> images = {};
  Protection protect = Protection::kNone;
  WrapOptions wrap = {};
  std::string dead_links = {};  // "0-1,5>6"
  std::string dead_nodes = {};
  int flit_width = 32;
  bool degraded() const { return !dead_links.empty() || !dead_nodes.empty(); }
  bool routed() const { return loaded_routes || (degraded() && router == RouterKind::kBuffered); }
  std::optional<InNetwork> in_network = {};
  JoinOptions join = {};
  int root = 0;
  int link_stages = 0;  // with buffers of as many flits as a flit each cycle needs
};

// An operator of the user's: the module of a file of the checkout.
JoinOptions ModuleOf(const std::string& file, int latency, std::optional<WordOperator> by = {});

Plan PlanOf(const Network& network);
EmittedFiles FilesOf(const Network& network);

// "torus_8x4_one_through_first_xor_block": for test names and messages.
std::string NameOf(const Network& network);
std::string TestName(const testing::TestParamInfo<Network>& test);
void PrintTo(const Network& network, std::ostream* out);

// Emitted files in a separate folder, in which commands can be run.
class EmittedFolder {
 public:
  explicit EmittedFolder(const EmittedFiles& files);
  Outcome Run(const std::string& command) const { return RunCommand(path(), command); }
  std::filesystem::path path() const { return scratch_.path() / "out"; }

 private:
  Scratch scratch_;
};

// Commands for a network named "net" that elaborate `top` and its contents: net_top, or net_node
// alone. They print nothing and end with 0 if all is well.
std::string VerilatorLint(const std::string& top = "net_top");
std::string IcarusLint(const std::string& top = "net_top");
std::string YosysLint(const std::string& top = "net_top");
// Reads the network's files, then runs `script`.
std::string Yosys(const std::string& script);
// The node as gates: no latch, no loop, and no way from an input to an output past all flip-flops
// (router specification R6.7). So nodes wired together in any way have no loop either. The node's
// coordinates, and a partition's base, are constants in a network and may pass; a schedule unit's
// `send`, a table's read port and a scheduled router's `m_axis_*` are no other node's inputs and
// are left out, and an exchange's `table_start` is no other node's output. A clock gate, which is
// meant to be a latch, is left as a cell. Leaves the number of cells in gates.txt.
std::string YosysNode(const Network& network = {});

}  // namespace toroid::test
