#include "gen/collective/program.h"

#include <utility>

namespace toroid {

CollectiveProgram Shorter(CollectiveProgram a, CollectiveProgram b, const MessageRoutes& routes,
                          Ports ports, const Timing& timing) {
  const bool second =
      ForecastOf(b, routes, ports, timing).end < ForecastOf(a, routes, ports, timing).end;
  return second ? std::move(b) : std::move(a);
}

}  // namespace toroid
