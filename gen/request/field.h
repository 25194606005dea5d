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
  // Sets the field; if the word is none that the field takes, does nothing and says so.
  bool (*choose)(void* field, std::string_view word);
  std::string_view chosen;        // when this was made
  std::string_view allowed = {};  // "one, all", where the option takes more words than the field
};
// `parse` gives an optional of the enum, as ParseScheduleKind does.
template <auto parse, class Enum>
EnumField EnumFieldOf(Enum& field, std::string_view allowed = {}) {
  const auto choose = [](void* place, std::string_view word) {
    const auto parsed = parse(word);
    if (parsed) *static_cast<Enum*>(place) = *parsed;
    return parsed.has_value();
  };
  return {&field, choose, ToString(field), allowed};
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
