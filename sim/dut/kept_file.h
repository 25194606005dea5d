// A file of the cache that was checked, and is open so that it stays the one that was.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "gen/support/descriptor.h"

namespace toroid {

struct KeptFile {
  std::filesystem::path path;
  Descriptor descriptor;

  // A path that leads to the open file whatever has become of its own.
  std::string PathOfOpenFile() const {
    const std::string open = fmt::format("/proc/self/fd/{}", descriptor.number());
    return std::filesystem::exists(open) ? open : path.string();
  }
};

}  // namespace toroid
