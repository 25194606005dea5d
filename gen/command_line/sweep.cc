#include "gen/command_line/sweep.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "gen/command_line/lists.h"
#include "gen/command_line/values.h"
#include "gen/degraded/degraded_host.h"
#include "gen/request/sweep.h"
#include "gen/request/traffic.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

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
  if (const auto draws = options.find("--draws"); draws != options.end() && !drawn)
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
    diagnostics.push_back({"--rate", "0", "is no load", "allowed are numbers above 0, up to 1"});
}

}  // namespace

SweepLists TakeApart(const RawOptions& options, Diagnostics& diagnostics) {
  const Lists lists = ListsOf(Command::kSweep, options, diagnostics);
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
  spec.format = *ByName(values.Text("--format"), {Format::kText, Format::kJson, Format::kCsv});
  spec.sweep.results = values.Text("--results");
  spec.sweep.plot = values.Text("--plot");
  spec.report = values.Text("--report");
  const std::string files = values.Text("--merge");
  for (const std::string_view file : SplitAt(files, '\n')) spec.sweep.merge.emplace_back(file);
  return spec;
}

}  // namespace toroid
