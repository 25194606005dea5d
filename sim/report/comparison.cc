#include "sim/report/comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "gen/support/text.h"
#include "sim/report/description.h"

namespace toroid {
namespace {

std::string TextOf(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Adds the members of the key's objects in which elements of the list differ.
void AddVarying(const std::vector<std::string>& key, const Json& list,
                std::set<std::string>& varying) {
  struct Seen {
    std::string value;
    std::size_t times = 0;
  };
  std::map<std::string, Seen> seen;
  for (const Json& element : list) {
    for (const std::string& name : key) {
      const Json& object = MemberOf(element, name);
      if (!object.is_object()) continue;
      for (const auto& [option, value] : object.items()) {
        Seen& one = seen.try_emplace(option, Seen{value.dump()}).first->second;
        ++one.times;
        if (one.value != value.dump()) varying.insert(option);
      }
    }
  }
  for (const auto& [option, one] : seen)
    if (one.times < list.size()) varying.insert(option);
}

bool HasAll(const Json& element, const std::vector<std::string>& key) {
  return std::ranges::all_of(key, [&](const auto& name) { return element.contains(name); });
}

}  // namespace

const Json& Versions::any() const { return before.is_null() ? after : before; }

ElementNames Namer::NamesIn(const Description& list, Versions versions) {
  const std::vector<std::string> key = list.key();
  ElementNames names;
  if (key.empty()) return names;
  std::set<std::string> varying;
  for (const Json* one : {&versions.before, &versions.after}) AddVarying(key, *one, varying);
  const auto name_all = [&](const Json& elements, Version version, std::vector<std::string>& all) {
    std::map<std::string, int> times;
    for (const Json& element : elements) {
      if (!HasAll(element, key)) return false;
      std::string name = NameOf(list, varying, element, version);
      if (const int time = ++times[name]; time > 1) name += fmt::format(" ({})", time);
      all.push_back(std::move(name));
    }
    return true;
  };
  const bool named = name_all(versions.before, Version::kBefore, names.before) &&
                     name_all(versions.after, Version::kAfter, names.after);
  return named ? names : ElementNames();
}

std::string Namer::NameOf(const Description& list, const std::set<std::string>& varying,
                          const Json& element, Version version) {
  const Description described = list.Element(0, element);
  std::vector<std::string> words;
  for (const std::string& name : list.key()) {
    const Json& value = MemberOf(element, name);
    if (const std::string of = described.Member(name, value).of(); !of.empty()) {
      words.push_back(NameAt(of, value, version));
    } else if (value.is_object()) {
      for (const auto& [option, text] : value.items())
        if (varying.contains(option)) words.push_back(option + " " + TextOf(text));
    } else {
      words.push_back(name + " " + TextOf(value));
    }
  }
  std::erase(words, "");
  return Joined(words, ", ");
}

bool Namer::IsAskedFor(const Description& list, const Json& element) {
  const Description described = list.Element(0, element);
  return std::ranges::all_of(list.key(), [&](const std::string& name) {
    const Json& value = MemberOf(element, name);
    const Description member = described.Member(name, value);
    if (!member.of().empty())
      return KnownOf(member.of()).after.contains(NameAt(member.of(), value, Version::kBefore));
    return !member.in().empty() && KnownOf(member.in()).after.contains(value.dump());
  });
}

const Namer::Known& Namer::KnownOf(const std::string& list) {
  const auto [known, is_new] = known_.try_emplace(list);
  if (!is_new) return known->second;
  const Versions versions{MemberOf(results_.before, list), MemberOf(results_.after, list)};
  Known& names = known->second;
  names.names = NamesIn(described_.Member(list, versions.any()), versions);
  names.after = {names.names.after.begin(), names.names.after.end()};
  if (names.after.empty())
    for (const Json& element : versions.after) names.after.insert(element.dump());
  return names;
}

std::string Namer::NameAt(const std::string& list, const Json& place, Version version) {
  const ElementNames& names = KnownOf(list).names;
  const auto at = CountIn(place);
  const std::vector<std::string>& all = version == Version::kBefore ? names.before : names.after;
  return at && *at < all.size() ? all[static_cast<std::size_t>(*at)] : "";
}

// Two results are walked side by side, with the schema's entry for each value, which says whether
// less or more of it is better (sim/report/description.h). Elements of a list are paired by their
// names.
//
// Example: a sweep of torus:4x4 and torus:8x8, then one of torus:8x8 alone. The rows of torus:8x8
// are compared with each other, though they stand in other places. Those of torus:4x4 are in the
// first result only, and different, because the second was not asked for them.

namespace {

const Json kNothing;  // in place of what a result lacks

// Integers of any size stay apart.
bool AreEqual(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return a.get<long double>() == b.get<long double>();
  return a == b;
}

// Where a value is: its own name behind those around it.
struct Place {
  const Place* around = nullptr;
  std::string_view name = {};
  bool of_element = false;

  std::string Text() const {
    const std::string text = around == nullptr ? "" : around->Text();
    if (text.size() > kMostName) return text;
    if (of_element) return fmt::format("{}[{}]", text, Printable(name, kMostName));
    return text + (text.empty() ? "" : ".") + Printable(name, kMostName);
  }
};

bool HasABetterSide(Better better) {
  return better == Better::kLess || better == Better::kMore || better == Better::kNoneThenMore;
}

// Whether a change of the value, or of one in it, may be for the worse.
bool Matters(const Description& described, const Json& value) {
  if (described.better() == Better::kUncompared) return false;
  if (value.is_object()) {
    return std::ranges::any_of(value.items(), [&](const auto& member) {
      return Matters(described.Member(member.key(), member.value()), member.value());
    });
  }
  if (value.is_array()) {
    return std::ranges::any_of(value, [&, i = std::size_t{0}](const Json& element) mutable {
      return Matters(described.Element(i++, element), element);
    });
  }
  const bool measured = value.is_number() || value.is_boolean() || described.RankOf(value);
  return measured && HasABetterSide(described.better());
}

class Comparer {
 public:
  Comparer(Versions results, double tolerance, const std::function<void(const Change&)>& tell)
      : results_(results), namer_(results, described_), tolerance_(tolerance), tell_(tell) {}

  Compared Run() {
    Compare(nullptr, described_, results_);
    return counts_;
  }

 private:
  void Compare(const Place* place, const Description& described, Versions values) {
    if (values.before.is_object() && values.after.is_object()) {
      CompareMembers(place, described, values);
    } else if (values.before.is_array() && values.after.is_array()) {
      CompareElements(place, described, values);
    } else {
      Conclude(place, values, Matters(described, values.before),
               [&] { return VerdictOn(described, values); });
    }
  }

  template <class Judge>
  void Conclude(const Place* place, Versions values, bool matters, Judge judge) {
    ++counts_.compared;
    const bool equal = AreEqual(values.before, values.after);
    const Verdict verdict = equal ? Verdict::kDifferent : judge();
    if (matters || verdict == Verdict::kWorse) ++counts_.judged;
    if (equal) return;
    ++counts_.changed;
    if (verdict == Verdict::kWorse) ++counts_.worse;
    tell_({place->Text(), values.before, values.after, verdict});
  }

  void CompareMembers(const Place* place, const Description& described, Versions values) {
    const auto members_of = [](const Json& object) {
      std::map<std::string_view, const Json*> members;
      for (const auto& [name, value] : object.items()) members.emplace(name, &value);
      return members;
    };
    const auto before = members_of(values.before);
    const auto after = members_of(values.after);
    const auto compare = [&](const std::string& name, Versions member) {
      const Place its{place, name};
      const Description of_member = described.Member(name, member.any());
      const bool is_compared = of_member.better() != Better::kUncompared && of_member.of().empty();
      if (is_compared) Compare(&its, of_member, member);
    };
    for (const auto& [name, value] : values.before.items()) {
      const auto other = after.find(name);
      compare(name, {value, other == after.end() ? kNothing : *other->second});
    }
    for (const auto& [name, value] : values.after.items())
      if (!before.contains(name)) compare(name, {kNothing, value});
  }

  void CompareElements(const Place* place, const Description& list, Versions values) {
    const ElementNames names = namer_.NamesIn(list, values);
    if (!names.before.empty() || !names.after.empty())
      return CompareNamed(place, list, values, names);
    const auto at = [](const Json& all, std::size_t i) -> const Json& {
      return i < all.size() ? all[i] : kNothing;
    };
    for (std::size_t i = 0; i < std::max(values.before.size(), values.after.size()); ++i)
      CompareElement(place, "", list, i, {at(values.before, i), at(values.after, i)});
  }

  void CompareNamed(const Place* place, const Description& list, Versions values,
                    const ElementNames& names) {
    std::map<std::string_view, std::size_t> after;  // places of what is not yet compared
    for (std::size_t i = 0; i < names.after.size(); ++i) after.emplace(names.after[i], i);
    for (std::size_t i = 0; i < names.before.size(); ++i) {
      const auto other = after.find(names.before[i]);
      const Json& is = other == after.end() ? kNothing : values.after[other->second];
      CompareElement(place, names.before[i], list, i, {values.before[i], is});
      if (other != after.end()) after.erase(other);
    }
    for (std::size_t i = 0; i < names.after.size(); ++i)
      if (after.contains(names.after[i]))
        CompareElement(place, names.after[i], list, i, {kNothing, values.after[i]});
  }

  void CompareElement(const Place* list_place, const std::string& name, const Description& list,
                      std::size_t i, Versions values) {
    const std::string shown = name.empty() ? std::to_string(i) : name;
    const Place place{list_place, shown, true};
    if (list.optional() && values.after.is_null() && !namer_.IsAskedFor(list, values.before)) {
      Conclude(&place, values, false, [] { return Verdict::kDifferent; });
    } else {
      Compare(&place, list.Element(i, values.any()), values);
    }
  }

  // Requires values that differ.
  Verdict VerdictOn(const Description& described, Versions values) const {
    const auto& [before, after] = values;
    const Better better = described.better();
    if (better == Better::kNone || better == Better::kNoneThenMore) {
      if (before.is_null()) return Verdict::kWorse;
      if (after.is_null()) return Verdict::kBetter;
    }
    if (!Matters(described, before)) {
      const bool fails = before.is_null() && after == Json(false) && better == Better::kMore;
      return fails ? Verdict::kWorse : Verdict::kDifferent;
    }
    if (before.is_number() && after.is_number())
      return OfNumbers(better, before.get<long double>(), after.get<long double>());
    if (after == Json(true)) return before.is_boolean() ? Verdict::kBetter : Verdict::kWorse;
    const auto rank = described.RankOf(after);
    return rank && *rank < described.RankOf(before) ? Verdict::kBetter : Verdict::kWorse;
  }

  Verdict OfNumbers(Better better, long double was, long double is) const {
    const long double worsening = better == Better::kLess ? is - was : was - is;
    if (worsening <= 0) return Verdict::kBetter;
    return worsening > tolerance_ * std::abs(was) ? Verdict::kWorse : Verdict::kDifferent;
  }

  Versions results_;
  Description described_ = Description::Of(results_.before);
  Namer namer_;
  double tolerance_;
  const std::function<void(const Change&)>& tell_;
  Compared counts_;
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

Compared Compare(const Json& before, const Json& after, double tolerance,
                 const std::function<void(const Change&)>& tell) {
  return Comparer({before, after}, tolerance, tell).Run();
}

}  // namespace toroid
