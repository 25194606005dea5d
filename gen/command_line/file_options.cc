#include "gen/command_line/file_options.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "gen/command_line/values.h"
#include "gen/plan/schedule_unit.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

bool IsFromFile(const RawOption& option) { return !option.place.empty(); }

constexpr CommandSet kRunsTraffic = Bit(Command::kSimulate) | Bit(Command::kSweep);

// Null if it is not there.
const RawOption* Find(const RawOptions& options, std::string_view name) {
  const auto found = options.find(name);
  return found == options.end() ? nullptr : &found->second;
}

bool IsTyped(const RawOptions& options, std::string_view name) {
  const RawOption* option = Find(options, name);
  return option != nullptr && !IsFromFile(*option);
}

bool IsOneOf(std::string_view word, std::string_view form) {
  const std::vector<std::string_view> choices = ChoicesOf(form);
  return std::ranges::find(choices, word) != choices.end();
}

// Whether `generate` would make tables and units of programs.
bool MakesTables(const RawOptions& options) {
  return TextOf(options, "--router") == ToString(RouterKind::kScheduled);
}

// Whether the command takes the schedule. A word that is no schedule at all stays, to be refused.
bool TakesSchedule(Command command, const RawOptions& options) {
  const std::string_view word = TextOf(options, "--schedule");
  const Option& schedule = *FindOption("--schedule");
  if (!IsOneOf(word, schedule.form)) return true;
  const auto kind = ParseScheduleKind(word);
  if (command == Command::kGenerate && kind && NeedsTable(*kind) && !MakesTables(options))
    return false;
  return IsOneOf(word, FormFor(command, schedule));
}

// Whether the file's traffic is a set that `generate` makes a table of.
bool IsSetToGenerate(const RawOptions& options) {
  return !IsTyped(options, "--task") && MakesTables(options) &&
         TextOf(options, "--schedule") == ToString(ScheduleKind::kList) &&
         IsOneOf(TextOf(options, "--traffic"),
                 FormFor(Command::kGenerate, *FindOption("--traffic")));
}

// Whether the file's pipelining is of a program that `generate` makes units for.
bool IsProgramToGenerate(const RawOptions& options) {
  const auto kind = ParseScheduleKind(TextOf(options, "--schedule"));
  return Find(options, "--task") == nullptr && MakesTables(options) && kind &&
         *kind != ScheduleKind::kNone && !NeedsTable(*kind);
}

// Whether the command has a schedule to look at.
bool HasSchedule(Command command, const RawOptions& options) {
  const bool more = command == Command::kGenerate && (Find(options, "--traffic") != nullptr ||
                                                      Find(options, "--pipelining") != nullptr);
  if (Find(options, "--schedule") == nullptr || (Find(options, "--task") == nullptr && !more))
    return false;
  return TakesSchedule(command, options);
}

// Whether the command looks at the option only if it has a schedule to look at.
bool GoesWithSchedule(Command command, std::string_view name) {
  if (command != Command::kCheck && command != Command::kGenerate) return false;
  if (command == Command::kCheck && (name == "--ports" || name == "--router")) return true;
  return name == "--task" || name == "--schedule" || name == "--message-flits" ||
         name == "--steps" || name == "--time-limit";
}

std::optional<TrafficRequest> TrafficOf(const RawOptions& options) {
  const RawOption* word = Find(options, "--traffic");
  return word == nullptr ? std::nullopt : ParseTraffic(word->text);
}

void EraseFromFile(RawOptions& options, std::string_view name) {
  if (Find(options, name) != nullptr && !IsTyped(options, name)) options.erase(std::string(name));
}

// A task, a set or a program is what the schedule is of.
void LeaveOutForGenerate(RawOptions& options) {
  if (!IsTyped(options, "--traffic") && !IsSetToGenerate(options))
    EraseFromFile(options, "--traffic");
  if (!IsTyped(options, "--pipelining") && !IsProgramToGenerate(options))
    EraseFromFile(options, "--pipelining");
  const bool set = Find(options, "--traffic") != nullptr;
  const bool program = Find(options, "--pipelining") != nullptr;
  if (set || program) EraseFromFile(options, "--task");
  if (!set) EraseFromFile(options, "--seed");
  EraseFromFile(options, program ? "--message-flits" : "--elements");
}

// What the command can have of a file's list of what is loaded. `check` looks at the netlist of
// scheduled routers alone, tables go with schedules that have them, and address units with these.
// `simulate` loads no words, and tables with traffic of one schedule.
void LeaveOutOfLoad(Command command, bool netlist, RawOptions& options) {
  const auto found = options.find("--load");
  if (found == options.end() || !IsFromFile(found->second) || command == Command::kGenerate) return;
  const bool check = command == Command::kCheck;
  const auto kind = ParseScheduleKind(TextOf(options, "--schedule"));
  const auto traffic = TrafficOf(options);
  const bool has_tables =
      check ? netlist && kind && NeedsTable(*kind) : traffic && Uses(*traffic, "--message-flits");
  const auto words = SplitAt(found->second.text, ',');
  const bool tables = has_tables && std::ranges::find(words, "tables") != words.end();
  const auto takes = [&](std::string_view word) {
    if (word == "tables") return tables;
    if (word == "address-units") return !check || tables;
    if (word == "words") return check && netlist;
    return !word.starts_with(kImages);
  };
  std::vector<std::string_view> kept;
  std::ranges::copy_if(words, std::back_inserter(kept), takes);
  if (kept.empty()) return EraseFromFile(options, "--load");
  found->second.text = Joined(kept, ",");
}

// Routes are of the host alone.
void LeaveOutForRoutes(RawOptions& options) {
  std::erase_if(options, [](const auto& entry) {
    const auto& [name, written] = entry;
    return IsFromFile(written) && name != "--host" && !name.starts_with("--dead-") &&
           name != "--routes" && name != "--format" && name != "--quiet";
  });
}

// A collective operation is proved on the host alone.
void LeaveOutForCollective(RawOptions& options) {
  for (const std::string_view name :
       {"--guest", "--embedding", "--bit-order", "--walk", "--dilation", "--task", "--schedule",
        "--steps", "--time-limit", "--message-flits", "--barrier", "--load"})
    EraseFromFile(options, name);
}

// The barrier too is looked at on the netlist alone. A file's collective operation may be that of
// `cost`: it is proved if the routers are those of which it can be.
void LeaveOutForCheck(RawOptions& options) {
  if (Find(options, "--routes") != nullptr) return LeaveOutForRoutes(options);
  if (TextOf(options, "--router") != ToString(RouterKind::kScheduled))
    EraseFromFile(options, "--collective");
  if (Find(options, "--collective") != nullptr) return LeaveOutForCollective(options);
  EraseFromFile(options, "--elements");
  EraseFromFile(options, "--root");
  EraseFromFile(options, "--dead-links");
  EraseFromFile(options, "--dead-nodes");
  const bool no_netlist = TextOf(options, "--without") == "netlist";
  const bool netlist = TextOf(options, "--router") == ToString(RouterKind::kScheduled) &&
                       HasSchedule(Command::kCheck, options) && !no_netlist;
  if (no_netlist) EraseFromFile(options, "--barrier");
  LeaveOutOfLoad(Command::kCheck, netlist, options);
}

// Methods of a collective operation are compared on the host alone.
void LeaveOutForCost(RawOptions& options) {
  if (Find(options, "--collective") == nullptr) return;
  for (const std::string_view name : {"--guest", "--embedding", "--bit-order", "--schedule",
                                      "--pipelining", "--per-flit", "--by-block"})
    EraseFromFile(options, name);
}

}  // namespace

void LeaveOutForOthers(Command command, RawOptions& options) {
  if (command == Command::kCost) LeaveOutForCost(options);
  if (command == Command::kGenerate) LeaveOutForGenerate(options);
  if (command == Command::kCheck) LeaveOutForCheck(options);
  if (command == Command::kSimulate) LeaveOutOfLoad(command, false, options);
  const Option& without = *FindOption("--without");
  const std::string_view what = TextOf(options, "--without");
  if (IsOneOf(what, without.form) && !IsOneOf(what, FormFor(command, without)))
    EraseFromFile(options, "--without");
  const bool collective = command == Command::kCheck && Find(options, "--collective") != nullptr;
  const bool no_schedule = !HasSchedule(command, options) && !IsTyped(options, "--task") &&
                           !IsTyped(options, "--schedule") && !collective;
  const std::optional<TrafficRequest> traffic = TrafficOf(options);
  std::erase_if(options, [&](const auto& entry) {
    const auto& [name, written] = entry;
    const Option& option = *FindOption(name);
    if (!IsFromFile(written)) return false;
    if (!Takes(command, option) || (no_schedule && GoesWithSchedule(command, name))) return true;
    const bool unused = traffic && !Uses(*traffic, OptionName::Of(name));
    return command == Command::kSimulate && unused && (option.commands & ~kRunsTraffic) != 0;
  });
}

bool Schedules(const RawOptions& file) {
  const std::optional<TrafficRequest> traffic = TrafficOf(file);
  return Find(file, "--task") != nullptr || Find(file, "--schedule") != nullptr ||
         (traffic && (IsScheduled(*traffic) || FamilyOf(*traffic) == Family::kTrace));
}

}  // namespace toroid
