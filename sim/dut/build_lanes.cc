// Yosys turns Verilog into a netlist, sim/lanes turns the netlist into C++, and the compiler named
// in CXX makes a library. The key of the cache entry covers all inputs: the node's Verilog without
// comments, versions and options of the tools, the sources of sim/lanes (as a hash from build time)
// and of the adaptor.
//
// Example: 300 nodes on a machine with AVX2 but without AVX-512 are two blocks of 256 lanes. 64
// nodes take words of 64 bits on any machine, as wider ones would be mostly empty.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "gen/support/files.h"
#include "sim/dut/build_parts.h"
#include "sim/lanes/emit.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

const Words kOptions = {"-std=c++20", "-O2", "-fPIC", "-w", "-shared", "-fno-strict-aliasing"};

// Instruction set that the compiler may use, and the number of lanes that suits it.
struct Machine {
  std::string architecture;  // -march; empty: the common baseline
  unsigned lanes = 64;
};
// Detected at run time, as the executable may come from another machine. TOROID_LANES_MACHINE
// limits it, for tests of the narrower words.
Machine MachineHere() {
#if defined(__x86_64__)
  const char* limit = std::getenv("TOROID_LANES_MACHINE");  // plain, v3 or v4
  const std::string most = limit && *limit ? limit : "v4";
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v4 && most == "v4") return {"x86-64-v4", 512};
  if (v3 && most != "plain") return {"x86-64-v3", 256};
#endif
  return {};
}

constexpr const char* kLanesSources[] = {"lanes.cc",       "lanes_block.h",   "lanes_border.h",
                                         "lanes_locals.h", "lanes_payload.h", "lanes_values.h",
                                         "lanes_wiring.h", "lanes_words.h"};

class LanesBuild {
 public:
  LanesBuild(const DutSource& source, const Tools& tools, const Caller& caller)
      : source_(source), tools_(tools), caller_(caller) {
    if (source.nodes <= 64)
      machine_.lanes = 64;
    else if (source.nodes <= 256)
      machine_.lanes = std::min(machine_.lanes, 256U);
    adaptor_ = {{"dut_abi.h", ReadAdaptor("dut_abi.h")}};
    for (const char* name : kLanesSources)
      adaptor_[name] = ReadAdaptor(std::string("lanes/") + name);
  }

  // Verilator's version is part of it: a library is kept if its Verilog means the same to both
  // tools.
  std::string Entry() const {
    Words parts = tools_.Identity();
    Append(parts, CompileOptions());
    Append(parts, {YosysVersion(caller_), std::string(lanes::SourcesHash()), ConfigHeader(source_),
                   source_.module});
    for (const auto& [name, text] : adaptor_) Append(parts, {name, text});
    for (const auto& [name, text] : source_.files) Append(parts, {name, WithoutComments(text)});
    return EntryName("lanes", parts);
  }

  // Leaves dut.so in the folder.
  void Make(const fs::path& folder) const {
    for (const auto& [name, text] : adaptor_) WriteFile(folder / name, text);
    WriteFile(folder / "lanes_node.h", NodeCode(folder));
    ChildCommand compile = CompilerCommand(tools_.compiler, folder, caller_);
    Append(compile.words, CompileOptions());
    Append(compile.words, {"-I.", "lanes.cc", "-o", "dut.so"});
    MustRun("compiler", {compile}, caller_);
    MustHaveMade(tools_.compiler, folder / "dut.so");
  }

 private:
  Words CompileOptions() const {
    Words words = kOptions;
    words.push_back(fmt::format("-DTOROID_LANES={}", machine_.lanes));
    if (!machine_.architecture.empty()) words.push_back("-march=" + machine_.architecture);
    return words;
  }

  // The text of lanes_node.h. Fails with Yosys' diagnostics, or with those of sim/lanes for a
  // netlist that it does not support.
  std::string NodeCode(const fs::path& folder) const {
    std::vector<std::string> files;
    for (const auto& [name, text] : source_.files) {
      WriteFile(folder / name, text);
      files.push_back(name);
    }
    WriteFile(folder / "netlist.ys",
              lanes::YosysScript(files, source_.module, source_.payload_bits));
    MustRun("yosys", {ToolCommand({"yosys", "-q", "netlist.ys"}, folder)}, caller_);
    auto netlist = lanes::ReadNetlist(files::Read(folder / "netlist.json"), source_.module);
    if (!netlist) throw Refused{netlist.diagnostics()};
    const auto program =
        lanes::MakeProgram(lanes::Simplified(std::move(netlist).value()), lanes::RolesOf(source_),
                           static_cast<std::size_t>(source_.payload_bits));
    if (!program) throw Refused{program.diagnostics()};
    return lanes::EmitNode(*program, source_);
  }

  const DutSource& source_;
  const Tools& tools_;
  const Caller& caller_;
  Machine machine_ = MachineHere();
  std::map<std::string, std::string> adaptor_;
};

}  // namespace

std::uint32_t LanesOfWord() { return MachineHere().lanes; }

// `accept` compares the new library with Verilator's node before it is kept; a library from the
// cache has already passed.
BuiltDut BuildLanes(const DutSource& source, const Cache& cache, const Tools& tools,
                    const Caller& caller, const Acceptance& accept) {
  const LanesBuild build(source, tools, caller);
  const auto make = [&](const fs::path& folder) {
    build.Make(folder);
    const Diagnostics found = accept ? accept({folder / "dut.so", Descriptor()}) : Diagnostics();
    if (!found.empty()) throw Refused{found};
  };
  return FromCache(cache, build.Entry(), "synthesizing and compiling one node", caller, make);
}

}  // namespace toroid
