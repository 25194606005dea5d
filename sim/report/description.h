// What results are made of: docs/json/schema.json, read when the program runs. It is the only list
// of their members. `compare` takes from it which values are judged, and `report` what a page may
// rely on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/json.h"

namespace toroid {

// Which change of a value is for the better (`better` in the schema).
enum class Better {
  kNeither,       // an option, an identity, a description: a change is only different
  kLess,          // of texts: the earlier in their `enum`
  kMore,          // of true and false: true
  kNone,          // best is null, or nothing
  kNoneThenMore,  // best is null, then the largest
  kUncompared,    // differs from run to run, or is a long list that other values sum up
};

// The schema's entry for a value; empty for a value that no command writes. Members of the schema
// itself may throw files::FileError if it is not installed.
class Description {
 public:
  Description() = default;
  // The entry for a whole result. One that names no command may be of any.
  static Description Of(const Json& result);

  // The entry for a member or an element. Where the schema has several, that which fits `value`.
  Description Member(const std::string& name, const Json& value) const;
  Description Element(std::size_t place, const Json& value) const;

  Better better() const;
  // The members that identify an element of the list (`key`); empty: its place does.
  std::vector<std::string> key() const { return Texts("key"); }
  // Whether an element says what was asked for, so that one of a single result is no fault.
  bool optional() const;
  // The list of the result in which the number is a place (`of`), or which has the number (`in`).
  std::string of() const { return Text("of"); }
  std::string in() const { return Text("in"); }
  // The place of a value in the `enum`.
  std::optional<std::size_t> RankOf(const Json& value) const;

  // Makes `value` as described: members that the schema does not have go, and missing ones that may
  // be null are null. Returns what else is wrong, with its place: "links.max is not a whole number
  // from 0 on"; empty if nothing is.
  std::string Conform(Json& value) const;

 private:
  explicit Description(const Json* schema) : schema_(schema) {}
  const Json& At(const char* name) const;
  std::string Text(const char* name) const;
  std::vector<std::string> Texts(const char* name) const;

  const Json* schema_ = nullptr;
};

}  // namespace toroid
