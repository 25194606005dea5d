// How a value is written as the option that gives it: what a request prints, a command line reads
// back to the same value.
#include "gen/request/field.h"

#include <fmt/core.h>

#include "gen/support/text.h"

namespace toroid {
namespace {

struct ValueText {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(const bool* value) const { return *value ? "true" : ""; }
  std::string operator()(const int* value) const { return std::to_string(*value); }
  std::string operator()(const Cycle* value) const { return std::to_string(*value); }
  std::string operator()(const double* value) const { return ShortestText(*value); }
  std::string operator()(const Task* value) const {
    return fmt::format("{},{}", value->first, value->count);
  }
  std::string operator()(const std::string* value) const { return ShellText(*value); }
  std::string operator()(const EnumField& value) const { return std::string(value.chosen); }
};

}  // namespace

bool EnumField::Choose(std::string_view word) const {
  const bool takes =
      allowed.empty() || (", " + allowed + ", ").find(fmt::format(", {}, ", word)) != allowed.npos;
  return takes && set(field, word);
}

std::string OptionsOf(const Fields& fields) {
  std::string text;
  for (const Field& field : fields) {
    const std::string value = std::visit(ValueText(), field.value);
    if (!field.said || value.empty()) continue;
    text += " " + std::string(field.option);
    if (!std::holds_alternative<bool*>(field.value)) text += " " + value;
  }
  return text;
}

}  // namespace toroid
