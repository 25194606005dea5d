#include "gen/options/options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "gen/options/tables.h"
#include "gen/request/traffic.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::array kCommands = {Command::kMap,      Command::kSchedule, Command::kGenerate,
                                  Command::kSimulate, Command::kSweep,    Command::kCheck,
                                  Command::kCost,     Command::kInit,     Command::kCompare,
                                  Command::kReport,   Command::kChoose,   Command::kDoctor};

// "uniform|neighbor": the names of all traffic, or of one family.
std::string TrafficForm(std::optional<Family> family) {
  std::string form;
  for (const TrafficRequest& traffic : AllTraffics()) {
    if (family && FamilyOf(traffic) != *family) continue;
    form += (form.empty() ? "" : "|") + std::string(NameOf(traffic));
  }
  return form;
}

std::string_view TextFor(Command command, std::span<const OwnText> own, std::string_view general) {
  for (const OwnText& one : own)
    if ((one.commands & Bit(command)) != 0) return one.text;
  return general;
}

}  // namespace

std::span<const Option> AllOptions() {
  static const std::string traffics = TrafficForm(std::nullopt);
  static const std::string patterns = TrafficForm(Family::kPattern);
  static const std::string sets = TrafficForm(Family::kSets);
  static const std::vector<Option> options = [] {
    std::vector<Option> all;
    for (const auto part : {NetworkTable(), TrafficTable(), RunTable()})
      all.insert(all.end(), part.begin(), part.end());
    HardwareOptions hardware;
    for (const Field& field : hardware.fields()) {
      if (field.range.high == 0) continue;
      Option& option = *std::ranges::find(all, field.option, &Option::name);
      option.low = field.range.low;
      option.high = field.range.high;
      option.multiple = field.range.multiple;
    }
    Option& traffic = *std::ranges::find(all, OptionName("--traffic"), &Option::name);
    traffic.form = traffics;
    traffic.narrower = {{{kSweepBit, patterns}, {kGenerateBit, sets}}};
    return all;
  }();
  return options;
}

const Option* FindOption(std::string_view name) {
  const auto found = std::ranges::find(AllOptions(), name, &Option::name);
  return found == AllOptions().end() ? nullptr : &*found;
}

std::string_view FormFor(Command command, const Option& option) {
  return TextFor(command, option.narrower, option.form);
}

std::string_view FallbackFor(Command command, const Option& option) {
  return TextFor(command, option.own, option.fallback);
}

std::string_view HelpFor(Command command, const Option& option) {
  return TextFor(command, option.says, option.help);
}

bool AsksForNothing(Command command, const Option& option, std::string_view value) {
  if (option.type == ValueType::kFlag) return option.only_omits;
  if ((option.without_fallback & Bit(command)) != 0) return false;
  const std::string_view fallback = FallbackFor(command, option);
  if (fallback.empty() || !IsNumber(option.type)) return !fallback.empty() && value == fallback;
  return std::strtod(std::string(value).c_str(), nullptr) ==
         std::strtod(std::string(fallback).c_str(), nullptr);
}

std::vector<std::string_view> ChoicesOf(std::string_view form) { return SplitAt(form, '|'); }

std::span<const Command> AllCommands() { return kCommands; }

std::span<const Command> NetworkCommands() {
  static_assert(kCommands[7] == Command::kInit);
  return std::span(kCommands).first(7);
}

std::string_view OperandsOf(Command command) {
  switch (command) {
    case Command::kCompare: return "OLD.json NEW.json";
    case Command::kReport: return "RESULT.json...";
    default: return "";
  }
}

std::string CommandNames(CommandSet commands) {
  std::string names;
  for (const Command command : kCommands) {
    if ((commands & Bit(command)) != 0)
      names += (names.empty() ? "" : ", ") + std::string(ToString(command));
  }
  return names;
}

}  // namespace toroid
