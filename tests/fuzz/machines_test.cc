// Random files of several programs on one machine, and such files with one mistake, against the
// rules of docs/cli.md, told once more.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/fuzz/dice.h"
#include "tests/support/run_toroid.h"

namespace toroid::fuzz::machines_test {
namespace {

using Options = std::map<std::string, std::string>;  // as a file writes them
using Node = std::vector<int>;                       // coordinates

std::string Joined(const std::vector<int>& numbers, const char* separator) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : separator) + std::to_string(number);
  return text;
}

std::string Quoted(const std::string& text) { return "\"" + text + "\""; }

struct Box {
  std::vector<int> lengths;
  std::vector<int> base;
};

std::set<Node> NodesOf(const Box& box) {
  std::set<Node> nodes = {{}};
  for (std::size_t a = 0; a < box.lengths.size(); ++a) {
    std::set<Node> longer;
    for (const Node& node : nodes) {
      for (int x = 0; x < box.lengths[a]; ++x) {
        Node further = node;
        further.push_back(box.base[a] + x);
        longer.insert(further);
      }
    }
    nodes = longer;
  }
  return nodes;
}

class Machine {
 public:
  explicit Machine(Dice& dice) : dice_(dice), kind_(dice.Word({"torus", "mesh", "hypercube"})) {
    const int axes = dice_.Between(1, kind_ == "hypercube" ? 5 : 3);
    for (int a = 0; a < axes; ++a)
      lengths_.push_back(kind_ == "hypercube" ? 2 : dice_.Between(2, axes == 1 ? 12 : 6));
    shared = {
        {"host", Quoted(kind_ + ":" +
                        (kind_ == "hypercube" ? std::to_string(axes) : Joined(lengths_, "x")))},
        {"ports", Quoted(dice_.Word({"one", "all"}))},
        {"flit-width", std::to_string(8 * dice_.Between(1, 8))},
        {"buffer-depth", std::to_string(dice_.Between(2, 5))},
        {"seed", std::to_string(dice_.Below(1000))},
        {"sink-ready", dice_.Word({"1", "0.5"})}};
    for (int tries = 0; tries < 12; ++tries) AddProgram();
  }

  const std::vector<int>& lengths() const { return lengths_; }

  std::string Text() const {
    std::string text = Lines("simulate.", shared);
    for (const Options& program : programs) text += "[[program]]\n" + Lines("", program);
    return text;
  }

  Options shared;
  std::vector<Options> programs;
  std::vector<Box> boxes;

 private:
  static std::string Lines(const std::string& table, const Options& options) {
    std::string text;
    for (const auto& [name, value] : options) text += table + name + " = " + value + "\n";
    return text;
  }

  // A box whose lengths keep routes inside, at a random base.
  Box DrawBox() {
    Box box;
    for (std::size_t a = 0; a < lengths_.size(); ++a) {
      const int length = lengths_[a];
      const bool whole = dice_.OneIn(4);
      box.lengths.push_back(whole ? length : dice_.Between(1, (length + 1) / 2));
      box.base.push_back(dice_.Between(0, length - box.lengths.back()));
    }
    return box;
  }

  void AddProgram() {
    const Box box = DrawBox();
    const std::set<Node> nodes = NodesOf(box);
    if (nodes.size() == 1) return;
    for (const Box& other : boxes) {
      for (const Node& node : NodesOf(other))
        if (nodes.contains(node)) return;
    }
    boxes.push_back(box);
    const int dimensions = static_cast<int>(std::ranges::count(box.lengths, 2));
    const bool cube = kind_ == "hypercube";
    const int processes = cube ? 1 : dice_.OneIn(3) ? dice_.Between(2, 5) : 1;  // per node
    Options program = {
        {"partition", Quoted(Joined(box.lengths, "x"))},
        {"base", Quoted(Joined(box.base, ","))},
        {"schedule", Quoted(dice_.Word({"none", "list"}))},
        {"guest",
         Quoted(cube ? "hypercube:" + std::to_string(dimensions)
                     : "line:" + std::to_string(static_cast<int>(nodes.size()) * processes))},
        {"embedding", Quoted(cube ? "identity" : "tao")},
        {"message-flits", std::to_string(dice_.Between(1, 6))}};
    if (cube && dice_.OneIn(2)) {
      program["traffic"] = Quoted("task");
      program["task"] = Quoted("0," + std::to_string(dimensions));
    } else {
      program["traffic"] = Quoted(dice_.Word({"exchange", "scatter", "permutation"}));
      program["sets"] = std::to_string(dice_.Between(1, 3));
    }
    programs.push_back(program);
  }

  Dice& dice_;
  std::string kind_;
  std::vector<int> lengths_;
};

Outcome EndOf(const Scratch& scratch, const Machine& machine) {
  return RunToroid("simulate --engine model --no-baseline --quiet --config " +
                   scratch.Write("net.toml", machine.Text()));
}

// A set of messages that crosses no link, or a permutation that draws none, is refused with code 2
// and a message about it.
TEST(FuzzMachines, ThatFollowTheRulesRun) {
  Dice dice(7);
  std::map<std::size_t, int> sizes;
  for (int i = 0; i < 150; ++i) {
    const Scratch scratch;
    const Machine machine(dice);
    if (machine.programs.empty()) continue;
    const Outcome outcome = EndOf(scratch, machine);
    const bool silent = outcome.err.find("sends nothing over a link") != std::string::npos;
    EXPECT_EQ(outcome.code, silent ? 2 : 0) << machine.Text() << outcome.err << outcome.out;
    if (!silent) ++sizes[machine.programs.size()];
  }
  EXPECT_GT(sizes[1], 5);
  EXPECT_GT(sizes[2], 10);
  EXPECT_GE(sizes.size(), 4U);
}

struct Mistake {
  std::string field;
  std::size_t table = 0;  // from 1 on; 0: the machine's
};

// Makes one; a field is empty if there is no room for it.
Mistake MakeMistake(Machine& machine, Dice& dice) {
  const std::size_t p =
      static_cast<std::size_t>(dice.Below(static_cast<int>(machine.programs.size())));
  Options& program = machine.programs[p];
  switch (dice.Below(9)) {
    case 0:  // the previous box again
      machine.programs.push_back(program);
      return {"--base", machine.programs.size()};
    case 1: program["base"] = Quoted(Joined(machine.lengths(), ",")); return {"--base", p + 1};
    case 2: program.erase("guest"); return {"--guest", p + 1};
    case 3: program["flit-width"] = "16"; return {"--flit-width", p + 1};
    case 4: machine.shared["traffic"] = Quoted("exchange"); return {"--traffic", 0};
    case 5: program["schedule"] = Quoted("offset"); break;
    case 7: program["relay"] = "true"; return {"--relay", p + 1};
    case 8: program["elements"] = "3"; return {"--elements", p + 1};
    case 6: machine.shared["address"] = Quoted("logical"); return {"--address", 0};
    default: break;
  }
  const bool sets = program["traffic"] != Quoted("task");
  return sets ? Mistake{"--schedule", p + 1} : Mistake{};
}

TEST(FuzzMachines, WithOneMistakeNameIt) {
  Dice dice(8);
  std::map<std::string, int> made;
  for (int i = 0; i < 150; ++i) {
    const Scratch scratch;
    Machine machine(dice);
    if (machine.programs.empty()) continue;
    const Mistake mistake = MakeMistake(machine, dice);
    if (mistake.field.empty()) continue;
    const Outcome outcome = EndOf(scratch, machine);
    const std::string told = machine.Text() + outcome.err;
    EXPECT_EQ(outcome.code, 2) << told;
    const std::string place =
        mistake.table == 0 ? ": " : ": [[program]] " + std::to_string(mistake.table) + ": ";
    EXPECT_NE(outcome.err.find(place + mistake.field + ": "), std::string::npos) << told;
    // an axis each, where the base leaves the host on several
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'),
              outcome.err.find("leaves the host") == std::string::npos
                  ? 1
                  : std::ssize(machine.lengths()))
        << told;
    ++made[mistake.field];
  }
  EXPECT_GE(made.size(), 6U);
}

}  // namespace
}  // namespace toroid::fuzz::machines_test
