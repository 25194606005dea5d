#include "sim/report/element_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/support/text.h"

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
  return at && *at < all.size() ? all[*at] : "";
}

}  // namespace toroid
