#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "gen/support/json.h"
#include "gen/support/text.h"
#include "gen/workload/groups.h"

namespace toroid {
namespace {

constexpr const char* kRankGroupsForm = "an object such as {\"1\": [0, 1], \"2\": [2, 3]}";

constexpr const char* kRanksAllowed = "allowed are different whole numbers from 0 to 4294967295";

// Different ranks; none if the value is anything else.
std::optional<std::vector<std::uint32_t>> RanksIn(const Json& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<std::uint32_t> list;
  for (const Json& one : value) {
    const auto rank = CountIn(one);
    if (!rank || *rank > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    list.push_back(static_cast<std::uint32_t>(*rank));
  }
  std::vector<std::uint32_t> sorted = list;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return std::nullopt;
  return list;
}

std::string NameIn(const Json& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What is between the quotes that the text begins with, without the backslashes that quoting adds.
std::string Unquoted(std::string_view text) {
  std::string inside;
  for (std::size_t i = 1; i < text.size() && text[i] != text.front(); ++i) {
    const bool escaped = text[i] == '\\' && i + 1 < text.size();
    const char one = text[escaped ? ++i : i];
    inside += escaped && (one == 'n' || one == 't') ? ' ' : one;
  }
  return inside;
}

// The list in a text: itself, or as Python and JSON write a list of one text.
std::string ListIn(std::string_view values) {
  const std::string_view text = Trimmed(values);
  const std::string_view first = Trimmed(text.substr(text.starts_with('[') ? 1 : 0));
  return first.starts_with('\'') || first.starts_with('"') ? Unquoted(first) : std::string(text);
}

}  // namespace

Result<RankGroups> ReadRankGroups(const std::string& path, std::string_view text) {
  auto read = ParseJson(text, "--rank-groups", path, kRankGroupsForm);
  if (!read) return read.diagnostics();
  if (!read->is_object())
    return Diagnostic{"--rank-groups", path, "is not an object of groups", kRankGroupsForm};
  RankGroups groups;
  for (const auto& [name, value] : read->items()) {
    auto list = RanksIn(value);
    if (!list || list->empty())
      return Diagnostic{"--rank-groups", path, fmt::format("group {} is not a list of ranks", name),
                        kRanksAllowed};
    groups[name] = std::move(*list);
  }
  return groups;
}

void AddGroupsOf(std::string_view values, const std::string& place, std::uint32_t ranks,
                 RankGroups& groups, FileFaults& faults) {
  if (values.find("pg_name") == std::string_view::npos) return;
  constexpr const char* kForm = "a list of objects with pg_name and ranks";
  const auto list = ParseJson(ListIn(values), "inputs", "", kForm);
  if (!list) return faults.AddAt(place, "inputs", "", list.diagnostics().front().what, kForm);
  if (!list->is_array()) return faults.AddAt(place, "inputs", "", "is not a list of groups", kForm);
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& name = MemberOf((*list)[i], "pg_name");
    if (name.is_null())
      return faults.AddAt(place, "inputs", "", fmt::format("entry {} is not a group", i + 1),
                          kForm);
    auto members = RanksIn(MemberOf((*list)[i], "ranks"));
    if (!members)
      return faults.AddAt(place, "ranks", NameIn(name), "are no list of ranks", kRanksAllowed);
    if (members->empty()) {
      members->resize(ranks);
      std::iota(members->begin(), members->end(), 0U);
    }
    groups[NameIn(name)] = std::move(*members);
  }
}

}  // namespace toroid
