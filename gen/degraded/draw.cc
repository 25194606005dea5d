#include "gen/degraded/draw.h"

#include <fmt/core.h>

#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "gen/support/random.h"
#include "gen/support/text.h"

namespace toroid::degraded {
namespace {

constexpr int kMostDraws = 1000;  // to leave survivors that reach each other

struct Wanted {
  std::size_t count = 0;
  std::uint64_t draw = 1;
};

std::optional<std::uint64_t> NumberIn(std::string_view word) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole && number > 0 ? std::optional(number) : std::nullopt;
}

Result<Wanted> WantedIn(std::string_view option, std::string_view text) {
  const std::string_view numbers = text.substr(kRandom.size());
  const auto colon = numbers.find(':');
  const auto count = NumberIn(numbers.substr(0, colon));
  const auto draw = colon == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                    : NumberIn(numbers.substr(colon + 1));
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
    std::vector<Item> drawn = Some(all, wanted->count, random);
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

}  // namespace toroid::degraded
