// Writes GOAL rank by rank, with a label for each operation and a line for each dependency, behind
// the later of the two: other readers want labels before they are used.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "gen/workload/formats.h"

namespace toroid {
namespace {

// `free`: a processor that calculates nothing else, on which a join takes no time.
std::string TextOf(const Operation& one, std::uint32_t free) {
  switch (one.kind) {
    case OperationKind::kMessage:
    case OperationKind::kSend:
      return fmt::format("send {}b to {} tag {}", one.bytes, one.to, one.tag);
    case OperationKind::kReceive:
      return fmt::format("recv {}b from {} tag {}", one.bytes, one.from, one.tag);
    case OperationKind::kCalculate: return fmt::format("calc {} cpu {}", one.cycles, one.cpu);
    case OperationKind::kJoin: return fmt::format("calc 0 cpu {}", free);
  }
  return "";
}

}  // namespace

// Labels count a rank's operations from 1 on.
void WriteGoal(const Workload& workload, const WriteText& write) {
  write(fmt::format("num_ranks {}\n", workload.ranks));
  const auto& operations = workload.operations;
  std::size_t i = 0;
  for (std::uint32_t rank = 0; rank < workload.ranks; ++rank) {
    write(fmt::format("rank {} {{\n", rank));
    const std::size_t first = i;
    std::uint32_t free = 0;
    for (std::size_t n = i; n < operations.size() && operations[n].by() == rank; ++n)
      if (operations[n].kind == OperationKind::kCalculate)
        free = std::max(free, operations[n].cpu + 1);
    std::string on_later;  // dependencies
    for (; i < operations.size() && operations[i].by() == rank; ++i) {
      const std::size_t label = i - first + 1;
      write(fmt::format("l{}: {}\n", label, TextOf(operations[i], free)));
      for (const Event after : workload.AfterOf(operations[i])) {
        const std::string line =
            fmt::format("l{} {} l{}\n", label, after.is_start() ? "irequires" : "requires",
                        after.operation() - first + 1);
        if (after.operation() < i) {
          write(line);
        } else {
          on_later += line;
        }
      }
    }
    write(on_later + "}\n");
  }
}

}  // namespace toroid
