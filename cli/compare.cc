// `toroid compare`: two results, value by value.
#include <fmt/core.h>

#include <cmath>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/support/text.h"
#include "sim/report/comparison.h"

namespace toroid {
namespace {

constexpr std::size_t kMostShown = 400;  // bytes of a value

// "120 -> 130 (+8.3 %)".
std::string Told(const Change& change) {
  const auto dump = [](const Json& value) {
    if (value.is_null()) return std::string("none");
    return Printable(value.dump(-1, ' ', false, Json::error_handler_t::replace), kMostShown);
  };
  std::string text = dump(change.before) + " -> " + dump(change.after);
  if (change.before.is_number() && change.after.is_number() && change.before != 0) {
    const double was = change.before.get<double>();
    text += fmt::format(" ({:+.1f} %)", 100 * (change.after.get<double>() - was) / std::abs(was));
  }
  return text;
}

Compared PrintChanges(Versions results, double tolerance, std::ostream& out) {
  const Compared found =
      Compare(results.before, results.after, tolerance, [&](const Change& change) {
        out << fmt::format("{:<10} {:<32} {}\n", ToString(change.verdict), change.path,
                           Told(change));
      });
  out << fmt::format("{} compared, {} changed; of {} that can get worse, {} did\n",
                     Counted(found.compared, "value"), found.changed, found.judged, found.worse);
  return found;
}

Compared PrintChangesAsJson(Versions results, double tolerance, std::ostream& out) {
  JsonPrinter json(out, Command::kCompare);
  Compared found;
  json.Stream("changes", [&](const auto& print) {
    found = Compare(results.before, results.after, tolerance, [&](const Change& change) {
      print({{"path", change.path},
             {"before", change.before},
             {"after", change.after},
             {"verdict", ToString(change.verdict)}});
    });
  });
  json.Member("compared", found.compared);
  json.Member("judged", found.judged);
  json.Member("changed", found.changed);
  json.Member("worse", found.worse);
  json.End();
  return found;
}

}  // namespace

int RunCompare(const Spec& spec, const Console& console) {
  console.progress.StartPrinting();  // nothing to clean up: a signal ends the program at once
  const auto before = ReadResult(spec.compare.before);
  const auto after = ReadResult(spec.compare.after);
  Diagnostics unread = before ? Diagnostics{} : before.diagnostics();
  if (!after) unread.insert(unread.end(), after.diagnostics().begin(), after.diagnostics().end());
  if (!unread.empty()) return PrintDiagnostics(unread, console.err, kBadInput);
  const auto print = spec.format == Format::kJson ? PrintChangesAsJson : PrintChanges;
  const Compared found = print({*before, *after}, spec.compare.tolerance, console.out);
  return found.worse == 0 ? kDone : kViolation;
}

}  // namespace toroid
