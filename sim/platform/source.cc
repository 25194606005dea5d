// Options are parsed like those of `toroid generate`. A manifest has them in its `rebuild` command;
// its hash shows whether they still mean the same hardware.
#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "gen/command_line/spec.h"
#include "gen/rtl/manifest.h"
#include "gen/support/json.h"
#include "sim/platform/engine.h"

namespace toroid {
namespace {

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// A value as typed; none if no option has such values.
std::optional<std::string> TypedValue(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  if (!value.is_array() || value.empty()) return std::nullopt;
  std::string list;
  for (const Json& item : value) {
    const auto part = item.is_array() ? std::nullopt : TypedValue(item);
    if (!part) return std::nullopt;
    list += (list.empty() ? "" : ",") + *part;
  }
  return list;
}

// {"host": "torus:8x8", "flit-width": 64, "dead-links": ["0-1", "5-6"], "counters": true}
Result<std::vector<std::string>> WordsOfJson(const std::string& text) {
  const std::string allowed =
      "an object with an option in each member, such as {\"host\": \"torus:8x8\"}";
  const auto json = ParseJson(text, "options", "JSON", allowed);
  if (!json) return json.diagnostics();
  std::vector<std::string> words;
  Diagnostics found;
  for (const auto& [name, value] : json->items()) {
    if (value == false) continue;
    if (value == true) {
      words.push_back("--" + name);
    } else if (const auto typed = TypedValue(value)) {
      words.push_back("--" + name + "=" + *typed);
    } else {
      found.push_back({"--" + name, value.dump(), "is no value of an option",
                       "a text, a number, true, false or a list of texts and numbers"});
    }
  }
  if (!found.empty()) return found;
  return words;
}

Result<std::vector<std::string>> WordsOfOptions(const std::string& options) {
  const auto first = options.find_first_not_of(" \t\r\n");
  if (first != options.npos && options[first] == '{') return WordsOfJson(options);
  return WordsOf(options);
}

// `generate` requires an output folder; nothing is written here.
Result<Plan> PlanOfOptions(const std::string& options) {
  auto typed = WordsOfOptions(options);
  if (!typed) return typed.diagnostics();
  std::vector<std::string> words = std::move(typed).value();
  const auto says_where = [](const std::string& word) {
    return word == "--out" || word.starts_with("--out=");
  };
  if (std::ranges::none_of(words, says_where)) words.insert(words.end(), {"--out", "nowhere"});
  auto spec = ParseSpec(Command::kGenerate, words);
  if (!spec) return spec.diagnostics();
  return *std::move(spec).value().plan;
}

Result<Plan> PlanOfManifest(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    return Diagnostic{"manifest", path, "cannot be read", "a manifest.json of toroid generate"};
  const auto origin = rtl::OriginOf(file);
  if (!origin)
    return Diagnostic{"manifest", path, "is not a manifest of toroid",
                      "a manifest.json of toroid generate"};
  if (origin->options.find(" --config ") != std::string::npos)
    return Diagnostic{"manifest", path, "is of a network with AXI4 endpoints or named streams",
                      "one whose nodes have streams with numbers"};
  auto plan = PlanOfOptions(origin->options);
  if (!plan) return plan.diagnostics();
  if (plan->hardware_hash() != origin->hardware_hash)
    return Diagnostic{"manifest", path,
                      fmt::format("describes hardware {}, but its rebuild command makes {} here",
                                  origin->hardware_hash, plan->hardware_hash()),
                      "generate the network again with this version of toroid"};
  return plan;
}

// Rejects features with pins of their own, features that offer in the same cycle what links carry,
// and features of the wrap only.
Diagnostics NotOfAModule(const HardwareOptions& hardware) {
  Diagnostics found;
  const auto refuse = [&](bool there, const char* option, std::string value) {
    if (there)
      found.push_back({option, std::move(value), "has ports that this library does not drive",
                       "a network of buffered routers with nothing but streams"});
  };
  refuse(hardware.router != RouterKind::kBuffered, "--router",
         std::string(ToString(hardware.router)));
  refuse(hardware.schedule_unit.task.has_value() && hardware.router == RouterKind::kBuffered,
         "--schedule",
         hardware.schedule_unit.task ? std::string(ToString(hardware.schedule_unit.task->schedule))
                                     : "");
  refuse(hardware.relay, "--relay", "");
  refuse(hardware.partition.has_value() && !hardware.load.address_units, "--partition", "");
  refuse(hardware.translation.has_value(), "--translation",
         hardware.translation ? std::string(ToString(*hardware.translation)) : "");
  refuse(hardware.barrier && hardware.router == RouterKind::kBuffered, "--barrier", "hardware");
  refuse(hardware.load.words && hardware.router == RouterKind::kBuffered, "--load", "words");
  const WrapOptions& wrap = hardware.wrap;
  refuse(wrap.keep, "--tkeep", "");
  refuse(wrap.user_bits > 0, "--user-bits", std::to_string(wrap.user_bits));
  refuse(wrap.active_low, "--reset", "active-low");
  refuse(wrap.async_reset, "--async-reset", "");
  refuse(HasOwnClocks(wrap), "--node-clocks", HasOwnClocks(wrap) ? NodesText(wrap.own_clock) : "");
  refuse(wrap.axi.has_value(), "--local", "axi4");
  refuse(!wrap.names.empty(), "[[stream]]", "");
  if (hardware.classes > 1 && !wrap.axi)
    found.push_back({"--classes", std::to_string(hardware.classes), "are as many networks",
                     "a module for each class"});
  return found;
}

}  // namespace

Result<Plan> PlanOf(const NetworkSource& source) {
  auto plan = source.kind == NetworkSource::Kind::kManifest ? PlanOfManifest(source.text)
                                                            : PlanOfOptions(source.text);
  if (!plan) return plan;
  Diagnostics found = NotOfAModule(plan->hardware());
  if (!found.empty()) return found;
  return plan;
}

}  // namespace toroid
