// The fields of options and requests by the options of a command line that set them. One list
// serves who reads them from options, who writes these, who checks ranges and who asks rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
  std::string_view chosen;   // when this was made; empty: nothing
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
// A field that may have no value.
template <auto parse, class Enum>
EnumField EnumFieldOf(std::optional<Enum>& field) {
  const auto set = [](void* place, std::string_view word) {
    const auto parsed = parse(word);
    if (parsed) *static_cast<std::optional<Enum>*>(place) = *parsed;
    return parsed.has_value();
  };
  return {&field, set, field ? ToString(*field) : ""};
}

// A choice between two.
struct WordField {
  bool* field;
  std::string_view off, on;
};

// Where the value is, as long as its owner lives. None: an option that goes with the owner and is
// kept elsewhere; a text: likewise, with its value.
using FieldValue = std::variant<std::monostate, bool*, int*, Cycle*, double*, Task*, std::string*,
                                EnumField, WordField, std::string>;

// The whole numbers that an option takes.
struct Range {
  std::int64_t low = 1, high = 0;  // none: any number
  std::int64_t multiple = 1;

  bool Has(std::int64_t number) const {
    return low <= number && number <= high && number % multiple == 0;
  }
  // "allowed are multiples of 8 from 8 to 64"
  std::string Text() const;
};

struct Field {
  OptionName option;  // "--elements"
  FieldValue value = {};
  bool said = true;  // it is part of what the owner comes to
  Range range = {};  // where no other limits apply

  std::string Text() const;  // of the value; "true" of a flag
};
using Fields = std::vector<Field>;

// The options that are said, with their values; flags have none.
std::vector<std::pair<OptionName, std::string>> TypedOptions(const Fields& fields);
// " --elements 256 --pipelining 8".
std::string TextOf(const std::vector<std::pair<OptionName, std::string>>& options);
std::string OptionsOf(const Fields& fields);

}  // namespace toroid
