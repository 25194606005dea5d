#include "gen/workload/workload.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "gen/support/hash.h"
#include "gen/support/input_file.h"
#include "gen/workload/readers.h"

namespace toroid {
namespace {

constexpr std::string_view kForms = "give a table of messages (.csv) or a GOAL file (.goal)";

Diagnostics NoMessage(const std::string& path) {
  return {{"--trace", path, "sends no message", "there is nothing to run without one"}};
}

}  // namespace

Result<Workload> ReadWorkload(const std::string& path, const WorkloadSetting& setting,
                              const Progress& progress) {
  const auto text = TextOfInput("--trace", path, kMostTraceBytes, kForms);
  if (!text) return text.diagnostics();
  Result<Workload> read = path.ends_with(".goal")
                              ? ReadGoal(path, *text, setting, progress)
                              : ReadMessageTable(path, *text, setting, progress);
  if (!read) return read;
  Workload workload = std::move(read).value();
  workload.hash = HashOf(*text);
  if (const Diagnostics found = Finish(workload); !found.empty()) return found;
  const bool sends = std::ranges::any_of(
      workload.operations, [](const Operation& one) { return one.kind == OperationKind::kSend; });
  if (!sends) return NoMessage(path);
  return workload;
}

}  // namespace toroid
