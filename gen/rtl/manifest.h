// manifest.json: what was emitted, for programs that read it instead of parsing Verilog. Fields:
// docs/spec/generated.md.
#pragma once

#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/rtl/layer.h"
#include "gen/rtl/render.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

// One emitted Verilog module. Library modules other than the router have no fixed ports: theirs
// depend on their parameters.
struct EmittedModule {
  std::string name;
  std::string file;
  std::string role;  // top, node, router, address unit, library
  bool instantiated = true;
  std::vector<ModulePort> ports;
};

// Writes the manifest; ticks once a node. `files` are the paths of all other files.
void WriteManifest(const Plan& plan, const Layers& layers, const std::string& rebuild_command,
                   const std::vector<EmittedModule>& modules, const std::vector<std::string>& files,
                   const TakeText& write, Stage& stage);

// The files that a manifest this program wrote lists, without itself; nothing if it is no such
// manifest, or cannot be read.
std::optional<std::set<std::string>> ListedFiles(std::istream& manifest);

// What made a network: the options of `toroid generate`, and the hash of the hardware.
struct Origin {
  std::string options;
  std::string hardware_hash;
};
// Nothing if it is no manifest that this program wrote, or cannot be read.
std::optional<Origin> OriginOf(std::istream& manifest);

}  // namespace toroid::rtl
