#include "gen/spec/cost_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gen/collective/comparison.h"

namespace toroid {
namespace {

// Startup cycles of a message of a collective operation.
constexpr int kMostStartup = 1'000'000;

class CostChecks {
 public:
  CostChecks(const Values& values, const Spec& spec) : values_(values), spec_(spec) {}

  Diagnostics Find() {
    if (ComparesMethods(values_)) {
      OfACollective();
    } else {
      OfAProgram();
    }
    return std::move(found_);
  }

 private:
  // `field` is an option.
  void Add(std::string_view field, std::string what, std::string allowed) {
    found_.push_back(
        {std::string(field), values_.Text(field), std::move(what), std::move(allowed)});
  }

  void OfARoot(const Graph& host) {
    if (host.size() > kMostNodesPlaced) {
      Add("--host", "has so many nodes that their trees are not made",
          fmt::format("with a root up to {} nodes are compared", kMostNodesPlaced));
    } else if (!values_.Bad("--root") &&
               static_cast<std::uint32_t>(spec_.cost.root) >= host.size()) {
      Add("--root", "is no node of host " + host.ToString(),
          fmt::format("its nodes are 0 to {}", host.size() - 1));
    }
  }

  void OfACollective() {
    for (const std::string_view name :
         {"--guest", "--embedding", "--bit-order", "--schedule", "--pipelining", "--per-flit"}) {
      if (values_.Given(name) && !values_.Bad(name))
        Add(name, "is not used beside --collective", "it goes with hypercube programs");
    }
    if (spec_.host && std::ranges::max(spec_.host->lengths()) > kLongestComparedAxis) {
      Add("--host", "has an axis that is too long to plan for",
          fmt::format("beside --collective lengths up to {} are allowed", kLongestComparedAxis));
    }
    const auto collective = spec_.cost.collective;
    if (collective && HasRoot(*collective) && spec_.host) OfARoot(*spec_.host);
    if (collective && !HasRoot(*collective) && values_.Given("--root"))
      Add("--root", "there is none", "it goes with broadcast, reduce, gather, scatter");
    const double startup = spec_.cost.startup;
    if (!values_.Bad("--startup") && (startup > kMostStartup || std::floor(startup) != startup)) {
      Add("--startup", "is no number of cycles that messages could be delayed by",
          fmt::format("beside --collective allowed are whole numbers from 0 to {}", kMostStartup));
    }
  }

  void OfAProgram() {
    if (values_.Given("--root"))
      Add("--root", "a hypercube program has none", "it goes with --collective");
    const CostRequest& cost = spec_.cost;
    if (cost.pipelining && !values_.Bad("--elements") && !values_.Bad("--pipelining")) {
      const Diagnostics more = PipeliningDiagnostics(*cost.pipelining, cost.elements,
                                                     fmt::format("--elements {}", cost.elements));
      found_.insert(found_.end(), more.begin(), more.end());
    }
    if (values_.Bad("--schedule") || !values_.Given("--schedule")) return;
    if (cost.schedule == ScheduleKind::kNone) {
      Add("--schedule", "promises no steps and no cycles, so there is nothing to compute",
          "allowed are calmant, offset, stream");
    } else if (cost.schedule == ScheduleKind::kExact) {
      Add("--schedule",
          "has no formula: its steps are the lower bound, its cycles those that its search finds",
          "allowed are calmant, offset, stream");
    } else if (cost.schedule == ScheduleKind::kList) {
      Add("--schedule", "has no formula: its cycles are those that it finds message by message",
          "allowed are calmant, offset, stream");
    }
  }

  const Values& values_;
  const Spec& spec_;
  Diagnostics found_;
};

}  // namespace

bool ComparesMethods(const Values& values) { return values.Given("--collective"); }

Diagnostics CostDiagnostics(const Values& values, const Spec& spec) {
  return CostChecks(values, spec).Find();
}

}  // namespace toroid
