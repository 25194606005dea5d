// Which version of this folder writes the C++ of lanes: what it wrote is kept in the cache.
#pragma once

#include <string_view>

namespace toroid::lanes {

// A hash of the sources of this folder, made when the build is configured.
std::string_view SourcesHash();

}  // namespace toroid::lanes
