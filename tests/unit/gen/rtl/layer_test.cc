// The layers of a node: their records are consistent, and the writers of node and top need nothing
// but a record.
#include "gen/rtl/layer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <stdexcept>

#include "gen/degraded/routing.h"
#include "gen/rtl/atu.h"
#include "gen/rtl/network.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/rtl.h"
#include "gen/rtl/wrap.h"

namespace toroid::gen_rtl_layer_test {
namespace {

using rtl::InTop;
using rtl::Layer;
using rtl::Layers;
using rtl::LayersOf;
using rtl::NodePorts;
using rtl::NodeValues;
using rtl::Part;
using rtl::RouterInNode;
using rtl::TopPorts;
using rtl::TopValues;
using rtl::Values;
using Names = std::set<std::string>;

// ---- plans that have, together, every layer in every form ----

struct Case {
  std::string host;
  std::string guest = {};
  std::string embedding = {};
  HardwareOptions hardware = {};
  std::vector<int> partition = {};
};

template <class T>
T Valid(const Result<T>& result) {
  if (!result.ok()) throw std::invalid_argument(ToString(result.diagnostics().front()));
  return *result;
}

Plan PlanOf(Case c) {
  c.hardware.name = "net";
  const Graph host = Valid(Graph::Parse(c.host));
  if (!c.partition.empty()) c.hardware.partition = Valid(Partition::Create(host, c.partition));
  std::optional<Embedding> embedding;
  if (!c.guest.empty()) {
    embedding = Valid(Embedding::Create(
        *ParseEmbeddingKind(c.embedding), Valid(Graph::Parse(c.guest)),
        c.hardware.partition ? c.hardware.partition->shape() : host, BitOrder::kCyclic));
  }
  return Valid(Plan::Create(host, embedding, c.hardware));
}

std::vector<Plan> EveryForm() {
  const HardwareOptions logical{.address = Address::kLogical};
  const HardwareOptions relay{
      .ports = Ports::kAll, .translation = TableMethod::kComputed, .relay = true};
  const HardwareOptions unit{.ports = Ports::kAll,
                             .schedule_unit = {.task = UnitTask{ScheduleKind::kStream, {0, 6}, 4}}};
  const HardwareOptions scheduled{.router = RouterKind::kScheduled};
  const HardwareOptions multicast{.router = RouterKind::kScheduled,
                                  .in_network = InNetwork::kMulticast};
  const HardwareOptions reduction{
      .router = RouterKind::kScheduled, .in_network = InNetwork::kReduction, .root = 3};
  HardwareOptions loaded_tree = reduction;
  loaded_tree.load.tree = true;
  HardwareOptions staged_multicast = multicast;
  staged_multicast.links.stages = 1;
  const HardwareOptions broadcast{.load = {.words = true}};
  const HardwareOptions gated{.buffered = {.storage = Storage::kGated}};
  const HardwareOptions stages{.links = {.stages = 1}};
  const HardwareOptions checks{.links = {.protect = Protection::kParity}};
  const HardwareOptions counters{.links = {.stages = 1, .counters = true}};
  const HardwareOptions barrier{.barrier = true};
  const HardwareOptions copies{.in_network = InNetwork::kMulticast};
  const HardwareOptions staged_copies{.links = {.stages = 1}, .in_network = InNetwork::kMulticast};
  const HardwareOptions checked{
      .ports = Ports::kAll,
      .router = RouterKind::kScheduled,
      .schedule_unit = {.task = UnitTask{ScheduleKind::kStream, {0, 6}, 4},
                        .check_arrivals = true}};
  HardwareOptions tables = checked;
  tables.schedule_unit.task->schedule = ScheduleKind::kList;
  HardwareOptions loaded = tables;
  loaded.load.tables = true;
  HardwareOptions units = loaded;
  units.address = Address::kLogical;
  units.load.address_units = true;
  HardwareOptions unchecked = loaded;
  unchecked.schedule_unit.check_arrivals = false;
  HardwareOptions program = checked;
  program.schedule_unit.task->pipelining = 8;
  const HardwareOptions exchanged{.translation = TableMethod::kExchanged};
  const HardwareOptions wide{.ports = Ports::kAll, .address = Address::kLogical};
  HardwareOptions computed = wide;
  computed.translation = TableMethod::kComputed;
  const degraded::DegradedHost host(Graph::Parse("torus:3x2").value());
  const HardwareOptions routes{.ports = Ports::kAll,
                               .routes = std::make_shared<const RoutedHost>(
                                   RoutedHost{host, degraded::ComputeTables(host).value().tables})};
  const auto degraded =
      degraded::DegradedHost::Create(host.host(), {.links = {}, .nodes = {NodeId{5}}}).value();
  HardwareOptions absent = routes;
  absent.routes = std::make_shared<const RoutedHost>(
      RoutedHost{degraded, degraded::ComputeTables(degraded).value().tables});
  HardwareOptions routed_broadcast = routes;
  routed_broadcast.load.words = true;
  HardwareOptions loaded_routes = routes;
  loaded_routes.load.routes = true;
  std::vector<Plan> plans;
  for (const Case& c : {Case{"mesh:4x2x3"},
                        Case{.host = "torus:3x2", .hardware = routes},
                        Case{.host = "torus:3x2", .hardware = absent},
                        Case{.host = "torus:3x2", .hardware = routed_broadcast},
                        Case{.host = "torus:3x2", .hardware = loaded_routes},
                        Case{"torus:8x8", "hypercube:6", "xor", wide},
                        Case{"hypercube:4", "mesh:3x5", "gray", logical},
                        Case{"ring:27", "mesh:3x3x3", "tao", wide},
                        Case{"mesh:3x3x3", "ring:27", "tao", wide},
                        Case{"line:16", "hypercube:4", "by-weight", logical},
                        Case{"mesh:11x13", "ring:143", "tao", {.atu_stages = 3}},
                        Case{"hypercube:5", "mesh:19x19", "gray", {.atu_stages = 4}},
                        Case{"torus:3x3", "torus:6x6", "tao", wide},
                        Case{"mesh:3x5", "ring:15", "tao", relay},
                        Case{"torus:8x8", "hypercube:6", "xor", unit},
                        Case{"torus:5x2", "", "", scheduled},
                        Case{"torus:5x2", "", "", multicast},
                        Case{"torus:5x2", "", "", reduction},
                        Case{"torus:5x2", "", "", loaded_tree},
                        Case{"torus:5x2", "", "", staged_multicast},
                        Case{"torus:5x2", "", "", barrier},
                        Case{"torus:5x2", "", "", copies},
                        Case{"torus:5x2", "", "", staged_copies},
                        Case{"torus:5x2", "", "", broadcast},
                        Case{"torus:5x2", "", "", gated},
                        Case{"torus:5x2", "", "", stages},
                        Case{"torus:5x2", "", "", checks},
                        Case{"mesh:4x3", "", "", checks},
                        Case{"torus:3x2", "", "", counters},
                        Case{"torus:8x8", "hypercube:6", "xor", checked},
                        Case{"torus:8x8", "hypercube:6", "xor", tables},
                        Case{"torus:8x8", "hypercube:6", "xor", loaded},
                        Case{"torus:8x8", "hypercube:6", "xor", units},
                        Case{"torus:8x8", "hypercube:6", "xor", unchecked},
                        Case{"torus:8x8", "hypercube:6", "xor", program},
                        Case{"torus:4x4", "torus:4x4", "identity", exchanged},
                        Case{"torus:4x4", "torus:4x4", "identity", computed},
                        Case{"torus:3x3", "torus:6x6", "tao", computed},
                        Case{"mesh:8x8", "ring:15", "tao", wide, {3, 5}},
                        Case{"mesh:8x8", "ring:30", "tao", wide, {3, 5}}})
    plans.push_back(PlanOf(c));
  return plans;
}

// Whether the module is generated, that is, not one of the library.
bool IsMade(const std::string& module) {
  return module.starts_with("atu_") || module == "schedule_table" || module == "routing_table" ||
         module == "broadcast_tree" || module == "tree_ports";
}

// ---- library modules ----

// Every module of the library, without its toroid_.
Names LibraryModules() {
  namespace fs = std::filesystem;
  Names modules;
  for (const auto& file : fs::recursive_directory_iterator(TemplateRoot() / "lib")) {
    if (!file.is_regular_file()) continue;
    modules.insert(file.path().stem().string().substr(std::string("toroid_").size()));
  }
  return modules;
}

TEST(Layers, EachLibraryModuleBelongsToOneLayerToTheRouterOrToTheWrap) {
  std::map<std::string, Names> owners;
  for (const Plan& plan : EveryForm()) {
    for (const std::string& module : rtl::RouterModules(plan)) owners[module].insert("router");
    for (const Layer& layer : LayersOf(plan)) {
      for (const std::string& module : layer.modules) {
        if (!IsMade(module)) owners[module].insert(layer.name);
      }
    }
  }
  const Plan clocks = Plan::Create(Graph::Parse("ring:3").value(), std::nullopt,
                                   {.wrap = {.own_clock = {true, false, false}}})
                          .value();
  for (const std::string& module : rtl::WrapModules(clocks)) owners[module].insert("wrap");
  const AxiOptions axi = {.nodes = {{}, {.lite = true, .timeout = 100}, {}}};
  const Plan endpoints =
      Plan::Create(Graph::Parse("ring:3").value(), std::nullopt, {.wrap = {.axi = axi}}).value();
  for (const std::string& module : rtl::WrapModules(endpoints)) owners[module].insert("wrap");
  Names owned;
  for (const auto& [module, names] : owners) {
    owned.insert(module);
    EXPECT_EQ(names.size(), 1U) << module << " belongs to " << *names.begin() << " and others";
  }
  EXPECT_EQ(owned, LibraryModules());
}

// Modules that rtl files declare, and modules that they instantiate.
struct Modules {
  Names declared;
  Names instantiated;
};
Modules ModulesOf(const EmittedFiles& files) {
  const std::regex declaration("(?:^|\n)module (\\w+)");
  const std::regex instance("\n *(net_[a-z0-9_]+) (?:#\\(|\\w+ *\\()");
  Modules modules;
  for (const auto& [path, text] : files) {
    if (!path.starts_with("rtl/")) continue;
    for (std::sregex_iterator found(text.begin(), text.end(), declaration), end; found != end;
         ++found)
      modules.declared.insert((*found)[1]);
    for (std::sregex_iterator found(text.begin(), text.end(), instance), end; found != end; ++found)
      modules.instantiated.insert((*found)[1]);
  }
  return modules;
}

TEST(Layers, WhatIsInstantiatedIsEmittedAndNothingElseIs) {
  for (const Plan& plan : EveryForm()) {
    const Layers layers = LayersOf(plan);
    const auto files = RenderRtl(plan, "x");
    ASSERT_TRUE(files.ok()) << ToString(files.diagnostics().front());
    Modules modules = ModulesOf(*files);
    modules.instantiated.insert("net_top");
    for (const std::string unit : {"atu_forward", "atu_inverse"}) {
      // modules for use elsewhere; absent where the hardware has no embedding
      const bool written = plan.embedding().has_value() && !plan.hardware().load.address_units;
      EXPECT_EQ(modules.instantiated.contains("net_" + unit), NeedModule(layers, unit));
      if (written) modules.instantiated.insert("net_" + unit);
    }
    // Queues name these two in a block that is there with gated storage alone.
    if (plan.hardware().buffered.storage != Storage::kGated) {
      modules.instantiated.erase("net_clock_gate");
      modules.instantiated.erase("net_gated_words");
    }
    EXPECT_EQ(modules.declared, modules.instantiated) << plan.host().ToString();
  }
}

// ---- names ----

// Every module that any network may have, without its NAME_.
Names EveryModule() {
  Names modules = LibraryModules();
  const std::regex declaration("(?:^|\n)module net_(\\w+)");
  for (const Plan& plan : EveryForm()) {
    const auto files = RenderRtl(plan, "x");
    for (const auto& [path, text] : *files) {
      if (!path.ends_with(".v")) continue;
      for (std::sregex_iterator found(text.begin(), text.end(), declaration), end; found != end;
           ++found)
        modules.insert((*found)[1]);
    }
  }
  return modules;
}

// Otherwise a module of a network named noc could have the name of one of a network named noc_axis
// (G1.7).
TEST(Names, NoModuleEndsInAnotherOfWhateverName) {
  const Names modules = EveryModule();
  for (const char* made :
       {"top", "node", "wrap", "tb", "atu_forward", "schedule_table", "link_properties"})
    EXPECT_TRUE(modules.contains(made)) << made;
  for (const std::string& one : modules) {
    for (const std::string& other : modules) EXPECT_FALSE(one.ends_with("_" + other)) << one;
  }
}

TEST(Names, OfFilesFollowOneRule) {
  const Names fixed = {"manifest.json", "Bender.yml", "Makefile", "cocotb.mk", "test_net.py"};
  for (const Plan& plan : EveryForm()) {
    const auto files = RenderRtl(plan, "x");
    for (const auto& [path, text] : *files) {
      if (path.starts_with("rules/")) continue;  // pages keep their names
      const std::string name = std::filesystem::path(path).filename().string();
      EXPECT_TRUE(name.starts_with("net_") || name.starts_with("net.") || fixed.contains(name))
          << path;
    }
  }
}

// ---- no section is a condition ----

// For each section of each template, the largest number of rows that it was given.
using MostRows = std::map<std::string, std::size_t>;

void Count(const std::string& place, const Values& values, MostRows& most) {
  const auto count = [&most](const std::string& section, std::size_t rows) {
    std::size_t& known = most[section];
    known = std::max(known, rows);
  };
  for (const auto& [name, rows] : values.rows) {
    const std::string section = place + " " + name;
    count(section, rows.size());
    for (const Values& row : rows) Count(section, row, most);
  }
  for (const auto& [name, make] : values.made) {
    const std::string section = place + " " + name;
    std::size_t rows = 0;
    make([&](const Values& row) {
      ++rows;
      Count(section, row, most);
    });
    count(section, rows);
  }
}

Names Conditions(const MostRows& most) {
  Names found;
  for (const auto& [section, rows] : most) {
    if (rows < 2) found.insert(section);
  }
  return found;
}

TEST(Templates, HaveNoSectionThatIsThereOrNot) {
  MostRows most;
  for (const Plan& plan : EveryForm()) {
    const Layers layers = LayersOf(plan);
    Count("node.v.tpl", NodeValues(plan, layers), most);
    Count("top.v.tpl", TopValues(plan, layers), most);
    for (const auto& parts :
         {PartsBeforeRouter(layers), PartsBehindRouter(layers), PartsOfTop(layers),
          PartsOfBlock(plan, layers), std::vector<Part>{rtl::ParameterCheck(plan)}}) {
      for (const Part& part : parts) Count(part.template_file, part.values, most);
    }
    for (const rtl::AddressUnit& unit : rtl::AddressUnits(plan))
      Count(unit.template_file, unit.values, most);
  }
  EXPECT_GE(most.size(), 20U);
  EXPECT_EQ(Conditions(most), Names{});
}

TEST(Templates, ASectionThatIsThereOrNotIsFound) {
  const Values once{.rows = {{"list", {{}, {.rows = {{"inner", {{}}}}}}}, {"empty", {}}}};
  MostRows most;
  Count("t", {}, most);
  Count("t", once, most);
  EXPECT_EQ(Conditions(most), (Names{"t empty", "t list inner"}));
}

// ---- records that this test makes up ----

Layer MadeUp(const std::string& name, rtl::Place place) {
  Layer layer{.name = name};
  layer.place = place;
  layer.in_node = {{name + ".v.tpl"}};
  return layer;
}

std::vector<std::string> FilesOf(const std::vector<Part>& parts) {
  std::vector<std::string> files;
  for (const Part& part : parts) files.push_back(part.template_file);
  return files;
}

using Files = std::vector<std::string>;

TEST(Layers, StandInTheNodeByPlaceAndThenInTheirOrder) {
  Layers layers = {
      MadeUp("last", rtl::Place::kBehindRouter), MadeUp("beside", rtl::Place::kBesideRouter),
      MadeUp("first", rtl::Place::kInStreams), MadeUp("second", rtl::Place::kInStreams)};
  EXPECT_EQ(FilesOf(PartsBeforeRouter(layers)),
            (Files{"first.v.tpl", "second.v.tpl", "beside.v.tpl"}));
  EXPECT_EQ(FilesOf(PartsBehindRouter(layers)), Files{"last.v.tpl"});
  layers[1].busy = "b";
  layers[2].busy = "f";
  const std::vector<Part> parts = PartsBeforeRouter(layers);
  ASSERT_EQ(parts.back().template_file, "node_router.v.tpl#busy");
  EXPECT_EQ(parts.back().values.text.at("terms"), " | b | f");
}

TEST(Layers, TheRouterIsConnectedToWhatALayerTakesAndElseToTheUser) {
  const Plan plan = PlanOf({"ring:5"});
  Layer layer = MadeUp("l", rtl::Place::kInStreams);
  layer.router_ports = {{"s_valid", "mine_valid"}};
  const rtl::Text without = RouterInNode(plan, {}).values.text;
  EXPECT_EQ(without.at("router_s_valid"), "s_axis_tvalid");
  EXPECT_EQ(without.at("router_busy"), "busy");
  const rtl::Text with = RouterInNode(plan, {layer}).values.text;
  EXPECT_EQ(with.at("router_s_valid"), "mine_valid");
  EXPECT_EQ(with.at("router_s_ready"), "s_axis_tready");
  layer.busy = "mine_busy";
  EXPECT_EQ(RouterInNode(plan, {layer}).values.text.at("router_busy"), "router_busy");
}

TEST(Layers, NoTwoTakeTheSamePortOfTheRouter) {
  for (const Plan& plan : EveryForm()) {
    Names ports;
    for (const rtl::ModulePort& port : rtl::RouterPorts(plan)) ports.insert(port.name);
    for (const Layer& layer : LayersOf(plan)) {
      for (const auto& [port, wire] : layer.router_ports)
        EXPECT_EQ(ports.erase(port), 1U) << layer.name << " takes " << port;
    }
  }
}

// "name width" of the ports that `with` has and `without` lacks.
Files Added(const std::vector<rtl::ModulePort>& with, const std::vector<rtl::ModulePort>& without) {
  Names known;
  for (const rtl::ModulePort& port : without) known.insert(port.name);
  Files added;
  for (const rtl::ModulePort& port : with) {
    if (!known.contains(port.name)) added.push_back(port.name + " " + std::to_string(port.width));
  }
  return added;
}

// Port -> its connection, of node NODE in the top.
std::map<std::string, std::string> ConnectionsOf(const Plan& plan, const Layers& layers) {
  std::map<std::string, std::string> connections;
  const std::vector<Part> block = PartsOfBlock(plan, layers);
  for (const Values& one : block.back().values.rows.at("connections"))
    connections[one.text.at("port")] = one.text.at("to");
  return connections;
}

TEST(Layers, PortsReachTheTopAsTheirRecordSays) {
  const Plan plan = PlanOf({"ring:5", {}, {}, {.ports = Ports::kAll}});
  Layer layer = MadeUp("l", rtl::Place::kInStreams);
  layer.ports = {{{"common", true, 3, ""}},
                 {{"bit", false, 0, "here"}, InTop::kPerNode, "of all"},
                 {{"field", false, 4, ""}, InTop::kPerNode},
                 {{"wire", true, 2, ""}, InTop::kWire},
                 {{"open", false, 6, ""}, InTop::kOpen},
                 {{"only", true, 0, ""}, InTop::kOnly}};
  layer.stream_ports = {{"s_axis_tid", true, 7, ""}, {"m_axis_tid", false, 7, ""}};
  const Layers layers = {layer};

  EXPECT_EQ(Added(NodePorts(plan, layers), NodePorts(plan, {})),
            (Files{"s_axis_tid 14", "m_axis_tid 14", "common 3", "bit 0", "field 4", "wire 2",
                   "open 6"}));
  const std::vector<rtl::ModulePort> top = TopPorts(plan, layers);
  EXPECT_EQ(Added(top, TopPorts(plan, {})),
            (Files{"s_axis_tid 70", "m_axis_tid 70", "common 3", "bit 5", "field 20", "only 0"}));
  const auto bit = std::ranges::find(top, std::string("bit"), &rtl::ModulePort::name);
  ASSERT_NE(bit, top.end());
  EXPECT_EQ(bit->what, "of all");

  const auto to = ConnectionsOf(plan, layers);
  EXPECT_EQ(to.at("common"), "common");
  EXPECT_EQ(to.at("bit"), "bit[NODE]");
  EXPECT_EQ(to.at("field"), "field[NODE*4+:4]");
  EXPECT_EQ(to.at("wire"), "wire");
  EXPECT_EQ(to.at("open"), "unused_open");
  EXPECT_EQ(to.at("s_axis_tid"), "s_axis_tid[NODE*14+:14]");
  EXPECT_FALSE(to.contains("only"));
  EXPECT_EQ(to.size(), NodePorts(plan, layers).size() - 4);  // clk, rst, coordinates, busy
}

}  // namespace
}  // namespace toroid::gen_rtl_layer_test
