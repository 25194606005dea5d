#include "gen/support/result.h"

#include <algorithm>

namespace toroid {

std::string ToString(const Diagnostic& diagnostic) {
  std::string line = "toroid: error: " + diagnostic.field + ": ";
  if (!diagnostic.value.empty()) line += diagnostic.value + ": ";
  line += diagnostic.what;
  if (!diagnostic.allowed.empty()) line += "; " + diagnostic.allowed;
  return line;
}

int ExitCodeOf(const Diagnostics& diagnostics) {
  const auto has = [&](Fault fault) {
    return std::ranges::any_of(diagnostics, [&](const Diagnostic& d) { return d.fault == fault; });
  };
  return has(Fault::kInput) ? 2 : has(Fault::kUnable) ? 3 : 1;
}

}  // namespace toroid
