// The idea: every line of a datapath has a depth that was estimated when it was made. For a period
// of so many levels each line is put into the earliest stage in which it fits behind what it needs,
// and what a later stage needs of an earlier one is carried along in registers. The least period
// for which the stages suffice is found by trying one after the other. Registers that are not
// needed then come last.
//
// Example: lines of 2, 3 and 2 levels, each needing the one before, with one register: a period of
// 4 needs three stages, of 5 two, (2 + 3) and (2). Does not cut within a line, so a period is never
// less than the deepest line: an adder, a table. Units that are wires, xors or one table have
// registers at their outputs alone.
//
// Source: the greedy assignment of operations to time steps as soon as possible (ASAP scheduling
// with chaining), as in high-level synthesis.
#include "gen/rtl/pipeline.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <map>
#include <string>
#include <utility>

namespace toroid::rtl {
namespace {

using Line = Datapath::Line;
using Stage = Datapath::Stage;

// When a value is there: how many registers lie before it, and how many levels after the last of
// them.
struct Time {
  int stage = 0;
  int level = 0;
  auto operator<=>(const Time&) const = default;
};
using Times = std::map<std::string, Time>;  // by wire, inputs included

Line AnswerLine(const std::string& port, int bits, const std::string& text) {
  Line line;
  line.signal.name = "answer_" + port;
  line.signal.max = (1 << bits) - 1;
  line.text = text;
  return line;
}

// The datapath's lines and the outputs, which become lines named "answer_...".
std::vector<Stage> AllStages(const UnitLogic& logic, const std::map<std::string, int>& widths) {
  std::string needed = logic.valid.name;
  for (const UnitOutput& output : logic.outputs) needed += " " + output.expression;
  std::vector<Stage> stages = logic.path.Needed(needed);
  Stage answer{"answer", "the answer", {}};
  for (const UnitOutput& output : logic.outputs) {
    answer.lines.push_back(AnswerLine(output.port, widths.at(output.port), output.expression));
  }
  answer.lines.push_back(AnswerLine("valid", 1, logic.valid.name));
  stages.push_back(std::move(answer));
  return stages;
}

// When each value is there if no stage is deeper than `period`, which is at least the deepest
// line's.
Times Assigned(const std::vector<Stage>& stages, Times times, int period) {
  for (const Stage& stage : stages) {
    for (const Line& line : stage.lines) {
      Time at;
      for (const std::string& word : WordsOf(line.text)) {
        if (const auto operand = times.find(word); operand != times.end())
          at = std::max(at, operand->second);
      }
      if (at.level + line.levels > period) at = {at.stage + 1, 0};
      times[line.signal.name] = {at.stage, at.level + line.levels};
    }
  }
  return times;
}

int LastStage(const Times& times) {
  int last = 0;
  for (const auto& [name, time] : times) last = std::max(last, time.stage);
  return last;
}

Times Schedule(const std::vector<Stage>& stages, const Times& inputs, int registers) {
  int period = 0;
  for (const Stage& stage : stages) {
    for (const Line& line : stage.lines) period = std::max(period, line.levels);
  }
  for (;; ++period) {
    Times times = Assigned(stages, inputs, period);
    if (LastStage(times) <= registers) return times;
  }
}

// How far the parts of each value are carried: by its name and the part, "[6:0]" or "" for all of
// it, the last stage that needs it. Parts have registers of their own, so that none carries bits
// that nobody needs.
using Carried = std::map<std::string, std::map<std::string, int>>;

// "x[6:0]" where it is made, "x_part_6_0_at_2" behind register 2. Signals have names like "x_2"
// too, but none with "_part" or "_at".
std::string NameAt(const std::string& name, const std::string& part, int made, int stage) {
  assert(stage >= made);
  if (stage == made) return name + part;
  std::string bits;
  for (const char c : part)
    bits += std::isdigit(static_cast<unsigned char>(c)) != 0 ? std::string(1, c)
            : c == ']'                                       ? ""
                                                             : "_";
  if (!part.empty()) bits.insert(0, "_part");
  return name + bits + "_at_" + std::to_string(stage);
}

// The expression with each value as it is in `stage`; notes in `carried` how far each is.
std::string TextAt(const std::string& text, int stage, const Times& times, Carried& carried) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
      ++end;
    const std::string word = text.substr(i, end - i);
    const auto time = times.find(word);
    if (time == times.end()) {
      result += word.empty() ? std::string(1, text[end++]) : word;
    } else {
      std::string part;
      if (end < text.size() && text[end] == '[')
        part = text.substr(end, text.find(']', end) + 1 - end);
      end += part.size();
      int& last = carried[word].try_emplace(part, time->second.stage).first->second;
      last = std::max(last, stage);
      result += NameAt(word, part, time->second.stage, stage);
    }
    i = end;
  }
  return result;
}

std::string RangeOf(int bits) { return Range(bits == 1 ? 0 : bits); }

// Of "[6:0]", "[3]", or a value of `bits` bits.
int BitsOf(const std::string& part, int bits) {
  if (part.empty()) return bits;
  const std::size_t colon = part.find(':');
  return colon == part.npos ? 1 : std::stoi(part.substr(1)) - std::stoi(part.substr(colon + 1)) + 1;
}

std::vector<Values> Registers(const std::string& name, int bits, int made, const Carried& carried) {
  std::vector<Values> rows;
  const auto parts = carried.find(name);
  if (parts == carried.end()) return rows;
  for (const auto& [part, last] : parts->second) {
    for (int stage = made + 1; stage <= last; ++stage) {
      rows.push_back({.text = {{"range", RangeOf(BitsOf(part, bits))},
                               {"register", NameAt(name, part, made, stage)},
                               {"before", NameAt(name, part, made, stage - 1)}},
                      .rows = {}});
    }
  }
  return rows;
}

}  // namespace

Values Pipelined(const UnitLogic& logic, const std::vector<ModulePort>& ports, int registers) {
  assert(registers >= 1);
  Times inputs;
  std::map<std::string, int> widths;
  for (const ModulePort& port : ports) {
    widths[port.name] = std::max(port.width, 1);
    if (port.input && port.name != "clk") inputs[port.name] = {};
  }
  const std::vector<Stage> stages = AllStages(logic, widths);
  const Times times = Schedule(stages, inputs, registers);
  Carried carried;
  Values values{.text = {{"cycles", std::to_string(registers)}},
                .rows = {{"functions", logic.path.FunctionRows(stages)}}};
  for (const Stage& stage : stages) {
    Values row{.text = {{"what", stage.what}}, .rows = {{"wires", {}}}};
    for (const Line& line : stage.lines) {
      const std::string text = TextAt(line.text, times.at(line.signal.name).stage, times, carried);
      row.rows["wires"].push_back(
          {.text = {{"declaration", RangeOf(line.signal.bits()) + line.signal.name},
                    {"expression", text}},
           .rows = {}});
    }
    values.rows["stages"].push_back(std::move(row));
  }
  for (const ModulePort& port : ports) {
    if (port.input) continue;
    const std::string expression = TextAt("answer_" + port.name, registers, times, carried);
    values.rows["outputs"].push_back(
        {.text = {{"output", port.name}, {"expression", expression}}, .rows = {}});
  }
  for (std::size_t s = 0; s < stages.size(); ++s) {
    for (std::size_t i = 0; i < stages[s].lines.size(); ++i) {
      const Signal& signal = stages[s].lines[i].signal;
      values.rows["stages"][s].rows["wires"][i].rows["registers"] =
          Registers(signal.name, signal.bits(), times.at(signal.name).stage, carried);
    }
  }
  for (const auto& [name, time] : inputs) {
    for (Values& row : Registers(name, widths[name], 0, carried))
      values.rows["inputs"].push_back(std::move(row));
  }
  values.rows.try_emplace("inputs");
  return values;
}

}  // namespace toroid::rtl
