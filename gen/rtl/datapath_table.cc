// Tables of small functions, the choice between them and arithmetic, and the text of a datapath.
//
// A table is a Verilog function with one case for each code that can occur. Example: the ring walk
// through (2,3) has three input bits, so each bit of the place is one look-up table, less than the
// subtractions would be. It does not apply to more than kMaxTableBits bits: the cost doubles with
// each.
#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <set>

#include "gen/rtl/datapath.h"
#include "gen/rtl/names.h"

namespace toroid::rtl {
namespace {

std::string RangeOf(int bits) { return Range(bits == 1 ? 0 : bits); }

// The table of output number `output`, of `count`.
std::string TableName(const std::string& name, std::size_t output, std::size_t count) {
  return count == 1 ? name : name + "_" + std::to_string(output);
}

// All combinations of values 0 .. max, each once.
void ForEachInput(const Signals& inputs,
                  const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> values(inputs.size(), 0);
  for (std::size_t i = 0;;) {
    visit(values);
    for (i = 0; i < inputs.size() && values[i] == inputs[i].max; ++i) values[i] = 0;
    if (i == inputs.size()) return;
    ++values[i];
    i = 0;
  }
}

// Levels of look-up tables of four inputs.
int TableLevels(int inputs) { return inputs <= 4 ? 1 : (inputs + 1) / 2 - 1; }

}  // namespace

std::set<std::string> WordsOf(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, ""));
    }
  }
  return words;
}

int TableLuts(int inputs) {
  static constexpr std::array kLuts = {0, 0, 1, 1, 1, 2, 5, 12, 24};
  if (inputs > kMaxTableBits) return 2 * TableLuts(inputs - 1);
  return kLuts[static_cast<std::size_t>(inputs)];
}

int Datapath::Table::Luts() const {
  const auto at = [&](std::uint32_t code) {
    const auto found = entries.find(code);
    return found == entries.end() ? 0U : found->second;
  };
  // by input bit: the output bits that depend on it
  std::vector<std::uint32_t> matters(static_cast<std::size_t>(input_bits), 0);
  for (std::uint32_t code = 0; code < 1U << input_bits; ++code) {
    for (std::size_t i = 0; i < matters.size(); ++i) matters[i] |= at(code) ^ at(code ^ 1U << i);
  }
  int luts = 0;
  for (int bit = 0; bit < output_bits; ++bit) {
    luts += TableLuts(static_cast<int>(
        std::ranges::count_if(matters, [bit](std::uint32_t m) { return (m >> bit & 1U) != 0; })));
  }
  return luts;
}

std::map<std::string, Datapath::Table> Datapath::TablesOf(const std::string& name,
                                                          const Signals& inputs,
                                                          const std::vector<int>& maxima,
                                                          const NumberFunction& function) const {
  std::map<std::string, Table> tables;
  int bits = 0;
  for (const Signal& input : inputs) bits += input.bits();
  for (std::size_t o = 0; o < maxima.size(); ++o)
    tables[TableName(name, o, maxima.size())] = {bits, Signal{"", maxima[o]}.bits(), {}};
  ForEachInput(inputs, [&](const std::vector<int>& values) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      code = code << inputs[i].bits() | static_cast<std::uint32_t>(values[i]);
    const std::vector<int> outputs = function(values);
    for (std::size_t o = 0; o < maxima.size(); ++o) {
      tables[TableName(name, o, maxima.size())].entries[code] =
          static_cast<std::uint32_t>(outputs[o]);
    }
  });
  return tables;
}

Signals Datapath::LookUp(const std::string& name, const Signals& inputs,
                         const std::vector<int>& maxima, const NumberFunction& function) {
  const auto tables = TablesOf(name, inputs, maxima, function);
  Signals outputs;
  for (std::size_t o = 0; o < maxima.size(); ++o) {
    const std::string table = TableName(name, o, maxima.size());
    const int luts = tables.at(table).Luts();
    outputs.push_back(Wire(maxima.size() == 1 ? "value" : "value_" + std::to_string(o), maxima[o],
                           table + "(" + Joined(inputs) + ")", luts,
                           luts == 0 ? 0 : TableLevels(tables.at(table).input_bits)));
  }
  tables_.insert(tables.begin(), tables.end());
  return outputs;
}

Signals Datapath::Cheaper(const std::string& name, const Signals& inputs,
                          const std::vector<int>& maxima, const NumberFunction& function,
                          const std::function<Signals(Datapath&)>& formula) {
  int bits = 0;
  std::string ranges;
  for (const Signal& input : inputs) {
    bits += input.bits();
    ranges += "_" + std::to_string(input.max + 1);
  }
  Datapath computed = *this;
  Signals result = formula(computed);
  if (bits <= kMaxTableBits) {
    Datapath looked_up = *this;
    const Signals found = looked_up.LookUp(name + "_of" + ranges, inputs, maxima, function);
    if (looked_up.luts_ <= computed.luts_) {
      *this = std::move(looked_up);
      return found;
    }
  }
  *this = std::move(computed);
  return result;
}

std::vector<Datapath::Stage> Datapath::Needed(const std::string& result) const {
  std::set<std::string> needed = WordsOf(result);
  std::vector<Stage> stages;
  for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage) {
    Stage kept{stage->name, stage->what, {}};
    for (auto line = stage->lines.rbegin(); line != stage->lines.rend(); ++line) {
      if (!needed.contains(line->signal.name)) continue;
      needed.merge(WordsOf(line->text));
      kept.lines.insert(kept.lines.begin(), *line);
    }
    if (!kept.lines.empty()) stages.insert(stages.begin(), std::move(kept));
  }
  return stages;
}

std::vector<Values> Datapath::FunctionRows(const std::vector<Stage>& stages) const {
  std::set<std::string> needed;
  for (const Stage& stage : stages) {
    for (const Line& line : stage.lines) needed.merge(WordsOf(line.text));
  }
  std::vector<Values> functions;
  for (const auto& [name, table] : tables_) {
    if (!needed.contains(name)) continue;
    Values row{.text = {{"function", name},
                        {"output_range", RangeOf(table.output_bits)},
                        {"input_range", RangeOf(table.input_bits)},
                        {"nothing", Constant(0, table.output_bits)}},
               .rows = {{"entries", {}}}};
    for (const auto& [code, value] : table.entries) {
      row.rows["entries"].push_back(
          {.text = {{"code", Constant(static_cast<int>(code), table.input_bits)},
                    {"value", Constant(static_cast<int>(value), table.output_bits)}},
           .rows = {}});
    }
    functions.push_back(std::move(row));
  }
  return functions;
}

Values Datapath::Rendered(const std::string& result) const {
  const std::vector<Stage> needed = Needed(result);
  std::vector<Values> stages;
  for (const Stage& stage : needed) {
    Values row{.text = {{"what", stage.what}}, .rows = {{"wires", {}}}};
    for (const Line& line : stage.lines) {
      const std::string declaration = RangeOf(line.signal.bits()) + line.signal.name;
      row.rows["wires"].push_back(
          {.text = {{"declaration", declaration}, {"expression", line.text}}, .rows = {}});
    }
    stages.push_back(std::move(row));
  }
  return {.text = {}, .rows = {{"functions", FunctionRows(needed)}, {"stages", std::move(stages)}}};
}

}  // namespace toroid::rtl
