// When the messages of a request are sent.
#pragma once

#include "gen/plan/field.h"
#include "gen/schedule/schedule.h"
#include "gen/support/words.h"

namespace toroid {

inline constexpr int kMostStartup = 1'000'000;  // cycles

// What the nodes' schedule units do: nothing, say when to send, and check arrivals too.
enum class UnitUse { kNone, kSend, kCheck };
template <>
inline constexpr std::string_view kWords<UnitUse> = "|send|check";

struct Scheduling {
  ScheduleKind kind = ScheduleKind::kNone;
  int steps = 0;        // schedule exact: at most so many; 0: the lower bound
  double seconds = 60;  // schedule exact: of wall-clock time for the solver
  // the hardware's own schedule units say when; one schedule only
  UnitUse units = UnitUse::kNone;
  double startup = 0;  // cycles that a source idles before each message; a whole number
  Release release = Release::kCycle;

  bool by_units() const { return units != UnitUse::kNone; }
  // What schedule exact is asked for.
  ExactOptions exact() const { return {.steps = steps, .seconds = seconds}; }

  // Startup that the schedule itself has room for; `none` has no room.
  int startup_in_schedule() const {
    return kind == ScheduleKind::kNone ? 0 : static_cast<int>(startup);
  }
  // How messages begin on their way: under `none` a source with startup sends one after another.
  Release release_in_run() const {
    return kind == ScheduleKind::kNone && startup > 0 ? Release::kOrder : release;
  }
  // The schedule says when each message begins.
  bool keeps_cycles() const { return release_in_run() == Release::kCycle; }

  // The fields of the options that set these, for the requests that have them.
  Field KindField();
  Field StepsField();
  Field TimeLimitField();  // never said: what is sent does not depend on it
  Field UnitsField();
  Field StartupField();
  Field ReleaseField();
  // Those of traffic that sends in rounds, with a barrier after each.
  Fields RoundFields(Cycle& barrier_cycles);
};

}  // namespace toroid
