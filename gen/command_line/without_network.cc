#include "gen/command_line/without_network.h"

#include <fmt/core.h>

#include <cassert>

#include "gen/command_line/values.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::uint32_t kMostChosenGuest = 1 << 14;

std::vector<std::string> Operands(const std::string& lines) {
  if (lines.empty()) return {};
  const auto operands = SplitAt(lines, '\n');
  return {operands.begin(), operands.end()};
}

// Two files, before and after.
void ReadCompared(const std::string& operands, CompareRequest& compare, Diagnostics& diagnostics) {
  const std::vector<std::string> files = Operands(operands);
  if (files.size() == 2) {
    compare.before = files[0];
    compare.after = files[1];
    return;
  }
  diagnostics.push_back(
      {"command line", "",
       files.empty() ? "no results are named" : Counted(files.size(), "result") + " named",
       "compare takes two: " + std::string(OperandsOf(Command::kCompare))});
}

// One file or more, and a page.
void ReadReported(const std::string& operands, Spec& spec, Diagnostics& diagnostics) {
  spec.results = Operands(operands);
  if (spec.results.empty())
    diagnostics.push_back({"command line", "", "no result is named",
                           "report takes " + std::string(OperandsOf(Command::kReport))});
  if (!spec.out.ends_with(".html"))
    diagnostics.push_back({"--out", spec.out, "does not end in .html", "pages are HTML"});
}

// Guest, nodes, and the machine.
void ReadChosen(const Values& values, Spec& spec, Diagnostics& diagnostics) {
  for (const OptionName name : {OptionName("--guest"), OptionName("--nodes")}) {
    if (!values.Given(name))
      diagnostics.push_back({std::string(name), "", "is missing",
                             fmt::format("choose needs {} {}", name.text(),
                                         FormFor(Command::kChoose, *FindOption(name)))});
  }
  spec.guest = values.GraphOf("--guest");
  if (values.Given("--nodes"))
    spec.choose.nodes = static_cast<std::uint32_t>(values.Whole("--nodes"));
  spec.choose.by =
      *ByName(values.Text("--by"), {RankBy::kCycles, RankBy::kCost, RankBy::kDilation});
  spec.hardware.ports = *values.Choice("--ports", ParsePorts);
  spec.cost.elements = static_cast<int>(values.Whole("--elements"));
  spec.cost.startup = values.Number("--startup");
  spec.cost.per_flit = values.Number("--per-flit");
  if (spec.guest && spec.guest->size() > kMostChosenGuest)
    diagnostics.push_back({"--guest", values.Text("--guest"),
                           Counted(spec.guest->size(), "node") + " are too many to schedule",
                           fmt::format("allowed are up to {}", kMostChosenGuest)});
}

}  // namespace

Result<Spec> SpecWithoutNetwork(Command command, RawOptions options, Diagnostics diagnostics) {
  assert(!IsOfANetwork(command));
  Spec spec;
  spec.command = command;
  const auto operands = options.extract(std::string(kOperands));
  const std::string given = operands ? operands.mapped().text : "";
  if (command == Command::kCompare) ReadCompared(given, spec.compare, diagnostics);
  const Values values(command, std::move(options), diagnostics);
  if (!diagnostics.empty()) return diagnostics;
  if (command == Command::kInit || command == Command::kReport) {
    spec.out = values.Text("--out");
    spec.axi4 = command == Command::kInit && values.Given("--axi4");
  } else {
    spec.format = *ByName(values.Text("--format"), {Format::kText, Format::kJson});
  }
  if (command == Command::kChoose) ReadChosen(values, spec, diagnostics);
  if (command == Command::kReport) ReadReported(given, spec, diagnostics);
  if (command == Command::kCompare) spec.compare.tolerance = values.Number("--tolerance");
  if (!diagnostics.empty()) return diagnostics;
  return spec;
}

}  // namespace toroid
