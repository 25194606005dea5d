// Manual pages and completions of shells, made from the table of options as `--help` is.
#pragma once

#include <string>
#include <vector>

#include "gen/options/options.h"

namespace toroid {

// A file of an installation: "man/man1/toroid.1", below share/.
struct ManualFile {
  std::string path;
  std::string text;
};

// toroid(1), toroid-COMMAND(1) for each command, and completions for bash, zsh and fish. The pages
// are roff with the macros of man(7).
std::vector<ManualFile> ManualFiles();

std::string ManualPage();
std::string ManualPage(Command command);

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace toroid
