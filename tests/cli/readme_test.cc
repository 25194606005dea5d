// Commands in README.md and the tutorials run as shown, one after the other in one folder each, and
// print the lines and figures shown beside them.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::readme_test {
namespace {

// Commands of toroid, and commands that run on its files.
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

struct Typed {
  std::string command;
  std::string out;
};

// The deeper buffers of the compared run are better, so nothing gets worse.
std::vector<Typed> TypeAll(const std::vector<std::string>& commands, const Scratch& scratch) {
  std::vector<Typed> typed;
  for (const std::string& command : commands) {
    const std::string line = OnTheModel(command);
    const Outcome outcome = RunShell("cd '" + scratch.Path("") + "'; " + line);
    EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.out << outcome.err;
    typed.push_back({command, outcome.out});
  }
  return typed;
}

// The text as a regular expression in which "..." matches anything.
std::regex PatternOf(std::string text) {
  text =
      std::regex_replace(text, std::regex(", model [0-9]+: every event equal \\(\\.\\.\\.\\)"), "");
  text = std::regex_replace(text, std::regex(R"([.^$|()\[\]{}*+?\\])"), "\\$&");
  text = std::regex_replace(text, std::regex(R"((\\\.){3})"), ".*");
  return std::regex(std::regex_replace(text, std::regex(" +"), " +"));
}

bool IsPrinted(const std::regex& pattern, const std::vector<Typed>& typed) {
  for (const Typed& one : typed)
    if (std::regex_search(one.out, pattern)) return true;
  return false;
}

// Lines of output that a page shows. The model alone says nothing of events that are equal.
void CompareLines(const std::string& text, const std::vector<Typed>& typed, int& compared) {
  static const std::regex kOutput(
      "    (holds|BROKEN|cycles|messages|latency|throughput|critical|links|conflicts) .*");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, kOutput)) continue;
    EXPECT_TRUE(IsPrinted(PatternOf(line.substr(4)), typed)) << line;
    ++compared;
  }
}

// A figure in a sentence of a page, and the command that prints it.
struct Figure {
  const char* page;
  const char* sentence;  // with single blanks
  const char* command;   // its beginning
  const char* printed;
};

constexpr Figure kFigures[] = {
    {"README.md", "The first writes 38 files", "toroid generate", "38 files in my-network"},
    {"README.md", "among 96 dependencies of 128 channels", "toroid check",
     "128 channels and 96 dependencies"},
    {"README.md", "sends 1000 packets between its nodes and ends with `PASS`", "make -C",
     "PASS: 1000 packets"},
    {"README.md", "takes 2020 cycles, 1.002 times what any algorithm needs", "toroid simulate",
     "cycles 2020..."},
    {"README.md", "1.002 times what any algorithm needs", "toroid simulate",
     "this took 1.002 times that"},
    {"README.md", "262144 sums are compared with serial ones", "toroid simulate",
     "262144 elements compared with a serial computation, 0 wrong"},
    {"docs/tutorials/first-network.md", "writes 38 files", "toroid generate", "38 files in"},
    {"docs/tutorials/program-on-a-torus.md", "two links apart at most, and 1.67 on average",
     "toroid map", "dilation max 2 (predicted 2), average 1.667"},
    // 2398 / 1631
    {"docs/tutorials/program-on-a-torus.md", "take 1.47 times as long", "toroid simulate",
     "cycles 1631..."},
    {"docs/tutorials/program-on-a-torus.md", "take 1.47 times as long", "toroid simulate",
     "arbitrates: 2398 cycles"},
    {"docs/tutorials/stencil-on-a-hypercube.md", "dilation 1, and no link has two edges",
     "toroid map", "dilation max 1 ..."},
    {"docs/tutorials/stencil-on-a-hypercube.md", "Four such steps take 72 cycles, 18 each",
     "toroid simulate", "cycles 72; ..."},
    {"docs/tutorials/stencil-on-a-hypercube.md", "two thirds of the links, 104 instead of 160",
     "toroid choose", "1 mesh:4x8 identity list - 1 1 104 18 18"},
    {"docs/tutorials/stencil-on-a-hypercube.md", "two thirds of the links, 104 instead of 160",
     "toroid choose", "hypercube:5 tao list - 1 1 160 18 18"},
};

// Lines of a sentence are broken anywhere.
std::string WithSingleBlanks(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

void CompareFigures(const std::string& page, const std::string& text,
                    const std::vector<Typed>& typed) {
  const std::string words = WithSingleBlanks(text);
  for (const Figure& figure : kFigures) {
    if (figure.page != page) continue;
    EXPECT_NE(words.find(figure.sentence), std::string::npos) << page << ": " << figure.sentence;
    std::vector<Typed> own;
    for (const Typed& one : typed)
      if (one.command.starts_with(figure.command)) own.push_back(one);
    EXPECT_TRUE(IsPrinted(PatternOf(figure.printed), own))
        << page << ": " << figure.sentence << "\nnot printed: " << figure.printed;
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
  CompareFigures("README.md", ReadFile(kRoot / "README.md"), TypeAll(commands, scratch));
}

TEST(Tutorials, EachCommandCanBeTyped) {
  int tutorials = 0;
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "docs/tutorials")) {
    const Scratch scratch;
    // the table that one of them has the reader write
    scratch.Write("messages.csv",
                  "id,source,destination,flits,after\nload,0,5,16,\nsum,5,10,16,load\n"
                  "done,10,0,1,sum\n");
    const std::string text = ReadFile(entry.path());
    const auto commands = CommandsOf(text);
    EXPECT_GE(commands.size(), 2U) << entry.path();
    const auto typed = TypeAll(commands, scratch);
    CompareLines(text, typed, compared);
    CompareFigures("docs/tutorials/" + entry.path().filename().string(), text, typed);
    ++tutorials;
  }
  EXPECT_GE(compared, 8);
  EXPECT_EQ(tutorials, 6);
}

}  // namespace
}  // namespace toroid::readme_test
