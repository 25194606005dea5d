#include "tests/support/run_toroid.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "tests/support/checkout.h"

namespace toroid {

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "toroid_test_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Scratch::Write(const std::string& name, const std::string& text) const {
  std::ofstream(Path(name), std::ios::binary) << text;
  return Path(name);
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string Templates(const Scratch& scratch, const std::string& file, const std::string& was,
                      const std::string& is) {
  const std::filesystem::path folder = scratch.Path("templates");
  std::filesystem::copy(Checkout("rtl_templates"), folder,
                        std::filesystem::copy_options::recursive);
  if (was.empty()) return folder.string();
  std::string text = ReadFile(folder / file);
  const auto at = text.find(was);
  if (at == std::string::npos || text.find(was, at + 1) != std::string::npos)
    throw std::runtime_error(file + " must have once: " + was);
  text.replace(at, was.size(), is);
  std::ofstream(folder / file) << text;
  return folder.string();
}

Running::Running(const std::string& command) {
  const std::string line =
      "{ " + command + "\n} >'" + scratch_.Path("out") + "' 2>'" + scratch_.Path("err") + "'";
  group_ = fork();
  if (group_ < 0) throw std::runtime_error("no process can be started");
  if (group_ == 0) {
    setpgid(0, 0);
    // whatever the test inherited
    for (const int signal : {SIGINT, SIGPIPE}) ::signal(signal, SIG_DFL);
    setenv("TOROID", ToroidExecutable(), 1);
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  setpgid(group_, group_);  // whichever of the two comes first
}

Running::~Running() {
  kill(-group_, SIGKILL);
  if (!over_) waitpid(group_, nullptr, 0);
}

void Running::Signal(int signal) const { kill(-group_, signal); }
void Running::SignalFirst(int signal) const { kill(group_, signal); }

bool Running::Over() { return HasEnded(WNOHANG); }

bool Running::HasEnded(int options) {
  rusage usage{};
  if (over_ || wait4(group_, &status_, options, &usage) != group_) return over_;
  peak_kb_ = usage.ru_maxrss;
  for (const timeval& part : {usage.ru_utime, usage.ru_stime})
    seconds_ += static_cast<double>(part.tv_sec) + static_cast<double>(part.tv_usec) / 1e6;
  return over_ = true;
}

bool Running::WaitUntil(const std::function<bool()>& holds) {
  using namespace std::chrono_literals;
  for (int i = 0; i < 6000; ++i) {
    const bool over = Over();  // before looking, so that the last words count
    if (holds()) return true;
    if (over) return false;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

bool Running::WaitForError(const std::string& text) {
  return WaitUntil([&] { return ReadFile(scratch_.Path("err")).find(text) != std::string::npos; });
}

bool Running::WaitForHandler(int signal) {
  return WaitUntil([&] {
    const std::string status = ReadFile("/proc/" + std::to_string(group_) + "/status");
    const std::size_t caught = status.find("SigCgt:\t");
    return caught != std::string::npos &&
           (std::stoull(status.substr(caught + 8), nullptr, 16) >> (signal - 1) & 1) != 0;
  });
}

// Fields 14 and 15 of the process's state, in ticks.
double Running::Seconds() const {
  const std::string state = ReadFile("/proc/" + std::to_string(group_) + "/stat");
  std::istringstream fields(state.substr(std::min(state.rfind(')') + 1, state.size())));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

bool Running::WaitForSeconds(double seconds) {
  return WaitUntil([&] { return Seconds() >= seconds; });
}

bool Running::WaitUntilItSleeps() {
  return WaitUntil([&] {
    return ReadFile("/proc/" + std::to_string(group_) + "/status").find("State:\tS") !=
           std::string::npos;
  });
}

Outcome Running::Wait() {
  HasEnded(0);
  return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, ReadFile(scratch_.Path("out")),
          ReadFile(scratch_.Path("err")), peak_kb_, seconds_};
}

Outcome RunToroid(const std::string& line) { return RunShell("\"$TOROID\" " + line); }
Outcome RunShell(const std::string& command) { return Running(command).Wait(); }

}  // namespace toroid
