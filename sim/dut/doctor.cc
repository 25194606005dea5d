// Calls each tool as a build does, so the report is what a build would meet.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "gen/support/files.h"
#include "sim/dut/build.h"
#include "sim/dut/cache.h"
#include "sim/dut/tools.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// "is not installed or does not start: install the package yosys".
std::string Told(const Diagnostic& diagnostic) {
  return (diagnostic.value.empty() ? "" : diagnostic.value + " ") + diagnostic.what + ": " +
         diagnostic.allowed;
}

class Doctor {
 public:
  // `look` returns the details of a usable tool, and throws BuildFault if it is not usable.
  void Look(std::string name, std::string needed_by, const std::function<std::string()>& look) {
    ToolState state{.name = std::move(name), .detail = {}, .needed_by = std::move(needed_by)};
    try {
      state.detail = look();
      state.usable = true;
    } catch (const BuildFault& fault) {
      state.detail = Told(fault.diagnostic);
    } catch (const Unusable& found) {
      state.detail = found.Text() + ": set XDG_CACHE_HOME to a folder of your own";
    } catch (const files::FileError& error) {
      state.detail = error.what + ": " + error.advice;
    }
    states_.push_back(std::move(state));
  }

  std::vector<ToolState> Take() { return std::move(states_); }

 private:
  std::vector<ToolState> states_;
};

// A program that prints a version may still not be a working compiler.
void MustCompile(const Compiler& compiler, const Caller& caller) {
  const files::TemporaryFolder folder;
  ChildCommand command = CompilerCommand(compiler, folder.path(), caller);
  WriteFile(folder.path() / "one.cc", "");
  command.words.insert(command.words.end(), {"-c", "one.cc", "-o", "one.o"});
  const Finished ran = RunTool(command, caller);
  if (!ran.ok()) throw FailureOf("compiler", command, ran);
  MustHaveMade(compiler, folder.path() / "one.o");
}

// Compiles an empty source that includes this header.
void MustHaveHeader(const Compiler& compiler, const fs::path& folder, const std::string& header,
                    const Caller& caller) {
  WriteFile(folder / "trial.cc", "#include <" + header + ">\n");
  ChildCommand command = CompilerCommand(compiler, folder, caller);
  command.words.insert(command.words.end(), {"-c", "trial.cc", "-o", "trial.o"});
  if (!RunTool(command, caller).ok())
    throw BuildFault{{"zlib", "", "has no header " + header, "install the package zlib1g-dev"}};
}

// ccache's version, if a build would use it.
std::string LookAtCcache(const Caller& caller) {
  try {
    MustBeTrustedCcache("ccache", "/", caller);
  } catch (const Unusable& found) {
    throw BuildFault{
        {"ccache", found.path.string(), found.why, "set CCACHE_DIR to a folder of your own"}};
  }
  return FirstLine(RunTool(ToolCommand({"ccache", "--version"}, "/"), caller).out);
}

// The cache's folder, if new entries can be made there. If it is missing, its nearest existing
// parent is tried by writing, as a file system may refuse even root.
std::string LookAtCache() {
  const Cache cache = Cache::OfUser();
  cache.Find("doctor", "none");  // throws if other users could have written there
  fs::path there = cache.root();
  std::error_code ignored;
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  std::string trial = there / "toroid-XXXXXX";
  if (mkdtemp(trial.data()) == nullptr) throw Unusable{cache.root(), "cannot be written"};
  fs::remove(trial);
  return cache.root().string();
}

}  // namespace

std::vector<ToolState> CheckTools() {
  const std::function<void(const std::string&)> tell = [](const std::string&) {};
  const Cancelled never = [] { return false; };
  const Caller caller{tell, never};
  Doctor doctor;
  Compiler compiler;
  doctor.Look("verilator", "--rtl nodes, flat and lanes",
              [&] { return FirstLine(VerilatorVersion(caller)); });
  doctor.Look("compiler", "--rtl nodes, flat and lanes", [&] {
    compiler = FindCompiler(caller);
    MustCompile(compiler, caller);
    return FirstLine(compiler.version);
  });
  doctor.Look("temporary files", "--rtl nodes, flat and lanes", [&] {
    const files::TemporaryFolder folder;
    return folder.path().parent_path().string();
  });
  doctor.Look("zlib", "--wave", [&] {
    if (compiler.words.empty())
      throw BuildFault{{"zlib", "", "was not tried", "it takes a compiler"}};
    const files::TemporaryFolder folder;
    MustHaveHeader(compiler, folder.path(), "zlib.h", caller);
    return std::string("zlib.h is there");
  });
  doctor.Look("yosys", "--rtl lanes", [&] { return FirstLine(YosysVersion(caller)); });
  doctor.Look("ccache", "nothing; speeds up repeated compiling",
              [&] { return LookAtCcache(caller); });
  doctor.Look("cache", "nothing; keeps compiled simulations", LookAtCache);
  return doctor.Take();
}

bool Usable(const std::vector<ToolState>& states, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    const auto found = std::ranges::find(states, name, &ToolState::name);
    return found != states.end() && found->usable;
  });
}

}  // namespace toroid
