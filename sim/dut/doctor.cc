// Each tool is asked as a build asks it, so what is said here is what a build would meet.
#include "sim/dut/doctor.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "sim/dut/build.h"
#include "sim/dut/cache.h"
#include "sim/dut/private_folder.h"
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
  // `look` gives the detail of what is usable, and throws BuildFault if it is not.
  void Look(std::string name, std::string needed_by, const std::function<std::string()>& look) {
    ToolState state{.name = std::move(name), .detail = {}, .needed_by = std::move(needed_by)};
    try {
      state.detail = look();
      state.usable = true;
    } catch (const BuildFault& fault) {
      state.detail = Told(fault.diagnostic);
    } catch (const Untrusted& found) {
      state.detail =
          found.path.string() + " " + found.why + ": set XDG_CACHE_HOME to a folder of your own";
    } catch (const fs::filesystem_error& error) {
      state.detail = error.code().message() + ": set TMPDIR to a folder that is there";
    }
    states_.push_back(std::move(state));
  }

  std::vector<ToolState> Take() { return std::move(states_); }

 private:
  std::vector<ToolState> states_;
};

// Compiles an empty source that includes this header.
void MustHaveHeader(const Compiler& compiler, const fs::path& folder, const std::string& header,
                    const Caller& caller) {
  WriteFile(folder / "trial.cc", "#include <" + header + ">\n");
  std::vector<std::string> words = compiler.words;
  words.insert(words.end(), {"-c", "trial.cc", "-o", "trial.o"});
  if (!RunTool(ToolCommand(words, folder), caller).ok())
    throw BuildFault{{"zlib", "", "has no header " + header, "install the package zlib1g-dev"}};
}

// The folder, or of what is missing the first that is there.
std::string Writable(fs::path folder, const std::string& advice) {
  const fs::path whole = folder;
  while (!fs::exists(folder) && folder.has_relative_path()) folder = folder.parent_path();
  if (access(folder.c_str(), W_OK) != 0)
    throw BuildFault{{"folder", folder.string(), "cannot be written to", advice}};
  return whole.string();
}

std::string LookAtCache() {
  const Cache cache = Cache::OfUser();
  cache.Find("doctor", "none");  // throws if others could have written there
  return Writable(cache.root(), "set XDG_CACHE_HOME to another folder");
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
    return FirstLine(compiler.version);
  });
  doctor.Look("temporary files", "--rtl nodes, flat and lanes", [&] {
    const PrivateFolder folder;
    return Writable(folder.path().parent_path(), "set TMPDIR to another folder");
  });
  doctor.Look("zlib", "--wave", [&] {
    if (compiler.words.empty())
      throw BuildFault{{"zlib", "", "was not tried", "it takes a compiler"}};
    const PrivateFolder folder;
    MustHaveHeader(compiler, folder.path(), "zlib.h", caller);
    return std::string("zlib.h is there");
  });
  doctor.Look("yosys", "--rtl lanes", [&] { return FirstLine(YosysVersion(caller)); });
  doctor.Look("ccache", "nothing: compiles again what it has seen, quickly", [&] {
    const Finished ran = RunTool(ToolCommand({"ccache", "--version"}, "/"), caller);
    if (!ran.ok()) throw BuildFault{{"ccache", "", "is not installed", "compiling works without"}};
    return FirstLine(ran.out);
  });
  doctor.Look("cache", "nothing: keeps what was compiled", LookAtCache);
  return doctor.Take();
}

bool Usable(const std::vector<ToolState>& states, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    const auto found = std::ranges::find(states, name, &ToolState::name);
    return found != states.end() && found->usable;
  });
}

}  // namespace toroid
