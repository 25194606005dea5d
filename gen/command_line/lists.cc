// A range is written out by counting steps from its first value, not by adding them up, and each
// value is rounded to nine decimals: 0.05:1:0.05 has 0.15, not 0.15000000000000002.
#include "gen/command_line/lists.h"

#include <cmath>
#include <cstdint>
#include <set>
#include <span>

#include "gen/command_line/values.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr int kMostValues = 10000;

class ValueListReader {
 public:
  ValueListReader(Command command, const Option& option) : command_(command), option_(option) {}

  Result<std::vector<std::string>> Read(const std::string& text) {
    for (const std::string_view view : SplitAt(text, ',')) {
      const std::string part(view);
      const bool range = IsNumber(option_.type) && part.find(':') != std::string::npos;
      Diagnostics found = range ? AddRange(part) : Add(part);
      if (!found.empty()) return found;
    }
    return std::move(values_);
  }

 private:
  Diagnostics Refuse(const std::string& value, std::string what, std::string allowed) const {
    return {{std::string(option_.name), value, std::move(what), std::move(allowed)}};
  }

  Diagnostics Add(const std::string& value) {
    Diagnostics found = ValueDiagnostics(command_, option_, value);
    if (!found.empty()) return found;
    if (!seen_.insert(SameFor(value)).second)
      return Refuse(value, "is in the list twice", "give it once");
    if (values_.size() == kMostValues) return RefuseLength(value);
    values_.push_back(value);
    return {};
  }

  // The same text for equal values: "1" for "1.0" and "01". Whole numbers stay whole.
  std::string SameFor(const std::string& value) const {
    if (option_.type == ValueType::kWhole) return std::to_string(*NumberIn<std::int64_t>(value));
    return IsNumber(option_.type) ? ShortestText(*RealIn(value) + 0.0) : value;
  }

  // Ends and step, which are judged as values are, but that the step of whole numbers may be left
  // out, and that none may be 0.
  Diagnostics AddRange(const std::string& range) {
    const bool whole = option_.type == ValueType::kWhole;
    const auto views = SplitAt(range, ':');
    std::vector<std::string> parts(views.begin(), views.end());
    if (parts.size() == 2 && whole) parts.emplace_back("1");
    if (parts.size() != 3)
      return Refuse(range, "is not a range",
                    whole ? "write first:last or first:last:step, as in 1:9:2"
                          : "write first:last:step, as in 0.1:0.9:0.1");
    const auto judged = whole ? std::span(parts).first(2) : std::span(parts);
    for (const std::string& part : judged) {
      Diagnostics found = ValueDiagnostics(command_, option_, part);
      if (!found.empty()) return found;
    }
    return whole ? AddWholes(range, parts) : AddNumbers(range, parts);
  }

  Diagnostics AddWholes(const std::string& range, const std::vector<std::string>& parts) {
    const std::int64_t first = std::stoll(parts[0]);
    const std::int64_t last = std::stoll(parts[1]);
    const auto step = NumberIn<std::int64_t>(parts[2]);
    if (!step || *step < 1)
      return Refuse(range, "has no step that leads upwards", "steps are whole numbers above 0");
    if (last < first) return Refuse(range, "ends before it begins", "write first:last upwards");
    if ((last - first) / *step >= kMostValues) return RefuseLength(range);
    for (std::int64_t i = 0; i <= (last - first) / *step; ++i) {
      Diagnostics found = Add(std::to_string(first + i * *step));
      if (!found.empty()) return found;
    }
    return {};
  }

  Diagnostics AddNumbers(const std::string& range, const std::vector<std::string>& parts) {
    const double first = *RealIn(parts[0]);
    const double last = *RealIn(parts[1]);
    const auto step = RealIn(parts[2]);
    if (!step || !(*step > 0))
      return Refuse(range, "has no step that leads upwards", "steps are numbers above 0");
    if (last < first) return Refuse(range, "ends before it begins", "write first:last upwards");
    const double steps = std::floor((last - first) / *step + 1e-6);
    if (steps >= kMostValues) return RefuseLength(range);
    for (double i = 0; i <= steps; ++i) {
      Diagnostics found = Add(ShortestText(std::round((first + i * *step) * 1e9) / 1e9));
      if (!found.empty()) return found;
    }
    return {};
  }

  Diagnostics RefuseLength(const std::string& value) const {
    return Refuse(value, "is too long",
                  "a list has at most " + std::to_string(kMostValues) + " values");
  }

  Command command_;
  const Option& option_;
  std::vector<std::string> values_;
  std::set<std::string> seen_;
};

}  // namespace

Result<std::vector<std::string>> ListOf(Command command, const Option& option,
                                        const std::string& text) {
  return ValueListReader(command, option).Read(text);
}

Lists ListsOf(Command command, const RawOptions& options, Diagnostics& diagnostics) {
  Lists lists;
  for (const Option& option : AllOptions()) {
    if (!TakesList(command, option)) continue;
    const auto given = options.find(option.name.text());
    const std::string text =
        given == options.end() ? std::string(FallbackFor(command, option)) : given->second.text;
    if (text.empty()) continue;
    auto list = ListOf(command, option, text);
    if (list) {
      lists.emplace_back(&option, std::move(list).value());
      continue;
    }
    for (Diagnostic diagnostic : list.diagnostics()) {
      if (given != options.end()) diagnostic.place = given->second.place;
      diagnostics.push_back(std::move(diagnostic));
    }
  }
  return lists;
}

}  // namespace toroid
