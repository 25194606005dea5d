// Bytes as a file of traffic, a table of messages, GOAL or Chakra: a program whose sends and
// receives pair, or a refusal.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/collective/methods.h"
#include "gen/workload/formats.h"
#include "gen/workload/workload.h"
#include "tests/fuzz/libfuzzer/must.h"

namespace toroid::fuzz {
namespace {

Result<GroupProgram> OnARing(const CollectiveTask& task, const std::vector<std::uint32_t>& ranks) {
  const auto ring = Graph::Create(Kind::kTorus, {static_cast<int>(ranks.size())});
  if (!ring || task.flits > 1000) return Diagnostic{"pg_name", "", "is too small", "of two ranks"};
  MadeProgram made = MakeProgram(CollectiveMethod::kAuto, task, *ring, Ports::kOne, 2);
  return GroupProgram{std::make_shared<const CollectiveProgram>(std::move(made.program)), ranks,
                      "a ring"};
}

const WorkloadSetting kSetting{
    .places = 16, .places_text = "host torus:4x4 has 16 nodes", .make_program = OnARing};

void Look(Result<Workload> workload) {
  if (!workload) return Must(!workload.diagnostics().empty(), "a refusal has a reason");
  Workload program = std::move(workload).value();
  for (const Diagnostic& diagnostic : Finish(program))
    Must(!diagnostic.what.empty() && ToString(diagnostic).find('\n') == std::string::npos,
         "a reason is a line");
}

void Try(std::string_view text) {
  Look(ReadMessageTable("input.csv", text, kSetting));
  Look(ReadGoal("input.goal", text, kSetting));
  if (!HasChakra()) return;
  // Two ranks with the same file, so that their collective operations go together.
  Look(ReadChakra(
      "input", 2, [&](std::uint32_t) -> Result<std::string> { return std::string(text); },
      kSetting));
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
