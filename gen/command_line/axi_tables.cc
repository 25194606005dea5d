// First each key alone, then what fits together (FaultsOf, gen/plan/axi_options.h), whose faults
// get the place of the key that they blame.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "gen/command_line/file_tables.h"
#include "gen/plan/wrap_options.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::uint64_t kNoNode = 0xffffffff;  // above every number of a node

// A number as TOML or people write it: decimal, or hexadecimal digits after 0x.
std::optional<std::uint64_t> UnsignedIn(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, hexadecimal ? 16 : 10);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

class AxiReader : KeyTableReader {
 public:
  AxiReader(const ConfigFile& file, const degraded::DegradedHost& host)
      : file_(file), host_(host.host()), degraded_(host) {}

  Result<AxiOptions> Read(int data_width) {
    if (file_.axi) ReadAxi(*file_.axi);
    ReadNodes();
    for (const KeyTable& table : file_.axi_maps) ReadMap(table);
    if (found_.empty()) {
      for (const AxiFault& fault : FaultsOf(options_, host_, data_width))
        found_.push_back(
            {fault.key, fault.value, fault.what, fault.allowed, Fault::kInput, PlaceOf(fault)});
    }
    if (!found_.empty()) return found_;
    return options_;
  }

 private:
  // Where the key that is to blame stands, or else its table.
  std::string PlaceOf(const AxiFault& fault) const {
    const bool of_node = fault.table == AxiFault::Table::kNode;
    if (fault.table != AxiFault::Table::kAxi) {
      const std::vector<KeyTable>& tables = of_node ? file_.axi_nodes : file_.axi_maps;
      return fault.index < tables.size() ? PlaceIn(tables[fault.index], fault.key) : "";
    }
    return file_.axi ? PlaceIn(*file_.axi, fault.key) : "";
  }

  static std::string PlaceIn(const KeyTable& table, const std::string& key) {
    const RawOption* found = Find(table, key.c_str());
    return found == nullptr ? table.place : found->place;
  }

  void ReadNumber(const KeyTable& table, const char* key, int& number) {
    const RawOption* found = Find(table, key);
    if (found == nullptr) return;
    const auto value = UnsignedIn(found->text);
    if (value && *value <= kMostAxiTimeout) {
      number = static_cast<int>(*value);
    } else {
      Refuse(key, *found, "is not a number of this size", "give a small whole number");
    }
  }

  void ReadTimeout(const KeyTable& table, int& cycles) {
    ReadNumber(table, "timeout", cycles);
    if (!IsAxiTimeout(cycles))
      Refuse("timeout", table.keys.at("timeout"), "is out of range", AllowedAxiTimeouts());
  }

  // Whether the key has the second of two words; the first is the default.
  bool IsSecond(const KeyTable& table, const char* key, const char* first, const char* second) {
    const RawOption* found = Find(table, key);
    if (found == nullptr || found->text == first) return false;
    if (found->text == second) return true;
    Refuse(key, *found, "is none of the words", fmt::format("allowed are {}, {}", first, second));
    return false;
  }

  void ReadAxi(const KeyTable& table) {
    CheckKeys(table, {"address-width", "id-width", "user-width", "threads", "max-burst",
                      "read-buffer", "write-buffer", "outstanding", "ids", "timeout"});
    ReadNumber(table, "address-width", options_.address_width);
    ReadNumber(table, "id-width", options_.id_width);
    ReadNumber(table, "user-width", options_.user_width);
    ReadNumber(table, "threads", options_.threads);
    ReadNumber(table, "max-burst", options_.max_burst);
    ReadNumber(table, "read-buffer", options_.read_buffer);
    ReadNumber(table, "write-buffer", options_.write_buffer);
    ReadNumber(table, "outstanding", options_.outstanding);
    options_.ids_by_source = IsSecond(table, "ids", "one", "source");
    ReadTimeout(table, timeout_);
  }

  // Unless there are tables, all that are alive are both.
  void ReadNodes() {
    options_.nodes.assign(host_.size(), {AxiRole::kNone});
    if (file_.axi_nodes.empty()) {
      for (const NodeId node : degraded_.survivors())
        options_.nodes[node.index()] = {.role = AxiRole::kBoth, .timeout = timeout_};
    }
    std::vector<std::size_t> table_of(host_.size(), 0);  // its number from 1; 0: none
    for (std::size_t t = 0; t < file_.axi_nodes.size(); ++t) ReadNode(t, table_of);
  }

  void ReadNode(std::size_t number, std::vector<std::size_t>& table_of) {
    const KeyTable& table = file_.axi_nodes[number];
    CheckKeys(table, {"nodes", "role", "protocol", "timeout", "name"});
    const RawOption* nodes = Needed(table, "nodes");
    const RawOption* role = Needed(table, "role");
    AxiNode node = {.lite = IsSecond(table, "protocol", "axi4", "axi4-lite"), .timeout = timeout_};
    ReadTimeout(table, node.timeout);
    if (nodes == nullptr || role == nullptr) return;
    if (const auto parsed = Parse<AxiRole>(role->text)) {
      node.role = *parsed;
    } else {
      Refuse("role", *role, "is not a role", "allowed are manager, subordinate, both, none");
    }
    if (!node.HasSubordinate()) node.timeout = 0;
    const std::vector<bool> which = Nodes("nodes", *nodes, host_);
    if (which.empty()) return;
    ReadName(table, std::ranges::count(which, true), node);
    const bool all = nodes->text == "all";  // that are alive
    for (std::uint32_t n = 0; n < host_.size(); ++n) {
      if (!which[n] || (all && !degraded_.IsAlive(NodeId{n}))) continue;
      if (table_of[n] != 0) {
        Refuse("nodes", *nodes,
               fmt::format("node {} is in [[axi.node]] {} already", n, table_of[n]),
               "each node is in one table at most");
        return;
      }
      if (node.role != AxiRole::kNone && !degraded_.IsAlive(NodeId{n}))
        return Refuse("nodes", *nodes, fmt::format("node {} is dead", n),
                      "leave it out; all means all that are alive");
      table_of[n] = number + 1;
      options_.nodes[n] = node;
    }
  }

  // The name of the ports of a node that has a table of its own.
  void ReadName(const KeyTable& table, std::ptrdiff_t nodes, AxiNode& node) {
    const RawOption* found = Find(table, "name");
    if (found == nullptr) return;
    node.name = found->text;
    if (!IsPortName(node.name)) {
      Refuse("name", *found, "is not a name for ports", kPortNames);
    } else if (nodes != 1) {
      Refuse("name", *found, fmt::format("is for one node, and nodes names {}", nodes),
             "give each node with a name an [[axi.node]] table of its own");
    } else if (std::ranges::find(options_.nodes, node.name, &AxiNode::name) !=
               options_.nodes.end()) {
      Refuse("name", *found, "is that of another node", "give each node its own name");
    }
  }

  std::uint64_t ReadAddress(const KeyTable& table, const char* key) {
    const RawOption* written = Needed(table, key);
    if (written == nullptr) return 0;
    const auto value = UnsignedIn(written->text);
    if (!value)
      Refuse(key, *written, "is not an address or a size",
             "give a whole number of at most 64 bits, such as \"0x80000000\"");
    return value.value_or(0);
  }

  void ReadMap(const KeyTable& table) {
    CheckKeys(table, {"base", "size", "node"});
    AxiRange range = {.base = ReadAddress(table, "base"), .size = ReadAddress(table, "size")};
    if (const RawOption* node = Needed(table, "node")) range.node = NodeIn(*node);
    options_.ranges.push_back(range);
  }

  std::uint32_t NodeIn(const RawOption& written) {
    const auto node = UnsignedIn(written.text);
    if (!node) Refuse("node", written, "is not a node's number", "give a whole number");
    if (node && *node < host_.size() &&
        !degraded_.IsAlive(NodeId{static_cast<std::uint32_t>(*node)}))
      Refuse("node", written, "is a dead node", "leave the range out; it is then answered DECERR");
    return static_cast<std::uint32_t>(std::min(node.value_or(0), kNoNode));
  }

  const ConfigFile& file_;
  const Graph& host_;
  const degraded::DegradedHost& degraded_;
  AxiOptions options_;
  int timeout_ = 0;  // of the nodes whose tables give none
};

}  // namespace

Result<AxiOptions> ReadAxiTables(const ConfigFile& file, const degraded::DegradedHost& host,
                                 int data_width) {
  return AxiReader(file, host).Read(data_width);
}

}  // namespace toroid
