// Text as a file that a command may have written with --format json: refused with a reason, or
// compared with itself and with others, and made a page.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "gen/support/json.h"
#include "sim/report/comparison.h"
#include "sim/report/page.h"
#include "tests/fuzz/libfuzzer/must.h"

namespace toroid::fuzz {
namespace {

constexpr std::size_t kLong = 5000;  // longer than a page shows

// Makes lists as long as those of a large network: inputs are too short for that.
void Lengthen(Json& value, int levels) {
  if (levels == 0) return;
  if (value.is_object()) {
    for (auto& member : value.items()) Lengthen(member.value(), levels - 1);
  }
  if (!value.is_array() || value.empty()) return;
  for (std::size_t i = 0, given = value.size(); value.size() < kLong; ++i)
    value.push_back(Json(value[i % given]));
}

void LookAtChanges(const Json& result) {
  const auto ignore = [](const Change& /*change*/) {};
  const Compared same = Compare(result, result, 0, ignore);
  Must(same.changed == 0 && same.judged <= same.compared, "a result is as it is");
  const Compared gone = Compare(result, Json::object(), 0, ignore);
  Must(gone.worse <= gone.changed, "what is worse has changed");
  Must((same.judged > 0) == (gone.worse > 0), "what matters and is gone is worse");
}

void LookAtPage(Json result) {
  const Result<Json> read = ReadForPage(std::move(result), "input.json");
  if (!read) {
    for (const Diagnostic& diagnostic : read.diagnostics())
      Must(ToString(diagnostic).find('\n') == std::string::npos, "a reason is a line");
    return;
  }
  PageParts parts;
  parts.page = "@data@";
  const std::string page = PageOf(parts, {*read});
  Must(page.find('<') == std::string::npos, "data end no element");
}

void Try(std::string_view text) {
  const Result<Json> result = ParseJson(text, "result", "input.json", "give another");
  if (!result) {
    Must(result.diagnostics().size() == 1 && !result.diagnostics().front().what.empty(),
         "a refusal has a reason");
    return;
  }
  if (!result->is_object()) return;
  LookAtChanges(*result);
  LookAtPage(*result);
  Json longer = *result;
  Lengthen(longer, 3);
  LookAtPage(std::move(longer));
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
