// Puts the emitted files together: which template makes which file, with which banner.
//
// The order is fixed: network, address units, schedule table, library, lists, manifest. The lists
// need the names of the modules, and the manifest those of all other files. Files go to a sink as
// they are made, so none has to be kept. A file that the sink does not want (as when only the node
// is needed) is left out.
#include "gen/rtl/rtl.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <sstream>

#include "gen/plan/loaded_units.h"
#include "gen/plan/route_images.h"
#include "gen/plan/schedule_rows.h"
#include "gen/plan/tree_images.h"
#include "gen/rtl/atu.h"
#include "gen/rtl/banner.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/library.h"
#include "gen/rtl/manifest.h"
#include "gen/rtl/names.h"
#include "gen/rtl/network.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/properties.h"
#include "gen/rtl/render.h"
#include "gen/rtl/tables.h"
#include "gen/rtl/testbench.h"
#include "gen/rtl/wrap.h"

namespace toroid {
namespace rtl {
namespace {

namespace fs = std::filesystem;

// The lines, indented by `spaces`.
std::vector<Values> IndentedLines(const std::vector<Values>& parts, int spaces) {
  std::vector<Values> rows;
  for (const Values& part : parts) {
    std::istringstream lines(part.text.at("part"));
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty()) line.insert(0, static_cast<std::size_t>(spaces), ' ');
      rows.push_back({.text = {{"line", line}}});
    }
  }
  return rows;
}

// A row for each file of a list.
std::vector<Values> PathRows(const std::vector<std::string>& paths) {
  std::vector<Values> rows;
  for (const std::string& path : paths) rows.push_back({.text = {{"path", path}}, .rows = {}});
  return rows;
}

// Emits one network.
class Emitter {
 public:
  Emitter(const Plan& plan, const std::string& rebuild_command, FileSink& sink,
          const Progress& progress)
      : plan_(plan),
        layers_(LayersOf(plan)),
        rebuild_command_(OnOneLine(rebuild_command)),
        templates_(TemplateRoot()),
        sink_(sink),
        stage_(progress, "writing the hardware",
               (kWrapTicks + kManifestTicks) * plan.host().size()) {}

  Diagnostics Run() {
    EmitNetwork();
    EmitAddressUnits();
    EmitScheduleTable();
    EmitRoutingTable();
    EmitBroadcastTree();
    EmitTree();
    EmitImages();
    EmitTables();
    EmitLibrary();
    EmitLists();
    EmitRules();
    if (diagnostics_.empty()) EmitManifest();
    return diagnostics_;
  }

 private:
  static constexpr std::uint64_t kManifestTicks = 1;

  std::string BannerFor(const std::string& path, const std::string& comment) const {
    return path.ends_with(".v") ? VerilogBanner(plan_, rebuild_command_)
                                : Banner(plan_, rebuild_command_, comment);
  }

  // The name of a file of the network, from what follows NAME: "_wrap.f".
  std::string NameOf(const char* end) const { return plan_.hardware().name + end; }

  // Calls write(take) to write the file's text, if the file is wanted.
  template <class WriteText>
  void EmitFile(const std::string& path, WriteText write) {
    assert(std::ranges::find(paths_, path) == paths_.end());
    paths_.push_back(path);
    if (!sink_.Wants(path)) return;
    sink_.Begin(path);
    write([this](std::string_view text) { sink_.Write(text); });
    sink_.End();
  }

  void Add(const Diagnostics& diagnostics) {
    diagnostics_.insert(diagnostics_.end(), diagnostics.begin(), diagnostics.end());
  }

  void Emit(const std::string& path, const std::string& template_file, const std::string& comment,
            Values values) {
    const fs::path file = templates_ / "top" / template_file;
    values.text["banner"] = BannerFor(path, comment);
    const auto source = ReadText(file);
    if (!source) return Add(source.diagnostics());
    NoteRules(*source);
    EmitFile(path,
             [&](const TakeText& write) { Add(Render(file.string(), *source, values, write)); });
  }

  // A file of the library.
  void EmitModuleText(const std::string& path, const std::string& text) {
    NoteRules(text);
    const std::string whole = BannerFor(path, "//") + "\n\n" + text;
    EmitFile(path, [&](const TakeText& write) { write(whole); });
  }

  // Keeps what rules the text cites, "R5.8", for EmitRules.
  void NoteRules(const std::string& text) { rules_.merge(CitedRules(text)); }

  // The pages with the rules that the files cite.
  void EmitRules() {
    if (!sink_.Wants("rules/")) return;
    const auto pages = PagesOf(rules_);
    if (!pages.ok()) return Add(pages.diagnostics());
    for (const auto& page : *pages)
      EmitFile("rules/" + page.first, [&](const TakeText& write) { write(page.second); });
  }

  void EmitModule(const std::string& part, const std::string& role,
                  const std::string& template_file, std::vector<ModulePort> ports, Values values,
                  bool instantiated = true) {
    const std::string name = ModuleName(plan_, part);
    const std::string path = "rtl/" + name + ".v";
    Emit(path, template_file, "//", std::move(values));
    modules_.push_back({name, path, role, instantiated, std::move(ports)});
  }

  // A row for each part, with its text.
  std::vector<Values> PartRows(const std::vector<Part>& parts) {
    std::vector<Values> rows;
    for (const Part& part : parts) {
      const std::size_t mark = std::min(part.template_file.find('#'), part.template_file.size());
      const fs::path file = templates_ / "top" / part.template_file.substr(0, mark);
      const auto source = ReadText(file);
      if (!source) {
        Add(source.diagnostics());
        continue;
      }
      std::string text;
      const TakeText write = [&](std::string_view t) { text += t; };
      Add(mark == part.template_file.size()
              ? Render(file.string(), *source, part.values, write)
              : RenderPiece(file.string(), *source, part.template_file.substr(mark + 1),
                            part.values, write));
      NoteRules(text);
      if (text.ends_with('\n')) text.pop_back();  // the row's line has one
      rows.push_back({.text = {{"part", text}}});
    }
    return rows;
  }

  void EmitNetwork() {
    Values top = TopValues(plan_, layers_);
    std::vector<Part> layers = PartsOfTop(layers_);
    layers.insert(layers.begin(), ParameterCheck(plan_));
    top.rows["layers"] = PartRows(layers);
    top.rows["block"] =
        IndentedLines(PartRows(PartsOfBlock(plan_, layers_)), 2 * (plan_.host().axes() + 2));
    for (const std::string& line :
         Wrapped("The network: " + Summary(plan_, layers_) + ".", kBannerColumns - 3))
      top.rows["summary"].push_back({.text = {{"line", line}}});
    EmitModule("top", "top", "top.v.tpl", TopPorts(plan_, layers_), std::move(top));
    Values node = NodeValues(plan_, layers_);
    std::vector<Part> before = PartsBeforeRouter(layers_);
    before.insert(before.begin(), ParameterCheck(plan_));
    node.rows["before_router"] = PartRows(before);
    node.rows["routers"] = PartRows({RouterInNode(plan_, layers_)});
    node.rows["behind_router"] = PartRows(PartsBehindRouter(layers_));
    EmitModule("node", "node", "node.v.tpl", NodePorts(plan_, layers_), std::move(node));
  }

  void EmitAddressUnits() {
    for (AddressUnit& unit : AddressUnits(plan_)) {
      EmitModule(unit.part, "address unit", unit.template_file, std::move(unit.ports),
                 std::move(unit.values), NeedModule(layers_, unit.part));
    }
    if (!plan_.hardware().load.address_units) return;
    EmitFile(NameOf("_address_units.hex"),
             [this](const TakeText& write) { write(TextOf({UnitImageOf(plan_)})); });
  }

  void EmitImages() {
    const auto& images = plan_.hardware().load.images;
    if (!images) return;
    EmitFile(NameOf("_images.hex"),
             [&](const TakeText& write) { write(TextOf(ImagesOf(plan_.host(), *images))); });
  }

  // What the command that makes the files again reads.
  void EmitTables() {
    const WrapOptions& wrap = plan_.hardware().wrap;
    const std::string path = TablesFile(plan_);
    if (path.empty()) return;
    const std::string tables = wrap.axi ? "\n" + TomlText(*wrap.axi) : StreamsToml(wrap);
    EmitFile(path, [&](const TakeText& write) { write(BannerFor(path, "#") + "\n" + tables); });
  }

  void EmitScheduleTable() {
    if (!plan_.schedule_unit() || !plan_.schedule_unit()->table) return;
    if (plan_.hardware().load.tables) {
      return EmitFile(NameOf("_tables.hex"),
                      [this](const TakeText& write) { write(TextOf(TableImagesOf(plan_))); });
    }
    EmitModule("schedule_table", "schedule table", "schedule_table.v.tpl", TablePorts(plan_),
               TableValues(plan_));
  }

  void EmitRoutingTable() {
    if (!plan_.routes()) return;
    if (plan_.hardware().load.routes) {
      return EmitFile(NameOf("_routes.hex"),
                      [this](const TakeText& write) { write(TextOf(RouteImagesOf(plan_))); });
    }
    EmitModule("routing_table", "routing table", "routing_table.v.tpl", RoutingTablePorts(plan_),
               RoutingTableValues(plan_));
  }

  void EmitBroadcastTree() {
    const auto values = BroadcastTreeValues(plan_);
    if (!values) return;
    EmitModule("broadcast_tree", "broadcast tree", "broadcast_tree.v.tpl",
               BroadcastTreePorts(plan_), *values);
  }

  void EmitTree() {
    if (!plan_.in_network() || plan_.Copies()) return;
    if (plan_.hardware().load.tree)
      EmitFile(NameOf("_tree.hex"),
               [this](const TakeText& write) { write(TextOf(TreeImagesOf(plan_))); });
    else
      EmitModule("tree_ports", "tree ports", "tree.v.tpl", TreePorts(plan_), TreeValues(plan_));
    const std::string path = OperatorFile(plan_);
    if (path.empty()) return;
    const OperatorModule& module = *plan_.hardware().join.module;
    EmitFile(path, [&](const TakeText& write) { write(module.text); });
    modules_.push_back({module.name(), path, "operator", true, {}});
  }

  // The library's modules in this network, by their emitted names.
  std::set<std::string> NeededModules() const {
    std::set<std::string> names;
    for (const std::string& module : RouterModules(plan_)) names.insert(ModuleName(plan_, module));
    for (const Layer& layer : layers_) {
      for (const std::string& module : layer.modules) names.insert(ModuleName(plan_, module));
    }
    return names;
  }

  std::set<std::string> ModulesOfWrap() const {
    std::set<std::string> names;
    for (const std::string& module : WrapModules(plan_)) names.insert(ModuleName(plan_, module));
    return names;
  }

  void EmitLibrary() {
    const auto library =
        Library(templates_ / "lib", plan_.hardware().name, plan_.in_network().has_value());
    if (!library.ok()) return Add(library.diagnostics());
    const std::set<std::string> needed = NeededModules();
    const std::set<std::string> around = ModulesOfWrap();
    for (const auto& [file, text] : *library) {
      const fs::path name(file);
      const bool verilog = name.extension() == ".v";
      const bool of_wrap = around.contains(name.stem());
      if (verilog && !of_wrap && !needed.contains(name.stem())) continue;
      const std::string path = (!verilog ? "lint/" : of_wrap ? "wrap/" : "rtl/") + file;
      EmitModuleText(path, text);
      if (!verilog || of_wrap) continue;
      const bool router = name.stem() == ModuleName(plan_, RouterModule(plan_));
      modules_.push_back({name.stem(), path, router ? "router" : "library", true,
                          router ? RouterPorts(plan_) : std::vector<ModulePort>{}});
    }
  }

  // The lists that tools read. The plain one leaves out modules that are not instantiated: a tool
  // might take them for tops.
  void EmitLists() {
    std::vector<std::string> all;
    std::vector<std::string> needed;
    for (const EmittedModule& module : modules_) {
      all.push_back(module.file);
      if (module.instantiated) needed.push_back(module.file);
    }
    std::ranges::sort(all);
    std::ranges::sort(needed);
    EmitFileLists(needed);
    EmitCore(all);
    Emit("Bender.yml", "Bender.yml.tpl", "#",
         {.text = {{"name", plan_.hardware().name}, {"wrap", ModuleName(plan_, "wrap")}},
          .rows = {{"files", PathRows(all)}, {"wrap_files", PathRows(WrapFiles())}}});
    EmitConstraints();
    EmitFlatConfiguration();
    EmitWrap();
    if (HasTestbench(plan_)) EmitTestbench();
    // proofs know one clock
    if (!HasCredits(plan_) || plan_.hardware().buffered.storage == Storage::kGated) return;
    EmitProperties("axis_properties", "axis_properties", AxisProperties(plan_, layers_), needed);
    if (plan_.routes()) return;  // the others describe routes of dimension order
    EmitProperties("link_properties", "link_properties", LinkProperties(plan_, layers_), needed);
    if (!HasDeliveryProperties(plan_)) return;
    EmitProperties("delivery_properties", "delivery_properties", DeliveryProperties(plan_, layers_),
                   needed);
    if (HasLivenessProperties(plan_))
      EmitProperties("liveness_properties", "link_properties", LivenessProperties(plan_, layers_),
                     needed);
  }

  // The file lists of the top, and of the wrap around it.
  void EmitFileLists(std::vector<std::string> files) {
    const auto emit = [&](const std::string& path, const char* top) {
      Emit(path, "network.f.tpl", "//",
           {.text = {{"top", ModuleName(plan_, top)}}, .rows = {{"files", PathRows(files)}}});
    };
    emit(NameOf(".f"), "top");
    for (std::string& file : WrapFiles()) files.push_back(std::move(file));
    emit(NameOf("_wrap.f"), "wrap");
  }

  // The core file of FuseSoC.
  void EmitCore(const std::vector<std::string>& files) {
    const std::string wrap = ModuleName(plan_, "wrap");
    const std::string bench = ModuleName(plan_, "tb");
    Values core{
        .text = {{"top", ModuleName(plan_, "top")},
                 {"name", plan_.hardware().name},
                 {"hash", plan_.hardware_hash().substr(0, 8)},
                 {"version", std::string(kToolVersion)},
                 {"unroll", UnrollCount(plan_)},
                 {"wrap", wrap},
                 {"summary", Summary(plan_, layers_)}},
        .rows = {
            {"files", PathRows(files)}, {"wrap_files", PathRows(WrapFiles())}, {"benches", {}}}};
    if (HasTestbench(plan_)) {
      Values row{.text = {{"bench", bench}}};
      std::vector<std::string> sources = {"sim/" + bench + ".v"};
      if (HasRandomRequests(plan_))
        for (const std::string& module : AxiBenchModules(plan_))
          sources.push_back("sim/" + ModuleName(plan_, module) + ".v");
      row.rows["bench_files"] = PathRows(sources);
      core.rows["benches"].push_back(std::move(row));
    }
    Emit(NameOf(".core"), "network.core.tpl", "#", std::move(core));
  }

  // The node's properties, from the template of that name; `files` are the network's, and the top
  // is left out.
  void EmitProperties(const std::string& part, const std::string& source, Values values,
                      const std::vector<std::string>& files) {
    const std::string module = ModuleName(plan_, part);
    Emit("formal/" + module + ".v", source + ".v.tpl", "//", std::move(values));
    Values list{.text = {{"module", module}}};
    for (const std::string& path : files) {
      const std::string base = fs::path(path).filename();
      if (base == ModuleName(plan_, "top") + ".v") continue;
      list.rows["files"].push_back({.text = {{"path", path}, {"base", base}}});
    }
    Emit("formal/" + module + ".sby", "properties.sby.tpl", "#", std::move(list));
  }

  void EmitConstraints() {
    std::string inputs;
    std::string outputs;
    for (const ModulePort& port : TopPorts(plan_, layers_)) {
      if (port.name == "clk") continue;
      std::string& list = port.input ? inputs : outputs;
      list += (list.empty() ? "" : " ") + port.name + (port.width == 0 ? "" : "[*]");
    }
    Emit("constraints/" + NameOf(".sdc"), "network.sdc.tpl", "#",
         {.text = {{"inputs", inputs}, {"outputs", outputs}}, .rows = {}});
  }

  // Verilator writes one function for all nodes only if their code does not depend on their
  // surroundings. So every input except clock and reset is kept as a variable.
  void EmitFlatConfiguration() {
    std::vector<Values> variables;
    for (const ModulePort& port : NodePorts(plan_, layers_)) {
      const bool link_output = port.name.starts_with("axis") && !port.input;
      const bool data_input = port.input && port.name != "clk" && port.name != "rst";
      if (link_output || data_input)
        variables.push_back({.text = {{"variable", port.name}}, .rows = {}});
    }
    const std::string top = ModuleName(plan_, "top");
    Emit("sim/" + NameOf("_flat.vlt"), "verilator_flat.vlt.tpl", "//",
         {.text = {{"top", top}, {"node", ModuleName(plan_, "node")}},
          .rows = {{"variables", variables}}});
    Emit("sim/" + NameOf("_flat.f"), "verilator_flat.f.tpl", "//",
         {.text = {{"top", top}, {"name", plan_.hardware().name}, {"unroll", UnrollCount(plan_)}},
          .rows = {}});
  }

  // The wrap's files beside the network's; the wrap comes last.
  std::vector<std::string> WrapFiles() const {
    std::vector<std::string> files;
    for (const std::string& module : ModulesOfWrap()) files.push_back("wrap/" + module + ".v");
    files.push_back("wrap/" + ModuleName(plan_, "wrap") + ".v");
    return files;
  }

  // Emits the wrap beside the network's files, because nothing in the network instantiates it.
  void EmitWrap() {
    const std::string wrap = ModuleName(plan_, "wrap");
    Emit(WrapFiles().back(), "wrap.v.tpl", "//", WrapValues(plan_, layers_, stage_));
    Emit("constraints/" + wrap + ".sdc", "wrap.sdc.tpl", "#",
         WrapConstraints(plan_, layers_, stage_));
    Emit("wrap/" + ModuleName(plan_, "instance") + ".vh", "instance.vh.tpl", "//",
         InstanceValues(plan_, layers_, stage_));
    Emit("wrap/" + ModuleName(plan_, "wires") + ".vh", "wires.vh.tpl", "//",
         WiresValues(plan_, layers_, stage_));
  }

  void EmitTestbench() {
    const std::string bench = ModuleName(plan_, "tb");
    const std::string path = "sim/" + bench + ".v";
    const std::string& name = plan_.hardware().name;
    const std::string wrap = ModuleName(plan_, "wrap");
    const bool random = HasRandomPackets(plan_);
    Values makefile{
        .text = {{"bench", bench}, {"wrap", wrap}, {"name", name}, {"unroll", UnrollCount(plan_)}},
        .rows = {
            {"random", {}}, {"messages", {}}, {"requests", {}}, {"large", {}}, {"cocotb", {}}}};
    if (IsLarge(plan_))
      makefile.rows["large"].push_back({.text = {{"nodes", std::to_string(plan_.host().size())}}});
    const bool requests = HasRandomRequests(plan_);
    if (random || requests) {
      makefile.rows["cocotb"].emplace_back();
      EmitCocotb(requests);
    }
    makefile.rows[random ? "random" : requests ? "requests" : "messages"].emplace_back();
    if (!random && !requests)
      makefile.rows["messages"].back().text["count"] = plan_.in_network() ? "flits" : "rounds";
    Emit("sim/Makefile", "sim_makefile.tpl", "#", std::move(makefile));
    if (requests) return EmitAxiTestbench(path);
    Emit("sim/" + name + ".gtkw", "waves.gtkw.tpl", "[*]", WavesValues(plan_));
    if (!random) {
      if (plan_.in_network())
        Emit(path, "tree_testbench.v.tpl", "//", TreeTestbenchValues(plan_, layers_));
      else
        Emit(path, "message_testbench.v.tpl", "//", MessageTestbenchValues(plan_, layers_));
      return;
    }
    Emit(path, "testbench.v.tpl", "//", TestbenchValues(plan_, layers_));
  }

  // The test in Python, and what runs it.
  void EmitCocotb(bool requests) {
    const std::string& name = plan_.hardware().name;
    Emit("sim/test_" + name + ".py", requests ? "cocotb_axi_test.py.tpl" : "cocotb_test.py.tpl",
         "#", requests ? AxiCocotbValues(plan_, layers_) : CocotbValues(plan_, layers_));
    Emit(
        "sim/cocotb.mk", "cocotb.mk.tpl", "#",
        {.text = {
             {"name", name}, {"wrap", ModuleName(plan_, "wrap")}, {"unroll", UnrollCount(plan_)}}});
  }

  void EmitAxiTestbench(const std::string& path) {
    Emit("sim/" + NameOf(".gtkw"), "axi_waves.gtkw.tpl", "[*]", AxiWavesValues(plan_));
    Emit(path, "axi_testbench.v.tpl", "//", AxiTestbenchValues(plan_, layers_));
    for (const std::string& module : AxiBenchModules(plan_)) {
      const auto text = ReadText(templates_ / "bench" / ("toroid_" + module + ".v"));
      if (!text) return Add(text.diagnostics());
      EmitModuleText("sim/" + ModuleName(plan_, module) + ".v",
                     Prefixed(*text, plan_.hardware().name));
    }
  }

  void EmitManifest() {
    std::vector<std::string> others = paths_;
    std::ranges::sort(others);
    EmitFile("manifest.json", [&](const TakeText& write) {
      WriteManifest(plan_, layers_, rebuild_command_, modules_, others, write, stage_);
    });
  }

  const Plan& plan_;
  Layers layers_;
  std::string rebuild_command_;
  fs::path templates_;
  FileSink& sink_;
  Stage stage_;
  std::vector<std::string> paths_;  // paths of all files, wanted or not
  std::vector<EmittedModule> modules_;
  std::set<std::string> rules_;
  Diagnostics diagnostics_;
};

class TextSink : public FileSink {
 public:
  explicit TextSink(const std::function<bool(const std::string&)>& wanted) : wanted_(wanted) {}
  bool Wants(const std::string& path) const override { return !wanted_ || wanted_(path); }
  void Begin(const std::string& path) override { text_ = &files_[path]; }
  void Write(std::string_view text) override { text_->append(text); }
  void End() override { text_ = nullptr; }
  EmittedFiles Take() { return std::move(files_); }

 private:
  const std::function<bool(const std::string&)>& wanted_;
  EmittedFiles files_;
  std::string* text_ = nullptr;  // text of the open file
};

}  // namespace
}  // namespace rtl

Diagnostics EmitRtl(const Plan& plan, const std::string& rebuild_command, FileSink& sink,
                    const Progress& progress) {
  const std::uint32_t nodes = plan.host().size();
  if (nodes > kMaxEmittedNodes && sink.Wants("rtl/" + rtl::ModuleName(plan, "top") + ".v")) {
    return {{"--host", plan.host().ToString(), fmt::format("has {} nodes", nodes),
             fmt::format("hardware is written for at most {}", kMaxEmittedNodes)}};
  }
  return rtl::Emitter(plan, rebuild_command, sink, progress).Run();
}

std::string TablesFile(const Plan& plan) {
  const WrapOptions& wrap = plan.hardware().wrap;
  if (!wrap.axi && wrap.names.empty()) return "";
  return plan.hardware().name + (wrap.axi ? "_axi.toml" : "_streams.toml");
}

std::string OperatorFile(const Plan& plan) {
  const auto& module = plan.hardware().join.module;
  return plan.Joins() && module ? "rtl/" + module->name() + ".v" : "";
}

Result<EmittedFiles> RenderRtl(const Plan& plan, const std::string& rebuild_command,
                               const std::function<bool(const std::string&)>& wanted,
                               const Progress& progress) {
  rtl::TextSink sink(wanted);
  Diagnostics found = EmitRtl(plan, rebuild_command, sink, progress);
  if (!found.empty()) return found;
  return sink.Take();
}

}  // namespace toroid
