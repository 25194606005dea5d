// A rank's file is a sequence of protobuf messages, each after its length: the metadata, then a
// node for each operation. Dependencies are lists of node numbers.
#include "gen/workload/formats.h"

#ifdef TOROID_HAS_PROTOBUF
#include <chakra.pb.h>
#include <fmt/core.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

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
  AddInt32(node, "comm_src", one.from);
  AddInt32(node, "comm_dst", one.to);
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
    node.set_type(one.cpu == 2 ? chakra::MEM_LOAD_NODE : chakra::COMP_NODE);
    node.set_duration_micros(static_cast<std::uint64_t>(one.cycles));
  } else if (one.kind == OperationKind::kJoin) {
    node.set_name(fmt::format("join_{}", number - first));
    node.set_type(chakra::METADATA_NODE);
  } else {
    AddMessage(node, one);
  }
  chakra::Attribute& place = *node.add_attr();
  place.set_name("is_cpu_op");
  place.set_bool_val(one.kind == OperationKind::kCalculate && one.cpu == 0);
  for (const Event after : workload.AfterOf(one)) {
    const std::uint64_t id = after.operation() - first;
    if (after.is_start()) {
      node.add_ctrl_deps(id);
    } else {
      node.add_data_deps(id);
    }
  }
  return node;
}

}  // namespace

std::vector<std::string> ChakraFilesOf(const Workload& workload, const Progress& progress) {
  Stage stage(progress, "writing nodes", workload.operations.size());
  std::vector<std::string> files(workload.ranks);
  std::size_t i = 0;
  for (std::uint32_t rank = 0; rank < workload.ranks; ++rank) {
    io::StringOutputStream stream(&files[rank]);
    chakra::Metadata metadata;
    metadata.set_version(kVersion);
    util::SerializeDelimitedToZeroCopyStream(metadata, &stream);
    for (const std::size_t first = i;
         i < workload.operations.size() && workload.operations[i].by() == rank; ++i) {
      stage.Tick();
      util::SerializeDelimitedToZeroCopyStream(NodeOf(workload, i, first), &stream);
    }
  }
  return files;
}

}  // namespace toroid

#else
#include <cassert>

namespace toroid {

std::vector<std::string> ChakraFilesOf(const Workload& /*workload*/, const Progress& /*progress*/) {
  assert(false);
  return {};
}

}  // namespace toroid
#endif
