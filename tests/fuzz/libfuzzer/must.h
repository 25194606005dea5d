// Assertions of a target for every input.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace toroid::fuzz {

// Ends the process, which keeps the input, if it is not so.
inline void Must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "must hold: %s\n", what);
  std::abort();
}

}  // namespace toroid::fuzz
