// Runs the built executable and hands back what it printed.
#pragma once

#include <filesystem>
#include <string>

namespace toroid {

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

// A folder of this test alone, removed with it.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::string Write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

std::string ReadFile(const std::filesystem::path& path);

// `toroid LINE` through a shell; LINE may redirect standard output. Any redirection of it leaves `out` empty.
Outcome RunToroid(const std::string& line);

}  // namespace toroid
