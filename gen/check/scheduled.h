// Checks that a schedule runs on scheduled routers without a collision:
// docs/spec/scheduled-router.md, N8.2.
#pragma once

#include <vector>

#include "gen/check/finding.h"
#include "gen/plan/turns.h"
#include "gen/program/program.h"
#include "gen/topology/graph.h"

namespace toroid {

// Three findings on messages between nodes, with the timing of N5.3 and N2.5: no output, injector
// or ejector has two flits in one cycle; the network has every turn of every message; no message
// has more links on an axis than a flit can count. CheckSchedule checks that the messages are the
// right ones.
std::vector<Finding> CheckScheduledRouter(const Program& program, const MessageRoutes& routes,
                                          Ports ports, const TurnSet& turns,
                                          const Progress& progress = {});

}  // namespace toroid
