// What files beside the options say: the tables of a configuration file that have keys of their
// own, lists of nodes, and lists of images.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "gen/command_line/values.h"
#include "gen/degraded/degraded_host.h"
#include "gen/plan/axi_options.h"
#include "gen/plan/node_images.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// For who reads tables: faults of keys, each with its place in the file.
class KeyTableReader {
 protected:
  void Refuse(const std::string& key, const RawOption& written, std::string what,
              std::string allowed);
  void Refuse(const KeyTable& table, const std::string& key, std::string what, std::string allowed);
  // Says of each key that is none of these what it is not; true if all are.
  bool CheckKeys(const KeyTable& table, std::initializer_list<const char*> keys);
  // The key's text; null if the table lacks it, which Needed refuses.
  static const RawOption* Find(const KeyTable& table, const char* key);
  const RawOption* Needed(const KeyTable& table, const char* key);
  // A bit for each of the host's nodes that the key names; none if it names other things.
  std::vector<bool> Nodes(const std::string& key, const RawOption& written, const Graph& host);

  Diagnostics found_;
};

// The options that the tables ask for, or all their faults, each with its place in the file.
// `data_width` is that of --flit-width, in bits. A dead node has no endpoint, also where a table
// says `all`.
Result<AxiOptions> ReadAxiTables(const ConfigFile& file, const degraded::DegradedHost& host,
                                 int data_width);

// WrapOptions::names from the tables, or all their faults, each with its place in the file.
Result<std::vector<std::string>> ReadStreamNames(const std::vector<KeyTable>& tables,
                                                 const Graph& host);

// The host without what --dead-links, --dead-nodes and [[dead]] tables name.
Result<degraded::DegradedHost> ReadDegradedHost(const Values& values, const ConfigFile& file,
                                                const Graph& host, const Progress& progress);
// Whether any of these is given to a command that looks at it.
bool HasDead(const Values& values, const ConfigFile& file);

// A bit for each of `count` nodes, one of them set at least. The diagnostic names the option.
Result<std::vector<bool>> NodesIn(std::string_view option, std::string_view text,
                                  std::uint32_t count);

inline constexpr std::uint64_t kMostImageWords = std::uint64_t{1} << 24;

// A line names nodes by number, "0-3,8" or "all", and a file of 32-bit words in hexadecimal digits,
// whose name counts from the list's folder. `#` in the list and `//` in words begin a remark.
// Diagnostics: "--load", "nodes", "file" and "word", each but the first with file and line. The
// host sends at most kMostImageWords.
Result<NodeImages> ReadImageList(const std::string& path, const Graph& host);

}  // namespace toroid
