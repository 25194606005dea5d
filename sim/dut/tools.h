// The programs that a build calls: Verilator, and the C++ compiler that CXX names (else g++). Their
// standard output alone is what they say; a warning on standard error is no part of it. All run in
// the C locale, so that they say the same everywhere.
#pragma once

#include <string>
#include <vector>

#include "sim/dut/caller.h"

namespace toroid {

struct Compiler {
  std::vector<std::string> words;  // CXX, but for ccache
  std::string ccache;              // the program that may keep its output
  std::string version;
};

struct Tools {
  std::string verilator_version;
  std::string verilator_includes;  // the folder of Verilator's own sources
  Compiler compiler;

  // What of the tools the code depends on that they make; the same text, the same code.
  std::vector<std::string> Identity() const;
};

// What each says of its version. Throw BuildFault if it is missing, too old or misnamed.
std::string VerilatorVersion(const Caller& caller);
std::string YosysVersion(const Caller& caller);
Compiler FindCompiler(const Caller& caller);

// All but Yosys. Throws as these do.
Tools FindTools(const Caller& caller);

// Throws Unusable if others could have written what this ccache would read: its folder, and the
// files that its settings are from. Relative paths are those of `folder`. BuildFault if it is not
// there.
void MustBeTrustedCcache(const std::string& ccache, const std::filesystem::path& folder,
                         const Caller& caller);

// What starts a compiler run in `folder`, to be followed by its arguments: ccache before the
// compiler, if it is there, can be trusted and finds a folder to write to, which is tried. Else
// ccache is off, under whatever name it is called.
ChildCommand CompilerCommand(const Compiler& compiler, const std::filesystem::path& folder,
                             const Caller& caller);

ChildCommand ToolCommand(std::vector<std::string> words, const std::filesystem::path& folder);

// Runs one. Throws BuildFault if it is cancelled.
Finished RunTool(const ChildCommand& command, const Caller& caller);

// Runs all, as many at once as there are processors. Throws BuildFault if one fails.
void MustRun(const std::string& field, const std::vector<ChildCommand>& commands,
             const Caller& caller);

// Throws BuildFault if a compiler that says it has done its work left no such file.
void MustHaveMade(const Compiler& compiler, const std::filesystem::path& file);

// That `command` failed, with the last of what it printed. `field` is "verilator" or "compiler".
BuildFault FailureOf(const std::string& field, const ChildCommand& command,
                     const Finished& finished);

}  // namespace toroid
