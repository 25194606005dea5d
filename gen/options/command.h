// The commands of toroid and the formats that they print.
#pragma once

#include <optional>
#include <string_view>

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
constexpr bool IsOfANetwork(Command command) { return command < Command::kInit; }
constexpr bool RunsTraffic(Command command) {
  return command == Command::kSimulate || command == Command::kSweep;
}
enum class Format { kText, kJson, kCsv };

// As the command line has them: "map", "text"; and back.
std::string_view ToString(Command command);
std::string_view ToString(Format format);
std::optional<Command> ParseCommand(std::string_view text);

}  // namespace toroid
