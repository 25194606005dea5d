// The options of `sweep` taken apart: lists into single values.
//
// A range is written out by counting steps from its first value, not by adding them up, and each
// value is rounded to nine decimals: 0.05:1:0.05 has 0.15, not 0.15000000000000002.
#include "gen/request/sweep.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "gen/command_line/stages.h"
#include "gen/command_line/values.h"
#include "gen/degraded/degraded_host.h"
#include "gen/request/traffic.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr int kMostValues = 10000;

// The values of a list, ranges written out. Diagnostics name the option and the value at fault.
class ValueListReader {
 public:
  explicit ValueListReader(const Option& option) : option_(option) {}

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
    Diagnostics found = ValueDiagnostics(Command::kSweep, option_, value);
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
      Diagnostics found = ValueDiagnostics(Command::kSweep, option_, part);
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

  const Option& option_;
  std::vector<std::string> values_;
  std::set<std::string> seen_;
};

// The lists of options, each taken apart; those that were refused have a diagnostic. An option that
// was not given has its default.
using Lists = std::vector<std::pair<const Option*, std::vector<std::string>>>;
Lists ListsOf(const RawOptions& options, Diagnostics& diagnostics) {
  Lists lists;
  for (const Option& option : AllOptions()) {
    if (!TakesList(Command::kSweep, option)) continue;
    const auto given = options.find(option.name.text());
    const std::string text = given == options.end()
                                 ? std::string(FallbackFor(Command::kSweep, option))
                                 : given->second.text;
    if (text.empty()) continue;
    auto list = ValueListReader(option).Read(text);
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

constexpr std::string_view kNone = "none";
constexpr std::string_view kPointLists[] = {"--rate", "--seed"};  // not of the network
constexpr std::string_view kOfMerge[] = {"--merge",  "--results", "--plot",  "--report",
                                         "--format", "--quiet",   "--config"};

using Combinations = std::vector<RawOptions>;

// A network with each of the values for each that there is. If these are too many, leaves them as
// they are, and says so.
void Multiply(Combinations& networks, const std::string& name,
              const std::vector<std::string>& values, Diagnostics& diagnostics) {
  const std::size_t count = networks.size() * values.size();
  if (count > kMostSweepNetworks) {
    diagnostics.push_back({name, std::to_string(count), "makes too many networks",
                           fmt::format("a sweep has at most {}", kMostSweepNetworks)});
    return;
  }
  Combinations all;
  for (const RawOptions& one : networks) {
    for (const std::string& value : values) {
      RawOptions& further = all.emplace_back(one);
      further[name].text = value;
    }
  }
  networks = std::move(all);
}

// What --dead-links or --dead-nodes asks for, a value for each network: of "none,random:1" nothing,
// and so many draws; else all of it together. No more values than are too many for a sweep.
std::vector<std::string> DeadPartsOf(const std::string& text, int draws) {
  if (text.find(degraded::kRandom) == std::string::npos && text != kNone) return {text};
  std::vector<std::string> values;
  for (const std::string_view word : SplitAt(text, ',')) {
    const bool drawn = word.starts_with(degraded::kRandom) && std::ranges::count(word, ':') == 1;
    for (int draw = 1; drawn && draw <= draws && values.size() <= kMostSweepNetworks; ++draw)
      values.push_back(std::string(word) + ":" + std::to_string(draw));
    if (!drawn) values.emplace_back(word);
  }
  return values;
}

// The number of draws; none if it is not one, which the value's own check tells.
std::optional<int> DrawsIn(const RawOptions& options) {
  const auto draws = options.find("--draws");
  if (draws == options.end()) return 1;
  const Option& option = *FindOption("--draws");
  const auto count = NumberIn<int>(draws->second.text);
  return count && *count >= option.low && *count <= option.high ? count : std::nullopt;
}

// A network for each value of --dead-links and --dead-nodes.
void TakeDrawsApart(Combinations& networks, Diagnostics& diagnostics) {
  const RawOptions options = networks.front();
  const std::optional<int> count = DrawsIn(options);
  if (!count) return;
  bool drawn = false;
  for (const char* name : {"--dead-links", "--dead-nodes"}) {
    const auto given = options.find(name);
    if (given == options.end()) continue;
    drawn = drawn || given->second.text.find(degraded::kRandom) != std::string::npos;
    Multiply(networks, name, DeadPartsOf(given->second.text, *count), diagnostics);
    for (RawOptions& one : networks)
      if (one.at(name).text == kNone) one.erase(name);
  }
  for (RawOptions& one : networks) one.erase("--draws");
  // A value that was refused may be the one that draws.
  if (const auto draws = options.find("--draws");
      draws != options.end() && !drawn && diagnostics.empty())
    diagnostics.push_back({"--draws", draws->second.text, "draws nothing",
                           "give --dead-links random:K or --dead-nodes random:K too"});
}

// Whether traffic of some network uses the option, if it is one of some traffic only.
bool IsUsed(const std::vector<std::string>& traffics, std::string_view option) {
  return std::ranges::any_of(traffics, [&](const std::string& name) {
    const auto traffic = ParseTraffic(name);
    return !traffic || Uses(*traffic, OptionName::Of(option));
  });
}

void LeaveOutForOtherTraffic(const std::vector<std::string>& traffics, RawOptions& options) {
  const auto given = options.find("--traffic");
  if (given == options.end()) return;
  const auto traffic = ParseTraffic(given->second.text);
  if (!traffic || FamilyOf(*traffic) != Family::kPattern) return;
  std::erase_if(options, [&](const auto& entry) {
    return !Uses(*traffic, OptionName::Of(entry.first)) && IsUsed(traffics, entry.first);
  });
}

template <class Number>
std::vector<Number> Ascending(const std::vector<std::string>& texts, auto read) {
  std::vector<Number> numbers;
  for (const std::string& text : texts) numbers.push_back(static_cast<Number>(*read(text)));
  std::ranges::sort(numbers);
  return numbers;
}

void CheckLoads(const std::vector<double>& loads, Diagnostics& diagnostics) {
  if (!loads.empty() && loads.front() == 0)
    diagnostics.push_back({"--rate", "0", "has no load", "allowed are numbers above 0, up to 1"});
}

}  // namespace

SweepLists TakeApart(const RawOptions& options, Diagnostics& diagnostics) {
  const Lists lists = ListsOf(options, diagnostics);
  SweepLists apart;
  std::vector<std::string> traffics;
  Combinations networks = {options};
  TakeDrawsApart(networks, diagnostics);
  for (const Option& option : AllOptions()) {
    if (!TakesList(Command::kSweep, option)) continue;
    const std::string name(option.name.text());
    const auto list = std::ranges::find(lists, &option, &Lists::value_type::first);
    if (list == lists.end()) continue;  // neither given nor with a default
    const std::vector<std::string>& values = list->second;
    if (name == "--rate") apart.loads = Ascending<double>(values, RealIn);
    if (name == "--seed") apart.seeds = Ascending<std::uint64_t>(values, NumberIn<std::int64_t>);
    if (name == "--traffic") traffics = values;
    const bool of_points = std::ranges::find(kPointLists, name) != std::end(kPointLists);
    Multiply(networks, name, of_points ? std::vector{values.front()} : values, diagnostics);
  }
  for (RawOptions& one : networks) LeaveOutForOtherTraffic(traffics, one);
  CheckLoads(apart.loads, diagnostics);
  const std::size_t runs = networks.size() * apart.loads.size() * apart.seeds.size();
  if (runs > kMostSweepRuns)
    diagnostics.push_back({"--seed", "", fmt::format("makes {} runs with the other lists", runs),
                           fmt::format("a sweep has at most {}", kMostSweepRuns)});
  apart.networks = std::move(networks);
  return apart;
}

Result<Spec> SpecOfMerge(const RawOptions& options, Diagnostics diagnostics) {
  RawOptions of_merge;
  for (const auto& [name, written] : options) {
    if (std::ranges::find(kOfMerge, name) != std::end(kOfMerge)) {
      of_merge.emplace(name, written);
    } else if (written.place.empty()) {
      diagnostics.push_back(
          {name, written.text, "is not used with --merge", "what was run is said by the files"});
    }
  }
  const Values values(Command::kSweep, std::move(of_merge), diagnostics);
  if (!diagnostics.empty()) return diagnostics;
  Spec spec;
  spec.command = Command::kSweep;
  spec.format = *Parse<Format>(values.Text("--format"));
  spec.sweep.results = values.Text("--results");
  spec.sweep.plot = values.Text("--plot");
  spec.report = values.Text("--report");
  const std::string files = values.Text("--merge");
  for (const std::string_view file : SplitAt(files, '\n')) spec.sweep.merge.emplace_back(file);
  return spec;
}

}  // namespace toroid
