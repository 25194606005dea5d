// Small helpers for the JSON that commands print.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid {

using Json = nlohmann::ordered_json;

// {"kind": "torus", "shape": [8, 8], "size": 64}
inline Json GraphJson(const Graph& graph) {
  return {{"kind", ToString(graph.kind())}, {"shape", graph.lengths()}, {"size", graph.size()}};
}

// An object with a line for each member, or a list with a line for each element: long, but can be
// read and compared line by line. Bytes that are not UTF-8, of a path for one, become U+FFFD.
std::string JsonText(const Json& json);

// The same object, printed member by member, so that its long lists need not be kept.
class JsonPrinter {
 public:
  explicit JsonPrinter(std::ostream& out) : out_(out) { out_ << "{"; }
  // A value that is small enough to be kept.
  void Member(const std::string& key, const Json& value) {
    Key(key);
    out_ << value.dump();
  }
  // A list of value(0), ..., value(count - 1), each of which ticks.
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
  // After the last member; nothing may follow.
  void End() { out_ << "\n}\n"; }

 private:
  void Key(const std::string& key);

  std::ostream& out_;
  bool first_ = true;
};

}  // namespace toroid
