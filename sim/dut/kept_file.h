// A file of the cache, checked and kept open so that it cannot be exchanged.
#pragma once

#include <filesystem>

#include "gen/support/descriptor.h"

namespace toroid {

struct KeptFile {
  std::filesystem::path path;
  Descriptor descriptor;
};

}  // namespace toroid
