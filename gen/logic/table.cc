// Tables of small functions, and the choice between them and arithmetic.
//
// A table is a function with one case for each code that can occur. Example: the ring walk through
// (2,3) has three input bits, so each bit of the place is one look-up table, less than the
// subtractions would be. It does not apply to more than kMaxTableBits bits, because each bit
// doubles the cost.
#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "gen/logic/builder.h"
#include "gen/logic/cost.h"
#include "gen/logic/operands.h"

namespace toroid::logic {
namespace {

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

int TotalBits(const Signals& signals) {
  int bits = 0;
  for (const Signal& signal : signals) bits += signal.bits();
  return bits;
}

// One table for each output.
std::vector<Table> TablesOf(const std::string& name, const Signals& inputs,
                            const std::vector<int>& maxima, const NumberFunction& function) {
  const int bits = TotalBits(inputs);
  std::vector<Table> tables;
  for (std::size_t o = 0; o < maxima.size(); ++o) {
    tables.push_back({maxima.size() == 1 ? name : fmt::format("{}_{}", name, o), bits,
                      WidthOf(maxima[o]),
                      std::vector<std::optional<std::uint32_t>>(std::size_t{1} << bits)});
  }
  ForEachInput(inputs, [&](const std::vector<int>& values) {
    std::size_t code = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      code = code << inputs[i].bits() | static_cast<std::size_t>(values[i]);
    const std::vector<int> outputs = function(values);
    for (std::size_t o = 0; o < maxima.size(); ++o) {
      assert(outputs[o] >= 0 && outputs[o] <= TopCode(WidthOf(maxima[o])));
      tables[o].values[code] = static_cast<std::uint32_t>(outputs[o]);
    }
  });
  return tables;
}

}  // namespace

TableId Builder::TableCalled(Table table) {
  std::vector<Table>& tables = circuit_.tables;
  const auto found = std::ranges::find(tables, table.name, &Table::name);
  const TableId id{static_cast<int>(found - tables.begin())};
  assert((found == tables.end() || *found == table) && "a name is that of one function");
  if (found == tables.end()) tables.push_back(std::move(table));
  return id;
}

// One table for each answer, all of the same inputs; answers that are always 0 need none.
Signals Builder::LookUp(const std::string& name, const Signals& inputs,
                        const std::vector<int>& maxima, const NumberFunction& function) {
  std::vector<Operand> operands;
  for (const Signal& input : inputs) {
    if (input.bits() > 0) operands.push_back(Whole(input));
  }
  std::vector<Table> tables = TablesOf(name, inputs, maxima, function);
  Signals outputs;
  for (std::size_t o = 0; o < maxima.size(); ++o) {
    if (maxima[o] == 0) {
      outputs.push_back({});
      continue;
    }
    outputs.push_back(AddWire({.op = Operator::kLookUp,
                               .name = maxima.size() == 1 ? "value" : fmt::format("value_{}", o),
                               .max = maxima[o],
                               .operands = operands,
                               .table = TableCalled(std::move(tables[o]))}));
  }
  return outputs;
}

// Builds both and keeps the one with fewer look-up tables; a tie goes to the table. Inputs of more
// than kMaxTableBits bits together get no table.
Signals Builder::Cheaper(const std::string& name, const Signals& inputs,
                         const std::vector<int>& maxima, const NumberFunction& function,
                         const std::function<Signals()>& formula) {
  Builder before = *this;
  const Signals computed = formula();
  if (TotalBits(inputs) > kMaxTableBits) return computed;
  std::string full_name = name + "_of";
  for (const Signal& input : inputs) full_name += fmt::format("_{}", input.max + 1);
  const std::size_t first = before.circuit_.wires.size();
  const Signals found = before.LookUp(full_name, inputs, maxima, function);
  if (LutsFrom(before.circuit_, first) > LutsFrom(circuit_, first)) return computed;
  *this = std::move(before);
  return found;
}

}  // namespace toroid::logic
