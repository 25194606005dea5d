// Specifications of configuration files.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gen/command_line/spec.h"
#include "tests/support/scratch.h"

namespace toroid::test {

// A file in a separate folder, as tests run side by side.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& text) : path_((folder_.path() / "net.toml").string()) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  const std::string& path() const { return path_; }

 private:
  Scratch folder_;
  std::string path_;
};

inline Result<Spec> ParseFile(Command command, const std::string& text,
                              const std::string& typed = "") {
  const ConfigFile file(text);
  std::istringstream stream("--config " + file.path() + " " + typed);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return ParseSpec(command, words);
}

// One line for each, with places that leave out the folder.
inline std::string FileDiagnosticsOf(Command command, const std::string& text,
                                     const std::string& typed = "") {
  const Result<Spec> spec = ParseFile(command, text, typed);
  if (spec) return "";
  std::string lines;
  for (Diagnostic diagnostic : spec.diagnostics()) {
    const auto slash = diagnostic.place.rfind('/');
    if (slash != std::string::npos) diagnostic.place.erase(0, slash + 1);
    lines += ToString(diagnostic).substr(15) + "\n";
  }
  return lines;
}

}  // namespace toroid::test
