#include "gen/workload/rank_groups.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "gen/support/json.h"

namespace toroid {
namespace {

constexpr const char* kRankGroupsForm = "an object such as {\"1\": [0, 1], \"2\": [2, 3]}";

std::string RanksAllowed(std::uint32_t ranks) {
  return fmt::format("allowed are different whole numbers from 0 to {}", ranks - 1);
}

// Different ranks of the program; none if the value is anything else.
std::optional<std::vector<std::uint32_t>> RanksIn(const Json& value, std::uint32_t ranks) {
  if (!value.is_array()) return std::nullopt;
  std::vector<std::uint32_t> list;
  std::vector<bool> seen(ranks);
  for (const Json& one : value) {
    const auto rank = CountIn(one);
    if (!rank || *rank >= ranks || seen[*rank]) return std::nullopt;
    seen[*rank] = true;
    list.push_back(static_cast<std::uint32_t>(*rank));
  }
  return list;
}

std::string NameIn(const Json& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The list of objects in a text: with or without quotes and brackets around it, its own quotes with
// a backslash or without.
std::string ListIn(std::string_view values) {
  const auto begin = values.find("[{");
  const auto end = values.rfind("}]");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return "";
  std::string list(values.substr(begin, end + 2 - begin));
  std::erase(list, '\\');
  return list;
}

}  // namespace

Result<RankGroups> ReadRankGroups(const std::string& path, std::string_view text,
                                  std::uint32_t ranks) {
  auto read = ParseJson(text, "--rank-groups", path, kRankGroupsForm);
  if (!read) return read.diagnostics();
  if (!read->is_object())
    return Diagnostic{"--rank-groups", path, "is no object of groups", kRankGroupsForm};
  RankGroups groups;
  for (const auto& [name, value] : read->items()) {
    auto list = RanksIn(value, ranks);
    if (!list || list->empty())
      return Diagnostic{"--rank-groups", path, fmt::format("group {} is no list of ranks", name),
                        RanksAllowed(ranks)};
    groups[name] = std::move(*list);
  }
  return groups;
}

void AddGroupsOf(std::string_view values, const std::string& place, std::uint32_t ranks,
                 RankGroups& groups, FileFaults& faults) {
  const std::string text = ListIn(values);
  if (text.find("pg_name") == std::string::npos) return;
  const auto list = ParseJson(text, "inputs", "", "a list of objects with pg_name and ranks");
  if (!list) {
    const Diagnostic& why = list.diagnostics().front();
    return faults.AddAt(place, "inputs", "", why.what, why.allowed);
  }
  for (const Json& group : *list) {
    const Json& name = MemberOf(group, "pg_name");
    auto members = RanksIn(MemberOf(group, "ranks"), ranks);
    if (name.is_null()) continue;
    if (!members)
      return faults.AddAt(place, "ranks", NameIn(name), "are no list of ranks",
                          RanksAllowed(ranks));
    if (members->empty()) {
      members->resize(ranks);
      std::iota(members->begin(), members->end(), 0U);
    }
    groups[NameIn(name)] = std::move(*members);
  }
}

}  // namespace toroid
