#include "gen/plan/router_kind.h"

namespace toroid {

std::string_view ToString(RouterKind router) {
  return router == RouterKind::kBuffered ? "buffered" : "scheduled";
}

std::optional<RouterKind> ParseRouterKind(std::string_view text) {
  for (const auto router : {RouterKind::kBuffered, RouterKind::kScheduled}) {
    if (text == ToString(router)) return router;
  }
  return std::nullopt;
}

}  // namespace toroid
