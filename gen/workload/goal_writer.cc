// Writes GOAL rank by rank, with a label for each operation and a line for each dependency.
#include <fmt/core.h>

#include "gen/workload/formats.h"

namespace toroid {
namespace {

std::string TextOf(const Operation& one) {
  switch (one.kind) {
    case OperationKind::kMessage:
    case OperationKind::kSend:
      return fmt::format("send {}b to {} tag {}", one.bytes, one.to, one.tag);
    case OperationKind::kReceive:
      return fmt::format("recv {}b from {} tag {}", one.bytes, one.from, one.tag);
    case OperationKind::kCalculate: return fmt::format("calc {} cpu {}", one.cycles, one.cpu);
    case OperationKind::kJoin: return "calc 0";
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
    for (; i < operations.size() && operations[i].by() == rank; ++i) {
      const std::size_t label = i - first + 1;
      write(fmt::format("l{}: {}\n", label, TextOf(operations[i])));
      for (const Event after : workload.AfterOf(operations[i]))
        write(fmt::format("l{} {} l{}\n", label, after.is_start() ? "irequires" : "requires",
                          after.operation() - first + 1));
    }
    write("}\n");
  }
}

}  // namespace toroid
