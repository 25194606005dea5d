// Values are compared one by one, under the names that results give them. Whether less or more is
// better follows from a value's own name; of a statistic (mean, max) from the name of what it is
// of.
#include "sim/report/comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace toroid {
namespace {

// Names of the results of simulate, map, schedule, cost and sweep.
constexpr auto kLessIsBetter = std::to_array<std::string_view>({"cycles",
                                                                "reference_cycles",
                                                                "predicted_cycles",
                                                                "round-robin",
                                                                "through-first",
                                                                "steps",
                                                                "executed",
                                                                "conflicts",
                                                                "stalled_flit_cycles",
                                                                "stalls",
                                                                "lost",
                                                                "duplicated",
                                                                "corrupted",
                                                                "misrouted",
                                                                "out_of_order",
                                                                "refused",
                                                                "messages_meeting",
                                                                "cycle_ratio",
                                                                "latency",
                                                                "cost",
                                                                "dilation",
                                                                "average_dilation",
                                                                "congestion",
                                                                "average_congestion",
                                                                "expansion",
                                                                "load_factor",
                                                                "node_load",
                                                                "link_load",
                                                                "links",
                                                                "communication_time",
                                                                "distances"});
constexpr auto kMoreIsBetter = std::to_array<std::string_view>(
    {"throughput", "delivered", "accepted", "saturation", "node_evenness", "match", "holds"});
constexpr auto kStatistics =
    std::to_array<std::string_view>({"mean", "p50", "p99", "max", "average", "total"});
constexpr std::string_view kOfTheMachine = "speed";
// Long lists, of which other values say what matters.
constexpr auto kDetails = std::to_array<std::string_view>(
    {"loads", "link_patterns", "link_windows", "uses", "histogram"});

template <std::size_t n>
bool Among(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::ranges::find(names, name) != names.end();
}

// What a value is called: its own name, or of a statistic or an element the one above.
struct Name {
  std::string path;
  std::string_view meaning;
};

class Comparer {
 public:
  explicit Comparer(double tolerance) : tolerance_(tolerance) {}

  void Compare(const Name& name, const Json& before, const Json& after) {
    if (before == after) return;
    if (before.is_object() && after.is_object()) {
      CompareMembers(name, before, after);
    } else if (before.is_array() && after.is_array()) {
      CompareElements(name, before, after);
    } else {
      changes_.push_back({name.path, before, after, VerdictOn(name.meaning, before, after)});
    }
  }

  std::vector<Change> Take() { return std::move(changes_); }

 private:
  void CompareMembers(const Name& name, const Json& before, const Json& after) {
    for (const auto& [key, value] : before.items())
      CompareMember(name, key, value, after.contains(key) ? after[key] : Json());
    for (const auto& [key, value] : after.items())
      if (!before.contains(key)) CompareMember(name, key, Json(), value);
  }

  void CompareMember(const Name& name, const std::string& key, const Json& before,
                     const Json& after) {
    if ((name.path.empty() && key == kOfTheMachine) || Among(key, kDetails)) return;
    const std::string path = name.path.empty() ? key : name.path + "." + key;
    const bool statistic = Among(key, kStatistics) && !name.meaning.empty();
    Compare({path, statistic ? name.meaning : std::string_view(key)}, before, after);
  }

  void CompareElements(const Name& name, const Json& before, const Json& after) {
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
      Compare({fmt::format("{}[{}]", name.path, i), name.meaning},
              i < before.size() ? before[i] : Json(), i < after.size() ? after[i] : Json());
  }

  Verdict VerdictOn(std::string_view meaning, const Json& before, const Json& after) const {
    const bool less = Among(meaning, kLessIsBetter);
    if (!less && !Among(meaning, kMoreIsBetter)) return Verdict::kDifferent;
    if (before.is_boolean() && after.is_boolean())
      return after.get<bool>() ? Verdict::kBetter : Verdict::kWorse;
    if (!before.is_number() || !after.is_number()) return Verdict::kDifferent;
    const double was = before.get<double>();
    const double worsening = (less ? 1 : -1) * (after.get<double>() - was);
    if (worsening <= 0) return Verdict::kBetter;
    return worsening > tolerance_ * std::abs(was) ? Verdict::kWorse : Verdict::kDifferent;
  }

  double tolerance_;
  std::vector<Change> changes_;
};

}  // namespace

std::string_view ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kBetter: return "better";
    case Verdict::kWorse: return "worse";
    case Verdict::kDifferent: return "different";
  }
  return "";
}

std::vector<Change> ChangesBetween(const Json& before, const Json& after, double tolerance) {
  Comparer comparer(tolerance);
  comparer.Compare({}, before, after);
  return comparer.Take();
}

}  // namespace toroid
