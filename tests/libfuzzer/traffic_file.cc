// Text as a file of traffic, a table of messages or GOAL: a program whose sends and receives pair,
// or a refusal.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gen/workload/readers.h"
#include "gen/workload/workload.h"
#include "tests/libfuzzer/must.h"

namespace toroid::fuzz {
namespace {

const WorkloadSetting kSetting{.places = 16, .places_text = "host torus:4x4 has 16 nodes"};

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
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
