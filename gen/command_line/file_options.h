// One configuration file describes a network and its program for every command: each takes what
// concerns it.
#pragma once

#include "gen/command_line/raw_options.h"

namespace toroid {

// Removes from `options` what a file says for others than this command:
//   - options that the command does not take;
//   - for simulate, options that its traffic does not use but another command takes;
//   - for check and generate, task and schedule and what goes with these, unless both are there and
//     the schedule is one that the command takes, or one of the two was typed;
//   - for check, what is loaded and the broadcast, unless the netlist of nodes with them is looked
//   at;
//   - for check of routes, everything but the host and what is dead, and otherwise what is dead;
//   - for cost of a collective operation, the guest and its program.
// Options of the command line stay.
void LeaveOutForOthers(Command command, RawOptions& options);

// Whether the program that a file describes schedules messages: it names a task, a schedule or a
// traffic that schedules.
bool Schedules(const RawOptions& file);

}  // namespace toroid
