// `toroid compare`: two results, value by value.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/report/comparison.h"

namespace toroid {
namespace {

constexpr std::string_view kAllowed = "give what a command printed with --format json";

// A result is an object; a diagnostic says why a file is none.
Result<Json> ReadResult(const std::string& path) {
  const std::string text = files::Read(path);
  const std::string allowed(kAllowed);
  try {
    Json result = Json::parse(text);
    if (result.is_object()) return result;
    return Diagnostic{"result", Printable(path, 5000), "is no JSON object", allowed};
  } catch (const Json::parse_error& error) {
    return Diagnostic{"result", Printable(path, 5000),
                      fmt::format("is no JSON: at byte {}", error.byte), allowed};
  }
}

// "120 -> 130 (+8.3 %)".
std::string Told(const Change& change) {
  const auto dump = [](const Json& value) {
    return value.is_null() ? std::string("none")
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  std::string text = dump(change.before) + " -> " + dump(change.after);
  if (change.before.is_number() && change.after.is_number() && change.before != 0) {
    const double was = change.before.get<double>();
    text += fmt::format(" ({:+.1f} %)", 100 * (change.after.get<double>() - was) / std::abs(was));
  }
  return text;
}

void Print(const std::vector<Change>& changes, std::size_t worse, std::ostream& out) {
  for (const Change& change : changes)
    out << fmt::format("{:<10} {:<32} {}\n", ToString(change.verdict), change.path, Told(change));
  out << (changes.empty()
              ? "no difference\n"
              : fmt::format("{} changed, {} worse\n", Counted(changes.size(), "value"), worse));
}

Json JsonOf(const std::vector<Change>& changes, std::size_t worse) {
  Json list = Json::array();
  for (const Change& change : changes)
    list.push_back({{"path", change.path},
                    {"before", change.before},
                    {"after", change.after},
                    {"verdict", ToString(change.verdict)}});
  return {{"changed", changes.size()}, {"worse", worse}, {"changes", std::move(list)}};
}

}  // namespace

int RunCompare(const Spec& spec, const Console& console) {
  try {
    const auto before = ReadResult(spec.compare.before);
    const auto after = ReadResult(spec.compare.after);
    Diagnostics unread = before ? Diagnostics{} : before.diagnostics();
    if (!after) unread.insert(unread.end(), after.diagnostics().begin(), after.diagnostics().end());
    if (!unread.empty()) return PrintDiagnostics(unread, console.err, kBadInput);
    const std::vector<Change> changes = ChangesBetween(*before, *after, spec.compare.tolerance);
    const auto worse =
        static_cast<std::size_t>(std::ranges::count(changes, Verdict::kWorse, &Change::verdict));
    if (spec.format == Format::kJson) {
      console.out << JsonText(ResultJson(Command::kCompare, JsonOf(changes, worse)));
    } else {
      Print(changes, worse, console.out);
    }
    return worse == 0 ? kDone : kViolation;
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"result", "", error.what, std::string(kAllowed)}}, console.err,
                            kBadInput);
  }
}

}  // namespace toroid
