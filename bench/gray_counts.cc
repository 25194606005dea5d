// Prints the counts of docs/spec/gray.md:
//
//     cmake --build build/release --target gray_counts
//     build/release/bin/gray_counts
//         table and lists of Y5.5 and Y5.6, lengths up to 2^9
//     build/release/bin/gray_counts products 9
//         what is beneath the table, all products of Y5.1, lengths up to 2^9
//     build/release/bin/gray_counts planes 16384
//         Y3.2: the congestion of all planes of so many nodes at most
//     build/release/bin/gray_counts limits 4
//         Y5.7: what Gray codes need beyond the smallest cube, on up to so many axes
//     build/release/bin/gray_counts four 12
//         Y5.6: all products of Y5.1 on four axes of 2 to so many nodes
//
// The first takes another power of two too: gray_counts shares 7. Exit codes: 0, or 2 for bad
// arguments.
#include "tests/oracle/gray_counts.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "gen/gray/factors.h"
#include "gen/gray/solver.h"

namespace toroid::gray {
namespace {

void PrintShares(int bits) {
  const std::vector<MethodCounts> all = CountMethods(bits);
  for (int beta = 0; beta <= 2; ++beta) {
    std::printf(
        "per cent of the l1 x l2 x l3 meshes with 1 <= l_i <= 2^n that methods 1 to i cover%s\n",
        beta == 0   ? ""
        : beta == 1 ? ", in twice the smallest cube"
                    : ", in four times that");
    std::printf("%3s %12s %9s %9s %9s %9s\n", "n", "meshes", "1", "1 to 2", "1 to 3", "1 to 4");
    for (const MethodCounts& counts : all) {
      std::printf("%3d %12llu", counts.bits, static_cast<unsigned long long>(counts.meshes));
      for (int method = 1; method <= 4; ++method) std::printf(" %9.3f", counts.Share(method, beta));
      std::puts("");
    }
  }
  for (const int nodes : {128, 256}) {
    std::printf("not covered up to %d nodes:", nodes);
    for (const auto& [a, b, c] : Uncovered(nodes)) std::printf(" %dx%dx%d", a, b, c);
    std::puts("");
  }
}

// Solves only meshes that the four methods leave, one largest length at a time to limit memory.
void PrintProducts(int bits) {
  const MethodCounts counts = CountMethods(bits).back();
  std::array<std::uint64_t, 2> further{};
  for (int c = 1; c <= 1 << bits; ++c) {
    std::array<Solver, 2> solvers{Solver{Toolbox{.further_direct = false}}, Solver{Toolbox{}}};
    for (int b = 1; b <= c; ++b) {
      for (int a = 1; a <= b; ++a) {
        if (PaperMethod(a, b, c) != 0) continue;
        const std::uint64_t orders = a == b && b == c ? 1 : a == b || b == c ? 3 : 6;
        for (std::size_t s = 0; s < 2; ++s) {
          further.at(s) +=
              solvers.at(s).ScoreOf({a, b, c}).dimensions == MinimalCube({a, b, c}) ? orders : 0;
        }
      }
    }
  }
  const auto share = [&](std::uint64_t more) {
    return counts.Share(4) + 100.0 * static_cast<double>(more) / static_cast<double>(counts.meshes);
  };
  std::printf(
      "n = %d: %.3f per cent with all products of the paper's tables and planes, %.3f with all "
      "tables\n",
      bits, share(further[0]), share(further[1]));
}

void PrintPlanes(int nodes) {
  std::map<int, std::uint64_t> planes;  // by congestion
  std::uint64_t all = 0;
  for (int rows = 1; rows <= nodes; ++rows) {
    for (int columns = 1; columns <= nodes / rows; ++columns) {
      const int gray = CubeBits(static_cast<std::uint64_t>(rows)) +
                       CubeBits(static_cast<std::uint64_t>(columns));
      if (gray == MinimalCube({rows, columns})) continue;
      ++planes[Measure(Plane(rows, columns)).congestion];
      ++all;
    }
  }
  std::printf("%llu meshes of two axes of up to %d nodes for which Gray codes need a larger cube\n",
              static_cast<unsigned long long>(all), nodes);
  for (const auto& [congestion, count] : planes)
    std::printf("  congestion %d: %llu\n", congestion, static_cast<unsigned long long>(count));
}

// Theorem 2 for every expansion, and its limit.
void PrintLimits(int most_axes) {
  constexpr int kBits = 5;
  std::puts("per cent of meshes for which Gray codes need 2^beta times the smallest cube");
  std::printf("%4s %4s %9s %18s\n", "axes", "beta", "limit", "lengths 17 to 32");
  for (int axes = 1; axes <= most_axes; ++axes) {
    for (int beta = 0; beta < axes; ++beta) {
      std::printf("%4d %4d %9.3f %18.3f\n", axes, beta, 100 * GrayShareLimit(axes, beta),
                  100 * GrayShare(axes, kBits, beta));
    }
  }
}

// Sorted lengths represent all their orders.
void PrintFour(int longest) {
  Solver solver{Toolbox{}};
  std::array<std::uint64_t, 4> by_extra{};
  for (int a = 2; a <= longest; ++a) {
    for (int b = a; b <= longest; ++b) {
      for (int c = b; c <= longest; ++c) {
        for (int d = c; d <= longest; ++d) {
          std::vector<int> lengths{a, b, c, d};
          const int extra = solver.ScoreOf(lengths).dimensions - MinimalCube(lengths);
          do {
            ++by_extra.at(static_cast<std::size_t>(extra));
          } while (std::ranges::next_permutation(lengths).found);
        }
      }
    }
  }
  const double meshes = std::pow(longest - 1, 4);
  std::printf("per cent of the meshes of four axes of 2 to %d nodes with dilation two at most:\n",
              longest);
  double share = 0;
  for (const int beta : {0, 1, 2}) {
    share += 100 * static_cast<double>(by_extra.at(static_cast<std::size_t>(beta))) / meshes;
    std::printf("  in %d times the smallest cube: %.3f\n", 1 << beta, share);
  }
}

// A count that the program prints, up to a number.
struct Count {
  const char* name;
  const char* number;
  int least;
  int most;
  void (*print)(int);
};
constexpr std::array kCounts = {
    Count{"shares", "BITS", 1, 10, PrintShares}, Count{"products", "BITS", 1, 10, PrintProducts},
    Count{"planes", "NODES", 1, 1 << 16, PrintPlanes}, Count{"limits", "AXES", 1, 4, PrintLimits},
    Count{"four", "LENGTH", 2, 16, PrintFour}};

int Run(const std::string& what, const char* number) {
  const auto count = std::ranges::find(kCounts, what, &Count::name);
  if (count == kCounts.end()) {
    std::fprintf(stderr, "error: %s: allowed are shares, products, planes, limits and four\n",
                 what.c_str());
    return 2;
  }
  const auto read = ReadNumber(count->number, number, count->least, count->most);
  if (!read) return 2;
  const auto start = std::chrono::steady_clock::now();
  count->print(static_cast<int>(*read));
  std::printf("%.1f s\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return 0;
}

}  // namespace
}  // namespace toroid::gray

int main(int count, char** arguments) {
  if (count == 1) return toroid::gray::Run("shares", "9");
  if (count == 3) return toroid::gray::Run(arguments[1], arguments[2]);
  std::fputs(
      "usage: gray_counts [shares BITS | products BITS | planes NODES | limits AXES | four "
      "LENGTH]\n",
      stderr);
  return 2;
}
