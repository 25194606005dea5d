// manifest.json: what was emitted, for programs that read it instead of parsing Verilog. Fields: docs/spec/generated.md.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/names.h"

namespace toroid::rtl {

// One emitted Verilog module. Library modules other than the router have no fixed ports: theirs depend on their parameters.
struct EmittedModule {
  std::string name;
  std::string file;
  std::string role;  // top, node, router, address unit, library
  bool instantiated = true;
  std::vector<ModulePort> ports;
};

std::string Manifest(const Plan& plan, const std::string& rebuild_command, const std::vector<EmittedModule>& modules,
                     const std::vector<std::string>& files);

// Whether `text` is a manifest this program wrote.
bool IsManifest(const std::string& text);

}  // namespace toroid::rtl
