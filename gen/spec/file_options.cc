#include "gen/spec/file_options.h"

#include <algorithm>
#include <optional>
#include <vector>

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

// Whether the command has a schedule to look at.
bool HasSchedule(Command command, const RawOptions& options) {
  const RawOption* schedule = Find(options, "--schedule");
  if (schedule == nullptr || Find(options, "--task") == nullptr) return false;
  const std::vector<std::string_view> others = ChoicesOf(FindOption("--schedule")->form);
  const std::vector<std::string_view> taken =
      ChoicesOf(FormFor(command, *FindOption("--schedule")));
  // A word that is no schedule at all stays, to be refused.
  return std::ranges::find(taken, schedule->text) != taken.end() ||
         std::ranges::find(others, schedule->text) == others.end();
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

}  // namespace

void LeaveOutForOthers(Command command, RawOptions& options) {
  const bool no_schedule = !HasSchedule(command, options) && !IsTyped(options, "--task") &&
                           !IsTyped(options, "--schedule");
  const std::optional<TrafficRequest> traffic = TrafficOf(options);
  std::erase_if(options, [&](const auto& entry) {
    const auto& [name, written] = entry;
    const Option& option = *FindOption(name);
    if (!IsFromFile(written)) return false;
    if (!Takes(command, option) || (no_schedule && GoesWithSchedule(command, name))) return true;
    const bool unused = traffic && !Uses(*traffic, name);
    return command == Command::kSimulate && unused && (option.commands & ~kRunsTraffic) != 0;
  });
}

bool Schedules(const RawOptions& file) {
  const std::optional<TrafficRequest> traffic = TrafficOf(file);
  return Find(file, "--task") != nullptr || Find(file, "--schedule") != nullptr ||
         (traffic && IsScheduled(*traffic));
}

}  // namespace toroid
