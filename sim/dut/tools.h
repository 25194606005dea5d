// The programs that a build calls: Verilator, and the C++ compiler named by CXX (else g++). Only
// their standard output is used; warnings go to standard error. All run in the C locale, so that
// output is the same everywhere. Only sim/dut includes this.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gen/support/process.h"
#include "gen/support/result.h"

namespace toroid {

// What a build tells and asks its caller.
struct Caller {
  const std::function<void(const std::string&)>& tell;
  const Cancelled& cancelled;
};

// Thrown where a build cannot continue; BuildDut returns the diagnostic.
struct BuildFault {
  Diagnostic diagnostic;
};

struct Compiler {
  std::vector<std::string> words;  // CXX without ccache
  std::string ccache;              // path of ccache, if used
  std::string version;
};

struct Tools {
  std::string verilator_version;
  std::string verilator_includes;  // the folder of Verilator's own sources
  Compiler compiler;

  // The properties of the tools that the generated code depends on; equal texts mean equal code.
  std::vector<std::string> Identity() const;
};

// The version of each tool. Throw BuildFault if it is missing, too old or misnamed.
std::string VerilatorVersion(const Caller& caller);
std::string YosysVersion(const Caller& caller);
Compiler FindCompiler(const Caller& caller);

// Finds all tools but Yosys. Throws like the functions above.
Tools FindTools(const Caller& caller);

// Throws Unusable if other users could have written files that this ccache would read: its folder,
// and the files with its settings. Relative paths are relative to `folder`. Throws BuildFault if
// ccache is missing.
void MustBeTrustedCcache(const std::string& ccache, const std::filesystem::path& folder,
                         const Caller& caller);

// The prefix of a compiler run in `folder`, to be followed by its arguments. It starts with ccache
// if that exists, can be trusted and finds a writable folder, which is tried. Otherwise ccache is
// off, under whatever name it is called.
ChildCommand CompilerCommand(const Compiler& compiler, const std::filesystem::path& folder,
                             const Caller& caller);

ChildCommand ToolCommand(std::vector<std::string> words, const std::filesystem::path& folder);

// Runs one command. Throws BuildFault if it is cancelled.
Finished RunTool(const ChildCommand& command, const Caller& caller);

// Runs all commands, as many at once as there are processors. Throws BuildFault if one fails.
void MustRun(const std::string& field, const std::vector<ChildCommand>& commands,
             const Caller& caller);

// Throws BuildFault if a compiler that reported success left no such file.
void MustHaveMade(const Compiler& compiler, const std::filesystem::path& file);

// Reports that `command` failed, with its last output. `field` is "verilator" or "compiler".
BuildFault FailureOf(const std::string& field, const ChildCommand& command,
                     const Finished& finished);

}  // namespace toroid
