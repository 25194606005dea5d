// A request's fields by the options that set them. One list serves who reads a request from options
// and who writes the options of a request.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gen/rules/option_name.h"
#include "gen/schedule/schedule.h"
#include "gen/support/id.h"

namespace toroid {

// A field of any enum, which options write as a word.
struct EnumField {
  void* field;
  bool (*set)(void* field, std::string_view word);
  std::string_view chosen;   // when this was made
  std::string allowed = {};  // "one, all", where the option takes more words than the field

  // Sets the field; if it does not take the word, does nothing and says so.
  bool Choose(std::string_view word) const;
};
// `parse` gives an optional of the enum, as ParseScheduleKind does.
template <auto parse, class Enum>
EnumField EnumFieldOf(Enum& field, std::string allowed = {}) {
  const auto set = [](void* place, std::string_view word) {
    const auto parsed = parse(word);
    if (parsed) *static_cast<Enum*>(place) = *parsed;
    return parsed.has_value();
  };
  return {&field, set, ToString(field), std::move(allowed)};
}

// Where the value is, as long as the request lives; none: an option that goes with the request and
// is kept elsewhere.
using FieldValue =
    std::variant<std::monostate, bool*, int*, Cycle*, double*, Task*, std::string*, EnumField>;

struct Field {
  OptionName option;  // "--elements"
  FieldValue value = {};
  bool said = true;  // it is part of what the request comes to
};
using Fields = std::vector<Field>;

// " --elements 256 --pipelining 8": the options of those that are said.
std::string OptionsOf(const Fields& fields);

}  // namespace toroid
