// A program is a specification of its own, made of its table and of what all share; so everything
// that is checked of one program is checked of each. What is checked here is only that they can
// share a machine.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "gen/command_line/stages.h"
#include "gen/embedding/partition.h"

namespace toroid {
namespace {

// Beside the options of traffic.
constexpr std::string_view kOfAProgram[] = {"--guest", "--embedding", "--bit-order",
                                            "--walk",  "--dilation",  "--partition",
                                            "--base",  "--traffic"};

// What one program has, and another may have otherwise: those, and what a traffic keeps itself.
bool IsOfAProgram(std::string_view option) {
  if (std::ranges::find(kOfAProgram, option) != std::end(kOfAProgram)) return true;
  return std::ranges::any_of(AllTraffics(), [&](TrafficRequest traffic) {
    return std::ranges::any_of(FieldsOf(traffic), [&](const Field& field) {
      return field.option == option && !std::holds_alternative<std::monostate>(field.value);
    });
  });
}

// Removes what a shared machine has nothing of, wherever it is written, with a diagnostic each.
void RemoveForOneProgram(RawOptions& options, Diagnostics& diagnostics) {
  Diagnostics faults;  // of words, which each program reports
  const Values values(Command::kSimulate, options, faults);
  const ConfigFile no_file;
  const SpecSource source{.file = no_file, .in_box = true};
  const SpecFacts facts(values, std::nullopt, source);
  for (const Diagnostic& found : BrokenRules(RulesOfSharedMachines(), facts)) {
    diagnostics.push_back(values.Quoting(found));
    options.erase(found.field);
  }
}

bool IsUsedBy(const std::optional<TrafficRequest>& traffic, std::string_view option) {
  return !traffic || Uses(*traffic, OptionName::Of(option));
}

bool IsUsedByAny(const std::vector<ProgramTable>& tables, std::string_view option) {
  return std::ranges::any_of(tables, [&](const ProgramTable& table) {
    return IsUsedBy(TrafficIn(table.options), option);
  });
}

// What stands once for all, as the program of this table takes it: what its traffic uses, and what
// no program's does.
RawOptions SharedWith(const ProgramTable& table, const RawOptions& common,
                      const std::vector<ProgramTable>& tables) {
  RawOptions options;
  const auto traffic = TrafficIn(table.options);
  for (const auto& [name, written] : common) {
    if (IsUsedBy(traffic, name) || !IsUsedByAny(tables, name)) options.emplace(name, written);
  }
  return options;
}

}  // namespace

std::vector<RawOptions> OptionsOfPrograms(const RawOptions& shared,
                                          const std::vector<ProgramTable>& tables,
                                          Diagnostics& diagnostics) {
  RawOptions common = shared;
  RemoveForOneProgram(common, diagnostics);
  std::erase_if(common, [&](const auto& entry) {
    const auto& [name, written] = entry;
    if (!IsOfAProgram(name)) return false;
    diagnostics.push_back({.field = name,
                           .value = written.text,
                           .what = "is a program's own",
                           .allowed = "write it in the [[program]] tables",
                           .place = written.place});
    return true;
  });
  std::vector<RawOptions> programs;
  for (const ProgramTable& table : tables) {
    RawOptions& options = programs.emplace_back(table.options);
    RemoveForOneProgram(options, diagnostics);
    std::erase_if(options, [&](const auto& entry) {
      const auto& [name, written] = entry;
      if (IsOfAProgram(name)) return false;
      diagnostics.push_back({.field = name,
                             .value = written.text,
                             .what = "is the machine's, which all programs share",
                             .allowed = "write it above the first [[program]]",
                             .place = written.place});
      return true;
    });
    options.merge(SharedWith(table, common, tables));
    options.emplace("--address", RawOption{.text = std::string(ToString(Address::kPhysical))});
  }
  return programs;
}

void CheckProgramInBox(SpecState& state) {
  for (const OptionName option :
       {OptionName("--guest"), OptionName("--embedding"), OptionName("--partition")})
    if (!state.values.Given(option))
      state.found.AddAll({Missing(option, "a [[program]]", state.facts)});
  if (state.Is(Family::kPattern) || state.Is(Family::kCollective))
    state.found.Add(
        "--traffic", "is between the nodes of a whole host",
        std::string("a [[program]] takes traffic between its guest's nodes") +
            (CollectiveOf(*state.traffic) ? ", and so methods of a hypercube guest" : ""));
}

Diagnostics CheckBoxes(const std::vector<ProgramTable>& tables,
                       const std::vector<std::optional<Partition>>& boxes) {
  Diagnostics found;
  for (std::size_t p = 0; p < boxes.size(); ++p) {
    if (!boxes[p]) continue;
    const Partition& box = *boxes[p];
    if (!KeepsRoutes(box))
      found.push_back({.field = "--partition",
                       .value = box.ToString(),
                       .what = "routes between its nodes would leave the box",
                       .allowed = fmt::format("on axes of {} that wrap allowed are the whole "
                                              "length, or at most half of it, rounded up",
                                              box.host().ToString()),
                       .place = tables[p].place});
    for (std::size_t other = 0; other < p; ++other) {
      if (!boxes[other] || !Meet(box, *boxes[other])) continue;
      found.push_back({.field = "--base",
                       .value = CoordinatesText(box.base()),
                       .what = fmt::format("the box of {} has nodes of that of [[program]] {}, {} "
                                           "at {}",
                                           box.ToString(), other + 1, boxes[other]->ToString(),
                                           CoordinatesText(boxes[other]->base())),
                       .allowed = "boxes have no node in common",
                       .place = tables[p].place});
    }
  }
  return found;
}

Diagnostics JoinedDiagnostics(const std::vector<ProgramTable>& tables,
                              const std::vector<Diagnostics>& found) {
  Diagnostics all;
  for (std::size_t p = 0; p < found.size(); ++p) {
    for (Diagnostic diagnostic : found[p]) {
      const bool of_all = !IsOfAProgram(diagnostic.field) &&
                          std::ranges::all_of(found, [&](const Diagnostics& program) {
                            return std::ranges::find(program, diagnostic) != program.end();
                          });
      if (of_all && p > 0) continue;
      const bool named = diagnostic.place.find("[[program]]") != std::string::npos;
      if (!of_all && !named) diagnostic.place = tables[p].place;
      all.push_back(std::move(diagnostic));
    }
  }
  return all;
}

}  // namespace toroid
