// Options name nodes by number, tables by coordinates (DG1.5, DG1.6).
#include "gen/command_line/dead_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "gen/options/options.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

class DeadReader {
 public:
  DeadReader(const Graph& host, const Progress& progress) : host_(host), progress_(progress) {}

  Result<degraded::Dead> Read(const Values& values, const ConfigFile& file) {
    if (values.Given("--dead-links"))
      Take(degraded::ParseDeadLinks(values.Text("--dead-links"), host_, progress_), dead_.links);
    if (values.Given("--dead-nodes"))
      Take(degraded::ParseDeadNodes(values.Text("--dead-nodes"), host_, progress_), dead_.nodes);
    for (const KeyTable& table : file.dead) ReadTable(table);
    if (!found_.empty()) return found_;
    return dead_;
  }

 private:
  template <class Item>
  void Take(Result<std::vector<Item>> parsed, std::vector<Item>& list) {
    if (parsed) {
      list = std::move(parsed).value();
    } else {
      found_.insert(found_.end(), parsed.diagnostics().begin(), parsed.diagnostics().end());
    }
  }

  static const RawOption* Find(const KeyTable& table, const char* key) {
    const auto found = table.keys.find(key);
    return found == table.keys.end() ? nullptr : &found->second;
  }

  void Refuse(const std::string& key, const std::string& value, std::string what,
              std::string allowed, const std::string& place) {
    found_.push_back({key, value, std::move(what), std::move(allowed), Fault::kInput, place});
  }

  // A node, or the two ends of a link.
  void ReadTable(const KeyTable& table) {
    constexpr const char* kForms = "write node = \"X,Y,...\", or from = and to = of a link";
    for (const auto& [key, written] : table.keys) {
      if (key != "node" && key != "from" && key != "to" && key != "one-way")
        return Refuse(key, "", "is no key of this table", "allowed are node, from, to, one-way",
                      written.place);
    }
    const RawOption* node = Find(table, "node");
    const RawOption* from = Find(table, "from");
    const RawOption* to = Find(table, "to");
    const RawOption* one_way = Find(table, "one-way");
    if (node != nullptr && from == nullptr && to == nullptr && one_way == nullptr)
      return ReadNode(*node);
    if (node != nullptr || from == nullptr || to == nullptr)
      return Refuse("dead", "", "names neither a node nor a link", kForms, table.place);
    if (one_way != nullptr && one_way->text != "true" && one_way->text != "false")
      return Refuse("one-way", one_way->text, "is not true or false", "write one-way = true",
                    one_way->place);
    ReadLink(*from, *to, one_way != nullptr && one_way->text == "true");
  }

  void ReadNode(const RawOption& written) {
    const auto node = NodeOf("node", written);
    if (!node) return;
    if (std::ranges::find(dead_.nodes, *node) != dead_.nodes.end())
      return Refuse("node", written.text, "is named twice", "name each node once", written.place);
    dead_.nodes.push_back(*node);
  }

  void ReadLink(const RawOption& from, const RawOption& to, bool one_way) {
    const auto first = NodeOf("from", from);
    const auto last = NodeOf("to", to);
    if (!first || !last) return;
    if (host_.Distance(*first, *last) != 1)
      return Refuse("to", to.text, "is no neighbour of " + host_.NodeText(*first),
                    "a link joins neighbours", to.place);
    std::vector<degraded::Link> links = {{*first, *last}};
    if (!one_way) links.push_back({*last, *first});
    for (const degraded::Link& link : links) {
      if (std::ranges::find(dead_.links, link) != dead_.links.end())
        return Refuse("to", to.text, "ends a link that is named twice", "name each link once",
                      to.place);
      dead_.links.push_back(link);
    }
  }

  std::optional<NodeId> NodeOf(const char* key, const RawOption& written) {
    Coordinates coordinates;
    for (const std::string_view word : SplitAt(written.text, ',')) {
      const auto number = NumberIn<int>(word);
      const std::size_t axis = coordinates.size();
      if (!number || axis == host_.lengths().size() || *number < 0 ||
          *number >= host_.lengths()[axis])
        break;
      coordinates.push_back(*number);
    }
    const auto words = SplitAt(written.text, ',').size();
    if (coordinates.size() == host_.lengths().size() && words == coordinates.size())
      return host_.NodeAt(coordinates);
    const std::string last = Joined(host_.CoordinatesOf(NodeId{host_.size() - 1}), ",");
    Refuse(key, written.text, "is no node of " + host_.ToString(),
           fmt::format("coordinates of the last node are {}", last), written.place);
    return std::nullopt;
  }

  const Graph& host_;
  const Progress& progress_;
  degraded::Dead dead_;
  Diagnostics found_;
};

std::vector<NodeId> NeighboursOf(const Graph& graph, NodeId node) {
  std::vector<NodeId> neighbours;
  for (int a = 0; a < graph.axes(); ++a) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus})
      if (const auto other = graph.Neighbour(node, Axis{a}, direction))
        neighbours.push_back(*other);
  }
  return neighbours;
}

}  // namespace

std::optional<std::string> OffDimensionOrder(const Embedding& placed, const RoutedHost& routes) {
  const Graph& guest = placed.guest();
  for (std::uint32_t g = 0; g < guest.size(); ++g) {
    for (const NodeId other : NeighboursOf(guest, NodeId{g})) {
      const NodeId from = placed.HostOf(NodeId{g});
      const NodeId to = placed.HostOf(other);
      if (routes.Route(from, to) == placed.host().Route(from, to)) continue;
      return fmt::format(
          "needs the route of dimension order from guest node {} to {}, and the tables have "
          "another",
          guest.NodeText(NodeId{g}), guest.NodeText(other));
    }
  }
  return std::nullopt;
}

bool HasDead(const Values& values, const ConfigFile& file) {
  if (!Takes(values.command(), *FindOption("--dead-links"))) return false;
  if (values.command() == Command::kCheck && !values.Given("--routes") &&
      !values.Given("--collective"))
    return false;
  return values.Given("--dead-links") || values.Given("--dead-nodes") || !file.dead.empty();
}

Result<degraded::DegradedHost> ReadDegradedHost(const Values& values, const ConfigFile& file,
                                                const Graph& host, const Progress& progress) {
  const auto dead = DeadReader(host, progress).Read(values, file);
  if (!dead) return dead.diagnostics();
  return degraded::DegradedHost::Create(host, *dead);
}

}  // namespace toroid
