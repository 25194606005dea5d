// manifest.json: what was emitted, for programs that read it instead of parsing Verilog. Fields:
// docs/spec/generated.md.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/render.h"
#include "gen/support/json.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

// One emitted Verilog module. Ports of library modules other than the router depend on their
// parameters, so they are not listed.
struct EmittedModule {
  std::string name;
  std::string file;
  std::string role;  // top, node, router, address unit, library
  bool instantiated = true;
  std::vector<ModulePort> ports;
};

// Writes the manifest; ticks once for each node. `files` are the paths of all other files.
void WriteManifest(const Plan& plan, const Layers& layers, const std::string& rebuild_command,
                   const std::vector<EmittedModule>& modules, const std::vector<std::string>& files,
                   const TakeText& write, Stage& stage);

// The files that a manifest this program wrote lists, without itself; nothing if it is no such
// manifest, or cannot be read.
std::optional<std::set<std::string>> ListedFiles(std::istream& manifest);

// The origin of a network: the options of `toroid generate`, and the hash of the hardware.
struct Origin {
  std::string options;
  std::string hardware_hash;
};
// The origin in a manifest; nothing if this program did not write it, or it cannot be read.
std::optional<Origin> OriginOf(std::istream& manifest);

// ---- values that the manifest and a layer's own member share ----

// Lists of the guest nodes that each node holds are left out where the guest has more.
inline constexpr std::uint32_t kMaxListedGuests = 16384;

// {"kind": "torus", "shape": [8, 8], "size": 64} of a guest or host; of a twisted torus also its
// "twists": [[0, 1, 4]].
Json GraphJson(const Graph& graph);
// The node's logical address; with a many-to-one embedding a list, by rank. Null at an empty node,
// and where the lists would be too long.
Json LogicalAddressJson(const Plan& plan, NodeId node);

}  // namespace toroid::rtl
