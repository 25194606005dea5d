#include "gen/spec/cost_checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "gen/collective/comparison.h"

namespace toroid {
namespace {

// Startup cycles of a message of a collective operation.

class CostChecks {
 public:
  CostChecks(const Values& values, const Spec& spec, SpecDiagnostics& found)
      : values_(values), spec_(spec), found_(found) {}

  void Run() {
    if (ComparesMethods(values_)) {
      OfACollective();
    } else {
      OfAProgram();
    }
  }

 private:
  void OfARoot(const Graph& host) {
    if (!values_.Bad("--root") && static_cast<std::uint32_t>(spec_.cost.root) >= host.size()) {
      found_.Add("--root", "is no node of host " + host.ToString(),
                 fmt::format("its nodes are 0 to {}", host.size() - 1));
    }
  }

  void OfACollective() {
    for (const std::string_view name : kOptionsOfPrograms) {
      if (values_.Asks(name) && !values_.Bad(name))
        found_.Add(name, "is not used beside --collective", "it goes with hypercube programs");
    }
    if (spec_.host && std::ranges::max(spec_.host->lengths()) > kLongestComparedAxis) {
      found_.Add(
          "--host", "has an axis that is too long to plan for",
          fmt::format("beside --collective lengths up to {} are allowed", kLongestComparedAxis));
    }
    const auto collective = spec_.cost.collective;
    if (collective && HasRoot(*collective) && spec_.host) OfARoot(*spec_.host);
    if (collective && !HasRoot(*collective) && values_.Asks("--root"))
      found_.Add("--root", "there is none", "it goes with broadcast, reduce, gather, scatter");
    const double startup = spec_.cost.startup;
    if (!values_.Bad("--startup") && (startup > kMostStartup || std::floor(startup) != startup)) {
      found_.Add(
          "--startup", "is no number of cycles that messages could be delayed by",
          fmt::format("beside --collective allowed are whole numbers from 0 to {}", kMostStartup));
    }
  }

  // Which has a table of its own.
  void OfBlocks() {
    for (const std::string_view name : {"--elements", "--pipelining"}) {
      if (values_.Asks(name) && !values_.Bad(name))
        found_.Add(name, "is what --by-block goes through", "leave out one of the two");
    }
    if (values_.Given("--report"))
      found_.Add("--report", "has no chart of blocks", "leave out --report or --by-block");
  }

  void OfAProgram() {
    if (values_.Asks("--root"))
      found_.Add("--root", "a hypercube program has none", "it goes with --collective");
    const CostRequest& cost = spec_.cost;
    if (cost.by_block) OfBlocks();
    if (cost.pipelining && !cost.by_block && !values_.Bad("--elements") &&
        !values_.Bad("--pipelining")) {
      found_.AddAll(PacketDiagnostics(*cost.pipelining, cost.elements));
    }
    if (values_.Bad("--schedule") || !values_.Given("--schedule")) return;
    if (cost.schedule == ScheduleKind::kNone) {
      found_.Add("--schedule", "promises no steps and no cycles, so there is nothing to compute",
                 "allowed are calmant, offset, stream");
    } else if (cost.schedule == ScheduleKind::kExact) {
      found_.Add(
          "--schedule",
          "has no formula: its steps are the lower bound, its cycles those that its search finds",
          "allowed are calmant, offset, stream");
    } else if (cost.schedule == ScheduleKind::kList) {
      found_.Add("--schedule",
                 "has no formula: its cycles are those that it finds message by message",
                 "allowed are calmant, offset, stream");
    }
  }

  const Values& values_;
  const Spec& spec_;
  SpecDiagnostics& found_;
};

}  // namespace

bool ComparesMethods(const Values& values) { return values.Given("--collective"); }

void CheckCost(const Values& values, const Spec& spec, SpecDiagnostics& found) {
  CostChecks(values, spec, found).Run();
}

}  // namespace toroid
