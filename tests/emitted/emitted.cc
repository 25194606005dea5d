#include "tests/emitted/emitted.h"

#include <memory>
#include <optional>
#include <regex>

#include "gen/degraded/routing.h"

namespace toroid::test {

degraded::DegradedHost SurvivorsOf(const Network& network, const Graph& host) {
  degraded::Dead dead;
  if (!network.dead_links.empty())
    dead.links = degraded::ParseDeadLinks(network.dead_links, host).value();
  if (!network.dead_nodes.empty())
    dead.nodes = degraded::ParseDeadNodes(network.dead_nodes, host).value();
  return degraded::DegradedHost::Create(host, dead).value();
}

// Null without dead parts, loaded tables and twists.
std::shared_ptr<const RoutedHost> RoutesOf(const Network& network, const Graph& host) {
  if (!network.routed() && !host.IsTwisted()) return nullptr;
  const degraded::DegradedHost degraded = SurvivorsOf(network, host);
  return std::make_shared<const RoutedHost>(
      RoutedHost{degraded, degraded::ComputeTables(degraded).value().tables});
}

JoinOptions ModuleOf(const std::string& file, int latency, std::optional<WordOperator> by) {
  return {
      .by = by,
      .module = OperatorModule{.path = file, .latency = latency, .text = ReadFile(Checkout(file))}};
}

Plan PlanOf(const Network& network) {
  const Graph host = Graph::Parse(network.host).value();
  std::optional<Embedding> embedding;
  HardwareOptions hardware;
  hardware.flit_width = network.flit_width;
  if (!network.embedding.empty()) {
    const EmbeddingKind kind = ParseEmbeddingKind(network.embedding).value();
    if (!network.partition.empty())
      hardware.partition = Partition::Create(host, network.partition, network.base).value();
    const Graph& place = hardware.partition ? hardware.partition->shape() : host;
    embedding = Embedding::Create(kind, Graph::Parse(network.guest).value(), place, network.order,
                                  network.walk, network.dilation)
                    .value();
    hardware.address = network.address;
  }
  hardware.ports = network.ports;
  hardware.buffered.arbiter = network.arbiter;
  hardware.buffered.storage = network.storage;
  hardware.classes = network.classes;
  hardware.wrap = network.wrap;
  hardware.name = network.name;
  hardware.processes = network.processes;
  hardware.schedule_unit.task = network.unit_task;
  hardware.atu_stages = network.atu_stages;
  hardware.relay = network.relay;
  hardware.translation = network.translation;
  hardware.router = network.router;
  hardware.schedule_unit.check_arrivals = network.check_arrivals;
  hardware.barrier = network.barrier;
  hardware.in_network = network.in_network;
  hardware.join = network.join;
  hardware.root = network.root;
  if (network.in_network && network.degraded())
    hardware.survivors = std::make_shared<const degraded::DegradedHost>(SurvivorsOf(network, host));
  hardware.load.words = network.broadcast;
  hardware.load.routes = network.loaded_routes;
  hardware.routes = RoutesOf(network, host);
  hardware.load.tables = network.loaded_tables;
  hardware.load.tree = network.loaded_tree;
  hardware.load.address_units = network.loaded_units;
  if (network.images) hardware.load.images = std::make_shared<const NodeImages>(*network.images);
  hardware.links.stages = network.link_stages;
  hardware.links.protect = network.protect;
  if (network.link_stages > 0) hardware.buffered.depth = FullRateDepth(network.link_stages);
  return Plan::Create(host, embedding, hardware).value();
}

EmittedFiles FilesOf(const Network& network) {
  return RenderRtl(PlanOf(network), "toroid generate").value();
}

std::string NameOf(const Network& network) {
  std::string text = network.host + "_" + std::string(ToString(network.ports)) + "_" +
                     std::string(ToString(network.arbiter));
  if (network.storage != Storage::kRegisters) text += "_" + std::string(ToString(network.storage));
  if (!network.embedding.empty())
    text += "_" + network.embedding + "_" + std::string(ToString(network.order));
  if (!network.embedding.empty() && network.address == Address::kPhysical) text += "_physical";
  if (network.processes > 1) text += "_processes_" + std::to_string(network.processes);
  for (const int length : network.partition) text += "_" + std::to_string(length);
  if (network.translation) text += "_" + std::string(ToString(*network.translation));
  if (network.unit_task) text += "_" + std::string(ToString(network.unit_task->schedule));
  if (network.unit_task && network.unit_task->pipelining > 0) text += "_program";
  if (network.relay) text += "_relay";
  if (network.router == RouterKind::kScheduled) text += "_scheduled";
  if (network.check_arrivals) text += "_checked";
  if (network.barrier) text += "_barrier";
  if (network.broadcast) text += "_broadcast";
  if (network.in_network)
    text += "_" + InNetworkText(*network.in_network, network.join) + std::to_string(network.root);
  if (network.routed()) text += "_routes";
  if (network.degraded()) text += "_" + network.dead_links + "_" + network.dead_nodes;
  if (network.loaded_routes) text += "_loaded_routes";
  if (network.loaded_tables) text += "_loaded";
  if (network.loaded_tree) text += "_loaded_tree";
  if (network.loaded_units) text += "_loaded_units";
  if (network.link_stages > 0) text += "_" + std::to_string(network.link_stages) + "_stages";
  if (network.classes > 1) text += "_" + std::to_string(network.classes) + "_classes";
  text += OptionsText(network.wrap);
  if (network.flit_width != 32) text += "_of_" + std::to_string(network.flit_width);
  if (network.protect != Protection::kNone) text += "_" + std::string(ToString(network.protect));
  return std::regex_replace(text, std::regex("[^A-Za-z0-9]+"), "_");
}

std::string TestName(const testing::TestParamInfo<Network>& test) { return NameOf(test.param); }

void PrintTo(const Network& network, std::ostream* out) { *out << NameOf(network); }

EmittedFolder::EmittedFolder(const EmittedFiles& files) {
  const auto written = WriteTree(path(), [&](FileSink& sink) {
    for (const auto& [name, text] : files) {
      sink.Begin(name);
      sink.Write(text);
      sink.End();
    }
    return Diagnostics{};
  });
  EXPECT_TRUE(written.ok());
}

std::string Yosys(const std::string& script) {
  return "yosys -q -p \"$(sed -n 's/^rtl/read_verilog rtl/; s/$/;/; /^read/p' net.f) " + script +
         "\"";
}

std::string VerilatorLint(const std::string& top) {
  // without the option it would say that there is another top
  const std::string option = top == "net_top" ? "" : " --top-module " + top;
  return "verilator --lint-only -Wall $(find lint -name '*.vlt' 2>/dev/null) -f net.f" + option;
}

std::string IcarusLint(const std::string& top) {
  return "iverilog -g2005 -Wall -t null -s " + top + " -c net.f";
}

std::string YosysLint(const std::string& top) {
  return Yosys("hierarchy -check -top " + top + "; proc; check -assert");
}

// Works bit by bit (splitnets): two independent bits of one wire form no path.
std::string YosysNode(const Network& network) {
  const std::string outputs = std::string(network.unit_task ? "o:send %d " : "") +
                              (network.translation ? "o:table_* %d " : "") +
                              (network.router == RouterKind::kScheduled ? "o:m_axis_* %d " : "");
  const bool exchanged = network.translation == TableMethod::kExchanged;
  const std::string constants = std::string("i:coordinates %d") +
                                (network.partition.empty() ? "" : " i:base %d") +
                                (exchanged ? " i:table_start %d" : "");
  const std::string gate = network.storage == Storage::kGated ? "blackbox net_clock_gate; " : "";
  return Yosys(
      "hierarchy -check -top net_node; proc; " + gate +
      "flatten; check -assert; "
      "synth -top net_node -noabc; check -assert; "
      "tee -q -o gates.txt select -count t:*; select -assert-none t:*DLATCH* t:*dlatch* t:*SR_*; "
      "delete t:*DFF*; splitnets; select -assert-none o:* " +
      outputs + "%ci* i:* %i " + constants);
}

}  // namespace toroid::test
