// A rank's file is a sequence of protobuf messages, each after its length: the metadata, then a
// node for each operation. Dependencies are lists of node numbers.
#include "gen/workload/chakra.h"

#ifdef TOROID_HAS_PROTOBUF
#include <chakra.pb.h>
#include <fmt/core.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <optional>
#include <unordered_map>

namespace toroid {
namespace {

namespace io = google::protobuf::io;
namespace util = google::protobuf::util;

constexpr const char* kVersion = "0.0.4";

void AddInt32(chakra::Node& node, const char* name, std::uint32_t value) {
  chakra::Attribute& attribute = *node.add_attr();
  attribute.set_name(name);
  attribute.set_int32_val(static_cast<std::int32_t>(value));
}

void AddMessage(chakra::Node& node, const Operation& one) {
  const bool sends = one.kind == OperationKind::kSend;
  node.set_name(fmt::format("{}_{}", sends ? "send" : "recv", one.tag));
  node.set_type(sends ? chakra::COMM_SEND_NODE : chakra::COMM_RECV_NODE);
  AddInt32(node, "comm_src", sends ? one.rank : one.partner);
  AddInt32(node, "comm_dst", sends ? one.partner : one.rank);
  AddInt32(node, "comm_tag", one.tag);
  chakra::Attribute& size = *node.add_attr();
  size.set_name("comm_size");
  size.set_int64_val(static_cast<std::int64_t>(one.bytes));
}

// The node of an operation. Nodes have the numbers of the rank's operations, from `first` on.
chakra::Node NodeOf(const Workload& workload, std::size_t number, std::size_t first) {
  const Operation& one = workload.operations[number];
  chakra::Node node;
  node.set_id(number - first);
  if (one.kind == OperationKind::kCalculate) {
    node.set_name(fmt::format("calc_{}", number - first));
    node.set_type(chakra::COMP_NODE);
    node.set_duration_micros(static_cast<std::uint64_t>(one.cycles));
  } else {
    AddMessage(node, one);
  }
  chakra::Attribute& place = *node.add_attr();
  place.set_name("is_cpu_op");
  place.set_bool_val(one.kind == OperationKind::kCalculate);
  for (const After& after : workload.AfterOf(one)) {
    const std::uint64_t id = after.operation - first;
    if (after.start) {
      node.add_ctrl_deps(id);
    } else {
      node.add_data_deps(id);
    }
  }
  return node;
}

// The value of an attribute, whatever its type; none if there is no such attribute.
std::optional<std::int64_t> ValueOf(const chakra::Node& node, const char* name) {
  for (const chakra::Attribute& attribute : node.attr()) {
    if (attribute.name() != name) continue;
    return attribute.has_int32_val() ? attribute.int32_val() : attribute.int64_val();
  }
  return std::nullopt;
}

// A rank's nodes; nothing if the text is not a Chakra file.
std::optional<std::vector<chakra::Node>> NodesIn(const std::string& text) {
  io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  bool clean = false;
  chakra::Metadata metadata;
  if (!util::ParseDelimitedFromZeroCopyStream(&metadata, &stream, &clean)) return std::nullopt;
  std::vector<chakra::Node> nodes;
  for (chakra::Node node; util::ParseDelimitedFromZeroCopyStream(&node, &stream, &clean);
       node.Clear())
    nodes.push_back(node);
  if (!clean) return std::nullopt;
  return nodes;
}

class ChakraReader {
 public:
  // Whether the rank's nodes are those of a program.
  bool AddRank(const std::vector<chakra::Node>& nodes, std::uint32_t rank) {
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    const auto first = static_cast<std::uint32_t>(workload_.operations.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      if (!numbers.emplace(nodes[i].id(), first + i).second) return false;
    for (const chakra::Node& node : nodes) {
      auto operation = OperationOf(node, rank);
      if (!operation) return false;
      operation->first_after = static_cast<std::uint32_t>(workload_.after.size());
      for (const auto* dependencies : {&node.data_deps(), &node.ctrl_deps()}) {
        for (const std::uint64_t id : *dependencies) {
          if (!numbers.contains(id)) return false;
          workload_.after.push_back({.operation = numbers[id]});
          ++operation->afters;
        }
      }
      workload_.operations.push_back(*operation);
    }
    ++workload_.ranks;
    return true;
  }

  Workload Take(const std::string& name) {
    workload_.file = name;
    return std::move(workload_);
  }

 private:
  static std::optional<Operation> OperationOf(const chakra::Node& node, std::uint32_t rank) {
    Operation one{.rank = rank, .line = static_cast<std::uint32_t>(node.id() + 1)};
    if (node.type() == chakra::COMP_NODE) {
      one.cycles = static_cast<Cycle>(node.duration_micros());
      return one;
    }
    const bool sends = node.type() == chakra::COMM_SEND_NODE;
    const auto own = ValueOf(node, sends ? "comm_src" : "comm_dst");
    const auto partner = ValueOf(node, sends ? "comm_dst" : "comm_src");
    const auto tag = ValueOf(node, "comm_tag");
    const auto size = ValueOf(node, "comm_size");
    if ((!sends && node.type() != chakra::COMM_RECV_NODE) || !partner || !tag || !size ||
        own != std::int64_t{rank})
      return std::nullopt;
    one.kind = sends ? OperationKind::kSend : OperationKind::kReceive;
    one.partner = static_cast<std::uint32_t>(*partner);
    one.tag = static_cast<std::uint32_t>(*tag);
    one.bytes = static_cast<std::uint64_t>(*size);
    return one;
  }

  Workload workload_;
};

}  // namespace

std::vector<std::string> ChakraFilesOf(const Workload& workload) {
  std::vector<std::string> files(workload.ranks);
  std::size_t i = 0;
  for (std::uint32_t rank = 0; rank < workload.ranks; ++rank) {
    io::StringOutputStream stream(&files[rank]);
    chakra::Metadata metadata;
    metadata.set_version(kVersion);
    util::SerializeDelimitedToZeroCopyStream(metadata, &stream);
    for (const std::size_t first = i;
         i < workload.operations.size() && workload.operations[i].rank == rank; ++i)
      util::SerializeDelimitedToZeroCopyStream(NodeOf(workload, i, first), &stream);
  }
  return files;
}

Result<Workload> ReadChakra(const std::vector<std::string>& files, const std::string& name) {
  ChakraReader reader;
  for (std::uint32_t rank = 0; rank < files.size(); ++rank) {
    const auto nodes = NodesIn(files[rank]);
    if (!nodes || !reader.AddRank(*nodes, rank))
      return Diagnostic{"--export", name,
                        fmt::format("the file of rank {} is no Chakra trace of a program", rank),
                        "nodes that calculate, send and receive", Fault::kDisproved};
  }
  return reader.Take(name);
}

bool HasChakra() { return true; }

}  // namespace toroid

#else
#include <cassert>

namespace toroid {

bool HasChakra() { return false; }

std::vector<std::string> ChakraFilesOf(const Workload& /*workload*/) {
  assert(false);
  return {};
}

Result<Workload> ReadChakra(const std::vector<std::string>& /*files*/,
                            const std::string& /*name*/) {
  assert(false);
  return Diagnostics{};
}

}  // namespace toroid
#endif
