// The nodes of each rank become operations, a collective node two joins; the messages between them
// come when all files are read. Metadata are looked at before any other node.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "gen/support/hash.h"
#include "gen/support/input_file.h"
#include "gen/workload/chakra.h"
#include "gen/workload/chakra_nodes.h"
#include "gen/workload/group_calls.h"
#include "gen/workload/rank_groups.h"

namespace toroid {

std::string ChakraFile(const std::string& prefix, std::size_t rank) {
  return fmt::format("{}.{}.et", prefix, rank);
}

#ifdef TOROID_HAS_PROTOBUF
namespace {

class ChakraReader {
 public:
  ChakraReader(const std::string& prefix, std::uint32_t ranks, const WorkloadSetting& setting)
      : prefix_(prefix), setting_(setting), faults_(prefix), all_ranks_(ranks) {
    workload_.file = prefix;
    workload_.of_chakra = true;
    workload_.ranks = ranks;
    std::iota(all_ranks_.begin(), all_ranks_.end(), 0U);
  }

  Diagnostics ReadGroups() {
    if (setting_.groups_file.empty()) return {};
    const auto text = TextOfInput("--rank-groups", setting_.groups_file, kMostTraceBytes,
                                  "give a JSON file of groups of ranks");
    if (!text) return text.diagnostics();
    auto groups = ReadRankGroups(setting_.groups_file, *text, workload_.ranks);
    if (!groups) return groups.diagnostics();
    groups_ = std::move(groups).value();
    workload_.hash = HashOf(*text);
    return {};
  }

  void AddRank(const std::string& text, std::uint32_t rank) {
    const std::string file = ChakraFile(prefix_, rank);
    const std::vector<ChakraNode> nodes =
        ChakraNodesIn(text, file, rank, workload_.ranks, setting_, faults_);
    if (faults_.any()) return;
    if (workload_.operations.size() + 2 * nodes.size() > kMostOperations)
      return faults_.AddAt(file, "nodes", std::to_string(nodes.size()), "are too many",
                           fmt::format("at most {} operations are kept", kMostOperations));
    AddOperations(nodes, rank);
    AddDependencies(nodes);
    AddCalls(nodes, rank);
  }

  bool failed() const { return faults_.any(); }

  Result<Workload> Take(const Progress& progress) {
    if (!faults_.any()) calls_.Expand(workload_, setting_, progress, faults_);
    if (faults_.any()) return faults_.Take();
    return std::move(workload_);
  }

 private:
  Operation OperationOf(const ChakraNode& node, std::uint32_t rank) const {
    Operation one{.kind = OperationKind::kJoin, .rank = rank, .line = node.id};
    switch (node.kind) {
      case ChakraKind::kNone:
      case ChakraKind::kCollective: break;
      case ChakraKind::kCompute:
        one.kind = OperationKind::kCalculate;
        one.cycles = node.cycles;
        one.cpu = node.cpu;
        break;
      case ChakraKind::kSend:
      case ChakraKind::kReceive:
        one.kind = node.kind == ChakraKind::kSend ? OperationKind::kSend : OperationKind::kReceive;
        one.partner = node.partner;
        one.tag = node.tag;
        one.bytes = node.bytes;
        one.flits = static_cast<std::uint32_t>(setting_.FlitsOf(node.bytes));
    }
    return one;
  }

  // The operation whose end is that of a node; of a collective one it is the second of two.
  void AddOperations(const std::vector<ChakraNode>& nodes, std::uint32_t rank) {
    begins_.clear();
    ends_.clear();
    for (const ChakraNode& node : nodes) {
      const auto number = static_cast<std::uint32_t>(workload_.operations.size());
      const bool two = node.kind == ChakraKind::kCollective;
      workload_.operations.insert(workload_.operations.end(), two ? 2 : 1, OperationOf(node, rank));
      begins_.push_back(number);
      if (!ends_.emplace(node.id, two ? number + 1 : number).second)
        Refuse(number, "id", std::to_string(node.id), "is there twice",
               "each node of a file has its own id");
    }
  }

  void AddDependencies(const std::vector<ChakraNode>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Operation& one = workload_.operations[begins_[i]];
      one.first_after = static_cast<std::uint32_t>(workload_.after.size());
      one.afters = static_cast<std::uint32_t>(nodes[i].after.size());
      for (const std::uint64_t id : nodes[i].after) {
        const auto found = ends_.find(id);
        if (found == ends_.end())
          return Refuse(begins_[i], "data_deps, ctrl_deps", std::to_string(id),
                        "is no node of the file", "nodes wait for nodes of their own file");
        workload_.after.push_back({.operation = found->second});
      }
    }
  }

  void AddCalls(const std::vector<ChakraNode>& nodes, std::uint32_t rank) {
    RankGroups groups;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (!nodes[i].groups.empty())
        AddGroupsOf(nodes[i].groups, workload_.PlaceOf(workload_.operations[begins_[i]]),
                    workload_.ranks, groups, faults_);
    for (const auto& [name, ranks] : groups_) groups[name] = ranks;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].kind == ChakraKind::kCollective) AddCall(nodes[i], begins_[i], rank, groups);
  }

  void AddCall(const ChakraNode& node, std::uint32_t number, std::uint32_t rank,
               const RankGroups& groups) {
    const auto found = groups.find(node.group);
    const bool of_all = found == groups.end() && (node.group.empty() || node.group == "0");
    if (found == groups.end() && !of_all)
      return Refuse(number, "pg_name", node.group, "is no group of ranks",
                    "groups are listed by METADATA nodes of the file, or in --rank-groups FILE");
    const std::vector<std::uint32_t>& ranks = of_all ? all_ranks_ : found->second;
    const std::uint32_t root = node.has_root ? node.partner : ranks.front();
    for (const auto& [field, member] : {std::pair("pg_name", rank), std::pair("comm_src", root)})
      if (std::ranges::find(ranks, member) == ranks.end())
        return Refuse(number, field, node.group, fmt::format("is without rank {}", member),
                      "a group has the ranks that take part, and the root");
    calls_.Add(node.group, ranks, rank,
               {.kind = node.collective,
                .bytes = node.bytes,
                .root = HasRoot(node.collective) ? root : 0,
                .begin = number,
                .end = number + 1});
  }

  void Refuse(std::uint32_t number, std::string_view field, std::string_view value,
              std::string what, std::string allowed) {
    faults_.AddAt(workload_.PlaceOf(workload_.operations[number]), field, value, std::move(what),
                  std::move(allowed));
  }

  const std::string& prefix_;
  const WorkloadSetting& setting_;
  FileFaults faults_;
  std::vector<std::uint32_t> all_ranks_;
  Workload workload_;
  RankGroups groups_;  // of the file that an option names
  GroupCalls calls_;
  // Of the rank that was read last: the first operation of each node, and that of each id's end.
  std::vector<std::uint32_t> begins_;
  std::unordered_map<std::uint64_t, std::uint32_t> ends_;
};

}  // namespace

bool HasChakra() { return true; }

Result<Workload> ReadChakra(const std::string& prefix, std::uint32_t ranks,
                            const std::function<Result<std::string>(std::uint32_t)>& text_of,
                            const WorkloadSetting& setting, const Progress& progress) {
  ChakraReader reader(prefix, ranks, setting);
  if (auto faults = reader.ReadGroups(); !faults.empty()) return faults;
  Stage stage(progress, "reading the trace", ranks);
  for (std::uint32_t rank = 0; rank < ranks && !reader.failed(); ++rank) {
    stage.Tick();
    const auto text = text_of(rank);
    if (!text) return text.diagnostics();
    reader.AddRank(*text, rank);
  }
  return reader.Take(progress);
}

#else

bool HasChakra() { return false; }

Result<Workload> ReadChakra(const std::string& prefix, std::uint32_t /*ranks*/,
                            const std::function<Result<std::string>(std::uint32_t)>& /*text_of*/,
                            const WorkloadSetting& /*setting*/, const Progress& /*progress*/) {
  return Diagnostic{"--trace", prefix, "cannot be read: toroid was built without protobuf",
                    "build with protobuf (Debian: libprotobuf-dev and protobuf-compiler), or give "
                    "a .goal or .csv file",
                    Fault::kUnable};
}

#endif

}  // namespace toroid
