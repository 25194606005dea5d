// Commands in README.md, the documents and the examples run as shown, one after the other in a
// folder for each page, and print the lines and figures that the page shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::readme_test {
namespace {

// The commands of toroid, and those that run on the files that it wrote. "toroid COMMAND" is a
// form, not a command.
std::vector<std::string> CommandsOf(const std::string& text) {
  std::vector<std::string> commands;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    toroid COMMAND ")) continue;
    for (const char* word : {"toroid ", "make -C ", "iverilog ", "vvp "})
      if (line.starts_with(std::string("    ") + word)) commands.push_back(line.substr(4));
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
  const auto has = [&](const char* text) { return command.find(text) != std::string::npos; };
  const bool needs_hardware = has("--schedule-units send") || has("--traffic axi");
  if (word == "simulate" && !needs_hardware && !has("--engine ")) {
    command.insert(behind, " --engine model");
  }
  if (word == "sweep" && !has("--merge")) {
    command = std::regex_replace(command, std::regex(" --cycles [0-9]+"), "");
    command.insert(behind, " --engine model --cycles 500");
  }
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
    const bool hangs = command.find("hangs.csv") != std::string::npos;
    EXPECT_EQ(outcome.code, hangs ? 1 : 0) << line << "\n" << outcome.out << outcome.err;
    typed.push_back({command, outcome.out});
  }
  return typed;
}

// The text as a regular expression in which "..." matches anything.
std::regex PatternOf(std::string text) {
  text = std::regex_replace(text, std::regex(", model [0-9]+: every event equal \\([^)]*\\)"), "");
  text = std::regex_replace(text, std::regex(R"([.^$|()\[\]{}*+?\\])"), "\\$&");
  text = std::regex_replace(text, std::regex(R"((\\\.){3})"), ".*");
  return std::regex(std::regex_replace(text, std::regex(" +"), " +"));
}

bool IsPrinted(const std::regex& pattern, const std::vector<Typed>& typed) {
  for (const Typed& one : typed)
    if (std::regex_search(one.out, pattern)) return true;
  return false;
}

// Lines of output that a page shows.
std::vector<std::string> OutputOf(const std::string& text) {
  static const std::regex kOutput(
      "    (holds|BROKEN|cycles|messages|latency|throughput|critical|links|conflicts|baseline) .*");
  std::vector<std::string> output;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, kOutput)) output.push_back(line.substr(4));
  return output;
}

// The model alone says nothing of events that are equal.
void CompareLines(const std::string& text, const std::vector<Typed>& typed) {
  for (const std::string& line : OutputOf(text))
    EXPECT_TRUE(IsPrinted(PatternOf(line), typed)) << line;
}

// A figure in a sentence of a page, and the command that prints it.
struct Figure {
  const char* page;
  const char* sentence;  // with single blanks
  const char* command;   // its beginning
  const char* printed;
};

constexpr Figure kFigures[] = {
    {"README.md", "`generate` writes 40 files", "toroid generate", "40 files in my-network"},
    {"README.md", "608 dependencies of 512 channels have no cycle", "toroid check",
     "512 channels and 608 dependencies"},
    {"README.md", "sends 1000 packets between the nodes and ends with `PASS`", "make -C",
     "PASS: 1000 packets"},
    {"README.md", "The hardware took 1631 cycles, as predicted", "toroid simulate",
     "this will take 1631 cycles"},
    {"README.md", "wait for each other and take 2398 cycles", "toroid simulate",
     "arbitrates: 2398 cycles"},
    {"README.md", "in 2020 cycles, 1.002 times what any algorithm needs", "toroid simulate",
     "cycles 2020..."},
    {"README.md", "1.002 times what any algorithm needs", "toroid simulate",
     "this took 1.002 times that"},
    {"README.md", "and checks all 262144 sums", "toroid simulate",
     "262144 elements compared with a serial computation, 0 wrong"},
    {"docs/tutorials/axi4.md", "sends 200 random requests", "make -C", "PASS: 200 requests (..."},
    {"docs/tutorials/axi4.md", "to copy 512 words each, both at once: 744 cycles", "vvp",
     "PASS: 2 engines copied 512 words each in 744 cycles"},
    {"docs/tutorials/first-network.md", "writes 40 files", "toroid generate", "40 files in"},
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

// What `make demo` simulates, whose output README.md shows.
constexpr const char* kDemo[] = {
    "--guest hypercube:6 --host torus:8x8 --embedding xor --bit-order cyclic",
    "--traffic cc-cube --elements 256 --pipelining 8 --schedule offset"};

const std::filesystem::path kRoot = Checkout("");

// README.md, and what else has commands.
std::vector<std::string> PagesWithCommands() {
  std::vector<std::string> pages = {"README.md", "examples/README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() == ".md" && !CommandsOf(ReadFile(entry.path())).empty())
      pages.push_back(std::filesystem::relative(entry.path(), kRoot).string());
  }
  std::ranges::sort(pages);
  return pages;
}

// What pages have the reader write or bring along.
void Prepare(const Scratch& scratch) {
  std::filesystem::create_symlink(kRoot / "examples", scratch.Path("examples"));
  std::filesystem::create_directory(scratch.Path("build"));
  scratch.Write("app.goal",
                "num_ranks 2\nrank 0 {\nl1: send 64b to 1\n}\nrank 1 {\nl1: recv 64b from 0\n}\n");
  scratch.Write("messages.csv",
                "id,source,destination,flits,after\nload,0,5,16,\nsum,5,10,16,load\n"
                "done,10,0,1,sum\n");
  const std::string asks =
      "id,source,destination,flits,after,buffer\nread0,0,1,1,,4\ndata0,1,0,4,read0,";
  scratch.Write("asks.csv", asks + "8\nread1,1,0,1,,8\ndata1,0,1,4,read1,4\n");
  scratch.Write("mended.csv", asks + "\nread1,1,0,1,,\ndata1,0,1,4,read1,4\n");
  scratch.Write("sweep.toml",
                "host = \"ring:4\"\n[sweep]\ntraffic = \"uniform\"\nrate = \"0.1:0.8:0.1\"\n");
}

// The other machines of a sweep of which a page types one part of eight.
void RunOtherShards(const Scratch& scratch) {
  const Outcome outcome =
      RunShell("cd '" + scratch.Path("") +
               "'; for i in 1 3 4 5 6 7 8; do \"$TOROID\" sweep --config sweep.toml --engine model "
               "--cycles 500 --quiet --shard $i/8 --results part-$i.jsonl || exit 1; done");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

// Sources that documents name: "gen/plan/plan.h", or files of a folder, "sim/model/relay_*.cc".
TEST(Documents, NameFilesThatExist) {
  const std::regex name(
      "\\b(gen|sim|cli|rtl_templates|tests|scripts|bench|examples)/[\\w./*-]*"
      "\\w\\.(v|vh|cc|h|tpl|sh)\\b");
  int names = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() != ".md") continue;
    const std::string text = ReadFile(entry.path());
    for (std::sregex_iterator found(text.begin(), text.end(), name), end; found != end; ++found) {
      const std::string path = found->str();
      if (path == "sim/*_tb.v" || path == "sim/NAME_tb.v") continue;  // of a generated network
      const bool many = path.find('*') != std::string::npos;
      const auto file = kRoot / path;
      EXPECT_TRUE(std::filesystem::exists(many ? file.parent_path() : file))
          << entry.path() << ": " << path;
      ++names;
    }
  }
  EXPECT_GT(names, 200);
}

class Pages : public testing::TestWithParam<std::string> {};

TEST_P(Pages, HaveCommandsThatCanBeTyped) {
  const std::string& page = GetParam();
  const std::string text = ReadFile(kRoot / page);
  const Scratch scratch;
  Prepare(scratch);
  std::vector<std::string> commands = CommandsOf(text);
  if (text.find("part-2.jsonl") != std::string::npos) RunOtherShards(scratch);
  if (text.find("make demo") != std::string::npos)
    commands.push_back(std::string("toroid simulate ") + kDemo[0] + " " + kDemo[1]);
  const std::vector<Typed> typed = TypeAll(commands, scratch);
  CompareLines(text, typed);
  CompareFigures(page, text, typed);
}

// "docs/tutorials/into-your-ci.md" is docs_tutorials_into_your_ci.
INSTANTIATE_TEST_SUITE_P(All, Pages, testing::ValuesIn(PagesWithCommands()), [](const auto& of) {
  std::string name = of.param.substr(0, of.param.size() - 3);
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
});

// No page loses its commands unnoticed.
TEST(PagesTogether, ShowAllCommandsAndLinesOfOutput) {
  std::size_t commands = 0;
  std::size_t lines = 0;
  std::size_t tutorials = 0;
  for (const std::string& page : PagesWithCommands()) {
    const std::string text = ReadFile(kRoot / page);
    commands += CommandsOf(text).size();
    lines += OutputOf(text).size();
    if (!page.starts_with("docs/tutorials/")) continue;
    EXPECT_GE(CommandsOf(text).size(), 2U) << page;
    ++tutorials;
  }
  EXPECT_GE(commands, 110U);
  EXPECT_GE(lines, 13U);
  EXPECT_EQ(tutorials, 7U);
}

TEST(PagesTogether, ShowTheOutputOfTheDemonstration) {
  const std::string demo = ReadFile(kRoot / "scripts/demo");
  for (const char* part : kDemo) EXPECT_NE(demo.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace toroid::readme_test
