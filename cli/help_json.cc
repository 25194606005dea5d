#include "cli/help_json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "gen/options/help.h"
#include "gen/options/options.h"
#include "gen/options/subjects.h"
#include "gen/request/traffic.h"
#include "gen/support/text.h"
#include "sim/report/optional.h"

namespace toroid {
namespace {

Json TextOrNull(std::string_view text) { return text.empty() ? Json() : Json(text); }

Json NamesOf(const auto& names) {
  Json list = Json::array();
  for (const OptionName name : names) list.push_back(name.text());
  return list;
}

Json ChoicesOrNull(Command command, const Option& option) {
  if (option.type != ValueType::kChoice) return {};
  return ChoicesOf(FormFor(command, option));
}

// The kinds of traffic that the option goes with; null: any, or none is run.
Json TrafficsOf(Command command, OptionName option) {
  if (!RunsTraffic(command) || TrafficsWith(option).empty()) return {};
  Json names = Json::array();
  for (const std::string_view name : ChoicesOf(FormFor(command, *FindOption("--traffic"))))
    if (Uses(*ParseTraffic(name), option)) names.push_back(name);
  return names;
}

Json JsonOf(Command command, const Option& option) {
  const bool is_whole = option.type == ValueType::kWhole;
  const bool is_bounded = option.high != std::numeric_limits<std::int64_t>::max();
  const bool has_fallback = (option.without_fallback & Bit(command)) == 0;
  return {{"name", option.name.text()},
          {"kind", ToString(option.type)},
          {"form", FormFor(command, option)},
          {"choices", ChoicesOrNull(command, option)},
          {"minimum", is_whole ? Json(option.low) : Json()},
          {"maximum", is_whole && is_bounded ? Json(option.high) : Json()},
          {"multiple", is_whole ? Json(option.multiple) : Json()},
          {"default", TextOrNull(has_fallback ? FallbackFor(command, option) : "")},
          {"required", (option.required_by & Bit(command)) != 0},
          {"common", ((option.common | option.required_by) & Bit(command)) != 0},
          {"list", TakesList(command, option)},
          {"traffic", TrafficsOf(command, option.name)},
          {"summary", BeginningOf(HelpFor(command, option))},
          {"help", HelpFor(command, option)}};
}

Json TopicsJson(Command command) {
  Json topics = Json::array();
  for (const OptionGroup& group : GroupsOf(command)) {
    Json options = Json::array();
    for (const Option* option : group.options) options.push_back(JsonOf(command, *option));
    topics.push_back({{"name", group.topic}, {"summary", group.summary}, {"options", options}});
  }
  return topics;
}

Json SubjectsJson(Command command) {
  Json subjects = Json::array();
  for (const Subject& subject : AllSubjects())
    if (subject.command == command)
      subjects.push_back({{"name", subject.name},
                          {"chosen_by", NamesOf(subject.by)},
                          {"options", NamesOf(subject.options)}});
  return subjects;
}

Json RulesJson(Command command) {
  Json rules = Json::array();
  for (const RuleText& text : RulesOf(command)) {
    Json options = Json::array();
    for (const Blamed& blamed : text.rule->options)
      if (Takes(command, *FindOption(blamed.option)))
        options.push_back({{"name", blamed.option.text()}, {"value", TextOrNull(blamed.word)}});
    rules.push_back({{"options", options},
                     {"when", WithoutTicks(text.when)},
                     {"reason", WithoutTicks(text.reason)}});
  }
  return rules;
}

}  // namespace

bool AsksForJson(std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--format=json") return true;
    if (arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json")
      return true;
  }
  return false;
}

Json HelpJson(std::span<const Command> commands) {
  Json codes = Json::array();
  for (const auto& [code, meaning] : ExitCodes())
    codes.push_back({{"code", code}, {"meaning", meaning}});
  Json list = Json::array();
  for (const Command command : commands)
    list.push_back({{"name", ToString(command)},
                    {"summary", SummaryOf(command)},
                    {"description", DescriptionOf(command)},
                    {"operands", TextOrNull(OperandsOf(command))},
                    {"topics", TopicsJson(command)},
                    {"subjects", SubjectsJson(command)},
                    {"rules", RulesJson(command)}});
  return {{"schema_version", kSchemaVersion}, {"command", "help"},   {"version", kToolVersion},
          {"graphs", Trimmed(GraphsText())},  {"exit_codes", codes}, {"commands", list}};
}

}  // namespace toroid
