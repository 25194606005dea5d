// Random command lines against the rules of docs/cli.md. TOROID_FUZZ_SEED and TOROID_FUZZ_LINES
// take other lines, and more. TOROID_FUZZ_OTHER is another toroid: lines that it refuses in other
// words are printed (tests/fuzz/changed_messages).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/fuzz/invalid.h"
#include "tests/fuzz/valid.h"
#include "tests/support/long_run.h"

namespace toroid::fuzz::fuzz_test {
namespace {

std::uint64_t Setting(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

std::uint64_t Seed() { return Setting("TOROID_FUZZ_SEED", 1); }
int Lines(int usual) {
  return static_cast<int>(Setting("TOROID_FUZZ_LINES", static_cast<std::uint64_t>(usual)));
}

// A line that hangs ends with 124.
Outcome EndOf(const std::vector<std::string>& words) {
  return RunShell("exec timeout 120 \"$TOROID\" " + ShellText(words));
}

// Prints the line if the other toroid says something else about it.
void CompareWithOther(const std::vector<std::string>& words, const Outcome& outcome) {
  const char* other = std::getenv("TOROID_FUZZ_OTHER");
  if (other == nullptr) return;
  const Outcome old = RunShell("exec timeout 120 " + ShellText({other}) + " " + ShellText(words));
  if (old.err != outcome.err)
    std::cout << "toroid " << ShellText(words) << "\n- " << old.err << "+ " << outcome.err << "\n";
}

// Everything needed to try the line again.
std::string Told(const std::string& why, const std::vector<std::string>& words,
                 const Outcome& outcome, const Scratch& scratch) {
  const std::string file = ReadFile(scratch.Path("net.toml"));
  return why + "\n  toroid " + ShellText(words) + (file.empty() ? "" : "\nnet.toml\n" + file) +
         "\n  exit code " + std::to_string(outcome.code) + "\n" + outcome.err;
}

// The line's messages on standard error, without its progress.
std::string SaidBy(const Line& line, const Outcome& outcome) {
  static const std::regex progress("toroid: [^:\n]*: [0-9]+ (%, about|s|min|h)[^\n]*\n");
  return line.Has("--quiet") ? outcome.err : std::regex_replace(outcome.err, progress, "");
}

// The fault in the end of a valid line; empty if there is none.
std::string FaultOf(const Valid& valid, const Outcome& outcome) {
  if (outcome.code != valid.code) return "must end with " + std::to_string(valid.code);
  const bool found_nothing = valid.code == 1 && outcome.out.empty();
  if (found_nothing) return outcome.err.empty() ? "says nothing" : "";
  if (outcome.out.empty()) return "prints nothing";
  if (valid.line.Get("--engine") != "both" && valid.line.Get("--engine") != "rtl" &&
      !SaidBy(valid.line, outcome).empty())
    return "says something";
  const bool json = valid.line.Get("--format") == "json";
  return json && !nlohmann::json::accept(outcome.out) ? "prints no JSON" : "";
}

using Taken = std::set<std::pair<Command, std::string>>;  // which command took which option

Taken TakenBy(const Line& line) {
  Taken taken;
  for (const auto& options : {line.typed, line.in_file}) {
    for (const auto& [name, value] : options) taken.insert({line.command, name});
  }
  return taken;
}

// Options of the table, except those for hardware only and those that no file holds.
Taken AllToTake() {
  Taken all;
  for (const Command command : NetworkCommands()) {
    for (const Option& option : AllOptions()) {
      if (Takes(command, option) && !option.only_typed)
        all.insert({command, std::string(option.name)});
    }
  }
  for (const char* name :
       {"--rtl", "--wave", "--schedule-units", "--moved-from", "--load", "--requests"})
    all.erase({Command::kSimulate, name});
  all.erase({Command::kSweep, "--rtl"});
  all.erase({Command::kCheck, "--load"});
  return all;
}

// The requested number of lines, and then lines with an option not yet seen with its command, or
// with an exit code not yet seen.
TEST(Fuzz, ValidLinesEndWithTheirCode) {
  std::cout << "seed " << Seed() << std::endl;
  Dice dice(Seed());
  Taken untried = AllToTake();
  std::map<int, int> codes;
  const int lines = Lines(LongOr(1000, 250));
  const auto is_complete = [&] { return untried.empty() && codes[0] > 0 && codes[1] > 0; };
  for (int i = 0; i < lines || (i < 100 * lines && !is_complete()); ++i) {
    const Scratch scratch;
    const Valid valid = ValidLine(dice, scratch.Path("net"));
    const auto erased = std::erase_if(
        untried, [taken = TakenBy(valid.line)](const auto& one) { return taken.contains(one); });
    if (i >= lines && erased == 0 && codes[valid.code] > 0) continue;
    const std::vector<std::string> words = WordsOf(valid.line, scratch, dice);
    const Outcome outcome = EndOf(words);
    const std::string fault = FaultOf(valid, outcome);
    if (!fault.empty()) ADD_FAILURE() << Told(fault, words, outcome, scratch);
    ++codes[outcome.code];
  }
  for (const auto& [command, name] : untried) ADD_FAILURE() << ToString(command) << " " << name;
  EXPECT_GT(codes[0], lines * 8 / 10);
  EXPECT_GT(codes[1], 0);
}

TEST(Fuzz, ValidLinesOfHardwareEndWell) {
  std::cout << "seed " << Seed() << std::endl;
  Dice dice(Seed() + 1);
  for (int i = 0; i < Lines(LongOr(1000, 250)) / 50; ++i) {
    const Scratch scratch;
    const Valid valid = ValidHardwareLine(dice, scratch.Path(""));
    const std::vector<std::string> words = WordsOf(valid.line, scratch, dice);
    const Outcome outcome = EndOf(words);
    const std::string fault = FaultOf(valid, outcome);
    if (!fault.empty()) ADD_FAILURE() << Told(fault, words, outcome, scratch);
  }
}

bool HasControlCharacter(const std::string& text) {
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f) return true;
  }
  return false;
}

// The fault in the refusal of an invalid line; empty if there is none.
std::string FaultOf(const Invalid& invalid, const Outcome& outcome) {
  if (outcome.code != 2) return "must end with 2";
  if (!outcome.out.empty()) return "prints on standard output";
  if (std::ranges::count(outcome.err, '\n') != 1) return "must be one diagnostic";
  if (HasControlCharacter(outcome.err)) return "prints control characters";
  if (outcome.err.size() > 2000) return "is too long";
  const std::string start = "toroid: error: ";
  if (!outcome.err.starts_with(start)) return "is no diagnostic";
  std::string rest = outcome.err.substr(start.size());
  const std::size_t place = rest.find("/net.toml:");
  if (place != std::string::npos) {
    rest.erase(0, rest.find(": ", place) + 2);
    if (rest.starts_with("[")) rest.erase(0, rest.find(": ") + 2);  // the command's table
  } else if (invalid.in_file) {
    return "must name the file";
  }
  return rest.starts_with(invalid.field + ": ") ? "" : "must name " + invalid.field;
}

TEST(Fuzz, InvalidLinesAreRefusedWithOneDiagnostic) {
  std::cout << "seed " << Seed() << std::endl;
  Dice dice(Seed() + 2);
  std::map<std::string, int> kinds;
  const int lines = Lines(LongOr(1000, 250));
  for (int i = 0; i < lines; ++i) {
    const Scratch scratch;
    const Invalid invalid = InvalidLine(dice, scratch);
    const Outcome outcome = EndOf(invalid.words);
    CompareWithOther(invalid.words, outcome);
    const std::string fault = FaultOf(invalid, outcome);
    if (!fault.empty())
      ADD_FAILURE() << Told(invalid.kind + ": " + fault, invalid.words, outcome, scratch);
    EXPECT_FALSE(std::filesystem::exists(scratch.Path("never"))) << ShellText(invalid.words);
    ++kinds[invalid.kind];
  }
  for (const auto& [kind, count] : kinds) std::cout << count << " " << kind << "\n";
  if (lines < 1000) return;
  EXPECT_GE(kinds.size(), 17U);
}

}  // namespace
}  // namespace toroid::fuzz::fuzz_test
