// A file is read message by message, each after its length; the first is the metadata of the file.
// An attribute may have any type that can hold its value, as writers differ in them. A node of
// communication may have the attributes that its kind reads, those that never change what it does,
// and no others: nobody knows what these would ask for.
#include "gen/workload/chakra_nodes.h"

#ifdef TOROID_HAS_PROTOBUF
#include <chakra.pb.h>
#include <fmt/core.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostChakraTag = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::uint32_t kCpu = 0, kAccelerator = 1, kMemory = 2;  // what calculates

std::optional<std::uint64_t> WholeOf(std::int64_t value) {
  return value < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(value));
}

// The value of an attribute; none if it is no whole number from 0 on.
std::optional<std::uint64_t> WholeOf(const chakra::Attribute& one) {
  switch (one.value_case()) {
    case chakra::Attribute::kInt32Val: return WholeOf(one.int32_val());
    case chakra::Attribute::kInt64Val: return WholeOf(one.int64_val());
    case chakra::Attribute::kUint32Val: return one.uint32_val();
    case chakra::Attribute::kUint64Val: return one.uint64_val();
    case chakra::Attribute::kSint32Val: return WholeOf(one.sint32_val());
    case chakra::Attribute::kSint64Val: return WholeOf(one.sint64_val());
    case chakra::Attribute::kFixed32Val: return one.fixed32_val();
    case chakra::Attribute::kFixed64Val: return one.fixed64_val();
    case chakra::Attribute::kSfixed32Val: return WholeOf(one.sfixed32_val());
    case chakra::Attribute::kSfixed64Val: return WholeOf(one.sfixed64_val());
    case chakra::Attribute::kBoolVal: return one.bool_val() ? 1 : 0;
    default: return std::nullopt;
  }
}

// The operation of a collective type; a barrier is a sum.
Collective CollectiveOf(std::uint64_t type) {
  switch (type) {
    case chakra::REDUCE: return Collective::kReduce;
    case chakra::ALL_GATHER: return Collective::kAllGather;
    case chakra::GATHER: return Collective::kGather;
    case chakra::SCATTER: return Collective::kScatterBlocks;
    case chakra::BROADCAST: return Collective::kBroadcast;
    case chakra::ALL_TO_ALL: return Collective::kExchange;
    case chakra::REDUCE_SCATTER:
    case chakra::REDUCE_SCATTER_BLOCK: return Collective::kReduceScatter;
    default: return Collective::kAllReduce;
  }
}

// What the converters of PyTorch and the symbolic generator say of any node, for people and for the
// size of memory.
constexpr std::string_view kHarmless[] = {"fw_parent", "fw_tid",  "inputs",      "op_schema",
                                          "op_type",   "outputs", "rf_id",       "scope",
                                          "seq_id",    "stream",  "tensor_size", "tid"};

// Reads one node; faults name the field.
class NodeReader {
 public:
  NodeReader(const chakra::Node& node, const std::string& file, std::uint32_t rank,
             std::uint32_t ranks, const WorkloadSetting& setting, FileFaults& faults)
      : node_(node), file_(file), rank_(rank), ranks_(ranks), setting_(setting), faults_(faults) {}

  ChakraNode Read() {
    ChakraNode one{.id = node_.id()};
    one.after.assign(node_.data_deps().begin(), node_.data_deps().end());
    one.data_deps = static_cast<std::uint32_t>(one.after.size());
    one.after.insert(one.after.end(), node_.ctrl_deps().begin(), node_.ctrl_deps().end());
    switch (IsCall() ? chakra::COMP_NODE : node_.type()) {
      case chakra::INVALID_NODE: break;
      case chakra::METADATA_NODE: one.groups = node_.inputs().values(); break;
      case chakra::COMP_NODE:
      case chakra::MEM_LOAD_NODE:
      case chakra::MEM_STORE_NODE: ReadComputation(one); break;
      case chakra::COMM_SEND_NODE:
      case chakra::COMM_RECV_NODE: ReadMessage(one); break;
      case chakra::COMM_COLL_NODE: ReadCollective(one); break;
      default:
        Refuse("type", std::to_string(node_.type()), "is unknown",
               "allowed are 0 to 7, from INVALID_NODE to COMM_COLL_NODE");
    }
    return one;
  }

 private:
  void Refuse(std::string_view field, std::string_view value, std::string what,
              std::string allowed) {
    faults_.AddAt(fmt::format("{}: node {}", file_, node_.id()), field, value, std::move(what),
                  std::move(allowed));
  }

  // The attribute, which is known from now on; null if the node has none.
  const chakra::Attribute* Find(std::string_view name) {
    known_.push_back(name);
    return Attribute(name);
  }
  const chakra::Attribute* Attribute(std::string_view name) const {
    const auto found = std::ranges::find(node_.attr(), name, &chakra::Attribute::name);
    return found == node_.attr().end() ? nullptr : &*found;
  }

  // Refuses attributes that may change what a communication does, and that nothing reads.
  void RefuseUnknown() {
    if (Number("comm_priority", kAny, 0) > 0)
      Refuse("comm_priority", "", "is not obeyed, as all messages are equal", "allowed is 0");
    for (const chakra::Attribute& one : node_.attr()) {
      if (faults_.full()) return;
      if (std::ranges::count(kHarmless, one.name()) > 0) continue;
      if (std::ranges::count(known_, one.name()) == 0) {
        Refuse(one.name(), "", "is not obeyed, and may change what the node does",
               fmt::format("this node may have {}; ignored are {}", Joined(known_, ", "),
                           Joined(kHarmless, ", ")));
      } else if (Attribute(one.name()) != &one) {
        Refuse(one.name(), "", "is there twice", "a node has each attribute once");
      }
    }
  }

  // The number; `fallback` if it is missing, which is a fault without one. None after a fault.
  std::optional<std::uint64_t> Number(std::string_view name, std::uint64_t high,
                                      std::optional<std::uint64_t> fallback = std::nullopt) {
    const chakra::Attribute* found = Find(name);
    if (found == nullptr && fallback) return *fallback;
    const auto value = found == nullptr ? std::nullopt : WholeOf(*found);
    if (value && *value <= high) return *value;
    Refuse(name, value ? std::to_string(*value) : "",
           found == nullptr ? "is missing"
           : value          ? "is out of range"
                            : "is not a whole number of 0 or more",
           fmt::format("allowed are whole numbers from 0 to {}", high));
    return std::nullopt;
  }

  // Whether it is the processor's call of a communication, which is a node of its own.
  bool IsCall() {
    const bool communicates = node_.type() == chakra::COMM_SEND_NODE ||
                              node_.type() == chakra::COMM_RECV_NODE ||
                              node_.type() == chakra::COMM_COLL_NODE;
    return communicates && Number("is_cpu_op", 1, 0) == 1;
  }

  void ReadComputation(ChakraNode& one) {
    one.kind = ChakraKind::kCompute;
    const bool memory =
        node_.type() == chakra::MEM_LOAD_NODE || node_.type() == chakra::MEM_STORE_NODE;
    one.cpu = memory ? kMemory : Number("is_cpu_op", 1, 0) == 1 ? kCpu : kAccelerator;
    const std::uint64_t duration = node_.duration_micros();
    if (duration == 0)
      return memory ? ReadWork(one, "tensor_size", "--bytes-per-cycle", setting_.bytes_per_cycle)
                    : ReadWork(one, "num_ops", "--ops-per-cycle", setting_.ops_per_cycle);
    const auto cycles = setting_.CyclesOf(duration);
    if (!cycles)
      Refuse("duration_micros", std::to_string(duration), "is too many cycles",
             fmt::format("at most {} with --calc-factor", kMostTraceCycles));
    one.cycles = cycles.value_or(0);
  }

  // The duration of a node that says its work alone.
  void ReadWork(ChakraNode& one, const char* work, const char* option, double rate) {
    const std::uint64_t amount = Number(work, kAny, 0).value_or(0);
    if (amount == 0) return;
    const auto cycles = rate > 0 ? CyclesOfWork(amount, rate) : std::optional(Cycle{0});
    one.cycles = cycles.value_or(0);
    if (rate == 0)
      Refuse("duration_micros", "0", fmt::format("does not say how long {} takes", work),
             fmt::format("a node with {} needs its duration, or {}", work, option));
    if (!cycles)
      Refuse(work, std::to_string(amount), "is too many cycles",
             fmt::format("at most {} with {}", kMostTraceCycles, option));
  }

  void ReadMessage(ChakraNode& one) {
    const bool sends = node_.type() == chakra::COMM_SEND_NODE;
    const char* own = sends ? "comm_src" : "comm_dst";
    const char* other = sends ? "comm_dst" : "comm_src";
    one.kind = sends ? ChakraKind::kSend : ChakraKind::kReceive;
    if (const auto rank = Number(own, ranks_ - 1, rank_); rank != rank_) {
      if (rank)
        Refuse(own, std::to_string(*rank), fmt::format("is not the file's rank, {}", rank_),
               "a send is in its sender's file, and a receive in its receiver's");
      return;
    }
    const auto partner = Number(other, ranks_ - 1);
    if (partner == rank_)
      Refuse(other, std::to_string(rank_), "is the rank itself", "a message goes to another rank");
    one.partner = static_cast<std::uint32_t>(partner.value_or(0));
    one.tag = static_cast<std::uint32_t>(Number("comm_tag", kMostChakraTag, 0).value_or(0));
    one.bytes = Number("comm_size", kMostMessageBytes).value_or(0);
    if (setting_.FlitsOf(one.bytes) > kMostMessageFlits)
      Refuse("comm_size", std::to_string(one.bytes),
             fmt::format("are {} flits", setting_.FlitsOf(one.bytes)),
             fmt::format("a message has at most {}", kMostMessageFlits));
    Find("pg_name");  // ranks are those of the program whatever the group
    const auto type = static_cast<std::uint64_t>(node_.type());
    if (const auto said = Number("comm_type", kAny, type); said && said != type)
      Refuse("comm_type", std::to_string(*said), "is not the node's type",
             fmt::format("allowed is {}", type));
    RefuseUnknown();
  }

  void ReadCollective(ChakraNode& one) {
    one.kind = ChakraKind::kCollective;
    const auto type = Number("comm_type", chakra::CollectiveType_MAX);
    one.collective = CollectiveOf(type.value_or(chakra::ALL_REDUCE));
    if (type == chakra::BARRIER) {
      Find("comm_size");  // a barrier has no data
    } else {
      one.bytes = Number("comm_size", kMostMessageBytes).value_or(0);
    }
    one.tag = static_cast<std::uint32_t>(Number("comm_tag", kMostChakraTag, 0).value_or(0));
    if (HasRoot(one.collective)) ReadRoot(one, RootOf(one.collective));
    ReadGroup(one);
    RefuseUnknown();
  }

  void ReadRoot(ChakraNode& one, const char* field) {
    one.has_root = Find(field) != nullptr;
    if (one.has_root)
      one.partner = static_cast<std::uint32_t>(Number(field, ranks_ - 1).value_or(0));
  }

  // Older files of the symbolic generator say `comm_group`.
  void ReadGroup(ChakraNode& one) {
    for (const char* name : {"comm_group", "pg_name"}) {
      const chakra::Attribute* group = Find(name);
      if (group == nullptr) continue;
      const auto number = WholeOf(*group);
      one.group = number ? std::to_string(*number) : group->string_val();
    }
    const chakra::Attribute* involved = Find("involved_dim");
    if (involved == nullptr) return;
    if (!involved->has_bool_list())
      Refuse("involved_dim", "", "is not a list of truth values", "a value for each dimension");
    const auto& values = involved->bool_list().values();
    if (std::ranges::count(values, false) > 0) one.involved.assign(values.begin(), values.end());
  }

  const chakra::Node& node_;
  const std::string& file_;
  std::uint32_t rank_, ranks_;
  const WorkloadSetting& setting_;
  FileFaults& faults_;
  std::vector<std::string_view> known_;  // attributes that are read
};

}  // namespace

const char* RootOf(Collective kind) {
  return kind == Collective::kReduce || kind == Collective::kGather ? "comm_dst" : "comm_src";
}

std::vector<ChakraNode> ChakraNodesIn(std::string_view text, const std::string& file,
                                      std::uint32_t rank, std::uint32_t ranks, std::size_t most,
                                      const WorkloadSetting& setting, Stage& stage,
                                      FileFaults& faults) {
  namespace util = google::protobuf::util;
  google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  std::vector<ChakraNode> nodes;
  bool clean = false;
  chakra::Metadata metadata;
  const bool begins =
      util::ParseDelimitedFromZeroCopyStream(&metadata, &stream, &clean) &&
      (metadata.ByteSizeLong() == 0 || !metadata.version().empty() || metadata.attr_size() > 0);
  if (!begins) {
    faults.AddAt(file, "metadata", "", "is missing", "a Chakra file begins with its metadata");
    return nodes;
  }
  chakra::Node node;
  std::unordered_set<std::uint64_t> ids;
  for (; util::ParseDelimitedFromZeroCopyStream(&node, &stream, &clean); node.Clear()) {
    stage.Tick(0);
    if (nodes.size() == most) {
      faults.AddAt(file, "nodes", "", fmt::format("are more than {}", most),
                   fmt::format("at most {} operations are kept", kMostOperations));
      return nodes;
    }
    if (ids.insert(node.id()).second) {
      nodes.push_back(NodeReader(node, file, rank, ranks, setting, faults).Read());
    } else {
      faults.AddAt(fmt::format("{}: node {}", file, node.id()), "id", std::to_string(node.id()),
                   "is there twice", "each node of a file has its own id");
    }
    if (faults.full()) return nodes;
  }
  if (!clean)
    faults.AddAt(file, "nodes", "",
                 fmt::format("end in no whole message after {}", Counted(nodes.size(), "node")),
                 "each node is a protobuf message after its length");
  return nodes;
}

}  // namespace toroid
#endif
