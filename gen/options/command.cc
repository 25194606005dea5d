#include "gen/options/command.h"

#include "gen/options/options.h"

namespace toroid {

std::string_view ToString(Command command) {
  switch (command) {
    case Command::kMap: return "map";
    case Command::kSchedule: return "schedule";
    case Command::kGenerate: return "generate";
    case Command::kSimulate: return "simulate";
    case Command::kSweep: return "sweep";
    case Command::kCheck: return "check";
    case Command::kCost: return "cost";
    case Command::kInit: return "init";
    case Command::kCompare: return "compare";
    case Command::kReport: return "report";
    case Command::kChoose: return "choose";
    case Command::kDoctor: return "doctor";
  }
  return "";
}

std::string_view ToString(Format format) {
  switch (format) {
    case Format::kText: return "text";
    case Format::kJson: return "json";
    case Format::kCsv: return "csv";
  }
  return "";
}

std::optional<Command> ParseCommand(std::string_view text) {
  for (const Command command : AllCommands()) {
    if (text == ToString(command)) return command;
  }
  return std::nullopt;
}

}  // namespace toroid
