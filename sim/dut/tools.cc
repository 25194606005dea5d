// Tools are asked for their versions before anything is built, so a missing, outdated or misnamed
// tool is reported at once, with the supported versions. CXX gives the compiler and its arguments.
// ccache is used if a trial in the given environment succeeds.
#include "sim/dut/tools.h"

#include <fmt/core.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "gen/support/text.h"
#include "sim/dut/cache.h"
#include "sim/dut/trust.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSupportedVerilator = "supported is Verilator 5.006 or later of series 5";

// The last lines of what a tool printed, on one line.
std::string Tail(const std::string& output) {
  std::string tail = output.size() > 600 ? "..." + output.substr(output.size() - 600) : output;
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  std::replace(tail.begin(), tail.end(), '\n', '|');
  return tail;
}

// The folder of Verilator's headers and runtime sources.
std::string VerilatorIncludes(const Caller& caller) {
  if (const char* root = std::getenv("VERILATOR_ROOT"); root && *root)
    return std::string(root) + "/include";
  const ChildCommand command = ToolCommand({"verilator", "--getenv", "VERILATOR_ROOT"}, "/");
  const Finished ran = RunTool(command, caller);
  if (!ran.ok()) throw FailureOf("verilator", command, ran);
  return ran.out.substr(0, ran.out.find('\n')) + "/include";
}

// A fault of the machine's resources, not of the program.
BuildFault Starved(const ChildCommand& command, const std::string& why) {
  return {{"processes", command.words[0], "cannot run: " + why,
           "raise the limits of open files and processes (ulimit -n, ulimit -u)"}};
}

BuildFault WasInterrupted() { return {{"build", "", "was interrupted", "run again"}}; }

// Matches ccache under any path.
bool IsCcache(const std::string& word) { return fs::path(word).filename() == "ccache"; }

BuildFault Misnamed(const std::string& value, const std::string& what) {
  return {
      {"compiler", value, what, "CXX takes a C++ compiler and its options, for instance g++ -m64"}};
}

// CXX as words: a command line, or the path of a program that may contain blanks.
std::vector<std::string> NamedCompiler() {
  const char* set = std::getenv("CXX");
  const std::string value = set ? set : "";
  if (value.find('/') != std::string::npos && access(value.c_str(), X_OK) == 0) return {value};
  auto words = SplitWords(value);
  if (!words) throw Misnamed(value, "has a quote that is not closed");
  if (words->empty()) return {"g++"};
  return *std::move(words);
}

// Where a compiler is a link to ccache, this makes it act as the compiler, and ignores settings of
// other users that name programs.
ChildCommand WithoutCcache(ChildCommand command) {
  command.setting["CCACHE_DISABLE"] = "1";
  command.setting["CCACHE_CONFIGPATH"] = "/dev/null";
  return command;
}

}  // namespace

// Returns the whole version line, which is part of an entry's key.
std::string VerilatorVersion(const Caller& caller) {
  const ChildCommand command = ToolCommand({"verilator", "--version"}, "/");
  const Finished ran = RunTool(command, caller);
  if (ran.status == 127)
    throw BuildFault{{"verilator", "", "is not installed or does not start", kSupportedVerilator}};
  if (!ran.ok()) throw FailureOf("verilator", command, ran);
  int major = 0;
  int minor = 0;
  if (std::sscanf(ran.out.c_str(), "Verilator %d.%d", &major, &minor) != 2 || major != 5 ||
      minor < 6) {
    throw BuildFault{
        {"verilator", Tail(ran.out), "is not a supported version", kSupportedVerilator}};
  }
  return ran.out;
}

std::string YosysVersion(const Caller& caller) {
  const ChildCommand command = ToolCommand({"yosys", "-V"}, "/");
  const Finished ran = RunTool(command, caller);
  if (ran.status == 127) {
    throw BuildFault{{"yosys", "", "is not installed or does not start",
                      "install the package yosys, or take --rtl nodes"}};
  }
  if (!ran.ok()) throw FailureOf("yosys", command, ran);
  return ran.out;
}

// CXX may begin with ccache, which is split off, as ccache is used only where it works.
Compiler FindCompiler(const Caller& caller) {
  Compiler compiler{.words = NamedCompiler(), .ccache = "ccache", .version = {}};
  if (IsCcache(compiler.words[0])) {
    compiler.ccache = compiler.words[0];
    compiler.words.erase(compiler.words.begin());
    if (compiler.words.empty()) throw Misnamed(compiler.ccache, "names no compiler");
  }
  ChildCommand command = WithoutCcache(ToolCommand(compiler.words, "/"));
  command.words.push_back("--version");
  const Finished ran = RunTool(command, caller);
  if (ran.status == 127) {
    throw BuildFault{{"compiler", compiler.words[0], "is not installed or does not start",
                      std::getenv("CXX") ? "install it, or set CXX to a compiler that is"
                                         : "install g++, or set CXX to another compiler"}};
  }
  if (!ran.ok()) throw FailureOf("compiler", command, ran);
  if (Trimmed(ran.out).empty())
    throw Misnamed(compiler.words[0], "prints no version, so it is not a compiler");
  compiler.version = ran.out;
  return compiler;
}

// The properties of tools that can change a library: their versions and the compiler's options, but
// neither paths nor ccache.
std::vector<std::string> Tools::Identity() const {
  utsname machine{};
  uname(&machine);
  // A compiler of this version is the same under any path.
  std::vector<std::string> all = {machine.machine, verilator_version, compiler.version};
  all.insert(all.end(), compiler.words.begin() + 1, compiler.words.end());
  return all;
}

Tools FindTools(const Caller& caller) {
  Tools tools;
  tools.verilator_version = VerilatorVersion(caller);
  tools.compiler = FindCompiler(caller);
  tools.verilator_includes = VerilatorIncludes(caller);
  return tools;
}

// ccache prints its settings as "(ORIGIN) NAME = VALUE"; an origin with a slash is a file.
void MustBeTrustedCcache(const std::string& ccache, const fs::path& folder, const Caller& caller) {
  const Finished ran = RunTool(ToolCommand({ccache, "-p"}, folder), caller);
  if (!ran.ok()) throw BuildFault{{"ccache", "", "is not installed", "compiling works without"}};
  std::istringstream settings(ran.out);
  for (std::string line; std::getline(settings, line);) {
    const auto equals = line.find(" = ");
    const auto origin_end = line.rfind(") ", equals);
    if (equals == std::string::npos || origin_end == std::string::npos) continue;
    const std::string origin = line.substr(1, origin_end - 1);
    if (origin.find('/') != std::string::npos) MustBeTrusted(folder / origin);
    if (line.substr(origin_end + 2, equals - origin_end - 2) == "cache_dir")
      MustBeTrusted(folder / line.substr(equals + 3));
  }
}

// Compiles an empty file with ccache. If that fails, for example without a writable folder, the
// compiler is called without it.
ChildCommand CompilerCommand(const Compiler& compiler, const fs::path& folder,
                             const Caller& caller) {
  const ChildCommand plain = WithoutCcache(ToolCommand(compiler.words, folder));
  ChildCommand cached = ToolCommand(compiler.words, folder);
  cached.words.insert(cached.words.begin(), compiler.ccache);
  try {
    MustBeTrustedCcache(compiler.ccache, folder, caller);
  } catch (const Unusable& found) {
    caller.tell("ccache is not used: " + found.Text() + "; set CCACHE_DIR to a folder of your own");
    return plain;
  } catch (const BuildFault&) {
    return plain;
  }
  ChildCommand trial = cached;
  trial.words.insert(trial.words.end(), {"-c", "trial.cc", "-o", "trial.o"});
  WriteFile(folder / "trial.cc", "");
  return RunTool(trial, caller).ok() ? cached : plain;
}

// Uses English whatever the user's language, as messages are read and quoted.
ChildCommand ToolCommand(std::vector<std::string> words, const fs::path& folder) {
  return {.words = std::move(words), .folder = folder, .setting = {{"LC_ALL", "C"}}};
}

Finished RunTool(const ChildCommand& command, const Caller& caller) {
  Finished ran = RunOne(command, caller.cancelled);
  if (ran.cancelled) throw WasInterrupted();
  if (ran.starved) throw Starved(command, ran.err);
  return ran;
}

void MustHaveMade(const Compiler& compiler, const fs::path& file) {
  if (!fs::exists(file))
    throw Misnamed(compiler.words[0], "succeeded, but made no " + file.filename().string());
}

// A failure is reported before the cancellations it caused.
void MustRun(const std::string& field, const std::vector<ChildCommand>& commands,
             const Caller& caller) {
  const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const auto finished = RunAll(commands, processors, caller.cancelled);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (finished[i].starved) throw Starved(commands[i], finished[i].err);
    if (!finished[i].cancelled && !finished[i].ok())
      throw FailureOf(field, commands[i], finished[i]);
  }
  if (std::ranges::any_of(finished, &Finished::cancelled)) throw WasInterrupted();
}

// Names the tool, not the ccache before it.
BuildFault FailureOf(const std::string& field, const ChildCommand& command,
                     const Finished& finished) {
  const std::string text = finished.err.empty() ? finished.out : finished.err;
  constexpr const char* kTooMany = "Too many open files";
  if (text.find(kTooMany) != std::string::npos) return Starved(command, kTooMany);
  const std::size_t program = IsCcache(command.words[0]) && command.words.size() > 1 ? 1 : 0;
  const std::string what = finished.status == 127
                               ? "cannot be started"
                               : fmt::format("failed (status {})", finished.status);
  return {{field, command.words[program], what, Tail(text)}};
}

}  // namespace toroid
