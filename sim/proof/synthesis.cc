// Runs Yosys in two stages. The top, with nodes as black boxes, gives the wiring of nodes and their
// variants (a mesh has nodes without some links). Then each variant is synthesised as for the lanes
// engine, as many at once as there are processors.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include "gen/rtl/names.h"
#include "gen/support/files.h"
#include "gen/support/process.h"
#include "sim/lanes/emit.h"
#include "sim/proof/chip.h"

namespace toroid::proof {
namespace {

namespace fs = std::filesystem;

void WriteTo(const fs::path& folder, const std::string& name, std::string_view text) {
  files::NewFile file(folder / name);
  file.Write(text);
  file.Finish();
}

// "hierarchy -top" takes it after the module's name.
std::string Parameters(const Variant& variant) {
  std::string text;
  for (const auto& [name, digits] : variant)
    text += fmt::format(" -chparam {} {}'b{}", name, digits.size(), digits);
  return text;
}

class Synthesis {
 public:
  Synthesis(const Plan& plan, const EmittedFiles& files, const Progress& progress)
      : top_(rtl::ModuleName(plan, "top")),
        node_(rtl::ModuleName(plan, "node")),
        payload_bits_(plan.hardware().flit_width),
        stage_(progress, "synthesising the network") {
    for (const auto& [path, text] : files) {
      if (!path.starts_with("rtl/")) continue;
      const std::string name = path.substr(path.rfind('/') + 1);
      WriteTo(folder_.path(), name, text);
      if (name != top_ + ".v") sources_.push_back("../" + name);
    }
  }

  Result<Netlists> Run() {
    Netlists netlists;
    WriteTo(folder_.path(), "top.ys",
            "read_verilog -lib " + node_ + ".v\nread_verilog " + top_ +
                ".v\nhierarchy -check -top " + top_ +
                "\nproc\nopt_clean\nwrite_json netlist.json\n");
    if (const Diagnostics failed = RunYosys({YosysOn("top.ys", folder_.path())}); !failed.empty())
      return failed;
    auto wiring = ReadWiring(files::Read(folder_.path() / "netlist.json"), top_, node_);
    if (!wiring) return wiring.diagnostics();
    netlists.wiring = std::move(wiring).value();
    for (const auto& [name, instance] : netlists.wiring.nodes) netlists.variants[instance.variant];
    if (const Diagnostics failed = SynthesiseNodes(netlists.variants); !failed.empty())
      return failed;
    return netlists;
  }

 private:
  Diagnostics SynthesiseNodes(std::map<Variant, lanes::Netlist>& variants) {
    std::vector<ChildCommand> commands;
    for (const auto& [variant, netlist] : variants) {
      const std::string name = "variant" + std::to_string(commands.size());
      fs::create_directory(folder_.path() / name);
      WriteTo(folder_.path(), name + "/node.ys",
              lanes::YosysScript(sources_, node_ + Parameters(variant), payload_bits_));
      commands.push_back(YosysOn("node.ys", folder_.path() / name));
    }
    if (Diagnostics failed = RunYosys(commands); !failed.empty()) return failed;
    std::size_t number = 0;
    for (auto& [variant, netlist] : variants) {
      auto read =
          lanes::ReadNetlist(files::Read(commands[number++].folder / "netlist.json"), node_);
      if (!read) return read.diagnostics();
      netlist = lanes::Simplified(std::move(read).value());
    }
    return {};
  }

  static ChildCommand YosysOn(const std::string& script, const fs::path& folder) {
    return {.words = {"yosys", "-q", script}, .folder = folder, .setting = {{"LC_ALL", "C"}}};
  }

  Diagnostics RunYosys(const std::vector<ChildCommand>& commands) {
    const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto runs = RunAll(commands, processors, [&] { return stage_.Cancelled(); });
    stage_.Look();  // cancelled runs have failed too
    for (const Finished& run : runs) {
      if (run.ok() || run.cancelled) continue;
      if (run.starved)
        return {{"processes", "yosys", "cannot run: " + run.err,
                 "raise the limits of open files and processes (ulimit -n, ulimit -u)",
                 Fault::kUnable}};
      if (run.status == 127)
        return {{"yosys", "", "is not installed or does not start",
                 "install the package yosys, or give --without netlist", Fault::kUnable}};
      return {{"yosys", "", "failed: " + run.err.substr(0, 400),
               "the known ones are 0.23 and later; --without netlist does without",
               Fault::kUnable}};
    }
    return {};
  }

  std::string top_;
  std::string node_;
  int payload_bits_;
  Stage stage_;
  files::TemporaryFolder folder_;
  std::vector<std::string> sources_;  // the node's
};

}  // namespace

Result<Netlists> Synthesise(const Plan& plan, const EmittedFiles& files, const Progress& progress) {
  return Synthesis(plan, files, progress).Run();
}

}  // namespace toroid::proof
