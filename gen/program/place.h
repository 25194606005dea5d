// Schedule `list` for programs of sends, receives and calculations: a cycle for each message.
#pragma once

#include "gen/placing/message_routes.h"
#include "gen/program/program.h"
#include "gen/support/progress.h"
#include "gen/topology/numbering.h"

namespace toroid {

// Gives each message the first cycle in which it may go and everything on its route is free, as
// `not_before`, from the start of the program on. Then no two messages meet, and the program
// promises that and its cycles. Requires a program that can end, all of whose messages
// are sends with receives, and no startup. Throws Interrupted.
void PlaceMessages(Program& program, const MessageRoutes& routes, Ports ports, const Timing& timing,
                   const Progress& progress = {});

// The messages of a program that cross links, sorted by cycle, without what they come after.
Program MessagesOf(const Program& program);

}  // namespace toroid
