// Each value is judged by its option's type alone, before options are compared with each other.
//
// Example: `--packet-flits 0 --rate 2` gives two diagnostics, one for each.
#include "gen/command_line/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <set>

#include "gen/plan/hardware_options.h"
#include "gen/support/text.h"

namespace toroid {

std::optional<double> RealIn(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc() ? number : std::strtod(text.c_str(), nullptr);
}

namespace {

std::optional<Task> TaskIn(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto first = NumberIn<int>(text.substr(0, comma));
  const auto count = NumberIn<int>(text.substr(comma + 1));
  if (!first || !count) return std::nullopt;
  return Task{*first, *count};
}

std::optional<Shard> ShardIn(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = NumberIn<int>(text.substr(0, slash));
  const auto of = NumberIn<int>(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of) return std::nullopt;
  return Shard{*number, *of};
}

// Whole numbers of 0 and above, such as "3x5" with 'x'.
std::optional<std::vector<int>> NumbersIn(std::string_view text, char separator) {
  std::vector<int> numbers;
  while (true) {
    const auto end = text.find(separator);
    const auto number = NumberIn<int>(text.substr(0, end));
    if (!number || *number < 0) return std::nullopt;
    numbers.push_back(*number);
    if (end == std::string_view::npos) return numbers;
    text.remove_prefix(end + 1);
  }
}

// The maximum of options without a practical one is worth saying only to those who went beyond it.
std::string AllowedWhole(const Option& option, bool with_maximum = false) {
  if (!with_maximum && option.high == std::numeric_limits<std::int64_t>::max())
    return fmt::format("allowed are {} and above", option.low);
  return Range{option.low, option.high, option.multiple}.Text();
}

// Schedules and traffic are judged by the choices of all commands: why this one lacks some is told
// by later checks.
std::optional<Diagnostic> ChoiceDiagnostic(Command command, const Option& option,
                                           const std::string& value) {
  const std::vector<std::string_view> taken = ChoicesOf(FormFor(command, option));
  const bool of_all = option.name == "--schedule" || option.name == "--traffic";
  const std::vector<std::string_view> choices = of_all ? ChoicesOf(option.form) : taken;
  if (std::ranges::find(choices, value) != choices.end()) return std::nullopt;
  std::string allowed = DidYouMean(value, taken) + "allowed are";
  for (const std::string_view choice : taken)
    allowed += (choice == taken.front() ? " " : ", ") + std::string(choice);
  return Diagnostic{std::string(option.name), value, "is not one of the choices", allowed};
}

// Tells what is no number from a number that is too large to be read.
std::optional<Diagnostic> WholeDiagnostic(const Option& option, const std::string& value) {
  const std::string name(option.name);
  const bool all_digits =
      value.find_first_not_of("0123456789", value.starts_with('-') ? 1 : 0) == std::string::npos &&
      value != "-";
  if (!all_digits) return Diagnostic{name, value, "is not a whole number", AllowedWhole(option)};
  const auto number = NumberIn<std::int64_t>(value);
  if (!number || *number < option.low || *number > option.high) {
    return Diagnostic{name, value, "is out of range",
                      AllowedWhole(option, !number && !value.starts_with('-'))};
  }
  if (*number % option.multiple != 0) {
    return Diagnostic{name, value, fmt::format("is not a multiple of {}", option.multiple),
                      AllowedWhole(option)};
  }
  return std::nullopt;
}

std::optional<Diagnostic> ProbabilityDiagnostic(const Option& option, const std::string& value) {
  const std::string name(option.name);
  const bool positive = option.type == ValueType::kPositiveProbability;
  const std::string allowed =
      positive ? "allowed are numbers above 0, up to 1" : "allowed are numbers from 0 to 1";
  const auto number = RealIn(value);
  if (!number || std::isnan(*number)) return Diagnostic{name, value, "is not a number", allowed};
  if (*number < 0 || *number > 1 || (positive && *number == 0))
    return Diagnostic{name, value, "is out of range", allowed};
  if (*number > 0 && *number < kLeastShare)
    return Diagnostic{name, value, "is too small", "numbers above 0 are from 0.000000001 on"};
  return std::nullopt;
}

std::optional<Diagnostic> CyclesDiagnostic(const Option& option, const std::string& value) {
  const std::string name(option.name);
  constexpr double kMost = 1e9;
  const std::string allowed = "allowed are numbers from 0 to 1000000000, decimals too";
  const auto number = RealIn(value);
  if (!number || std::isnan(*number)) return Diagnostic{name, value, "is not a number", allowed};
  if (*number < 0 || *number > kMost) return Diagnostic{name, value, "is out of range", allowed};
  return std::nullopt;
}

// A file whose name ends as the form does.
std::optional<Diagnostic> OutputDiagnostic(Command command, const Option& option,
                                           const std::string& value) {
  const std::string_view form = FormFor(command, option);
  const std::string ending(form.substr(form.find('.')));
  if (value.ends_with(ending)) return std::nullopt;
  return Diagnostic{std::string(option.name), value, "does not end in " + ending,
                    fmt::format("write {} {}", option.name.text(), form)};
}

// The first word of the list that is none of the form's, or in it twice; "images=FILE" is one with
// any file.
std::optional<Diagnostic> LoadDiagnostic(Command command, const Option& option,
                                         const std::string& value) {
  const std::vector<std::string_view> taken = ChoicesOf(FormFor(command, option));
  std::set<std::string> before;
  for (const std::string_view word : SplitAt(value, ',')) {
    const bool is_file = word.starts_with(kImages) && word.size() > kImages.size();
    const bool known =
        is_file ? taken.back().starts_with(kImages) : std::ranges::find(taken, word) != taken.end();
    if (!known)
      return Diagnostic{
          std::string(option.name), value,
          (word.empty() ? "an empty word" : Printable(word, 40)) + " is not one of the choices",
          fmt::format("{}allowed are {}, a comma between them", DidYouMean(word, taken),
                      Joined(taken, ", "))};
    const std::string name(word.substr(0, word.find('=')));
    if (!before.insert(name).second)
      return Diagnostic{std::string(option.name), value, name + " is given twice", "give it once"};
  }
  return std::nullopt;
}

}  // namespace

Diagnostics ValueDiagnostics(Command command, const Option& option, const std::string& value) {
  std::optional<Diagnostic> found;
  const std::string name(option.name);
  switch (option.type) {
    case ValueType::kFlag:
    case ValueType::kText:
    case ValueType::kFiles: break;
    case ValueType::kWhole: found = WholeDiagnostic(option, value); break;
    case ValueType::kProbability:
    case ValueType::kPositiveProbability: found = ProbabilityDiagnostic(option, value); break;
    case ValueType::kCycles: found = CyclesDiagnostic(option, value); break;
    case ValueType::kGraph:
      if (const auto graph = Graph::Parse(value, name); !graph) {
        return graph.diagnostics();
      } else if (graph->IsTwisted() && name == "--guest") {
        found = Diagnostic{name, value, "is twisted, and only hosts are",
                           "allowed are torus, mesh, ring, line and hypercube"};
      }
      break;
    case ValueType::kTask:
      if (!TaskIn(value))
        found = Diagnostic{name, value, "is not a task",
                           "write the first cube dimension and their number, as in 0,6"};
      break;
    case ValueType::kLengths:
      if (!NumbersIn(value, 'x'))
        found = Diagnostic{name, value, "is not a box",
                           "write a length for each axis of the host, as in 3x5"};
      break;
    case ValueType::kCoordinates:
      if (!NumbersIn(value, ','))
        found = Diagnostic{name, value, "is not a node",
                           "write a coordinate for each axis of the host, as in 2,1"};
      break;
    case ValueType::kShard:
      if (!ShardIn(value))
        found = Diagnostic{name, value, "is not a part",
                           "write its number and how many there are, as in 2/8"};
      break;
    case ValueType::kIdentifier: return NameDiagnostics(value);
    case ValueType::kOutput: found = OutputDiagnostic(command, option, value); break;
    case ValueType::kInNetwork:
      if (const auto parsed = ParseInNetwork(value); !parsed) return parsed.diagnostics();
      break;
    case ValueType::kLoads: found = LoadDiagnostic(command, option, value); break;
    case ValueType::kChoice: found = ChoiceDiagnostic(command, option, value); break;
  }
  return found ? Diagnostics{*found} : Diagnostics{};
}

Values::Values(Command command, RawOptions options, Diagnostics& diagnostics)
    : command_(command), given_(std::move(options)) {
  for (const auto& [name, written] : given_) {
    for (const Diagnostic& found : ValueDiagnostics(command, *FindOption(name), written.text))
      diagnostics.push_back(Quoting(found));
  }
}

bool Values::Asks(OptionName name) const {
  return Given(name) && !AsksForNothing(command_, *FindOption(name), Text(name));
}

// Adds the value as it was written, and the line of the file if it stood in one.
Diagnostic Values::Quoting(Diagnostic diagnostic) const {
  const Option* option = FindOption(diagnostic.field);
  const auto written = given_.find(diagnostic.field);
  if (option == nullptr || written == given_.end()) return diagnostic;
  diagnostic.value = option->type == ValueType::kFlag ? "" : written->second.text;
  diagnostic.place = written->second.place;
  return diagnostic;
}

std::string Values::Text(OptionName name) const {
  if (const auto found = given_.find(name.text()); found != given_.end()) return found->second.text;
  const Option* option = FindOption(name);
  // A list was taken apart before, and its default with it.
  return std::string(TakesList(command_, *option) ? option->fallback
                                                  : FallbackFor(command_, *option));
}

std::int64_t Values::Whole(OptionName name) const {
  const auto number = NumberIn<std::int64_t>(Text(name));
  assert(number);
  return *number;
}

double Values::Number(OptionName name) const {
  const auto number = RealIn(Text(name));
  assert(number);
  return *number;
}

std::optional<Graph> Values::GraphOf(OptionName name) const {
  const std::string text = Text(name);
  if (text.empty()) return std::nullopt;
  return *Graph::Parse(text, std::string(name));
}

std::optional<std::vector<int>> Values::NumbersOf(OptionName name) const {
  if (Text(name).empty()) return std::nullopt;
  return NumbersIn(Text(name), FindOption(name)->type == ValueType::kLengths ? 'x' : ',');
}

Shard Values::ShardOf(OptionName name) const { return *ShardIn(Text(name)); }

std::optional<Task> Values::TaskOf(OptionName name) const { return TaskIn(Text(name)); }

}  // namespace toroid
