// A file is read message by message, each after its length; the first is the metadata of the file.
// An attribute may have any type that can hold its value, as writers differ in them.
#include "gen/workload/chakra_nodes.h"

#ifdef TOROID_HAS_PROTOBUF
#include <chakra.pb.h>
#include <fmt/core.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <optional>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

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

// The collective operations that can be done, and the names of all.
std::optional<Collective> CollectiveOf(std::uint64_t type) {
  switch (type) {
    case chakra::ALL_REDUCE: return Collective::kAllReduce;
    case chakra::ALL_GATHER: return Collective::kAllGather;
    case chakra::REDUCE_SCATTER: return Collective::kReduceScatter;
    case chakra::ALL_TO_ALL: return Collective::kExchange;
    case chakra::BROADCAST: return Collective::kBroadcast;
    default: return std::nullopt;
  }
}

// Reads one node; faults name the field.
class NodeReader {
 public:
  NodeReader(const chakra::Node& node, const std::string& file, std::uint32_t rank,
             std::uint32_t ranks, const WorkloadSetting& setting, FileFaults& faults)
      : node_(node), file_(file), rank_(rank), ranks_(ranks), setting_(setting), faults_(faults) {}

  ChakraNode Read() {
    ChakraNode one{.id = node_.id()};
    one.after.assign(node_.data_deps().begin(), node_.data_deps().end());
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

  const chakra::Attribute* Find(std::string_view name) const {
    for (const chakra::Attribute& one : node_.attr())
      if (one.name() == name) return &one;
    return nullptr;
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
                            : "is no whole number, or is negative",
           fmt::format("allowed are whole numbers from 0 to {}", high));
    return std::nullopt;
  }

  // Whether it is the processor's call of a communication, which is a node of its own.
  bool IsCall() const {
    const chakra::Attribute* on_cpu = Find("is_cpu_op");
    const bool communicates = node_.type() == chakra::COMM_SEND_NODE ||
                              node_.type() == chakra::COMM_RECV_NODE ||
                              node_.type() == chakra::COMM_COLL_NODE;
    return communicates && on_cpu != nullptr && WholeOf(*on_cpu) == 1;
  }

  void ReadComputation(ChakraNode& one) {
    one.kind = ChakraKind::kCompute;
    const bool memory =
        node_.type() == chakra::MEM_LOAD_NODE || node_.type() == chakra::MEM_STORE_NODE;
    one.cpu = memory ? kMemory : Number("is_cpu_op", 1, 0) == 1 ? kCpu : kAccelerator;
    const std::uint64_t duration = node_.duration_micros();
    const char* work = memory ? "tensor_size" : "num_ops";
    if (duration == 0 && Number(work, std::numeric_limits<std::uint64_t>::max(), 0).value_or(0) > 0)
      Refuse("duration_micros", "0", fmt::format("does not say how long {} takes", work),
             fmt::format("a node with {} needs its duration", work));
    const auto cycles = setting_.CyclesOf(duration);
    if (!cycles)
      Refuse("duration_micros", std::to_string(duration), "is too many cycles",
             fmt::format("at most {} with --calc-factor", kMostTraceCycles));
    one.cycles = cycles.value_or(0);
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
  }

  void ReadCollective(ChakraNode& one) {
    one.kind = ChakraKind::kCollective;
    const auto type = Number("comm_type", chakra::CollectiveType_MAX);
    const auto collective = type ? CollectiveOf(*type) : std::nullopt;
    if (type && !collective)
      Refuse("comm_type", chakra::CollectiveType_Name(static_cast<chakra::CollectiveType>(*type)),
             "is not done",
             "allowed are ALL_REDUCE (0), ALL_GATHER (2), BROADCAST (5), ALL_TO_ALL (6) and "
             "REDUCE_SCATTER (7)");
    one.collective = collective.value_or(Collective::kAllReduce);
    one.bytes = Number("comm_size", kMostMessageBytes).value_or(0);
    one.has_root = one.collective == Collective::kBroadcast && Find("comm_src") != nullptr;
    if (one.has_root)
      one.partner = static_cast<std::uint32_t>(Number("comm_src", ranks_ - 1).value_or(0));
    if (const chakra::Attribute* group = Find("pg_name")) {
      const auto number = WholeOf(*group);
      one.group = number ? std::to_string(*number) : group->string_val();
    }
  }

  const chakra::Node& node_;
  const std::string& file_;
  std::uint32_t rank_, ranks_;
  const WorkloadSetting& setting_;
  FileFaults& faults_;
};

}  // namespace

std::vector<ChakraNode> ChakraNodesIn(std::string_view text, const std::string& file,
                                      std::uint32_t rank, std::uint32_t ranks,
                                      const WorkloadSetting& setting, FileFaults& faults) {
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
  for (; util::ParseDelimitedFromZeroCopyStream(&node, &stream, &clean); node.Clear()) {
    nodes.push_back(NodeReader(node, file, rank, ranks, setting, faults).Read());
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
