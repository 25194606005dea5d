// The kinds of traffic that `simulate` runs: for each, what may be asked of it. Parser, help,
// checks, reports and stimulus are all made from this list. A new kind is a type of its own file in
// this list (a new pattern: an entry in pattern.cc), and what it sends in sim/run/stimulus.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gen/collective/task.h"
#include "gen/request/collective.h"
#include "gen/request/pattern.h"
#include "gen/request/programs.h"
#include "gen/request/sets.h"
#include "gen/request/trace.h"

namespace toroid {

// Each type has
//   family()  how it stands to the graphs
//   name()    the word after --traffic
//   fields()  what its options set
//   Text()    itself in words, after the name, for the report
//   Check()   why it cannot be run, if so
using TrafficRequest = std::variant<CubeProgramRequest, TaskRequest, CollectiveRequest, SetsRequest,
                                    TraceRequest, AxiRequest, PatternRequest>;

// Each kind as it is without options, in the order of help.
std::span<const TrafficRequest> AllTraffics();
// The kind that --traffic names; none if there is no such kind.
std::optional<TrafficRequest> ParseTraffic(std::string_view name);

// What the type in the variant says of itself: its word, how it stands to the graphs,
std::string_view NameOf(const TrafficRequest& traffic);
Family FamilyOf(const TrafficRequest& traffic);
// Whether it runs schedules of messages between guest nodes.
inline bool IsScheduled(const TrafficRequest& traffic) {
  const Family family = FamilyOf(traffic);
  return family != Family::kPattern && family != Family::kCollective && family != Family::kTrace &&
         family != Family::kAxi;
}
// its fields, which are valid as long as the request stays where it is, its text, which names the
// seed where packets or data depend on it, and what keeps it from being run.
Fields FieldsOf(TrafficRequest& traffic);
std::string TextOf(const TrafficRequest& traffic, std::uint64_t seed);
Diagnostics Check(const TrafficRequest& traffic, const Setting& setting);

// Null if nothing is scheduled.
const Scheduling* SchedulingOf(const TrafficRequest& traffic);
Scheduling* SchedulingOf(TrafficRequest& traffic);
// None for traffic that is no collective operation.
std::optional<CollectiveTask> CollectiveOf(const TrafficRequest& traffic);
Cycle BarrierOf(const TrafficRequest& traffic);  // cycles after each iteration
// Sets them, if the traffic has iterations.
void SetBarrier(TrafficRequest& traffic, Cycle cycles);
Cycle InjectionOf(const TrafficRequest& traffic);  // cycles in which packets are drawn; 0: none are

// Whether the option is one of this traffic, or of every traffic.
bool Uses(const TrafficRequest& traffic, OptionName option);
// "cc-cube, task": those that the option goes with; empty if it is one of every traffic.
std::string TrafficsWith(OptionName option);

// "--traffic cc-cube --elements 256 ...": the options that ask for it.
std::string TrafficOptions(TrafficRequest traffic);

}  // namespace toroid
