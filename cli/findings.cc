#include "cli/findings.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "gen/support/text.h"

namespace toroid {
namespace {

void PrintCsv(const std::vector<Finding>& findings, std::ostream& out) {
  out << "what,holds,items_checked,counterexample\n";
  for (const Finding& finding : findings) {
    out << fmt::format("{},{},{},{}\n", CsvField(finding.what), finding.holds,
                       finding.items_checked, CsvField(finding.counterexample));
  }
}

}  // namespace

Json FindingsJson(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back(
        {{"what", finding.what},
         {"holds", finding.holds},
         {"items_checked", finding.items_checked},
         {"counterexample",
          finding.counterexample.empty() ? Json(nullptr) : Json(finding.counterexample)}});
  }
  return list;
}

void PrintFindingsText(const std::vector<Finding>& findings, std::ostream& out) {
  for (const Finding& finding : findings) {
    out << fmt::format("{}  {} ({} checked)\n", finding.holds ? "holds " : "BROKEN", finding.what,
                       Counted(finding.items_checked, finding.item, finding.items));
    if (!finding.counterexample.empty()) out << fmt::format("        {}\n", finding.counterexample);
  }
}

void PrintFindings(const std::vector<Finding>& findings, Format format, std::ostream& out) {
  switch (format) {
    case Format::kText: PrintFindingsText(findings, out); break;
    case Format::kJson:
      out << JsonText(ResultJson(Command::kCheck, {{"findings", FindingsJson(findings)}}));
      break;
    case Format::kCsv: PrintCsv(findings, out); break;
  }
}

int Conclude(std::vector<Finding> findings,
             const std::optional<Result<std::vector<Finding>>>& netlist, Format format,
             const Console& console) {
  if (netlist && netlist->ok())
    findings.insert(findings.end(), (*netlist)->begin(), (*netlist)->end());
  PrintFindings(findings, format, console.out);
  if (netlist && !netlist->ok())
    return PrintDiagnostics(netlist->diagnostics(), console.err, kFailed);
  return std::ranges::all_of(findings, &Finding::holds) ? kDone : kViolation;
}

}  // namespace toroid
