// `toroid compare`: two results, value by value.
#include <fmt/core.h>

#include <cmath>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/support/text.h"
#include "sim/report/comparison.h"

namespace toroid {
namespace {

constexpr std::size_t kMostShown = 400;  // bytes of a name or a value

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

void Print(const Changes& found, std::ostream& out) {
  for (const Change& change : found.list)
    out << fmt::format("{:<10} {:<32} {}\n", ToString(change.verdict),
                       Printable(change.path, kMostShown), Told(change));
  out << fmt::format("{} compared, {} changed; of {} that can get worse, {} did\n",
                     Counted(found.compared, "value"), found.list.size(), found.judged,
                     found.worse());
}

Json JsonOf(const Changes& found) {
  Json list = Json::array();
  for (const Change& change : found.list)
    list.push_back({{"path", change.path},
                    {"before", change.before},
                    {"after", change.after},
                    {"verdict", ToString(change.verdict)}});
  return {{"compared", found.compared},
          {"judged", found.judged},
          {"changed", found.list.size()},
          {"worse", found.worse()},
          {"changes", std::move(list)}};
}

}  // namespace

int RunCompare(const Spec& spec, const Console& console) {
  const auto before = ReadResult(spec.compare.before);
  const auto after = ReadResult(spec.compare.after);
  Diagnostics unread = before ? Diagnostics{} : before.diagnostics();
  if (!after) unread.insert(unread.end(), after.diagnostics().begin(), after.diagnostics().end());
  if (!unread.empty()) return PrintDiagnostics(unread, console.err, kBadInput);
  const Changes found = ChangesBetween(*before, *after, spec.compare.tolerance);
  if (spec.format == Format::kJson) {
    console.out << JsonText(ResultJson(Command::kCompare, JsonOf(found)));
  } else {
    Print(found, console.out);
  }
  return found.worse() == 0 ? kDone : kViolation;
}

}  // namespace toroid
