// The texts of --dead-links and --dead-nodes.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/draw.h"
#include "gen/support/text.h"

namespace toroid::degraded {
namespace {

constexpr std::size_t kMostWord = 40;  // bytes of a word that a message quotes

// The whole word as the number of a node; nothing if the host lacks it.
std::optional<NodeId> NodeIn(std::string_view word, const Graph& host) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || number >= host.size())
    return std::nullopt;
  return NodeId{number};
}

std::string NodesAllowed(const Graph& host) {
  return fmt::format("nodes of {} are 0 to {}", host.ToString(), host.size() - 1);
}

bool AreNeighbours(const Graph& host, NodeId one, NodeId other) {
  return host.Distance(one, other) == 1;
}

// "0, 2 and 5"
std::string NeighboursText(const Graph& host, NodeId node) {
  std::vector<std::uint32_t> neighbours;
  for (int a = 0; a < host.axes(); ++a) {
    for (const Direction direction : {Direction::kMinus, Direction::kPlus}) {
      if (const auto next = host.Neighbour(node, Axis{a}, direction))
        neighbours.push_back(next->value());
    }
  }
  std::ranges::sort(neighbours);
  return Joined(neighbours, ", ");
}

// Reads one word of --dead-links into links; returns what is wrong with it.
class LinkReader {
 public:
  LinkReader(std::string_view text, const Graph& host) : text_(text), host_(host) {}

  // Adds the word's links to the list; a diagnostic if it has none, or has one again.
  std::optional<Diagnostic> Read(std::string_view word, std::vector<Link>& links) const {
    const auto sign = word.find_first_of("->");
    if (sign == std::string_view::npos || word.find_first_of("->", sign + 1) != word.npos)
      return Wrong(word, "is no link",
                   "a link is written 0-1, or 0>1 for the direction from 0 to 1 alone");
    const auto from = NodeIn(word.substr(0, sign), host_);
    const auto to = NodeIn(word.substr(sign + 1), host_);
    if (!from || !to) return Wrong(word, "names a node that is not there", NodesAllowed(host_));
    if (!AreNeighbours(host_, *from, *to))
      return Wrong(
          word, "is no link of " + host_.ToString(),
          fmt::format("node {} has links to {}", from->value(), NeighboursText(host_, *from)));
    std::vector<Link> named = {{*from, *to}};
    if (word[sign] == '-') named.push_back({*to, *from});
    for (const Link& link : named) {
      if (std::ranges::find(links, link) != links.end())
        return Wrong(word, "names a link twice", "name each link once");
      links.push_back(link);
    }
    return std::nullopt;
  }

 private:
  Diagnostic Wrong(std::string_view word, const std::string& what, std::string allowed) const {
    return {std::string(kDeadLinks), std::string(text_),
            fmt::format("'{}' {}", Printable(word, kMostWord), what), std::move(allowed)};
  }

  std::string_view text_;
  const Graph& host_;
};

}  // namespace

Result<std::vector<Link>> ParseDeadLinks(std::string_view text, const Graph& host,
                                         const Progress& progress) {
  if (text.starts_with(kRandom)) return DrawDeadLinks(text, host, progress);
  const LinkReader reader(text, host);
  std::vector<Link> links;
  Diagnostics found;
  for (const std::string_view word : SplitAt(text, ',')) {
    if (auto wrong = reader.Read(word, links)) found.push_back(*std::move(wrong));
  }
  if (!found.empty()) return found;
  return links;
}

Result<std::vector<NodeId>> ParseDeadNodes(std::string_view text, const Graph& host,
                                           const Progress& progress) {
  if (text.starts_with(kRandom)) return DrawDeadNodes(text, host, progress);
  std::vector<NodeId> nodes;
  Diagnostics found;
  const auto wrong = [&](std::string_view word, const char* what, std::string allowed) {
    found.push_back({std::string(kDeadNodes), std::string(text),
                     fmt::format("'{}' {}", Printable(word, kMostWord), what), std::move(allowed)});
  };
  for (const std::string_view word : SplitAt(text, ',')) {
    const auto node = NodeIn(word, host);
    if (!node) {
      wrong(word, "is no node", NodesAllowed(host));
    } else if (std::ranges::find(nodes, *node) != nodes.end()) {
      wrong(word, "is named twice", "name each node once");
    } else {
      nodes.push_back(*node);
    }
  }
  if (!found.empty()) return found;
  return nodes;
}

}  // namespace toroid::degraded
