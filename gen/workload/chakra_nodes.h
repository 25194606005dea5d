// The nodes of a rank's Chakra file as plain records: docs/spec/traces.md, TR10.2.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/task.h"
#include "gen/support/input_file.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"

namespace toroid {

// What a node does. Metadata, and nodes without a type, take no time.
enum class ChakraKind : std::uint8_t { kNone, kCompute, kSend, kReceive, kCollective };

struct ChakraNode {
  std::uint64_t id = 0;
  ChakraKind kind = ChakraKind::kNone;
  Collective collective = Collective::kAllReduce;
  std::vector<std::uint64_t> after = {};  // ids, first those of data_deps
  std::uint32_t data_deps = 0;            // how many these are
  Cycle cycles = 0;                       // a computation's
  std::uint32_t cpu = 0;                  // a computation's
  std::uint32_t partner = 0;              // of a send or receive; the root of a collective
  bool has_root = false;                  // a collective says its root
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
  std::string group = {};           // name of a collective's group; empty: all ranks
  std::vector<bool> involved = {};  // dimensions of a collective, the fastest first; empty: all
  std::string groups = {};          // what metadata say of groups, as text
};

// The attribute that names the root: where the data come from, or go to.
const char* RootOf(Collective kind);

// The nodes of a file, of which there may be `most`, in its order. Faults are added to `faults`.
std::vector<ChakraNode> ChakraNodesIn(std::string_view text, const std::string& file,
                                      std::uint32_t rank, std::uint32_t ranks, std::size_t most,
                                      const WorkloadSetting& setting, Stage& stage,
                                      FileFaults& faults);

// What nodes wait for that is not a node of their file, by control dependencies.
struct AbsentNodes {
  std::string first;  // "x.0.et: node 3: ctrl_deps: 9"; empty: nothing
  std::uint64_t count = 0;
};

// TR10.2: sorts the nodes of a file, each behind those that it depends on, and else by id. In
// `after` there are then places of nodes; control dependencies on absent nodes are left out.
void PutInOrder(std::vector<ChakraNode>& nodes, const std::string& file, AbsentNodes& absent,
                Stage& stage, FileFaults& faults);

}  // namespace toroid
