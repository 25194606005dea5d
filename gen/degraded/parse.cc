#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "gen/degraded/degraded_host.h"
#include "gen/support/random.h"
#include "gen/support/text.h"

namespace toroid::degraded {
namespace {

constexpr int kMostDraws = 1000;  // to leave survivors that reach each other

struct Wanted {
  std::uint64_t count = 0;
  std::uint64_t draw = 1;
};

std::optional<std::uint64_t> PositiveIn(std::string_view word) {
  const auto number = NumberIn<std::uint64_t>(word);
  return number && *number > 0 ? number : std::nullopt;
}

Result<Wanted> WantedIn(std::string_view option, std::string_view text) {
  const std::string_view numbers = text.substr(kRandom.size());
  const auto colon = numbers.find(':');
  const auto count = PositiveIn(numbers.substr(0, colon));
  const auto draw = colon == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                    : PositiveIn(numbers.substr(colon + 1));
  if (count && draw) return Wanted{*count, *draw};
  return Diagnostic{std::string(option), std::string(text),
                    count ? "does not say which draw" : "does not say how many to draw",
                    "draws are written random:K, or random:K:D for draw D, K and D from 1 on"};
}

// The first so many of `items` in a random order.
template <class Item>
std::vector<Item> Some(std::vector<Item> items, std::size_t count, Random& random) {
  for (std::size_t i = 0; i < count; ++i)
    std::swap(items[i], items[i + random.Below(items.size() - i)]);
  items.resize(count);
  return items;
}

// Draws until the survivors reach each other. `dead_of` makes of what is drawn what is dead.
template <class Item, class DeadOf>
Result<std::vector<Item>> Draw(std::string_view option, std::string_view text, const Graph& host,
                               const std::vector<Item>& all, const Progress& progress,
                               DeadOf dead_of) {
  const auto wanted = WantedIn(option, text);
  if (!wanted) return wanted.diagnostics();
  if (wanted->count > all.size())
    return Diagnostic{std::string(option), std::string(text),
                      fmt::format("draws more than the {} of {}", all.size(), host.ToString()),
                      fmt::format("allowed are 1 to {}", all.size())};
  Random random(Mix(Mix(wanted->draw, wanted->count), host.size()));
  Stage stage(progress, "drawing what is dead", kMostDraws);
  for (int i = 0; i < kMostDraws; ++i, stage.Tick()) {
    std::vector<Item> drawn = Some(all, static_cast<std::size_t>(wanted->count), random);
    if (DegradedHost::Create(host, dead_of(drawn))) return drawn;
  }
  return Diagnostic{
      std::string(option), std::string(text),
      fmt::format("left survivors that do not reach each other in {} draws", kMostDraws),
      "draw fewer"};
}

}  // namespace

Result<std::vector<Link>> DrawDeadLinks(std::string_view text, const Graph& host,
                                        const Progress& progress) {
  std::vector<Link> all;  // the lower node first
  for (std::uint32_t node = 0; node < host.size(); ++node) {
    for (int a = 0; a < host.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto next = host.Neighbour(NodeId{node}, Axis{a}, direction);
        if (next && next->value() > node) all.push_back({NodeId{node}, *next});
      }
    }
  }
  const auto both_ways = [](const std::vector<Link>& drawn) {
    std::vector<Link> links;
    for (const Link& link : drawn) links.insert(links.end(), {link, {link.to, link.from}});
    return links;
  };
  auto drawn = Draw(kDeadLinks, text, host, all, progress, [&](const std::vector<Link>& links) {
    return Dead{both_ways(links), {}};
  });
  if (!drawn) return drawn.diagnostics();
  return both_ways(*drawn);
}

Result<std::vector<NodeId>> DrawDeadNodes(std::string_view text, const Graph& host,
                                          const Progress& progress) {
  std::vector<NodeId> all;
  for (std::uint32_t node = 0; node < host.size(); ++node) all.push_back(NodeId{node});
  return Draw(kDeadNodes, text, host, all, progress, [](const std::vector<NodeId>& nodes) {
    return Dead{{}, nodes};
  });
}

// The texts of --dead-links and --dead-nodes.

namespace {

constexpr std::size_t kMostWord = 40;  // bytes of a word that a message quotes

// The whole word as the number of a node; nothing if the host lacks it.
std::optional<NodeId> NodeIn(std::string_view word, const Graph& host) {
  const auto number = NumberIn<std::uint32_t>(word);
  return number && *number < host.size() ? std::optional(NodeId{*number}) : std::nullopt;
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
      return Wrong(word, "is not a link",
                   "a link is written 0-1, or 0>1 for the direction from 0 to 1 alone");
    const auto from = NodeIn(word.substr(0, sign), host_);
    const auto to = NodeIn(word.substr(sign + 1), host_);
    if (!from || !to) return Wrong(word, "names a node that is not there", NodesAllowed(host_));
    if (!AreNeighbours(host_, *from, *to))
      return Wrong(
          word, "is not a link of " + host_.ToString(),
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
      wrong(word, "is not a node", NodesAllowed(host));
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
