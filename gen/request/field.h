// A request's fields by the options that set them. One list serves who reads a request from options
// and who writes the options of a request.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gen/schedule/schedule.h"
#include "gen/support/id.h"

namespace toroid {

// A field of any enum, which options write as a word.
struct Word {
  void* field;
  void (*choose)(void* field, std::string_view word);  // requires a word of the enum
  std::string_view chosen;                             // when this was made
};
// `parse` gives an optional of the enum, as ParseScheduleKind does.
template <auto parse, class Enum>
Word WordOf(Enum& field) {
  const auto choose = [](void* place, std::string_view word) {
    *static_cast<Enum*>(place) = *parse(word);
  };
  return {&field, choose, ToString(field)};
}

// Where the value is, as long as the request lives; none: an option that goes with the request and
// is kept elsewhere.
using FieldValue = std::variant<std::monostate, bool*, int*, Cycle*, double*, Task*, Word>;

struct Field {
  std::string_view option;  // "--elements"
  FieldValue value = {};
  bool said = true;  // it is part of what the request comes to
};
using Fields = std::vector<Field>;

// " --elements 256 --pipelining 8": the options of those that are said.
std::string OptionsOf(const Fields& fields);

}  // namespace toroid
