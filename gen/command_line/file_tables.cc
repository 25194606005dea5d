// Nodes are named by number in options and lists, by coordinates in [[dead]] tables (DG1.5, DG1.6).
#include "gen/command_line/file_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gen/options/options.h"
#include "gen/plan/wrap_options.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

using Ends = std::pair<std::uint32_t, std::uint32_t>;  // the first and the last

// "3" or "8-11"; nothing if it is no range of numbers below count.
std::optional<Ends> RangeIn(std::string_view text, std::uint32_t count) {
  const auto dash = text.find('-');
  const auto first = NumberIn<std::uint32_t>(text.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : NumberIn<std::uint32_t>(text.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= count) return std::nullopt;
  return Ends{*first, *last};
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

void KeyTableReader::Refuse(const std::string& key, const RawOption& written, std::string what,
                            std::string allowed) {
  found_.push_back(
      {key, written.text, std::move(what), std::move(allowed), Fault::kInput, written.place});
}

void KeyTableReader::Refuse(const KeyTable& table, const std::string& key, std::string what,
                            std::string allowed) {
  Refuse(key, RawOption{.place = table.place}, std::move(what), std::move(allowed));
}

bool KeyTableReader::CheckKeys(const KeyTable& table, std::initializer_list<const char*> keys) {
  bool known = true;
  for (const auto& [key, written] : table.keys) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    known = false;
    Refuse(key, RawOption{.place = written.place}, "is not a key of this table",
           "allowed are " + Joined(keys, ", "));
  }
  return known;
}

const RawOption* KeyTableReader::Find(const KeyTable& table, const char* key) {
  const auto found = table.keys.find(key);
  return found == table.keys.end() ? nullptr : &found->second;
}

const RawOption* KeyTableReader::Needed(const KeyTable& table, const char* key) {
  const RawOption* found = Find(table, key);
  if (found == nullptr) Refuse(table, key, "is missing", fmt::format("write {} = ...", key));
  return found;
}

std::vector<bool> KeyTableReader::Nodes(const std::string& key, const RawOption& written,
                                        const Graph& host) {
  const auto nodes = NodesIn(key, written.text, host.size());
  if (nodes) return *nodes;
  found_.push_back(nodes.diagnostics().front());
  found_.back().place = written.place;
  return {};
}

namespace {

class StreamReader : KeyTableReader {
 public:
  explicit StreamReader(const Graph& host) : host_(host), names_(host.size()) {}

  Result<std::vector<std::string>> Read(const std::vector<KeyTable>& tables) {
    for (const KeyTable& table : tables) ReadTable(table);
    if (!found_.empty()) return found_;
    return names_;
  }

 private:
  void ReadTable(const KeyTable& table) {
    CheckKeys(table, {"node", "name"});
    const RawOption* node = Needed(table, "node");
    const RawOption* name = Needed(table, "name");
    if (node == nullptr || name == nullptr) return;
    if (!IsPortName(name->text))
      return Refuse("name", *name, "is not a name for ports", kPortNames);
    if (std::ranges::find(names_, name->text) != names_.end())
      return Refuse("name", *name, "is that of another node", "give each node its own name");
    const std::vector<bool> which = Nodes("node", *node, host_);
    if (which.empty()) return;
    if (std::ranges::count(which, true) != 1)
      return Refuse("node", *node, "is not one node",
                    "give each node with a name a table of its own");
    std::string& of_node =
        names_[static_cast<std::size_t>(std::ranges::find(which, true) - which.begin())];
    if (!of_node.empty()) Refuse("node", *node, "has a name already", "give a node one name");
    of_node = name->text;
  }

  const Graph& host_;
  std::vector<std::string> names_;
};

}  // namespace

Result<std::vector<std::string>> ReadStreamNames(const std::vector<KeyTable>& tables,
                                                 const Graph& host) {
  return StreamReader(host).Read(tables);
}

namespace {

class DeadReader : KeyTableReader {
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

  // A node, or the two ends of a link.
  void ReadTable(const KeyTable& table) {
    constexpr const char* kForms = "write node = \"X,Y,...\", or from = and to = of a link";
    if (!CheckKeys(table, {"node", "from", "to", "one-way"})) return;
    const RawOption* node = Find(table, "node");
    const RawOption* from = Find(table, "from");
    const RawOption* to = Find(table, "to");
    const RawOption* one_way = Find(table, "one-way");
    if (node != nullptr && from == nullptr && to == nullptr && one_way == nullptr)
      return ReadNode(*node);
    if (node != nullptr || from == nullptr || to == nullptr)
      return Refuse(table, "dead", "names neither a node nor a link", kForms);
    if (one_way != nullptr && one_way->text != "true" && one_way->text != "false")
      return Refuse("one-way", *one_way, "is not true or false", "write one-way = true");
    ReadLink(*from, *to, one_way != nullptr && one_way->text == "true");
  }

  void ReadNode(const RawOption& written) {
    const auto node = NodeOf("node", written);
    if (!node) return;
    if (std::ranges::find(dead_.nodes, *node) != dead_.nodes.end())
      return Refuse("node", written, "is named twice", "name each node once");
    dead_.nodes.push_back(*node);
  }

  void ReadLink(const RawOption& from, const RawOption& to, bool one_way) {
    const auto first = NodeOf("from", from);
    const auto last = NodeOf("to", to);
    if (!first || !last) return;
    if (host_.Distance(*first, *last) != 1)
      return Refuse("to", to, "is not a neighbour of " + host_.NodeText(*first),
                    "a link joins neighbours");
    std::vector<degraded::Link> links = {{*first, *last}};
    if (!one_way) links.push_back({*last, *first});
    for (const degraded::Link& link : links) {
      if (std::ranges::find(dead_.links, link) != dead_.links.end())
        return Refuse("to", to, "ends a link that is named twice", "name each link once");
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
    Refuse(key, written, "is not a node of " + host_.ToString(),
           fmt::format("coordinates of the last node are {}", last));
    return std::nullopt;
  }

  const Graph& host_;
  const Progress& progress_;
  degraded::Dead dead_;
};

}  // namespace

bool HasDead(const Values& values, const ConfigFile& file) {
  if (!Takes(values.command(), *FindOption("--dead-links"))) return false;
  if (values.command() == Command::kCheck && !values.Given("--routes") &&
      !values.Given("--collective") && !values.Given("--flows"))
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
