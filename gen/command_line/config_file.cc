// A TOML file of options:
//
//   host = "torus:8x8"
//   flit-width = 64
//
//   [simulate]
//   traffic = "uniform"
//   no-baseline = true
//
//   [[program]]
//   guest = "hypercube:5"
//
// What describes the network is above the tables, for every command that takes it; all else is in
// the table of a command. Tables have no tables in them, yet a.b.c = 1 nests tables as deep as it
// is long, which the parser takes apart by recursion; so a file must be as short, and as poor in
// what can nest, as every list of options is.
#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "gen/command_line/raw_options.h"
#include "gen/options/subjects.h"
#include "gen/support/input_file.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMostFileBytes = 1 << 16;
constexpr std::size_t kMostNesting = 1000;  // dots, brackets and braces
constexpr const char* kValueForms = "allowed are strings, numbers and true or false";
constexpr const char* kFileForm = "give a TOML file of name = value lines";
constexpr std::string_view kProgram = "program";
constexpr std::string_view kAxi = "axi";
constexpr std::string_view kDead = "dead";
constexpr std::string_view kStream = "stream";

// Dots, brackets and braces, by which keys and values may nest. Those of a line that begins a table
// of a list do not count, as a file may have many such tables.
std::size_t NestingIn(std::string_view text) {
  constexpr std::string_view kHeads[] = {"[[program]]", "[[axi.node]]", "[[axi.map]]", "[[dead]]",
                                         "[[stream]]"};
  std::size_t nesting = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    for (const std::string_view head : kHeads)
      if (line.starts_with(head)) line.remove_prefix(head.size());
    nesting += static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return c == '.' || c == '[' || c == '{'; }));
  }
  return nesting;
}

// As it would be written on the command line, so that both are judged in the same way.
std::optional<std::string> ScalarText(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return ShortestText(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  return std::nullopt;
}

class ConfigReader {
 public:
  ConfigReader(const std::string& path, Diagnostics& diagnostics)
      : path_(path), diagnostics_(diagnostics) {}

  std::optional<ConfigFile> Read() {
    const std::optional<std::string> text = Text();
    if (!text) return std::nullopt;
    try {
      for (const auto& [key, node] : toml::parse(*text, path_)) Store(key, node);
      if (has_tables_) return std::nullopt;
    } catch (const toml::parse_error& error) {  // toml++'s library throws; nothing else here does
      const toml::source_position where = error.source().begin;
      diagnostics_.push_back({.field = "--config",
                              .value = "",
                              .what = std::string(error.description()),
                              .allowed = kFileForm,
                              .place = fmt::format("{}:{}", PlaceOf(where), where.column)});
      return std::nullopt;
    }
    return std::move(file_);
  }

 private:
  std::optional<std::string> Text() {
    auto text = BytesOfInput("--config", path_, kMostFileBytes, kFileForm);
    if (text && NestingIn(*text) <= kMostNesting) return std::move(text).value();
    diagnostics_.push_back(
        text ? Diagnostic{"--config", path_,
                          fmt::format("has more than {} dots, brackets and braces", kMostNesting),
                          kFileForm}
             : text.diagnostics().front());
    return std::nullopt;
  }

  std::string PlaceOf(toml::source_position where) const {
    return fmt::format("{}:{}{}", path_, where.line, table_);
  }

  // Tables that are known are read, others reported each, and then the file is not used at all.
  void Store(const toml::key& key, const toml::node& node) {
    const std::string word(key.str());
    const std::string place = PlaceOf(key.source().begin);
    const Option* option = FindOption("--" + word);
    const auto command = Parse<Command>(word);
    const bool list = node.is_array_of_tables();
    const bool programs = word == kProgram && table_.empty();
    if (table_.empty() && node.is_table() && word == kAxi) {
      StoreAxi(*node.as_table());
    } else if (table_.empty() && node.is_table() && command && IsOfANetwork(*command)) {
      StoreCommand(*command, *node.as_table());
    } else if (table_.empty() && list && (word == kDead || word == kStream)) {
      StoreTables(word, node, word == kDead ? file_.dead : file_.streams);
    } else if (programs && list) {
      for (const toml::node& program : *node.as_array()) StoreProgram(*program.as_table());
    } else if (option == nullptr && (programs || node.is_table() || list)) {
      RefuseTable(word, programs, place);
    } else if (option == nullptr) {
      RefuseUnknown(word, ScalarText(node).value_or(""), place);
    } else if (option->only_typed) {
      Refuse(std::string(option->name), "", "is for the command line alone",
             "leave it out of the file", place);
    } else if (table_.empty() && !IsShared(*option)) {
      Refuse(std::string(option->name), "", "says what a command does, not what the network is",
             "write it in the command's table: " + TablesFor(*option), place);
    } else if (command_ && !Takes(*command_, *option)) {
      Refuse(std::string(option->name), "", NotOf(*command_), GoesWith(*option), place);
    } else {
      StoreValue(*option, word, node, place);
    }
  }

  // "[simulate], [sweep]"
  static std::string TablesFor(const Option& option) {
    std::vector<std::string> tables;
    for (const Command command : NetworkCommands())
      if (Takes(command, option)) tables.push_back(fmt::format("[{}]", ToString(command)));
    return Joined(tables, ", ");
  }

  void Refuse(std::string field, std::string value, std::string what, std::string allowed,
              const std::string& place) {
    diagnostics_.push_back({std::move(field), std::move(value), std::move(what), std::move(allowed),
                            Fault::kInput, place});
  }

  void RefuseTable(const std::string& word, bool programs, const std::string& place) {
    Refuse("--config", word,
           programs ? "is not a list of tables"
                    : "is a table, and allowed are those of commands, such as [simulate], "
                      "[[program]], [axi], [[axi.node]], [[axi.map]], [[dead]], [[stream]]",
           programs ? "write [[program]] before the options of each program" : kFileForm, place);
    has_tables_ = true;
  }

  // [axi], and the tables below it.
  void StoreAxi(const toml::table& axi) {
    file_.axi = KeyTable{.place = PlaceOf(axi.source().begin)};
    for (const auto& [key, node] : axi) {
      const bool nodes = key.str() == "node";
      const bool list = nodes || key.str() == "map";
      if (list && node.is_array_of_tables()) {
        StoreTables(fmt::format("axi.{}", key.str()), node,
                    nodes ? file_.axi_nodes : file_.axi_maps);
      } else if (list) {
        Refuse(std::string(key.str()), "", "is not a list of tables",
               fmt::format("write [[axi.{}]] before the keys of each", key.str()),
               PlaceOf(key.source().begin));
      } else {
        table_ = ": [axi]";
        StoreKey(*file_.axi, std::string(key.str()), node, PlaceOf(key.source().begin));
      }
      table_.clear();
    }
  }

  // The tables of a list, with their keys.
  void StoreTables(const std::string& name, const toml::node& list, std::vector<KeyTable>& tables) {
    for (const toml::node& table : *list.as_array()) {
      table_ = fmt::format(": [[{}]] {}", name, tables.size() + 1);
      tables.push_back({.place = PlaceOf(table.source().begin)});
      for (const auto& [key, value] : *table.as_table())
        StoreKey(tables.back(), std::string(key.str()), value, PlaceOf(key.source().begin));
    }
    table_.clear();
  }

  void StoreKey(KeyTable& table, const std::string& key, const toml::node& node,
                const std::string& place) {
    const std::optional<std::string> value = ScalarText(node);
    if (value && HasControl(*value)) {
      RefuseControl(key, *value, place);
    } else if (value) {
      table.keys.insert_or_assign(key, RawOption{.text = *value, .place = place});
    } else {
      Refuse(key, "", "is not a string or a number in the file", kValueForms, place);
    }
  }

  void RefuseControl(const std::string& field, const std::string& value, const std::string& place) {
    Refuse(field, value, kControlFault, kControlAdvice, place);
  }

  void StoreProgram(const toml::table& program) {
    table_ = fmt::format(": [[{}]] {}", kProgram, file_.programs.size() + 1);
    file_.programs.push_back({.place = PlaceOf(program.source().begin)});
    StoreAll(program, file_.programs.back().options);
  }

  void StoreCommand(Command command, const toml::table& table) {
    table_ = fmt::format(": [{}]", ToString(command));
    command_ = command;
    StoreAll(table, file_.of_command[command]);
    command_.reset();
  }

  void StoreAll(const toml::table& table, RawOptions& options) {
    options_ = &options;
    for (const auto& [key, node] : table) Store(key, node);
    options_ = &file_.options;
    table_.clear();
  }

  void RefuseUnknown(const std::string& word, const std::string& value, const std::string& place) {
    const std::string name = "--" + word;
    if (const std::string advice = AdviceOnOldName(name, value, true); !advice.empty())
      return Refuse(name, "", "is an older name", advice, place);
    const Option* meant = NearestOption(word);
    Refuse(name, "", "is not an option",
           meant == nullptr ? "`toroid COMMAND --help-all` lists what is allowed"
                            : fmt::format("did you mean {}?", meant->name.text().substr(2)),
           place);
  }

  void StoreValue(const Option& option, const std::string& word, const toml::node& node,
                  const std::string& place) {
    const std::string name(option.name);
    const std::optional<std::string> value = ScalarText(node);
    const auto refuse = [&](const char* what, std::string allowed) {
      Refuse(name, value.value_or(""), what, std::move(allowed), place);
    };
    if (option.type == ValueType::kFlag) {
      if (!node.is_boolean()) {
        refuse("is not true or false in the file", "write " + word + " = true");
      } else if (*value == "true") {
        options_->insert_or_assign(name, RawOption{.text = "true", .place = place});
      }
    } else if (!value || node.is_boolean()) {
      refuse("is not a string or a number in the file", kValueForms);
    } else if (HasControl(*value)) {
      RefuseControl(name, *value, place);
    } else if (value->empty()) {
      refuse("its value is missing", "write " + word + " = " + std::string(option.form));
    } else {
      options_->insert_or_assign(name, RawOption{.text = *value, .place = place});
    }
  }

  const std::string& path_;
  Diagnostics& diagnostics_;
  ConfigFile file_;
  RawOptions* options_ = &file_.options;  // those that are read
  std::optional<Command> command_;        // whose table is read
  std::string table_;                     // ": [[program]] 2"; empty outside of tables
  bool has_tables_ = false;
};

}  // namespace

bool ConfigFile::Schedules() const {
  return std::ranges::any_of(of_command,
                             [](const auto& entry) { return toroid::Schedules(entry.second); });
}

std::optional<ConfigFile> ReadConfig(const std::string& path, Diagnostics& diagnostics) {
  return ConfigReader(path, diagnostics).Read();
}

}  // namespace toroid
