// Command lines of tests, parsed.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "gen/command_line/spec.h"

namespace toroid::test {

inline constexpr const char* kMapXor = "--host torus:8x8 --guest hypercube:6 --embedding xor";

inline std::vector<std::string> Words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

inline Result<Spec> Parse(Command command, const std::string& line) {
  return ParseSpec(command, Words(line));
}

// The diagnostics, one line each.
inline std::string DiagnosticsOf(Command command, const std::string& line) {
  const Result<Spec> spec = Parse(command, line);
  if (spec) return "";
  std::string text;
  for (const Diagnostic& diagnostic : spec.diagnostics())
    text += ToString(diagnostic).substr(15) + "\n";
  return text;
}

}  // namespace toroid::test
