// First the rules of gen/rules, then what needs the graphs. A caller from C++ may give numbers that
// no command line can, so ranges are checked here too.
#include "gen/plan/checks.h"

#include <fmt/core.h>

#include <map>
#include <utility>

#include "gen/plan/broadcast.h"
#include "gen/plan/loaded_units.h"
#include "gen/plan/verilog_name.h"
#include "gen/rules/rules.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMaxNameLength = 64;

// What the options of a plan say, as rules ask it.
class PlanFacts : public Facts {
 public:
  PlanFacts(const std::optional<Embedding>& embedding, const HardwareOptions& options)
      : options_(options) {
    Say("--router", ToString(options.router), options.router != RouterKind::kBuffered);
    Say("--address", ToString(options.address), options.address != Address::kPhysical);
    Say("--protect", ToString(options.links.protect), options.links.protect != Protection::kNone);
    Say("--counters", "", options.links.counters);
    const int own = options.wrap.axi ? 2 : 1;
    Say("--classes", std::to_string(options.classes),
        options.classes > 1 && options.classes != own);
    Say("--relay", "", options.relay);
    Say("--barrier", options.barrier ? "hardware" : "assumed", options.barrier);
    Say("--atu-stages", std::to_string(options.atu_stages), options.atu_stages > 0);
    Say("--link-stages", std::to_string(options.links.stages), options.links.stages > 0);
    Say("--processes", std::to_string(options.processes), options.processes > 1);
    Say("--schedule-units", options.schedule_unit.check_arrivals ? "check" : "send",
        options.schedule_unit.check_arrivals);
    Say("--load", LoadText(options), Hears(options));
    Say("--local", options.wrap.axi ? "axi4" : "streams", options.wrap.axi.has_value());
    Say("--ports", ToString(options.ports), options.ports != Ports::kOne);
    Say("--tkeep", "", options.wrap.keep);
    Say("--user-bits", std::to_string(options.wrap.user_bits), options.wrap.user_bits > 0);
    Say("--node-clocks", NodesText(options.wrap.own_clock), HasOwnClocks(options.wrap));
    if (options.translation) Say("--translation", ToString(*options.translation));
    if (options.schedule_unit.task)
      Say("--schedule", ToString(options.schedule_unit.task->schedule));
    if (options.routes && !options.routes->host.IsWhole()) Say("--dead-links", "");
    if (options.partition) Say("--partition", options.partition->ToString());
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
    if (fact == Fact::kRoutes) return options_.routes != nullptr;
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

  const HardwareOptions& options_;
  std::map<std::string_view, Saying> said_;
};

// Ranges of numbers.
void CheckNumbers(const Graph& host, const HardwareOptions& options, Diagnostics& found) {
  const auto check = [&](const char* option, int value, int least, int most,
                         const std::string& allowed) {
    if (value < least || value > most)
      found.push_back({option, std::to_string(value), "is out of range", allowed});
  };
  const auto range = [](int least, int most) { return fmt::format("{} to {}", least, most); };
  const int width = options.flit_width;
  if (width < kLeastFlitWidth || width > kMostFlitWidth || width % kLeastFlitWidth != 0) {
    found.push_back({"--flit-width", std::to_string(width), "is not a payload width",
                     fmt::format("allowed are the multiples of {} from {}", kLeastFlitWidth,
                                 range(kLeastFlitWidth, kMostFlitWidth))});
  }
  check("--buffer-depth", options.buffered.depth, kLeastBufferDepth, kMostBufferDepth,
        fmt::format("allowed are {} flits", range(kLeastBufferDepth, kMostBufferDepth)));
  check("--atu-stages", options.atu_stages, 0, kMostAtuStages,
        "allowed are " + range(0, kMostAtuStages));
  check("--link-stages", options.links.stages, 0, kMostLinkStages,
        "allowed are " + range(0, kMostLinkStages));
  check("--user-bits", options.wrap.user_bits, 0, kMostUserBits,
        "allowed are " + range(0, kMostUserBits));
  const int most = static_cast<int>(kMostProcesses / host.size());
  check("--processes", options.processes, 1, most,
        fmt::format("allowed on {} are {}", host.ToString(), range(1, most)));
}

// Data and tables of AXI4 endpoints.
void CheckEndpoints(const Graph& host, const HardwareOptions& options, Diagnostics& found) {
  if (!options.wrap.axi) return;
  const int width = options.flit_width;
  if (!IsAxiDataWidth(width)) {
    found.push_back({"--flit-width", std::to_string(width), "is no width of AXI4 endpoints' data",
                     "AXI4 endpoints take 32, 64, 128, 256, 512"});
    return;
  }
  for (const AxiFault& fault : FaultsOf(*options.wrap.axi, host, width))
    found.push_back({fault.key, fault.value, fault.what, fault.allowed});
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

std::string LoadText(const HardwareOptions& options) {
  std::string text = options.load.routes ? "routes" : options.load.tables ? "tables" : "";
  if (options.load.address_units) text += text.empty() ? "address-units" : ",address-units";
  if (options.load.words && text.empty()) text = "words";
  return text;
}

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
  Diagnostics found = BrokenRules(AllRules(), PlanFacts(embedding, options));
  if (!found.empty()) return found;
  CheckGraphs(host, embedding, options, found);
  CheckNumbers(host, options, found);
  CheckEndpoints(host, options, found);
  const Diagnostics of_name = NameDiagnostics(options.name);
  found.insert(found.end(), of_name.begin(), of_name.end());
  if (found.empty() && options.load.address_units)
    return LoadedUnitDiagnostics(options.partition.value_or(Partition::Whole(host)), *embedding);
  return found;
}

}  // namespace toroid
