// The nodes of each rank, each behind those that it depends on, become operations, a collective
// node two joins; the messages between them come when all files are read. Metadata are looked at
// before any other node.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "gen/support/hash.h"
#include "gen/support/input_file.h"
#include "gen/support/text.h"
#include "gen/workload/chakra_nodes.h"
#include "gen/workload/formats.h"
#include "gen/workload/groups.h"

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
    auto groups = ReadRankGroups(setting_.groups_file, *text);
    if (!groups) return groups.diagnostics();
    groups_ = std::move(groups).value();
    workload_.hash = HashOf(*text);
    return {};
  }

  void AddRank(const std::string& text, std::uint32_t rank, Stage& stage) {
    const std::string file = ChakraFile(prefix_, rank);
    const std::size_t most = (kMostOperations - workload_.operations.size()) / 2;
    std::vector<ChakraNode> nodes =
        ChakraNodesIn(text, file, rank, workload_.ranks, most, setting_, stage, faults_);
    if (!faults_.any()) PutInOrder(nodes, file, absent_, stage, faults_);
    if (faults_.any()) return;
    AddOperations(nodes, rank);
    AddDependencies(nodes);
    AddCalls(nodes, rank);
  }

  bool failed() const { return faults_.any(); }

  Result<Workload> Take(const Progress& progress) {
    if (!faults_.any()) calls_.Expand(workload_, setting_, progress, faults_);
    if (faults_.any()) return faults_.Take();
    if (absent_.count > 0)
      progress.Note(fmt::format("note: {}: is not a node of the file; ignored: {}", absent_.first,
                                Counted(absent_.count, "such dependency", "such dependencies")));
    return std::move(workload_);
  }

 private:
  Operation OperationOf(const ChakraNode& node, std::uint32_t rank) const {
    Operation one{.kind = OperationKind::kJoin, .from = rank, .line = node.id};
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
        (node.kind == ChakraKind::kSend ? one.to : one.from) = node.partner;
        (node.kind == ChakraKind::kSend ? one.from : one.to) = rank;
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
      begins_.push_back(static_cast<std::uint32_t>(workload_.operations.size()));
      const bool two = node.kind == ChakraKind::kCollective;
      workload_.operations.insert(workload_.operations.end(), two ? 2 : 1, OperationOf(node, rank));
      ends_.push_back(static_cast<std::uint32_t>(workload_.operations.size() - 1));
    }
  }

  void AddDependencies(const std::vector<ChakraNode>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Operation& one = workload_.operations[begins_[i]];
      one.first_after = static_cast<std::uint32_t>(workload_.after.size());
      one.afters = static_cast<std::uint32_t>(nodes[i].after.size());
      for (const std::uint64_t place : nodes[i].after)
        workload_.after.push_back(Event::EndOf(ends_[place]));
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
      return Refuse(number, "pg_name", node.group, "is not a group of ranks",
                    "groups are listed by METADATA nodes of the file, or in --rank-groups FILE");
    std::vector<std::uint32_t> ranks = of_all ? all_ranks_ : found->second;
    if (const std::uint32_t last = std::ranges::max(ranks); last >= workload_.ranks)
      return Refuse(number, "pg_name", node.group, fmt::format("has rank {}, of no file", last),
                    fmt::format("the files have ranks 0 to {}", workload_.ranks - 1));
    std::string name = node.group;
    if (!node.involved.empty() && !Narrow(node, number, rank, ranks, name)) return;
    const std::uint32_t root = node.has_root ? node.partner : ranks.front();
    for (const auto& [field, member] :
         {std::pair("pg_name", rank), std::pair(RootOf(node.collective), root)})
      if (std::ranges::find(ranks, member) == ranks.end())
        return Refuse(number, field, name, fmt::format("is without rank {}", member),
                      "a group has the ranks that take part, and the root");
    calls_.Add(name, node.tag, ranks, rank,
               {.kind = node.collective,
                .bytes = node.bytes,
                .root = HasRoot(node.collective) ? root : 0,
                .begin = number,
                .end = number + 1});
  }

  // Leaves the ranks that the node's dimensions join with this one, and names them; whether it can.
  bool Narrow(const ChakraNode& node, std::uint32_t number, std::uint32_t rank,
              std::vector<std::uint32_t>& ranks, std::string& name) {
    std::vector<std::string_view> values;
    for (const bool one : node.involved) values.push_back(one ? "true" : "false");
    const std::string text = "[" + Joined(values, ", ") + "]";
    if (ranks.size() != workload_.ranks) {
      Refuse(number, "involved_dim", text, "narrows a group of some ranks",
             "with pg_name all dimensions are true");
      return false;
    }
    const auto along = setting_.ranks_along(rank, workload_.ranks, node.involved);
    if (!along) {
      const Diagnostic& why = along.diagnostics().front();
      Refuse(number, "involved_dim", text, why.what, why.allowed);
      return false;
    }
    ranks = *along;
    name = "of involved_dim " + text;
    return true;
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
  AbsentNodes absent_;
  // Of the rank that was read last: the first and the last operation of each node.
  std::vector<std::uint32_t> begins_, ends_;
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
    reader.AddRank(*text, rank, stage);
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
