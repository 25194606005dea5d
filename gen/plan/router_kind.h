// The two routers of networks, and their differences outside the router.
#pragma once

#include <string_view>

#include "gen/support/words.h"

namespace toroid {

enum class RouterKind {
  kBuffered,   // docs/spec/router.md
  kScheduled,  // docs/spec/scheduled-router.md
};
template <>
inline constexpr std::string_view kWords<RouterKind> = "buffered|scheduled";

// K: cycles from inject to eject beyond the hops if nothing waits (R6.8, N5.3).
constexpr int InterfaceLatency(RouterKind router) {
  return router == RouterKind::kScheduled ? 0 : 2;
}

}  // namespace toroid
