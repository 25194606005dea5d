// Finds the kept tables of schedule `exact` anew and prints gen/schedule/exact_tables.cc:
//
//     cmake --build build/release --target exact_tables
//     build/release/bin/exact_tables 600 >gen/schedule/exact_tables.cc
//     clang-format -i gen/schedule/exact_tables.cc
//
// The number is the limit in seconds for each table; tasks without a table by then are listed on
// standard error and left out. Four more numbers, AXES RING_LEVELS FIRST COUNT, print the table of
// that task only.
#include "gen/schedule/exact_tables.h"

#include <iostream>
#include <numeric>
#include <string>

#include "gen/schedule/exact_search.h"

namespace toroid {

struct Case {
  int axes;
  int ring_levels;
  Task task;
};

// Tasks whose windows take more steps than the task's bound, and for which no stored table of a
// lower part helps. Up to 5 levels an axis.
constexpr Case kCases[] = {
    // 16x16, 32x32
    {2, 0, {0, 7}},
    {2, 0, {1, 7}},
    {2, 0, {0, 8}},
    {2, 0, {0, 10}},
    // 16x16x16
    {3, 0, {0, 10}},
    {3, 0, {0, 11}},
    {3, 0, {0, 12}},
    {3, 0, {1, 9}},
    {3, 0, {1, 10}},
    {3, 0, {1, 11}},
    {3, 0, {2, 9}},
    {3, 0, {2, 10}},
    {3, 0, {3, 9}},  //
    {3, 0, {0, 13}},
    {3, 0, {0, 14}},
    {3, 0, {0, 15}},
    {3, 0, {1, 12}},
    {3, 0, {1, 13}},
    {3, 0, {1, 14}},  // 32x32x32
    {3, 0, {2, 11}},
    {3, 0, {2, 12}},
    {3, 0, {2, 13}},
    {3, 0, {3, 11}},
    {3, 0, {3, 12}},
    {3, 0, {4, 11}},  //
    {2, 5, {0, 10}},  // torus:32x32
    // torus:16x16x16
    {3, 4, {3, 7}},
    {3, 4, {4, 7}},
    {3, 4, {5, 7}},
    // torus:32x32x32
    {3, 5, {0, 13}},
    {3, 5, {0, 14}},
    {3, 5, {0, 15}},
    {3, 5, {1, 12}},
    {3, 5, {1, 13}},
    {3, 5, {1, 14}},
    {3, 5, {2, 11}},
    {3, 5, {2, 12}},
    {3, 5, {2, 13}},
    {3, 5, {3, 11}},
    {3, 5, {3, 12}},
    {3, 5, {4, 11}},  //
    {4, 4, {4, 9}},
    {4, 4, {5, 9}},
    {4, 4, {6, 9}},
    {4, 4, {7, 9}},  // torus:16x16x16x16
};

// The smallest host of the case.
Layout LayoutOfCase(const Case& one) {
  const int levels =
      one.ring_levels > 0 ? one.ring_levels : (one.task.first + one.task.count - 1) / one.axes + 1;
  return {.axes = one.axes, .levels = levels, .rings = one.ring_levels > 0};
}

// In this form a row holds as many sendings as a link has messages, so its largest group is the
// lower bound.
int LowerBound(const Case& one) {
  return PeriodicForm(LayoutOfCase(one), one.task, LinesBy::kSum).Problem(1, false).LargestGroup();
}

std::vector<ExactCandidate> Candidates(const Case& one, int steps) {
  std::vector<ExactCandidate> candidates;
  for (const LinesBy by : {LinesBy::kSum, LinesBy::kEach}) {
    for (const bool in_row : {true, false}) {
      ExactCandidate candidate{
          .problem = PeriodicForm(LayoutOfCase(one), one.task, by).Problem(steps, in_row),
          .item_of = {}};
      candidate.item_of.resize(static_cast<std::size_t>(candidate.problem.items));
      std::iota(candidate.item_of.begin(), candidate.item_of.end(), 0);
      candidate.part = static_cast<int>(by);
      candidates.push_back(std::move(candidate));
    }
  }
  return candidates;
}

// One string literal for every few lines of an axis; two spaces between lines, one between windows.
std::string Literals(const PeriodicForm& form, const std::vector<int>& steps, int axes) {
  constexpr std::size_t kWidth = 110;
  const std::string digits = DigitsOf(steps);
  std::string text;
  std::size_t at = 0;
  for (int a = 0; a < axes; ++a) {
    std::string literal;
    for (int line = 0; line < form.lines(Axis{a}); ++line) {
      std::string row;
      for (const StreamWindow& window : form.windows(Axis{a})) {
        const int count = window.groups * (window.upper - window.lower + 1);
        row += (row.empty() ? "" : " ") + digits.substr(at, static_cast<std::size_t>(count));
        at += static_cast<std::size_t>(count);
      }
      if (!literal.empty() && literal.size() + row.size() > kWidth)
        text += "     \"" + literal + "\"\n", literal.clear();
      literal += row + "  ";
    }
    text += "     \"" + literal + "\"\n";
  }
  return text;
}

void PrintTable(const Case& one, double seconds) {
  const int steps = LowerBound(one);
  const std::vector<ExactCandidate> candidates = Candidates(one, steps);
  const ExactAnswer answer = SearchExact(candidates, seconds);
  const auto& [first, count] = one.task;
  if (answer.found < 0) {
    std::cerr << "no table of " << steps << " steps for <" << first << "," << count << "> on "
              << one.axes << " axes, ring levels " << one.ring_levels
              << (answer.ruled_out.back() ? ": there is none\n" : ": not within the time\n");
    return;
  }
  const auto by = static_cast<LinesBy>(candidates[static_cast<std::size_t>(answer.found)].part);
  std::cout << "    {.axes = " << one.axes << ", .task = {" << first << ", " << count
            << "}, .ring_levels = " << one.ring_levels << ", .steps = " << steps
            << ", .by = LinesBy::" << (by == LinesBy::kSum ? "kSum" : "kEach") << ", .digits =\n"
            << Literals(PeriodicForm(LayoutOfCase(one), one.task, by), answer.steps, one.axes)
            << "    },\n"
            << std::flush;
}

void PrintAll(double seconds) {
  std::cout << "// The kept tables, as bench/exact_tables wrote them. In a text each line of an "
               "axis is a word group, each window a word, and\n"
               "// each digit the step of a sending, in the order of PeriodicForm.\n"
               "#include \"gen/schedule/exact_tables.h\"\n\nnamespace toroid {\nnamespace "
               "{\n\nconstexpr ExactTable kTables[] = {\n";
  for (const Case& one : kCases) PrintTable(one, seconds);
  std::cout << "};\n\n}  // namespace\n\nstd::span<const ExactTable> ExactTables() { return "
               "kTables; }\n\n}  // namespace toroid\n";
}

}  // namespace toroid

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() != 1 && words.size() != 5) {
    std::cerr << "usage: exact_tables SECONDS [AXES RING_LEVELS FIRST COUNT]\n";
    return 2;
  }
  const double seconds = std::stod(words[0]);
  if (words.size() == 1) {
    toroid::PrintAll(seconds);
  } else {
    toroid::PrintTable(
        {std::stoi(words[1]), std::stoi(words[2]), {std::stoi(words[3]), std::stoi(words[4])}},
        seconds);
  }
}
