// Steps: Verilator turns the Verilog into C++. The adaptor is compiled around it with a header that
// describes the network (links, widths, units). All objects are linked into one shared library,
// which the cache keeps. Verilator's runtime library is a separate entry, as every build needs it.
//
// The key of an entry is a hash of everything that could change its bytes: sources without
// comments, options, the tools' versions and the adaptor. So nothing has to be invalidated, and a
// forgotten timestamp cannot cause a wrong hit.
#include "sim/dut/build.h"

#include <fmt/core.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "gen/support/files.h"
#include "sim/dut/build_parts.h"
#include "sim/dut/cache.h"
#include "sim/dut/tools.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

// Warnings in generated code are Verilator's. C++17 headers take half as long as those of C++20.
const Words kCompileOptions = {"-std=c++17", "-fPIC", "-DVL_TIME_CONTEXT", "-w"};

// The arguments of the one Verilator run. Waivers come before the sources, or they have no effect.
// Unknowns at the start are resolved the fast way: the behaviour out of unknown registers is proved
// elsewhere (V5.5).
Words VerilatorWords(const DutSource& source) {
  Words words = {"verilator",    "--cc",        "--prefix",   "Vdut",
                 "--top-module", source.module, "--Mdir",     "v",
                 "-O3",          "--x-assign",  "fast",       "--x-initial",
                 "fast",         "--no-timing", "-Wno-fatal", "-Wno-lint"};
  // Shared lookup tables make Verilator generate separate code for each instance.
  if (source.whole()) words.push_back("-fno-table");
  // Verilator unrolls 1024 iterations of a loop by default; no axis has more than there are nodes.
  if (source.whole() && source.nodes > 1024)
    Append(words, {"--unroll-count", std::to_string(source.nodes)});
  if (source.wave) Append(words, {"--trace-fst", "--trace-structs"});
  for (const auto& [name, text] : source.files) {
    if (name.ends_with(".vlt"))
      words.insert(words.begin() + 2, name);
    else
      words.push_back(name);
  }
  return words;
}

// How often code runs, which decides how well it is optimized.
enum class Use { kEveryCycle, kSometimes, kOnce };

// Simulated code runs in every cycle, constructors once. Optimizing constructors would take most of
// a build's time.
const char* LevelOf(Use use) {
  switch (use) {
    case Use::kEveryCycle: return "-O2";
    case Use::kSometimes: return "-O1";
    case Use::kOnce: return "-O0";
  }
  return "-O2";
}

// Classifies by the names that Verilator gives its files.
Use UseOf(const std::string& name) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (has("__Slow") || has("__Syms")) return Use::kOnce;
  return has("__Trace") ? Use::kSometimes : Use::kEveryCycle;
}

// Files compiled together, since each compiler run reads the same headers first.
struct Unit {
  Use use;
  std::string includes;
  std::uintmax_t bytes = 0;
};

// Verilator's output and the adaptor, in units for parallel compilers, the most frequently run
// first. Everything of a single node is less than the headers.
std::vector<Unit> UnitsOf(const DutSource& source, const fs::path& folder,
                          const std::string& adaptor) {
  constexpr std::uintmax_t kFullUnit = 2'000'000;  // bytes; some seconds without optimization
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / "v")) {
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Unit> units = {{.use = Use::kEveryCycle, .includes = {}}};
  for (const fs::path& file : files) {
    const std::string name = file.filename().string();
    const Use use = source.whole() ? UseOf(name) : Use::kEveryCycle;
    auto unit = std::ranges::find_if(units, [&](const Unit& u) {
      return u.use == use && (use == Use::kEveryCycle || u.bytes < kFullUnit);
    });
    if (unit == units.end()) unit = units.insert(unit, {.use = use, .includes = {}});
    unit->includes += "#include \"v/" + name + "\"\n";
    unit->bytes += fs::file_size(file);
  }
  std::ranges::stable_sort(units, {}, &Unit::use);
  units[0].includes += "#include \"" + adaptor + "\"\n";
  return units;
}

// One entry of the cache, from sources to a library.
class Build {
 public:
  Build(const DutSource& source, const Cache& cache, const Tools& tools, const Caller& caller)
      : source_(source), cache_(cache), tools_(tools), caller_(caller) {}

  BuiltDut Run() {
    return FromCache(cache_, Entry(), What(), caller_, [&](const fs::path& to) { Make(to); });
  }

 private:
  // The adaptor's files and the header written for this network, by name.
  std::map<std::string, std::string> AdaptorFiles() const {
    std::map<std::string, std::string> files = {{"dut_config.h", ConfigHeader(source_)}};
    const Words names = source_.kind == DutKind::kEndpoints
                            ? Words{"dut_abi.h", Adaptor()}
                            : Words{"common.h", "dut_abi.h", Adaptor()};
    for (const std::string& name : names) files[name] = ReadAdaptor(name);
    return files;
  }
  std::string Adaptor() const {
    if (source_.kind == DutKind::kEndpoints) return "endpoints.cc";
    return source_.kind == DutKind::kNodes ? "nodes.cc" : "flat.cc";
  }
  std::string What() const {
    if (source_.kind == DutKind::kEndpoints && !source_.wave) return "compiling the endpoints";
    if (source_.kind == DutKind::kNodes) return "compiling one node";
    return fmt::format("compiling the whole network{}, which takes minutes where it is large",
                       source_.wave ? " for --wave" : "");
  }

  // The name covers everything that the library's bytes depend on.
  std::string Entry() const {
    Words parts = tools_.Identity();
    Append(parts, kCompileOptions);
    Append(parts, VerilatorWords(source_));
    for (const auto& [name, text] : adaptor_) Append(parts, {name, text});
    for (const auto& [name, text] : source_.files) Append(parts, {name, WithoutComments(text)});
    return EntryName("dut", parts);
  }

  // Leaves dut.so in the folder.
  void Make(const fs::path& folder) {
    for (const auto& [name, text] : adaptor_) WriteFile(folder / name, text);
    for (const auto& [name, text] : source_.files) WriteFile(folder / name, text);
    MustRun("verilator", {ToolCommand(VerilatorWords(source_), folder)}, caller_);
    compiler_ = CompilerCommand(tools_.compiler, folder, caller_);
    const auto runtime = Runtime();
    auto objects = Compile(folder);
    for (const KeptFile& object : runtime) objects.push_back(object.path.string());
    Link(objects);
    MustHaveMade(tools_.compiler, folder / "dut.so");
  }

  // Compiles the units and returns their objects in the same order: of an inline function defined
  // in several units the linker takes the first, which is then the fastest.
  Words Compile(const fs::path& folder) const {
    std::vector<ChildCommand> commands;
    Words objects;
    for (const Unit& unit : UnitsOf(source_, folder, Adaptor())) {
      const std::string name = fmt::format("unit{}", objects.size());
      WriteFile(folder / (name + ".cc"), unit.includes);
      objects.push_back(name + ".o");
      commands.push_back(CompileCommand(LevelOf(unit.use), name + ".cc", objects.back(), folder));
    }
    MustRun("compiler", commands, caller_);
    return objects;
  }

  ChildCommand CompileCommand(const std::string& level, const std::string& from,
                              const std::string& to, const fs::path& folder) const {
    ChildCommand command = compiler_;
    Append(command.words, kCompileOptions);
    for (const char* includes : {"", "/vltstd"})
      command.words.push_back("-I" + tools_.verilator_includes + includes);
    Append(command.words, {level, "-I.", "-Iv", "-c", from, "-o", to});
    command.folder = folder;
    return command;
  }

  // Parts of Verilator's runtime, compiled once for each version and shared by all builds. Most
  // code that runs in every cycle is in its headers.
  std::vector<Unit> RuntimeUnits() const {
    const auto include = [&](const char* name) {
      const std::string path = tools_.verilator_includes + "/" + name + ".cpp";
      return fs::exists(path) ? "#include \"" + path + "\"\n" : "";
    };
    std::vector<Unit> units = {
        {Use::kSometimes, include("verilated") + include("verilated_threads")}};
    if (source_.wave) units.push_back({Use::kEveryCycle, include("verilated_fst_c")});
    return units;
  }

  std::vector<KeptFile> Runtime() const {
    Words names;
    std::deque<Cache::BuildLock> locks;
    std::vector<ChildCommand> commands;
    for (const Unit& unit : RuntimeUnits()) {
      Words parts = tools_.Identity();
      Append(parts, kCompileOptions);
      Append(parts, {LevelOf(unit.use)});
      const std::string& name = names.emplace_back(names.empty() ? "runtime" : "waves");
      const auto& lock = locks.emplace_back(cache_, EntryName(name, parts), name + ".o", caller_);
      if (lock.made()) continue;
      WriteFile(lock.folder() / (name + ".cc"), unit.includes);
      commands.push_back(
          CompileCommand(LevelOf(unit.use), name + ".cc", name + ".o", lock.folder()));
    }
    MustRun("compiler", commands, caller_);
    std::vector<KeptFile> kept;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Cache::BuildLock& lock = locks[i];
      if (!lock.made()) {
        MustHaveMade(tools_.compiler, lock.folder() / (names[i] + ".o"));
        lock.Keep();
      }
      kept.push_back(lock.Take());
    }
    return kept;
  }

  // Some compilers keep atomic operations in a separate library, which others may lack.
  void Link(const std::vector<std::string>& objects) const {
    ChildCommand plain = compiler_;
    // an undefined symbol shows here, not when the library is loaded
    Append(plain.words, {"-shared", "-Wl,-z,defs", "-o", "dut.so"});
    Append(plain.words, objects);
    if (source_.wave) plain.words.push_back("-lz");
    plain.words.push_back("-pthread");
    const Finished ran = RunTool(plain, caller_);
    if (ran.ok()) return;
    ChildCommand atomic = plain;
    atomic.words.push_back("-latomic");
    if (!RunTool(atomic, caller_).ok()) throw FailureOf("compiler", plain, ran);
  }

  const DutSource& source_;
  const Cache& cache_;
  const Tools& tools_;
  const Caller& caller_;
  const std::map<std::string, std::string> adaptor_ = AdaptorFiles();
  ChildCommand compiler_;  // prefix of each of its runs
};

BuiltDut BuildIn(const Cache& cache, const DutSource& source, const Tools& tools,
                 const Caller& caller, const Acceptance& accept) {
  return source.kind == DutKind::kLanes ? BuildLanes(source, cache, tools, caller, accept)
                                        : Build(source, cache, tools, caller).Run();
}

// Builds in the user's cache if usable, otherwise in a temporary folder.
BuiltDut BuildSomewhere(const DutSource& source, const Caller& caller, const Acceptance& accept) {
  const Tools tools = FindTools(caller);
  try {
    return BuildIn(Cache::OfUser(), source, tools, caller, accept);
  } catch (const Unusable& found) {
    caller.tell("the cache is not used: " + found.Text() +
                "; set XDG_CACHE_HOME to a folder of your own");
  }
  const files::TemporaryFolder folder;
  return BuildIn(Cache::OfThisRun(folder.path()), source, tools, caller, accept);
}

}  // namespace

bool HasYosys() { return RunOne(ToolCommand({"yosys", "-V"}, "/")).ok(); }

fs::path AdaptorRoot() {
  if (const char* given = std::getenv("TOROID_DUT_SOURCES"); given && *given) return given;
  return SharedFolder("dut");
}

Result<BuiltDut> BuildDut(const DutSource& source,
                          const std::function<void(const std::string&)>& progress,
                          const std::function<bool()>& cancelled, const Acceptance& accept) {
  try {
    return BuildSomewhere(source, {progress, cancelled}, accept);
  } catch (const BuildFault& fault) {
    return fault.diagnostic;
  } catch (const Refused& refused) {
    return refused.diagnostics;
  } catch (const Unusable& found) {
    return Diagnostic{"cache", found.path.string(), found.why,
                      "set XDG_CACHE_HOME or TMPDIR to a folder of your own"};
  } catch (const files::FileError& error) {
    return Diagnostic{"file", "", error.what, error.advice};
  } catch (const fs::filesystem_error& error) {
    return Diagnostic{"cache", error.path1().string(), error.code().message(),
                      "free some space, or set XDG_CACHE_HOME to another folder"};
  }
}

}  // namespace toroid
