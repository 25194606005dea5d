// The nodes of a rank's Chakra file as plain records: docs/spec/traces.md, TR10.2.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/task.h"
#include "gen/support/input_file.h"
#include "gen/workload/workload.h"

namespace toroid {

// What a node does. Metadata, and nodes without a type, take no time.
enum class ChakraKind : std::uint8_t { kNone, kCompute, kSend, kReceive, kCollective };

struct ChakraNode {
  std::uint64_t id = 0;
  ChakraKind kind = ChakraKind::kNone;
  Collective collective = Collective::kAllReduce;
  std::vector<std::uint64_t> after = {};  // ids
  Cycle cycles = 0;                       // a computation's
  std::uint32_t cpu = 0;                  // a computation's
  std::uint32_t partner = 0;              // of a send or receive; the root of a broadcast
  bool has_root = false;                  // a broadcast says its root
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
  std::string group = {};   // name of a collective's group; empty: all ranks
  std::string groups = {};  // what metadata say of groups, as text
};

// The nodes of a file, in its order. Faults are added to `faults`.
std::vector<ChakraNode> ChakraNodesIn(std::string_view text, const std::string& file,
                                      std::uint32_t rank, std::uint32_t ranks,
                                      const WorkloadSetting& setting, FileFaults& faults);

}  // namespace toroid
