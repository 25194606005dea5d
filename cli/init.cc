// `toroid init`: a configuration to start from.
#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "cli/commands.h"
#include "gen/support/files.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// A plain network, for which generate writes a testbench. With the commented lines enabled, map,
// schedule and cost accept it too.
constexpr std::string_view kConfiguration =
    R"(# A network, for `toroid COMMAND --config FILE`. Keys are options without dashes. What is above the
# tables describes the network, for every command that takes it; a command's own options are in its
# table. The command line takes precedence. `toroid COMMAND --help-all` lists all options.

# The network: torus:8x8, mesh:4x2x3, ring:12, line:12, hypercube:6.
host = "torus:4x4"
flit-width = 64       # bits of payload; points of an fft need 64
buffer-depth = 4      # flits of each buffer
ports = "one"         # "all": a local port for each link

# A program on it: the graph of its processes, and their embedding in the network. Addresses are
# then those of the processes. map, schedule and cost need it.
# guest = "hypercube:4"
# embedding = "xor"
# bit-order = "cyclic"

[generate]
out = "toroid-out"    # the folder to write
# With these lines each node gets a unit that tells it when to send the messages of a task: one in
# each of the cube dimensions 0 to 3, without conflicts.
# task = "0,4"
# schedule = "offset"

[simulate]
traffic = "uniform"   # "task", the pipelined program "cc-cube" or "fft" need the program above
# rate = 0.1          # flits a node and cycle

[sweep]
traffic = "uniform"

# Proves that the messages of the task do not meet.
[check]
# task = "0,4"
# schedule = "offset"

[schedule]
# task = "0,4"
# schedule = "offset"

[cost]
# schedule = "offset"
# elements = 64       # of a message
)";

// Every key of the tables, with its default where it has one.
constexpr std::string_view kEndpoints =
    R"(# AXI4 managers and subordinates on the nodes of a network, for `toroid generate --config FILE`.
# Keys above the tables are options without dashes, and so are those of [generate]; the command line
# takes precedence. `toroid generate --help-all` lists all options.

# The network: torus:8x8, mesh:4x2x3, ring:12, line:12, hypercube:6.
host = "torus:4x4"
flit-width = 64         # bits of data at every port: 32, 64, 128, 256 or 512
local = "axi4"
# node-clocks = "0,12"  # nodes with their own clocks

[generate]
out = "toroid-out"      # the folder to write

# Of all managers and subordinates.
[axi]
address-width = 32      # bits, 32 to 64
id-width = 4            # bits of managers' IDs, 1 to 16
user-width = 0          # bits of AxUSER, 0 to 16
threads = 4             # IDs under way at a manager, as many for reads as for writes: 1, 2, 4, 8, 16
max-burst = 256         # beats; a longer burst is answered DECERR
read-buffer = 512       # beats at a manager: a power of two, at least max-burst, at most 4096
write-buffer = 512
outstanding = 4         # requests at a subordinate, as many reads as writes: 2 to 64
ids = "one"             # "source": subordinates may answer out of order, and see who asked
# timeout = 1000        # cycles after which SLVERR stands for a subordinate's answer; per node too

# What nodes have: a "manager" (its port is s<i>_axi_*), a "subordinate" (m<i>_axi_*), "both" or
# "none". Nodes that no table names have none. Without these tables every node has both.
[[axi.node]]
nodes = "0,5"           # numbers and ranges, such as "0,3,8-11", or "all"
role = "manager"

[[axi.node]]
nodes = "10,12"
role = "subordinate"

[[axi.node]]
nodes = "15"
role = "subordinate"
protocol = "axi4-lite"  # single beats; the port is m<i>_axil_*

# Which node answers which addresses. Sizes are powers of two from 4096, bases multiples of the
# size. Without these tables the top bits of an address are the node's.
[[axi.map]]
base = 0x00000000
size = 0x40000000
node = 10

[[axi.map]]
base = 0x40000000
size = 0x40000000
node = 12

[[axi.map]]
base = "0x80000000"     # strings are numbers too; from 2^63 on only strings are
size = 0x1000
node = 15
)";

}  // namespace

int RunInit(const Spec& spec, const Console& console) {
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::symlink_status(spec.out, ignored)))
    return PrintDiagnostics({{"--out", spec.out, "is there already", "give another name"}},
                            console.err, kBadInput);
  try {
    files::WholeFile file(spec.out);
    file.Write(spec.axi4 ? kEndpoints : kConfiguration);
    file.Finish();
    file.PutInFreePlace();
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"--out", "", error.what, error.advice}}, console.err, kFailed);
  }
  const std::string name = Printable(spec.out, 5000);
  const std::string typed = Printable(ShellText(spec.out), 5000);
  if (spec.axi4) {
    console.out << fmt::format(
        "{} is written; the command that takes it:\n"
        "  toroid generate --config {}\n",
        name, typed);
    return kDone;
  }
  console.out << fmt::format(
      "{} is written; these take it as it is, and all commands of a network with its program:\n"
      "  toroid check --config {}\n  toroid simulate --config {}\n  toroid generate --config {}\n",
      name, typed, typed, typed);
  return kDone;
}

}  // namespace toroid
