// How a value is written as the option that gives it: what a request prints, a command line reads
// back to the same value.
#include "gen/plan/field.h"

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
  std::string operator()(const WordField& value) const {
    return std::string(*value.field ? value.on : value.off);
  }
  std::string operator()(const std::string& value) const { return value; }
};

}  // namespace

bool EnumField::Choose(std::string_view word) const {
  const bool takes =
      allowed.empty() || (", " + allowed + ", ").find(fmt::format(", {}, ", word)) != allowed.npos;
  return takes && set(field, word);
}

std::string Range::Text() const {
  return fmt::format("allowed are {}{} to {}",
                     multiple > 1 ? fmt::format("multiples of {} from ", multiple) : "", low, high);
}

std::string Field::Text() const { return std::visit(ValueText(), value); }

std::vector<std::pair<OptionName, std::string>> TypedOptions(const Fields& fields) {
  std::vector<std::pair<OptionName, std::string>> options;
  for (const Field& field : fields) {
    const std::string text = field.Text();
    if (!field.said || text.empty()) continue;
    options.emplace_back(field.option, std::holds_alternative<bool*>(field.value) ? "" : text);
  }
  return options;
}

std::string TextOf(const std::vector<std::pair<OptionName, std::string>>& options) {
  std::string text;
  for (const auto& [option, value] : options)
    text += fmt::format(" {}{}{}", option.text(), value.empty() ? "" : " ", value);
  return text;
}

std::string OptionsOf(const Fields& fields) { return TextOf(TypedOptions(fields)); }

}  // namespace toroid
