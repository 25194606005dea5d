// Small helpers for the JSON that commands print.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>

#include "gen/command_line/spec.h"
#include "gen/support/json.h"
#include "gen/support/progress.h"
#include "sim/report/links.h"
#include "sim/report/optional.h"

namespace toroid {

// The header of a result, followed by the members of `body`.
Json ResultJson(Command command, const Json& body = Json::object());

// Reads a result from a file. Diagnostics have the field `result`.
Result<Json> ReadResult(const std::string& path);

// An object with a line for each member, and for each element of a member that is a list of
// objects: long, but comparable line by line. Bytes that are not UTF-8, for example of a path,
// become U+FFFD.
std::string JsonText(const Json& json);

// Prints such an object member by member, so that long lists need not be stored.
class JsonPrinter {
 public:
  JsonPrinter(std::ostream& out, Command command) : out_(out) {
    out_ << "{";
    const Json head = ResultJson(command);
    for (const auto& [key, value] : head.items()) Member(key, value);
  }
  // Prints a value that fits in memory.
  void Member(const std::string& key, const Json& value) {
    Key(key);
    out_ << value.dump();
  }
  // Prints the list value(0), ..., value(count - 1); each element ticks.
  template <class Value>
  void List(const std::string& key, std::size_t count, Stage& stage, Value value) {
    Key(key);
    out_ << "[";
    for (std::size_t i = 0; i < count; ++i) {
      out_ << (i == 0 ? "" : ",") << Json(value(i)).dump();
      stage.Tick();
    }
    out_ << "]";
  }
  // Prints a list of objects, a line each; `produce` calls what it is given with each of them.
  template <class Produce>
  void Stream(const std::string& key, Produce produce) {
    Key(key);
    const char* before = "[\n    ";
    produce([&](const Json& element) {
      out_ << std::exchange(before, ",\n    ")
           << element.dump(-1, ' ', false, Json::error_handler_t::replace);
    });
    out_ << (*before == '[' ? "[]" : "\n  ]");
  }
  // Call after the last member; nothing may follow.
  void End() { out_ << "\n}\n"; }

 private:
  void Key(const std::string& key);

  std::ostream& out_;
  bool first_ = true;
};

// Builds the object in memory. A list longer than a page shows is null.
class JsonKeeper {
 public:
  static constexpr std::size_t kMostKept = 1 << 16;

  explicit JsonKeeper(Command command) : json_(ResultJson(command)) {}
  void Member(const std::string& key, const Json& value) { json_[key] = value; }
  template <class Value>
  void List(const std::string& key, std::size_t count, Stage& stage, Value value) {
    Json& list = json_[key];
    if (count > kMostKept) return;
    list = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
      list.push_back(value(i));
      stage.Tick();
    }
  }
  const Json& json() const { return json_; }

 private:
  Json json_;
};

}  // namespace toroid
