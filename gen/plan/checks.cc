// First the rules of gen/rules, then what needs the graphs. A caller from C++ may give numbers that
// no command line can, so ranges are checked here too.
#include <fmt/core.h>

#include <map>
#include <utility>

#include "gen/plan/broadcast.h"
#include "gen/plan/hardware_options.h"
#include "gen/plan/loaded_units.h"
#include "gen/plan/verilog_name.h"
#include "gen/rules/rules.h"
#include "gen/support/text.h"
#include "gen/trees/network_tree.h"

namespace toroid {
namespace {

constexpr std::size_t kMaxNameLength = 64;

// What the options of a plan say, as rules ask it.
class PlanFacts : public Facts {
 public:
  PlanFacts(const Graph& host, const std::optional<Embedding>& embedding, HardwareOptions options)
      : options_(std::move(options)), twisted_(host.IsTwisted()) {
    HardwareOptions usual;
    const Fields fields = options_.fields();
    const Fields defaults = usual.fields();
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::string text = fields[f].Text();
      const bool is_flag = std::holds_alternative<bool*>(fields[f].value);
      Say(fields[f].option, is_flag ? "" : text, fields[f].said && text != defaults[f].Text());
    }
    if (options_.in_network) Say("--in-network", ToString(*options_.in_network));
    Say("--target", ToString(FpgaFamily::kGeneric), false);  // any may be meant
    if (options_.schedule_unit.task)
      Say("--schedule", ToString(options_.schedule_unit.task->schedule));
    if (options_.routes && !options_.routes->host.IsWhole()) Say("--dead-links", "");
    if (options_.partition) Say("--partition", options_.partition->ToString());
    if (!embedding) return;
    Say("--guest", embedding->guest().ToString());
    Say("--embedding", ToString(embedding->kind()));
  }

  std::string Text(OptionName option) const override {
    const auto found = said_.find(option.text());
    return found == said_.end() ? "" : found->second.text;
  }
  bool Given(OptionName option) const override { return Asks(option); }
  bool Asks(OptionName option) const override {
    const auto found = said_.find(option.text());
    return found != said_.end() && found->second.asks;
  }
  bool Holds(Fact fact) const override {
    const auto& unit = options_.schedule_unit.task;
    if (fact == Fact::kRoutes) return options_.routes || twisted_;
    if (fact == Fact::kTwisted) return twisted_;
    if (fact == Fact::kTable) return unit && NeedsTable(unit->schedule) && unit->pipelining == 0;
    return fact == Fact::kUnits && unit;
  }
  std::string Form(OptionName /*option*/) const override { return ""; }

 private:
  struct Saying {
    std::string text;
    bool asks;
  };
  void Say(OptionName option, std::string_view text, bool asks = true) {
    said_[option.text()] = {std::string(text), asks};
  }

  HardwareOptions options_;
  bool twisted_;
  std::map<std::string_view, Saying> said_;
};

// Ranges of numbers.
void CheckNumbers(const Graph& host, HardwareOptions options, Diagnostics& found) {
  for (const Field& field : options.fields()) {
    const auto* number = std::get_if<int*>(&field.value);
    if (number != nullptr && field.range.high > 0 && !field.range.Has(**number))
      found.push_back(
          {std::string(field.option), field.Text(), "is out of range", field.range.Text()});
  }
  const int most = static_cast<int>(kMostProcesses / host.size());
  if (options.processes < 1 || options.processes > most)
    found.push_back({"--processes", std::to_string(options.processes), "is out of range",
                     fmt::format("allowed on {} are 1 to {}", host.ToString(), most)});
}

// Data and tables of AXI4 endpoints.
void CheckEndpoints(const Graph& host, const HardwareOptions& options, Diagnostics& found) {
  if (!options.wrap.axi) return;
  const int width = options.flit_width;
  if (!IsAxiDataWidth(width)) {
    found.push_back({"--flit-width", std::to_string(width), "is not a data width of AXI4 endpoints",
                     "AXI4 endpoints take 32, 64, 128, 256, 512"});
    return;
  }
  for (const AxiFault& fault : FaultsOf(*options.wrap.axi, host, width))
    found.push_back({fault.key, fault.value, fault.what, fault.allowed});
}

// A root that is alive, and a tree that reaches whoever is.
void CheckTree(const Graph& host, const HardwareOptions& options, Diagnostics& found) {
  if (!options.in_network) return;
  const std::string text = std::to_string(options.root);
  const NodeId root{static_cast<std::uint32_t>(options.root)};
  if (options.root < 0 || root.value() >= host.size()) {
    found.push_back({"--root", text, "is not a node of host " + host.ToString(),
                     fmt::format("its nodes are 0 to {}", host.size() - 1)});
    return;
  }
  if (!options.survivors) return;
  if (!options.survivors->IsAlive(root)) {
    found.push_back({"--root", text, "is a dead node", "give a node that is alive"});
    return;
  }
  const trees::NetworkTree tree(*options.survivors, root);
  for (const NodeId node : options.survivors->survivors()) {
    if (tree.Has(node)) continue;
    found.push_back({"--dead-links", options.survivors->DeadLinksText(),
                     fmt::format("leave no way to node {} by links that are alive in both "
                                 "directions",
                                 host.NodeText(node)),
                     "the tree of --in-network uses links both ways"});
    return;
  }
}

void CheckOperator(const HardwareOptions& options, Diagnostics& found) {
  if (options.in_network != InNetwork::kReduction) return;
  const int width = options.flit_width + SideBits(options.wrap, options.flit_width);
  if (const auto why = OperatorDiagnostic(options.join, options.name, width)) found.push_back(*why);
}

// Graphs that belong to each other.
void CheckGraphs(const Graph& host, const std::optional<Embedding>& embedding,
                 const HardwareOptions& options, Diagnostics& found) {
  const auto& partition = options.partition;
  if (host.axes() > kMaxRtlAxes) {
    found.push_back({"--host", host.ToString(), fmt::format("has {} axes", host.axes()),
                     fmt::format("hardware is built for 1 to {} axes", kMaxRtlAxes)});
  } else if (Hears(options) && AddressBits(host) > kTypeBit) {
    found.push_back({"--host", host.ToString(),
                     fmt::format("has addresses of {} bits", AddressBits(host)),
                     fmt::format("what a host sends names nodes by at most {} bits", kTypeBit)});
  }
  if (host.IsTwisted() && !options.routes)
    found.push_back(
        {"--host", host.ToString(), "has routers that read tables", "give the plan its routes"});
  if (partition && partition->host() != host)
    found.push_back({"--partition", partition->ToString(), "is of another host",
                     "the partition is of " + partition->host().ToString()});
  if (embedding && embedding->host() != (partition ? partition->shape() : host))
    found.push_back({"--host", host.ToString(), "is not the embedding's host",
                     "the embedding is for " + embedding->host().ToString()});
  if (HasOwnClocks(options.wrap) && options.wrap.own_clock.size() != host.size())
    found.push_back({"--node-clocks", NodesText(options.wrap.own_clock), "is of another host",
                     "give a bit for each node"});
  if (options.processes > 1 && options.translation && embedding && embedding->IsInjective())
    found.push_back({"--processes", std::to_string(options.processes),
                     "tables of one guest node a node name no process",
                     "leave out --processes or --translation"});
}

}  // namespace

Diagnostics NameDiagnostics(const std::string& name) {
  Diagnostics found;
  const std::string allowed =
      "allowed are 1 to 64 letters, digits and single underscores, a letter first and no "
      "underscore last, but no Verilog or SystemVerilog "
      "keyword";
  if (!IsPlainIdentifier(name))
    found.push_back({"--name", name, "is not a plain identifier", allowed});
  if (name.size() > kMaxNameLength)
    found.push_back({"--name", name, "has " + Counted(name.size(), "character"), allowed});
  if (IsVerilogKeyword(name)) found.push_back({"--name", name, "is a Verilog keyword", allowed});
  return found;
}

Diagnostics OptionDiagnostics(const Graph& host, const std::optional<Embedding>& embedding,
                              const HardwareOptions& options) {
  Diagnostics found = BrokenRules(AllRules(), PlanFacts(host, embedding, options));
  if (!found.empty()) return found;
  CheckGraphs(host, embedding, options, found);
  CheckTree(host, options, found);
  CheckOperator(options, found);
  CheckNumbers(host, options, found);
  CheckEndpoints(host, options, found);
  const Diagnostics of_name = NameDiagnostics(options.name);
  found.insert(found.end(), of_name.begin(), of_name.end());
  if (found.empty() && options.load.address_units)
    return LoadedUnitDiagnostics(options.partition.value_or(Partition::Whole(host)), *embedding);
  return found;
}

}  // namespace toroid
