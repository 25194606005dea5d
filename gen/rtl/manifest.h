// manifest.json: what was emitted, for programs that read it instead of parsing Verilog. Fields:
// docs/spec/generated.md.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/rtl/names.h"

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

// Lists of the guest nodes that each node holds are left out where the guest has more.
inline constexpr std::uint32_t kMaxListedGuests = 16384;

std::string Manifest(const Plan& plan, const std::string& rebuild_command,
                     const std::vector<EmittedModule>& modules,
                     const std::vector<std::string>& files);

// The files that a manifest this program wrote lists, without itself; nothing if `text` is no such
// manifest.
std::optional<std::set<std::string>> ListedFiles(const std::string& text);

}  // namespace toroid::rtl
