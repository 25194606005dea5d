// The two routers of networks, and their differences outside the router.
#pragma once

#include <optional>
#include <string_view>

namespace toroid {

enum class RouterKind {
  kBuffered,   // docs/spec/router.md
  kScheduled,  // docs/spec/scheduled-router.md
};
std::string_view ToString(RouterKind router);
std::optional<RouterKind> ParseRouterKind(std::string_view text);

inline constexpr int kScheduledRouterSpecVersion = 1;

// K: cycles from inject to eject beyond the hops if nothing waits (R6.8, N5.3).
constexpr int InterfaceLatency(RouterKind router) {
  return router == RouterKind::kScheduled ? 0 : 2;
}

}  // namespace toroid
