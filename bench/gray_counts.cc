// Prints the counts of docs/spec/gray.md:
//
//     cmake --build build/release --target gray_counts
//     build/release/bin/gray_counts
//         table and lists of Y5.5 and Y5.6, lengths up to 2^9
//     build/release/bin/gray_counts products 9
//         what is beneath the table, all products of Y5.1, lengths up to 2^9
//     build/release/bin/gray_counts planes 16384
//         Y3.2: the congestion of all planes of so many nodes at most
//
// The first takes another power of two too: gray_counts shares 7. Exit codes: 0, or 2 for bad
// arguments.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>

#include "bench/arguments.h"
#include "gen/gray/counts.h"
#include "gen/gray/plane.h"
#include "gen/gray/solver.h"

namespace toroid::gray {
namespace {

void PrintShares(int bits) {
  std::puts("per cent of the l1 x l2 x l3 meshes with 1 <= l_i <= 2^n that methods 1 to i cover");
  std::printf("%3s %12s %9s %9s %9s %9s\n", "n", "meshes", "1", "1 to 2", "1 to 3", "1 to 4");
  for (const MethodCounts& counts : CountMethods(bits)) {
    std::printf("%3d %12llu", counts.bits, static_cast<unsigned long long>(counts.meshes));
    for (int method = 1; method <= 4; ++method) std::printf(" %9.3f", counts.Share(method));
    std::puts("");
  }
  for (const int nodes : {128, 256}) {
    std::printf("not covered up to %d nodes:", nodes);
    for (const auto& [a, b, c] : Uncovered(nodes)) std::printf(" %dx%dx%d", a, b, c);
    std::puts("");
  }
}

// Only meshes that the four methods leave are solved; those of one largest length at a time, so
// that little is kept.
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

int Run(const std::string& what, const char* number) {
  const bool planes = what == "planes";
  if (!planes && what != "shares" && what != "products") {
    std::fprintf(stderr, "error: %s: allowed are shares, products and planes\n", what.c_str());
    return 2;
  }
  const auto read = ReadNumber(planes ? "NODES" : "BITS", number, 1, planes ? 1 << 16 : 10);
  if (!read) return 2;
  const auto start = std::chrono::steady_clock::now();
  if (planes) PrintPlanes(static_cast<int>(*read));
  if (what == "products") PrintProducts(static_cast<int>(*read));
  if (what == "shares") PrintShares(static_cast<int>(*read));
  std::printf("%.1f s\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return 0;
}

}  // namespace
}  // namespace toroid::gray

int main(int count, char** arguments) {
  if (count == 1) return toroid::gray::Run("shares", "9");
  if (count == 3) return toroid::gray::Run(arguments[1], arguments[2]);
  std::fputs("usage: gray_counts [shares BITS | products BITS | planes NODES]\n", stderr);
  return 2;
}
