// Values are compared one by one, under their names in the results. A value's own name decides
// whether less or more is better; for a statistic (mean, max) the name of the measured quantity
// decides. A list that one result lacks, or has in another type, is compared as one value.
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
// Values that depend on the machine, and long lists that other values summarise.
constexpr auto kDetails = std::to_array<std::string_view>(
    {"speed", "loads", "link_patterns", "link_windows", "uses", "histogram"});

template <std::size_t n>
bool Among(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::ranges::find(names, name) != names.end();
}

// Name of a value: its own, or for a statistic or an element the one above.
struct Name {
  std::string path;
  std::string_view meaning;
};

// Meaning of a member of something with the meaning `above`.
std::string_view MeaningOf(const std::string& key, std::string_view above) {
  return Among(key, kStatistics) && !above.empty() ? above : std::string_view(key);
}

bool HasABetterSide(std::string_view meaning) {
  return Among(meaning, kLessIsBetter) || Among(meaning, kMoreIsBetter);
}

// Whether the presence of the value matters: it, or a value in it, has a better side.
bool Matters(std::string_view meaning, const Json& value) {
  if (value.is_object()) {
    return std::ranges::any_of(value.items(), [&](const auto& member) {
      return !Among(member.key(), kDetails) &&
             Matters(MeaningOf(member.key(), meaning), member.value());
    });
  }
  if (value.is_array()) {
    return std::ranges::any_of(value,
                               [&](const Json& element) { return Matters(meaning, element); });
  }
  return (value.is_number() || value.is_boolean()) && HasABetterSide(meaning);
}

class Comparer {
 public:
  explicit Comparer(double tolerance) : tolerance_(tolerance) {}

  void Compare(const Name& name, const Json& before, const Json& after) {
    if (before.is_object() && after.is_object()) return CompareMembers(name, before, after);
    if (before.is_array() && after.is_array()) return CompareElements(name, before, after);
    ++changes_.compared;
    if (Matters(name.meaning, before)) ++changes_.judged;
    if (before == after) return;
    changes_.list.push_back({name.path, before, after, VerdictOn(name.meaning, before, after)});
  }

  Changes Take() { return std::move(changes_); }

 private:
  void CompareMembers(const Name& name, const Json& before, const Json& after) {
    for (const auto& [key, value] : before.items())
      CompareMember(name, key, value, MemberOf(after, key));
    for (const auto& [key, value] : after.items())
      if (!before.contains(key)) CompareMember(name, key, Json(), value);
  }

  void CompareMember(const Name& name, const std::string& key, const Json& before,
                     const Json& after) {
    if (Among(key, kDetails)) return;
    const std::string path = name.path.empty() ? key : name.path + "." + key;
    Compare({path, MeaningOf(key, name.meaning)}, before, after);
  }

  void CompareElements(const Name& name, const Json& before, const Json& after) {
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
      Compare({fmt::format("{}[{}]", name.path, i), name.meaning},
              i < before.size() ? before[i] : Json(), i < after.size() ? after[i] : Json());
  }

  // Requires values that differ.
  Verdict VerdictOn(std::string_view meaning, const Json& before, const Json& after) const {
    if (before.is_number() && after.is_number())
      return OfNumbers(meaning, before.get<double>(), after.get<double>());
    if (before.is_boolean() && after == Json(true) && HasABetterSide(meaning))
      return Verdict::kBetter;
    if (before.is_null() && after == Json(false) && HasABetterSide(meaning)) return Verdict::kWorse;
    return Matters(meaning, before) ? Verdict::kWorse : Verdict::kDifferent;
  }

  Verdict OfNumbers(std::string_view meaning, double was, double is) const {
    if (!HasABetterSide(meaning)) return Verdict::kDifferent;
    const double worsening = Among(meaning, kLessIsBetter) ? is - was : was - is;
    if (worsening <= 0) return Verdict::kBetter;
    return worsening > tolerance_ * std::abs(was) ? Verdict::kWorse : Verdict::kDifferent;
  }

  double tolerance_;
  Changes changes_;
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

std::size_t Changes::worse() const {
  return static_cast<std::size_t>(std::ranges::count(list, Verdict::kWorse, &Change::verdict));
}

Changes ChangesBetween(const Json& before, const Json& after, double tolerance) {
  Comparer comparer(tolerance);
  comparer.Compare({}, before, after);
  return comparer.Take();
}

}  // namespace toroid
