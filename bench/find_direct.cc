// Searches for a dilation-two embedding of a mesh in its smallest cube and prints it, as the tables
// of gen/gray/direct.cc have it:
//
//     cmake --build build/release --target find_direct
//     build/release/bin/find_direct 1 2000000 6 800 80 2 20 3 5
//
// Usage: find_direct SEED STEPS WEIGHT HOT COLD CONGESTION RUNS LENGTH...; the settings are those
// of gen/gray/factors.h. Exit codes: 0 found, 1 nothing found, 2 bad arguments.
#include <array>
#include <cstdio>
#include <vector>

#include "bench/arguments.h"
#include "tests/oracle/direct_search.h"

namespace {

constexpr std::int64_t kMostNodes = 1 << 12;  // more would take too long

struct Field {
  const char* name;
  std::int64_t low;
  std::int64_t high;
};
constexpr std::array<Field, 7> kFields{{{"SEED", 0, INT64_MAX},
                                        {"STEPS", 1, 1'000'000'000'000},
                                        {"WEIGHT", 0, 1000},
                                        {"HOT", 1, 100'000},
                                        {"COLD", 1, 100'000},
                                        {"CONGESTION", 1, 1000},
                                        {"RUNS", 1, 1'000'000}}};

struct Request {
  std::vector<int> lengths;
  toroid::gray::SearchSettings settings;
};

// Returns nothing, and prints a line on standard error for each fault, if any argument is wrong.
std::optional<Request> Read(const std::vector<const char*>& arguments) {
  std::vector<std::int64_t> numbers;
  bool right = true;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Field field = i < kFields.size() ? kFields.at(i) : Field{"LENGTH", 1, kMostNodes};
    const auto number = toroid::ReadNumber(field.name, arguments[i], field.low, field.high);
    right = right && number;
    numbers.push_back(number.value_or(1));
  }
  Request request;
  std::int64_t nodes = 1;
  for (std::size_t i = kFields.size(); i < numbers.size(); ++i) {
    request.lengths.push_back(static_cast<int>(numbers[i]));
    nodes = nodes > kMostNodes ? nodes : nodes * numbers[i];
  }
  if (right && (nodes < 2 || nodes > kMostNodes || request.lengths.size() > 16)) {
    std::fprintf(stderr, "error: LENGTH: allowed are 1 to 16 lengths of 2 to %lld nodes together\n",
                 static_cast<long long>(kMostNodes));
    right = false;
  }
  if (right && numbers[4] > numbers[3]) {
    std::fprintf(stderr, "error: COLD: %lld: allowed is HOT, %lld, at most\n",
                 static_cast<long long>(numbers[4]), static_cast<long long>(numbers[3]));
    right = false;
  }
  if (!right) return std::nullopt;
  request.settings = {.seed = static_cast<std::uint64_t>(numbers[0]),
                      .steps = numbers[1],
                      .weight = static_cast<int>(numbers[2]),
                      .hot = static_cast<int>(numbers[3]),
                      .cold = static_cast<int>(numbers[4]),
                      .congestion = static_cast<int>(numbers[5]),
                      .runs = static_cast<int>(numbers[6])};
  return request;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 9) {
    std::fputs("usage: find_direct SEED STEPS WEIGHT HOT COLD CONGESTION RUNS LENGTH...\n", stderr);
    return 2;
  }
  const auto request = Read({arguments + 1, arguments + count});
  if (!request) return 2;
  const auto found = toroid::gray::SearchDirect(request->lengths, request->settings);
  if (!found) {
    std::fputs("nothing found\n", stderr);
    return 1;
  }
  const auto costs = toroid::gray::Measure(*found);
  std::printf("// average dilation %.3f, congestion %d\n{", costs.average_dilation,
              costs.congestion);
  for (std::size_t i = 0; i < found->map.size(); ++i)
    std::printf("%s%u", i ? ", " : "", found->map[i].value());
  std::puts("}");
}
