#include "gen/command_line/stream_names.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/command_line/node_list.h"
#include "gen/plan/wrap_options.h"

namespace toroid {
namespace {

class StreamReader {
 public:
  explicit StreamReader(const Graph& host) : host_(host), names_(host.size()) {}

  Result<std::vector<std::string>> Read(const std::vector<KeyTable>& tables) {
    for (const KeyTable& table : tables) ReadTable(table);
    if (!found_.empty()) return found_;
    return names_;
  }

 private:
  void Refuse(const std::string& key, const RawOption& written, const char* what,
              const char* allowed) {
    found_.push_back({key, written.text, what, allowed, Fault::kInput, written.place});
  }

  // The key's text; a fault if the table lacks it.
  const RawOption* Needed(const KeyTable& table, const char* key) {
    const auto found = table.keys.find(key);
    if (found != table.keys.end()) return &found->second;
    found_.push_back(
        {key, "", "is missing", fmt::format("write {} = ...", key), Fault::kInput, table.place});
    return nullptr;
  }

  void ReadTable(const KeyTable& table) {
    for (const auto& [key, written] : table.keys)
      if (key != "node" && key != "name")
        found_.push_back({key, "", "is no key of this table", "allowed are node, name",
                          Fault::kInput, written.place});
    const RawOption* node = Needed(table, "node");
    const RawOption* name = Needed(table, "name");
    if (node == nullptr || name == nullptr) return;
    if (!IsPortName(name->text)) return Refuse("name", *name, "is no name for ports", kPortNames);
    if (std::ranges::find(names_, name->text) != names_.end())
      return Refuse("name", *name, "is that of another node", "give each node its own name");
    const auto which = NodesIn("node", node->text, host_.size());
    if (!which) {
      found_.push_back(which.diagnostics().front());
      found_.back().place = node->place;
    } else if (std::ranges::count(*which, true) != 1) {
      Refuse("node", *node, "is not one node", "give each node with a name a table of its own");
    } else {
      std::string& of_node =
          names_[static_cast<std::size_t>(std::ranges::find(*which, true) - which->begin())];
      if (!of_node.empty()) Refuse("node", *node, "has a name already", "give a node one name");
      of_node = name->text;
    }
  }

  const Graph& host_;
  std::vector<std::string> names_;
  Diagnostics found_;
};

}  // namespace

Result<std::vector<std::string>> ReadStreamNames(const std::vector<KeyTable>& tables,
                                                 const Graph& host) {
  return StreamReader(host).Read(tables);
}

}  // namespace toroid
