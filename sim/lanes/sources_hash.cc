#include "sim/lanes/emit.h"

namespace toroid::lanes {

std::string_view SourcesHash() { return TOROID_LANES_SOURCES; }

}  // namespace toroid::lanes
