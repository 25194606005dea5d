// Runs the built executable and returns its output.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>

namespace toroid {

struct Outcome {
  int code = -1;  // -1 if a signal ended it
  std::string out;
  std::string err;
  long peak_kb = 0;    // most memory that one of its processes held (ru_maxrss)
  double seconds = 0;  // of processor time, of all its processes that have ended
};

// A folder of this test alone, removed with it.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& path() const { return folder_; }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::string Write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

std::string ReadFile(const std::filesystem::path& path);

// A copy of the templates in which a text of one file is another, or the same if `was` is empty.
// Throws std::runtime_error unless the text stands there once: else it might be planted where
// nobody looks.
std::string Templates(const Scratch& scratch, const std::string& file, const std::string& was,
                      const std::string& is);

// A running shell command in its own process group. The command finds the executable in $TOROID.
class Running {
 public:
  explicit Running(const std::string& command);
  ~Running();  // kills the remaining processes
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  void Signal(int signal) const;       // to the whole group, as a terminal does on Ctrl-C
  void SignalFirst(int signal) const;  // to its first process alone, as `kill` does
  bool Over();
  // Until standard error holds the text. False, as below, if the command ended, or a minute passed,
  // without it.
  bool WaitForError(const std::string& text);
  // Until it handles the signal itself; the command must be an `exec`.
  bool WaitForHandler(int signal);
  // Its processor time so far, without that of its children; the command must be an `exec`.
  double Seconds() const;
  // Until it has taken so much of it.
  bool WaitForSeconds(double seconds);
  // Waits until it blocks, for example on a reader of its output.
  bool WaitUntilItSleeps();
  Outcome Wait();

 private:
  bool WaitUntil(const std::function<bool()>& holds);
  bool HasEnded(int options);  // waitpid's

  Scratch scratch_;
  pid_t group_ = -1;  // also the first process in it
  int status_ = 0;
  long peak_kb_ = 0;
  double seconds_ = 0;
  bool over_ = false;
};

// `toroid LINE` through a shell; LINE may redirect standard output. Any redirection of it leaves
// `out` empty.
Outcome RunToroid(const std::string& line);
// Runs any command, for words before or around "$TOROID".
Outcome RunShell(const std::string& command);

}  // namespace toroid
