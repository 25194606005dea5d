#include "gen/support/result.h"

namespace toroid {

std::string ToString(const Diagnostic& diagnostic) {
  std::string line = "toroid: error: " + diagnostic.field + ": ";
  if (!diagnostic.value.empty()) line += diagnostic.value + ": ";
  line += diagnostic.what;
  if (!diagnostic.allowed.empty()) line += "; " + diagnostic.allowed;
  return line;
}

}  // namespace toroid
