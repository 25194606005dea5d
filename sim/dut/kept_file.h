// A file of the cache that was checked, and is open so that it stays the one that was.
#pragma once

#include <filesystem>

#include "gen/support/descriptor.h"

namespace toroid {

struct KeptFile {
  std::filesystem::path path;
  Descriptor descriptor;
};

}  // namespace toroid
