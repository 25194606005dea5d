// The schema is prepared once: each reference is replaced by what it refers to, and each entry gets
// the `better` of the one around it. Then a value and its entry are walked side by side. Only the
// words of JSON Schema that docs/json/schema.json uses are known here.
#include "sim/report/description.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/support/files.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::array kBetter = {std::pair("neither", Better::kNeither),
                                std::pair("less", Better::kLess),
                                std::pair("more", Better::kMore),
                                std::pair("none", Better::kNone),
                                std::pair("none, then more", Better::kNoneThenMore),
                                std::pair("uncompared", Better::kUncompared)};

Json Prepared(const Json& root, const Json& entry, const Json& better);

// The value of a word of an entry, with the entries in it prepared.
Json PreparedWord(const Json& root, const std::string& word, Json value, const Json& better) {
  constexpr std::string_view kOfMany[] = {"properties", "patternProperties", "prefixItems", "anyOf",
                                          "oneOf"};
  if (word == "items" || word == "additionalProperties") return Prepared(root, value, better);
  if (std::ranges::find(kOfMany, word) == std::end(kOfMany)) return value;
  for (Json& entry : value) entry = Prepared(root, entry, better);
  return value;
}

// The entry without references, each part with the `better` around it.
Json Prepared(const Json& root, const Json& entry, const Json& better) {
  if (!entry.is_object()) return entry;
  if (const Json& reference = MemberOf(entry, "$ref"); reference.is_string()) {
    Json target = root.at(Json::json_pointer(reference.get<std::string>().substr(1)));
    for (const auto& [word, value] : entry.items())
      if (word != "$ref") target[word] = value;
    return Prepared(root, target, better);
  }
  const Json& own = MemberOf(entry, "better");
  Json prepared;
  prepared["better"] = own.is_string() ? own : better;
  for (const auto& [word, value] : entry.items())
    if (word != "better") prepared[word] = PreparedWord(root, word, value, prepared["better"]);
  return prepared;
}

// An entry for each command, and under "" one for any of them.
Json Commands() {
  const Json root = Json::parse(files::Read(SharedFolder("json") / "schema.json"));
  Json commands = Json::object();
  Json any = Json::array();
  for (const Json& rule : root.at("allOf")) {
    const std::string command = rule.at("if").at("properties").at("command").at("const");
    commands[command] = Prepared(root, rule.at("then"), "neither");
    any.push_back(commands[command]);
  }
  commands[""] = {{"anyOf", std::move(any)}};
  return commands;
}

bool HasType(const Json& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return value.is_null();
}

// The texts of a list, or the one text.
std::vector<std::string> TextsOf(const Json& value) {
  if (value.is_string()) return {value.get<std::string>()};
  return value.is_array() ? value.get<std::vector<std::string>>() : std::vector<std::string>();
}

bool HasATypeOf(const Json& value, const Json& types) {
  if (types.is_string()) return HasType(value, types.get_ref<const std::string&>());
  return types.is_null() ||
         std::ranges::any_of(types, [&](const Json& type) { return HasATypeOf(value, type); });
}

// "is not an object or null".
std::string TypeFault(const Json& types) {
  const std::map<std::string, std::string> words = {
      {"integer", "a whole number"}, {"number", "a number"}, {"boolean", "true or false"},
      {"string", "a text"},          {"array", "a list"},    {"object", "an object"}};
  std::vector<std::string> named;
  for (const std::string& type : TextsOf(types))
    named.push_back(words.contains(type) ? words.at(type) : type);
  return "is not " + Joined(named, " or ");
}

std::string ValueFault(const Json& value, const Json& entry) {
  if (const Json& types = MemberOf(entry, "type"); !HasATypeOf(value, types))
    return TypeFault(types);
  if (const Json& constant = MemberOf(entry, "const"); !constant.is_null() && value != constant)
    return "is not " + constant.dump();
  if (const Json& all = MemberOf(entry, "enum");
      all.is_array() && std::ranges::find(all, value) == all.end())
    return "is not one of " + all.dump();
  if (const Json& least = MemberOf(entry, "minimum"); value.is_number() && value < least)
    return "is less than " + least.dump();
  const auto bound = [&](const char* name, std::size_t other) {
    return CountIn(MemberOf(entry, name)).value_or(other);
  };
  if (value.is_object() && value.size() < bound("minProperties", 0)) return "is empty";
  if (value.is_array() &&
      (value.size() < bound("minItems", 0) || value.size() > bound("maxItems", value.size())))
    return "does not have as many elements as it must";
  return "";
}

// How well the value is one that the entry is about: -1 of another kind, else how many of the
// members that it needs it has.
int Fit(const Json& value, const Json& entry) {
  int fit = -1;
  for (const char* word : {"anyOf", "oneOf"})
    for (const Json& one : MemberOf(entry, word)) fit = std::max(fit, Fit(value, one));
  if (entry.contains("anyOf") || entry.contains("oneOf")) return fit;
  if (!ValueFault(value, entry).empty()) return -1;
  const std::vector<std::string> needed = TextsOf(MemberOf(entry, "required"));
  return static_cast<int>(
      std::ranges::count_if(needed, [&](const std::string& name) { return value.contains(name); }));
}

// The alternative of an entry that fits the value best; the entry itself if it has none.
const Json& Chosen(const Json& entry, const Json& value) {
  for (const char* word : {"anyOf", "oneOf"}) {
    const Json& several = MemberOf(entry, word);
    if (several.is_array())
      return Chosen(
          *std::ranges::max_element(several, {}, [&](const Json& one) { return Fit(value, one); }),
          value);
  }
  return entry;
}

const Json* MemberEntry(const Json& entry, const std::string& name) {
  if (const Json& own = MemberOf(MemberOf(entry, "properties"), name); !own.is_null()) return &own;
  if (const Json& other = MemberOf(entry, "additionalProperties"); other.is_object()) return &other;
  const Json& patterns = MemberOf(entry, "patternProperties");
  return patterns.empty() ? nullptr : &patterns.front();
}

const Json* ElementEntry(const Json& entry, std::size_t place) {
  if (const Json& first = MemberOf(entry, "prefixItems"); place < first.size())
    return &first[place];
  const Json& items = MemberOf(entry, "items");
  return items.is_null() ? nullptr : &items;
}

// What `find` finds in the entry or its alternatives: that which fits the value best.
template <class Find>
const Json* Sought(const Json& entry, const Json& value, Find find) {
  if (const Json* own = find(entry)) return own;
  const Json* best = nullptr;
  for (const char* word : {"anyOf", "oneOf"}) {
    for (const Json& one : MemberOf(entry, word)) {
      const Json* found = Sought(one, value, find);
      if (found != nullptr && (best == nullptr || Fit(value, *found) > Fit(value, *best)))
        best = found;
    }
  }
  return best;
}

std::string Conformed(Json& value, const Json& entry);

std::string ConformedMembers(Json& value, const Json& entry) {
  for (const std::string& name : TextsOf(MemberOf(entry, "required"))) {
    if (value.contains(name)) continue;
    const Json* member = MemberEntry(entry, name);
    if (member != nullptr && Fit(nullptr, *member) < 0) return " lacks " + name;
    value[name] = nullptr;
  }
  Json kept = Json::object();
  for (auto& [name, member] : value.items()) {
    const Json* known = MemberEntry(entry, name);
    if (known == nullptr) continue;
    if (std::string fault = Conformed(member, *known); !fault.empty())
      return "." + name + std::move(fault);
    kept.get_ref<Json::object_t&>().emplace_back(name, std::move(member));
  }
  value = std::move(kept);
  return "";
}

// What is wrong, behind the place of the value: ".max is not a number", " lacks max".
std::string Conformed(Json& value, const Json& entry) {
  const Json& chosen = Chosen(entry, value);
  if (std::string fault = ValueFault(value, chosen); !fault.empty()) return " " + std::move(fault);
  if (value.is_object()) return ConformedMembers(value, chosen);
  for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
    const Json* known = ElementEntry(chosen, i);
    if (known == nullptr) continue;
    if (std::string fault = Conformed(value[i], *known); !fault.empty())
      return fmt::format("[{}]{}", i, fault);
  }
  return "";
}

}  // namespace

Description Description::Of(const Json& result) {
  static const Json commands = Commands();
  const Json& command = MemberOf(result, "command");
  const Json& own = MemberOf(commands, command.is_string() ? command.get<std::string>() : "");
  return Description(own.is_null() ? &MemberOf(commands, "") : &own);
}

Description Description::Member(const std::string& name, const Json& value) const {
  if (schema_ == nullptr) return {};
  return Description(
      Sought(*schema_, value, [&](const Json& entry) { return MemberEntry(entry, name); }));
}

Description Description::Element(std::size_t place, const Json& value) const {
  if (schema_ == nullptr) return {};
  return Description(
      Sought(*schema_, value, [&](const Json& entry) { return ElementEntry(entry, place); }));
}

const Json& Description::At(const char* name) const {
  static const Json none;
  return schema_ == nullptr ? none : MemberOf(*schema_, name);
}

std::string Description::Text(const char* name) const {
  const Json& text = At(name);
  return text.is_string() ? text.get<std::string>() : "";
}

std::vector<std::string> Description::Texts(const char* name) const { return TextsOf(At(name)); }

bool Description::optional() const { return At("optional") == Json(true); }

Better Description::better() const {
  const Json& text = At("better");
  for (const auto& [name, better] : kBetter)
    if (text == name) return better;
  return Better::kNeither;
}

std::optional<std::size_t> Description::RankOf(const Json& value) const {
  const Json& all = At("enum");
  const auto found = std::ranges::find(all, value);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

std::string Description::Conform(Json& value) const {
  const std::string fault = Conformed(value, *schema_);
  return fault.substr(fault.empty() ? 0 : 1);
}

}  // namespace toroid
