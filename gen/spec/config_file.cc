// A TOML file of options:
//
//   host = "torus:8x8"
//   flit-width = 64
//   no-baseline = true
#include <toml++/toml.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>

#include "gen/spec/raw_options.h"

namespace toroid {
namespace {

constexpr const char* kValueForms = "allowed are strings, numbers and true or false";

// The shortest text that reads back as the same number.
std::string NumberText(double number) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return error == std::errc() ? std::string(text, end) : std::string();
}

std::optional<std::string> ScalarText(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return NumberText(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  return std::nullopt;
}

void StoreEntry(Command command, const std::string& key, const toml::node& node,
                RawOptions& options, Diagnostics& complaints) {
  const Option* option = FindOption("--" + key);
  if (option == nullptr || key == "config" || key == "help") {
    complaints.push_back(
        {"--config", key, "is not an option",
         "`toroid " + std::string(ToString(command)) + " --help` lists what is allowed"});
    return;
  }
  const std::string name(option->name);
  if (!Takes(command, *option)) {
    complaints.push_back({"--config", key, "is not an option of " + std::string(ToString(command)),
                          "it goes with " + CommandNames(option->commands)});
    return;
  }
  const std::optional<std::string> value = ScalarText(node);
  if (option->type == ValueType::kFlag) {
    if (!node.is_boolean()) {
      complaints.push_back({name, value.value_or(""), "is not true or false in the file",
                            "write " + key + " = true"});
    } else if (*value == "true") {
      options[name] = "true";
    }
  } else if (!value || node.is_boolean()) {
    complaints.push_back(
        {name, value.value_or(""), "is not a string or a number in the file", kValueForms});
  } else if (value->empty()) {
    complaints.push_back(
        {name, "", "its value is missing", "write " + key + " = " + std::string(option->form)});
  } else {
    options[name] = *value;
  }
}

}  // namespace

RawOptions ReadConfig(Command command, const std::string& path, Diagnostics& complaints) {
  RawOptions options;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    complaints.push_back({"--config", path, "cannot be read", "give a TOML file"});
    return options;
  }
  try {
    const toml::table table = toml::parse(file, path);
    for (const auto& [key, node] : table)
      StoreEntry(command, std::string(key.str()), node, options, complaints);
  } catch (const toml::parse_error& error) {  // toml++'s library throws; nothing else here does
    const toml::source_position where = error.source().begin;
    complaints.push_back(
        {"--config", path + ":" + std::to_string(where.line) + ":" + std::to_string(where.column),
         std::string(error.description()), "give a TOML file of name = value lines"});
  }
  return options;
}

}  // namespace toroid
