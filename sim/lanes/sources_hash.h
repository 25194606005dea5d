// The version of this folder's sources, as a key for the cache of generated C++.
#pragma once

#include <string_view>

namespace toroid::lanes {

// A hash of this folder's sources, computed when the build is configured.
std::string_view SourcesHash();

}  // namespace toroid::lanes
