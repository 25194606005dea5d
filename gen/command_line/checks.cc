// What is no rule of gen/rules: words and numbers that depend on the traffic, and graphs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "gen/collective/comparison.h"
#include "gen/collective/methods.h"
#include "gen/command_line/stages.h"

namespace toroid {
namespace {

std::string Chosen(const TrafficRequest& traffic) {
  return "traffic " + std::string(NameOf(traffic));
}

// What to do where there is no guest.
std::string OrHostMethod(TrafficRequest traffic) {
  for (const Field& field : FieldsOf(traffic)) {
    const auto* word = std::get_if<EnumField>(&field.value);
    if (word != nullptr && field.option == "--method" && word->Choose("auto"))
      return ", or --method auto, which sends between host nodes";
  }
  return "";
}

// Words that the option takes, but not beside this traffic.
void CheckWords(const Values& values, TrafficRequest traffic, SpecDiagnostics& found) {
  const std::string chosen = Chosen(traffic);
  for (const Field& field : FieldsOf(traffic)) {
    const auto* word = std::get_if<EnumField>(&field.value);
    if (word == nullptr || !values.Given(field.option)) continue;
    if (!word->Choose(values.Text(field.option)))
      found.Add(field.option, "does not go with " + chosen, "allowed are " + word->allowed);
  }
}

// Whole cycles.
void CheckStartup(const Spec& spec, std::string what, const std::string& beside,
                  SpecDiagnostics& found) {
  const double startup = spec.cost.startup;
  if (startup > kMostStartup || startup != std::floor(startup))
    found.Add("--startup", std::move(what),
              fmt::format("{}allowed are whole numbers from 0 to {}", beside, kMostStartup));
}

void CheckCoverage(const Spec& spec, SpecDiagnostics& found) {
  if (!spec.simulation.run.coverage.empty() && spec.host->size() > kMostCoveredNodes)
    found.Add("--coverage", fmt::format("--host has {} nodes", spec.host->size()),
              fmt::format("it goes with hosts of at most {}", kMostCoveredNodes));
}

void CheckExport(const std::string& file, const TrafficRequest& traffic, SpecDiagnostics& found) {
  if (!file.ends_with(".goal") && !file.ends_with(".xml") && !file.ends_with(".et") &&
      !file.ends_with(".svg")) {
    found.Add("--export", "ends in none of .goal, .et, .xml and .svg",
              "allowed are GOAL (.goal), Chakra (.et), MSCCL (.xml) and a picture (.svg)");
  } else if (file.ends_with(".xml") && FamilyOf(traffic) != Family::kCollective) {
    found.Add("--export",
              "MSCCL says which part of a collective operation between host nodes each message "
              "carries",
              "it goes with such a --method; all traffic but patterns goes with .goal and .et");
  }
}

}  // namespace

void CheckUses(SpecState& state) {
  const Values& values = state.values;
  const TrafficRequest& traffic = *state.traffic;
  CheckWords(values, traffic, state.found);
  if (std::holds_alternative<TraceRequest>(traffic) && values.Text("--router") == "scheduled" &&
      values.Given("--schedule") && values.Text("--schedule") == "none")
    state.found.Add("--schedule", "lets messages meet, and scheduled routers lose what meets",
                    "with --router scheduled a trace takes list");
  if (state.found.any()) return;
  const std::string chosen = Chosen(traffic);
  for (const Option& option : AllOptions()) {
    const bool of_tree = option.name == "--root" && values.Given("--in-network");
    if (values.Asks(option.name) && !Uses(traffic, option.name) && !of_tree)
      state.found.Add(option.name, "is not used by " + chosen,
                      "it goes with " + TrafficsWith(option.name));
  }
  for (const OptionName option : {OptionName("--task"), OptionName("--trace")})
    if (Uses(traffic, option) && !values.Given(option) && !state.Is(Family::kAxi))
      state.found.AddAll({Missing(option, chosen, state.facts)});
  if (!IsScheduled(traffic)) return;
  for (const OptionName option : {OptionName("--guest"), OptionName("--embedding")}) {
    if (values.Given(option)) continue;
    Diagnostic missing = Missing(option, chosen, state.facts);
    if (option == "--guest") missing.allowed += OrHostMethod(traffic);
    state.found.AddAll({missing});
  }
}

void CheckTraffic(SpecState& state) {
  const TrafficRequest& traffic = *state.traffic;
  const Spec& spec = state.spec;
  if (Uses(traffic, "--startup")) CheckStartup(spec, "is not a number of cycles", "", state.found);
  CheckCoverage(spec, state.found);
  if (const std::string& file = spec.simulation.run.export_file; !file.empty())
    CheckExport(file, traffic, state.found);
  const auto given = [&](OptionName option) {  // what it does not use asks for nothing
    return state.values.Asks(option) && Uses(traffic, option);
  };
  state.found.AddAll(Check(traffic, {.hardware = spec.hardware,
                                     .host = spec.host,
                                     .guest = spec.guest,
                                     .given = given,
                                     .degraded = spec.degraded ? &*spec.degraded : nullptr}));
}

namespace {

// Of all nodes' vectors, or blocks, together.
constexpr std::int64_t kMostElementsProved = 1 << 24;

// DG11.1: one method for each task.
void CheckDegraded(const Spec& spec, SpecDiagnostics& found) {
  const CollectiveTask task = {*spec.cost.collective, 1,
                               NodeId{static_cast<std::uint32_t>(spec.cost.root)}};
  const CollectiveMethod method = MethodOnDegraded(task.kind);
  auto why = WhyNotOn(*spec.degraded, task, method);
  if (!why) return;
  if (why->field == "--method")
    return found.Add("--collective", fmt::format("by method {}: {}", ToString(method), why->what),
                     why->allowed);
  found.AddAll({*why});
}

void CheckRoot(const Spec& spec, SpecDiagnostics& found) {
  const Graph& host = *spec.host;
  if (HasRoot(*spec.cost.collective) && static_cast<std::uint32_t>(spec.cost.root) >= host.size())
    found.Add("--root", "is not a node of host " + host.ToString(),
              fmt::format("its nodes are 0 to {}", host.size() - 1));
}

void CheckCollective(const Spec& spec, SpecDiagnostics& found) {
  const Graph& host = *spec.host;
  if (std::ranges::max(host.lengths()) > kLongestComparedAxis)
    found.Add(
        "--host", "has an axis that is too long to plan for",
        fmt::format("beside --collective lengths up to {} are allowed", kLongestComparedAxis));
  if (spec.hardware.links.stages > 0 && !spec.degraded && !IsPlaced(host))
    found.Add(
        "--link-stages",
        fmt::format("has no formula, and host {} has {} nodes", host.ToString(), host.size()),
        fmt::format("beside --collective it takes hosts of up to {} nodes, whose messages are "
                    "placed one by one",
                    kMostNodesPlaced));
  CheckRoot(spec, found);
  CheckStartup(spec, "is not a number of cycles", "beside --collective ", found);
  if (spec.degraded && !found.any()) CheckDegraded(spec, found);
}

}  // namespace

void CheckCost(SpecState& state) {
  const CostRequest& cost = state.spec.cost;
  if (cost.collective) return CheckCollective(state.spec, state.found);
  if (cost.pipelining && !cost.by_block)
    state.found.AddAll(PacketDiagnostics(*cost.pipelining, cost.elements));
}

void CheckProvedCollective(SpecState& state) {
  const Spec& spec = state.spec;
  SpecDiagnostics& found = state.found;
  const std::int64_t nodes = spec.host->size();
  const bool blocks = IsOfBlocks(*spec.cost.collective);
  const std::int64_t most = kMostElementsProved / (blocks ? nodes * nodes : nodes);
  if (spec.cost.elements > most)
    found.Add("--elements", "is too much for each step to be followed",
              fmt::format("on host {} allowed are up to {}", spec.host->ToString(), most));
  CheckRoot(spec, found);
  if (!spec.degraded || found.any()) return;
  if (*spec.cost.collective == Collective::kExchange)
    return found.Add("--collective", "among survivors goes by the tables of buffered routers",
                     "leave out what is dead");
  CheckDegraded(spec, found);
}

}  // namespace toroid
