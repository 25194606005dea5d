// The commands that README.md and the tutorials show can be typed as they stand, one after the
// other in one folder each.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::readme_test {
namespace {

// Those of toroid, and what runs on the files that it wrote.
std::vector<std::string> CommandsOf(const std::string& text) {
  std::vector<std::string> commands;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    toroid ") || line.starts_with("    make -C "))
      commands.push_back(line.substr(4));
  }
  return commands;
}

// The model alone, and few cycles of a sweep: the hardware's own tests take the time for it.
std::string OnTheModel(std::string command) {
  if (!command.starts_with("toroid ")) return command;
  command.erase(0, 7);
  if (const auto at = command.find(" --engine rtl"); at != std::string::npos)
    command.erase(at, std::string(" --engine rtl").size());
  const std::string word = command.substr(0, command.find(' '));
  const std::size_t behind = word.size();
  if (word == "simulate" && command.find("--schedule-unit") == std::string::npos)
    command.insert(behind, " --engine model");
  if (word == "sweep") command.insert(behind, " --engine model --cycles 500");
  return "\"$TOROID\" " + command;
}

// The deeper buffers of what is compared are better, so nothing gets worse.
void TypeAll(const std::vector<std::string>& commands, const Scratch& scratch) {
  for (const std::string& command : commands) {
    const std::string line = OnTheModel(command);
    const Outcome outcome = RunShell("cd '" + scratch.Path("") + "'; " + line);
    EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.out << outcome.err;
  }
}

const std::filesystem::path kRoot = Checkout("");

TEST(Readme, EachCommandCanBeTyped) {
  const Scratch scratch;
  // the user's own trace
  scratch.Write("app.goal",
                "num_ranks 2\nrank 0 {\nl1: send 64b to 1\n}\nrank 1 {\nl1: recv 64b from 0\n}\n");
  const auto commands = CommandsOf(ReadFile(kRoot / "README.md"));
  ASSERT_GE(commands.size(), 20U);
  TypeAll(commands, scratch);
}

TEST(Tutorials, EachCommandCanBeTyped) {
  int tutorials = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "docs/tutorials")) {
    const Scratch scratch;
    // the table that one of them has the reader write
    scratch.Write("messages.csv",
                  "id,source,destination,flits,after\nload,0,5,16,\nsum,5,10,16,load\n"
                  "done,10,0,1,sum\n");
    const auto commands = CommandsOf(ReadFile(entry.path()));
    EXPECT_GE(commands.size(), 2U) << entry.path();
    TypeAll(commands, scratch);
    ++tutorials;
  }
  EXPECT_EQ(tutorials, 6);
}

}  // namespace
}  // namespace toroid::readme_test
