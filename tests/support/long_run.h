// The extent of a test: a sample under `make test`, everything under `make test-long`
// (TOROID_LONG=1).
#pragma once

#include <cstdlib>
#include <string_view>

namespace toroid {

inline bool LongRun() {
  const char* set = std::getenv("TOROID_LONG");
  return set != nullptr && std::string_view(set) == "1";
}

// A number that depends on it.
template <class Number>
Number LongOr(Number whole, Number sample) {
  return LongRun() ? whole : sample;
}

}  // namespace toroid
