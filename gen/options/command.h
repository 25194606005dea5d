// The commands of toroid and the formats that they print.
#pragma once

#include <string_view>

#include "gen/support/words.h"

namespace toroid {

enum class Command {
  kMap,
  kSchedule,
  kGenerate,
  kSimulate,
  kSweep,
  kCheck,
  kCost,
  kInit,  // from here on of no network
  kCompare,
  kReport,
  kChoose,
  kDoctor
};
template <>
inline constexpr std::string_view kWords<Command> =
    "map|schedule|generate|simulate|sweep|check|cost|init|compare|report|choose|doctor";
constexpr bool IsOfANetwork(Command command) { return command < Command::kInit; }
constexpr bool RunsTraffic(Command command) {
  return command == Command::kSimulate || command == Command::kSweep;
}
enum class Format { kText, kJson, kCsv };
template <>
inline constexpr std::string_view kWords<Format> = "text|json|csv";

}  // namespace toroid
