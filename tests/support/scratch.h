// Commands run in a folder that lives as long as its test.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::test {

using toroid::Scratch;

struct Outcome {
  int exit_code = -1;
  std::string output;  // standard output and error together
};

// Runs a shell command in `folder`, in the C locale, as tools warn about locales that are not
// installed. A missing tool is exit code 127.
inline Outcome RunCommand(const std::filesystem::path& folder, const std::string& command) {
  Outcome outcome;
  const std::string whole =
      "export LC_ALL=C; cd '" + folder.string() + "' && { " + command + "; } 2>&1";
  std::FILE* pipe = ::popen(whole.c_str(), "r");
  if (pipe == nullptr) return outcome;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
    outcome.output.push_back(static_cast<char>(c));
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace toroid::test
