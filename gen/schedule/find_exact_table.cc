// Finds a stored table by its task, and reads its digits.
#include <algorithm>
#include <cassert>

#include "gen/schedule/exact_tables.h"

namespace toroid {
namespace {

constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";

}  // namespace

int RingLevelsOf(const Layout& layout, Task task) {
  // the first cube dimension that is an axis' top level
  const int top = layout.axes * (layout.levels - 1);
  return layout.rings && task.first + task.count > top ? layout.levels : 0;
}

const ExactTable* FindExactTable(const Layout& layout, Task task, int steps) {
  const auto found = std::ranges::find_if(ExactTables(), [&](const ExactTable& table) {
    return table.axes == layout.axes && table.task == task &&
           table.ring_levels == RingLevelsOf(layout, task) && table.steps <= steps;
  });
  return found == ExactTables().end() ? nullptr : &*found;
}

// A digit for each sending, as ExactTable says; blanks and line ends are for the reader.
std::vector<int> StepsOf(const ExactTable& table) {
  std::vector<int> steps;
  for (const char c : table.digits) {
    if (c == ' ' || c == '\n') continue;
    assert(kDigits.find(c) != std::string_view::npos);
    steps.push_back(static_cast<int>(kDigits.find(c)));
  }
  return steps;
}

std::string DigitsOf(const std::vector<int>& steps) {
  std::string digits;
  for (const int step : steps) digits += kDigits[static_cast<std::size_t>(step)];
  return digits;
}

}  // namespace toroid
