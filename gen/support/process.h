// Child processes: compilers and the like. This program reads their output, and they do not outlive
// it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toroid {

struct ChildCommand {
  std::vector<std::string> words;              // the program, looked up in PATH, and its arguments
  std::filesystem::path folder = "/";          // where it runs
  std::map<std::string, std::string> setting;  // environment variables added to this process's own
};

struct Finished {
  // exit code; 128 + the number of the signal that ended it; 127 if it could not be started, and
  // `err` then says why
  int status = 0;
  std::string out;
  std::string err;
  bool starved = false;    // not started, because this process may have no more files or processes
  bool cancelled = false;  // not started, or ended before its time; the rest then means nothing

  bool ok() const { return status == 0 && !cancelled; }
};

using Cancelled = std::function<bool()>;

// Runs the commands, at most `jobs` at once, and hands back how each ended, in their order. The
// first that fails cancels the others, and so does `cancelled`, which is asked at least every 200
// milliseconds. Commands find nothing on standard input.
//
// They run in a process group of their own, so that their children can be ended too: by SIGTERM,
// and after two seconds by SIGKILL. That also happens if this process dies, even if it is killed.
// Signals of a terminal to its foreground group do not reach them: on Ctrl-C `cancelled` must
// become true.
std::vector<Finished> RunAll(std::span<const ChildCommand> commands, int jobs,
                             const Cancelled& cancelled);
Finished RunOne(
    const ChildCommand& command, const Cancelled& cancelled = [] { return false; });

// The words of a command line as a shell splits it: blanks separate them, quotes and backslashes
// hold them together, and nothing else has a meaning. Nothing if a quote is not closed.
std::optional<std::vector<std::string>> SplitWords(const std::string& line);

}  // namespace toroid
