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
    R"(# A network, for `toroid COMMAND --config FILE`. Keys are options without dashes. A command
# ignores the options of others, and the command line takes precedence over the file.
# `toroid COMMAND --help-all` lists all options.

# The network: torus:8x8, mesh:4x2x3, ring:12, line:12, hypercube:6.
host = "torus:4x4"
flit-width = 64       # bits of payload; points of an fft need 64
buffer-depth = 4      # flits of each buffer
ports = "one"         # "all": a local port for each link
out = "toroid-out"    # the folder that generate writes

# The traffic of simulate and sweep.
traffic = "uniform"
# rate = 0.1          # flits a node and cycle

# A program on it: the graph of its processes, and their embedding in the network. Addresses are
# then those of the processes. map, schedule and cost need it.
# guest = "hypercube:4"
# embedding = "xor"
# bit-order = "cyclic"

# Its messages: every node sends one in each of the cube dimensions 0 to 3, without conflicts.
# Traffic "task" sends them, "cc-cube" the whole pipelined program, "fft" does one with data. With
# these lines generate makes a unit in each node that tells it when to send.
# task = "0,4"
# schedule = "offset"
# elements = 64       # of a message, for cost
)";

}  // namespace

int RunInit(const Spec& spec, const Console& console) {
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::symlink_status(spec.out, ignored)))
    return PrintDiagnostics({{"--out", spec.out, "is there already", "give another name"}},
                            console.err, kBadInput);
  try {
    files::WholeFile file(spec.out);
    file.Write(kConfiguration);
    file.Finish();
    file.PutInFreePlace();
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"--out", "", error.what, error.advice}}, console.err, kFailed);
  }
  const std::string name = Printable(spec.out, 5000);
  const std::string typed = Printable(ShellText(spec.out), 5000);
  console.out << fmt::format(
      "{} is written; these take it as it is, and all commands of a network with its program:\n"
      "  toroid check --config {}\n  toroid simulate --config {}\n  toroid generate --config {}\n",
      name, typed, typed, typed);
  return kDone;
}

}  // namespace toroid
