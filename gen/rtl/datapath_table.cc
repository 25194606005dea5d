// Tables of small functions, the choice between them and arithmetic, and the text of a datapath.
//
// A table is a Verilog function with one case for each code that can occur. Example: the ring walk through (2,3) has three input bits, so
// each bit of the place is one look-up table, less than the subtractions would be. It does not apply to more than kMaxTableBits bits: the
// cost doubles with each.
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

std::set<std::string> Words(const std::string& text) {
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

// The table of output number `output`, of `count`.
std::string TableName(const std::string& name, std::size_t output, std::size_t count) {
  return count == 1 ? name : name + "_" + std::to_string(output);
}

// All combinations of values 0 .. max, each once.
void ForEachInput(const Signals& inputs, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> values(inputs.size(), 0);
  for (std::size_t i = 0;;) {
    visit(values);
    for (i = 0; i < inputs.size() && values[i] == inputs[i].max; ++i) values[i] = 0;
    if (i == inputs.size()) return;
    ++values[i];
    i = 0;
  }
}

}  // namespace

int TableLuts(int inputs) {
  static constexpr std::array kLuts = {0, 0, 1, 1, 1, 2, 5, 12, 24};
  assert(inputs <= kMaxTableBits);
  return kLuts[static_cast<std::size_t>(inputs)];
}

int Datapath::Table::Luts() const {
  const auto at = [&](std::uint32_t code) {
    const auto found = entries.find(code);
    return found == entries.end() ? 0U : found->second;
  };
  std::vector<std::uint32_t> matters(static_cast<std::size_t>(input_bits), 0);  // by input bit: the output bits that depend on it
  for (std::uint32_t code = 0; code < 1U << input_bits; ++code) {
    for (std::size_t i = 0; i < matters.size(); ++i) matters[i] |= at(code) ^ at(code ^ 1U << i);
  }
  int luts = 0;
  for (int bit = 0; bit < output_bits; ++bit) {
    luts += TableLuts(static_cast<int>(std::ranges::count_if(matters, [bit](std::uint32_t m) { return (m >> bit & 1U) != 0; })));
  }
  return luts;
}

std::map<std::string, Datapath::Table> Datapath::TablesOf(const std::string& name, const Signals& inputs, const std::vector<int>& maxima,
                                                          const NumberFunction& function) const {
  std::map<std::string, Table> tables;
  int bits = 0;
  for (const Signal& input : inputs) bits += input.bits();
  for (std::size_t o = 0; o < maxima.size(); ++o) tables[TableName(name, o, maxima.size())] = {bits, Signal{"", maxima[o]}.bits(), {}};
  ForEachInput(inputs, [&](const std::vector<int>& values) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) code = code << inputs[i].bits() | static_cast<std::uint32_t>(values[i]);
    const std::vector<int> outputs = function(values);
    for (std::size_t o = 0; o < maxima.size(); ++o) {
      tables[TableName(name, o, maxima.size())].entries[code] = static_cast<std::uint32_t>(outputs[o]);
    }
  });
  return tables;
}

Signals Datapath::LookUp(const std::string& name, const std::map<std::string, Table>& tables, const Signals& inputs,
                         const std::vector<int>& maxima) {
  Signals outputs;
  for (std::size_t o = 0; o < maxima.size(); ++o) {
    const std::string table = TableName(name, o, maxima.size());
    outputs.push_back(Wire(maxima.size() == 1 ? "value" : "value_" + std::to_string(o), maxima[o], table + "(" + Joined(inputs) + ")",
                           tables.at(table).Luts()));
  }
  tables_.insert(tables.begin(), tables.end());
  return outputs;
}

Signals Datapath::Cheaper(const std::string& name, const Signals& inputs, const std::vector<int>& maxima, const NumberFunction& function,
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
    const std::string full = name + "_of" + ranges;
    const Signals found = looked_up.LookUp(full, TablesOf(full, inputs, maxima, function), inputs, maxima);
    if (looked_up.luts_ <= computed.luts_) {
      *this = std::move(looked_up);
      return found;
    }
  }
  *this = std::move(computed);
  return result;
}

Values Datapath::Rendered(const std::string& result) const {
  std::set<std::string> needed = Words(result);
  std::vector<Values> stages;
  for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage) {
    Values row{.text = {{"what", stage->what}}, .rows = {{"wires", {}}}};
    auto& wires = row.rows["wires"];
    for (auto line = stage->lines.rbegin(); line != stage->lines.rend(); ++line) {
      if (!needed.contains(line->signal.name)) continue;
      needed.merge(Words(line->text));
      const std::string declaration = RangeOf(line->signal.bits()) + line->signal.name;
      wires.insert(wires.begin(), {.text = {{"declaration", declaration}, {"expression", line->text}}, .rows = {}});
    }
    if (!wires.empty()) stages.insert(stages.begin(), std::move(row));
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
      row.rows["entries"].push_back({.text = {{"code", Constant(static_cast<int>(code), table.input_bits)},
                                              {"value", Constant(static_cast<int>(value), table.output_bits)}},
                                     .rows = {}});
    }
    functions.push_back(std::move(row));
  }
  return {.text = {}, .rows = {{"functions", std::move(functions)}, {"stages", std::move(stages)}}};
}

}  // namespace toroid::rtl
