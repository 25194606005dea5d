// A command line that can still be changed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gen/options/options.h"
#include "gen/request/traffic.h"
#include "tests/fuzz/dice.h"
#include "tests/support/run_toroid.h"

namespace toroid::fuzz {

struct Line {
  Command command = Command::kMap;
  std::map<std::string, std::string> typed;    // by name with dashes; empty for flags
  std::map<std::string, std::string> in_file;  // of a configuration file, likewise
  std::string tables;                          // of the file, below `in_file`
  std::string file_text;                       // the file itself, if it is not made of `in_file`
  std::vector<std::string> further;            // words at the end

  bool Has(const std::string& name) const { return typed.contains(name) || in_file.contains(name); }
  // Empty if it is not there.
  std::string Get(const std::string& name) const;
  void Set(const std::string& name, const std::string& value = "") { typed[name] = value; }
  void Remove(const std::string& name) { typed.erase(name), in_file.erase(name); }
};

// The words after the program's name, options in any order, each in one of its forms. Writes the
// file, if there is to be one, as net.toml.
std::vector<std::string> WordsOf(const Line& line, const Scratch& scratch, Dice& dice);

// Quoted for a shell.
std::string ShellText(const std::vector<std::string>& words);

}  // namespace toroid::fuzz
