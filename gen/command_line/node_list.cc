#include "gen/command_line/node_list.h"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>

#include "gen/command_line/values.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

using Range = std::pair<std::uint32_t, std::uint32_t>;  // the first and the last

// "3" or "8-11"; nothing if it is no range of numbers below count.
std::optional<Range> RangeIn(std::string_view text, std::uint32_t count) {
  const auto dash = text.find('-');
  const auto first = NumberIn<std::uint32_t>(text.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : NumberIn<std::uint32_t>(text.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= count) return std::nullopt;
  return Range{*first, *last};
}

}  // namespace

Result<std::vector<bool>> NodesIn(std::string_view option, std::string_view text,
                                  std::uint32_t count) {
  if (text == "all") return std::vector<bool>(count, true);
  const std::string_view whole = text;
  std::vector<bool> nodes(count, false);
  while (true) {
    const auto comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const auto range = RangeIn(part, count);
    if (!range)
      return Diagnostic{std::string(option), std::string(whole),
                        fmt::format("'{}' names no nodes of the host", Printable(part, 40)),
                        fmt::format("allowed are all, or numbers from 0 to {} such as 0,1-{}",
                                    count - 1, count - 1)};
    for (std::uint32_t n = range->first; n <= range->second; ++n) {
      if (nodes[n])
        return Diagnostic{std::string(option), std::string(whole),
                          fmt::format("'{}' names node {} again", Printable(part, 40), n),
                          "name each node once"};
      nodes[n] = true;
    }
    if (comma == std::string_view::npos) return nodes;
    text = text.substr(comma + 1);
  }
}

}  // namespace toroid
