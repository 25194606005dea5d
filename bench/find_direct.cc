// Searches for a dilation-two embedding of a mesh in its smallest cube and prints it, in the form of gen/gray/direct_tables.cc.
//
// Usage: find_direct SEED STEPS WEIGHT HOT COLD CONGESTION RUNS LENGTH...; the settings are those of gen/gray/search.h.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "gen/gray/search.h"

int main(int count, char** arguments) {
  if (count < 9) {
    std::fputs("usage: find_direct SEED STEPS WEIGHT HOT COLD CONGESTION RUNS LENGTH...\n", stderr);
    return 2;
  }
  const auto number = [&](int i) { return std::atoi(arguments[i]); };
  std::vector<int> lengths;
  for (int i = 8; i < count; ++i) lengths.push_back(number(i));
  const toroid::gray::SearchSettings settings{.seed = static_cast<std::uint64_t>(number(1)),
                                              .steps = std::atoll(arguments[2]),
                                              .weight = number(3),
                                              .hot = number(4),
                                              .cold = number(5),
                                              .congestion = number(6),
                                              .runs = number(7)};
  const auto found = toroid::gray::SearchDirect(lengths, settings);
  if (!found) {
    std::fputs("nothing found\n", stderr);
    return 1;
  }
  const auto costs = toroid::gray::Measure(*found);
  std::printf("// average dilation %.3f, congestion %d\n{", costs.average_dilation, costs.congestion);
  for (std::size_t i = 0; i < found->map.size(); ++i) std::printf("%s%u", i ? ", " : "", found->map[i].value());
  std::puts("}");
}
