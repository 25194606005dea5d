// The tables. bench/find_direct prints such a line for the settings that stand beside it in the list below.
#include "gen/gray/direct.h"

#include "gen/gray/paths.h"

namespace toroid::gray {
namespace {

// Average dilation 1.136.
constexpr std::uint8_t k3By5[] = {2, 11, 9, 8, 10, 3, 15, 13, 12, 14, 1, 7, 5, 4, 6};
// Average dilation 1.278.
constexpr std::uint8_t k3By3By3[] = {18, 16, 0, 19, 17, 1, 26, 25, 9, 22, 20, 4, 23, 21, 5, 30, 29, 13, 14, 6, 2, 31, 7, 3, 27, 15, 11};
// Average dilation 1.428.
constexpr std::uint8_t k3By3By7[] = {26, 24, 56, 58, 42, 43, 40, 30, 28, 61, 59, 11, 41, 57, 62, 60, 45, 47, 15, 9,  25,
                                     10, 0,  48, 50, 34, 35, 32, 12, 20, 53, 51, 3,  33, 49, 44, 36, 37, 39, 7,  5,  21,
                                     8,  4,  52, 22, 18, 2,  16, 14, 6,  54, 23, 19, 1,  17, 46, 38, 55, 63, 31, 13, 29};
// Average dilation 1.273.
constexpr std::uint8_t k7By9[] = {10, 18, 22, 54, 50, 51, 59, 63, 27, 2,  6,  20, 52, 48, 57, 58, 62, 26, 0,  4,  21,
                                  53, 49, 41, 42, 46, 30, 32, 36, 5,  37, 33, 43, 34, 38, 14, 40, 44, 12, 45, 9,  11,
                                  35, 39, 47, 8,  56, 60, 61, 13, 1,  3,  7,  15, 16, 24, 28, 29, 25, 17, 19, 23, 31};
// Average dilation 1.195.
constexpr std::uint8_t k11By11[] = {99, 115, 114, 54, 52,  84,  92,  94,  79,  95,  31,  67, 83, 82,  50,  48,  116, 124, 126, 111, 127,
                                    63, 87,  119, 86, 18,  16,  112, 120, 122, 106, 110, 62, 71, 103, 118, 22,  20,  80,  88,  90,  74,
                                    78, 30,  66,  98, 102, 70,  6,   0,   24,  26,  10,  14, 28, 64,  96,  100, 68,  4,   32,  56,  58,
                                    34, 46,  60,  72, 104, 108, 76,  12,  8,   40,  42,  38, 36, 44,  73,  105, 109, 77,  13,  9,   41,
                                    43, 39,  37,  45, 65,  97,  101, 69,  5,   1,   33,  35, 55, 7,   47,  81,  113, 117, 85,  21,  17,
                                    49, 51,  19,  3,  15,  89,  121, 125, 93,  29,  25,  57, 59, 27,  11,  75};
// Average dilation 1.680.
constexpr std::uint8_t k5By5By5[] = {83,  114, 126, 108, 120, 90,  122, 106, 96, 113, 74,  107, 105, 97,  112, 79, 110, 109, 104, 88, 94,
                                     127, 121, 124, 76,  86,  118, 102, 68,  72, 82,  115, 99,  66,  80,  98,  67, 65,  64,  81,  70, 103,
                                     101, 100, 84,  87,  119, 117, 116, 92,  23, 54,  6,   12,  24,  18,  50,  34, 0,   20,  2,   35, 33,
                                     32,  16,  7,   38,  39,  36,  52,  22,  55, 53,  60,  28,  31,  62,  46,  44, 56,  19,  59,  58, 40,
                                     48,  3,   43,  57,  41,  49,  15,  47,  45, 37,  21,  30,  63,  125, 61,  29, 14,  26,  10,  8,  25,
                                     11,  91,  27,  9,   17,  75,  123, 89,  73, 1,   71,  111, 77,  69,  4,   78, 95,  85,  93,  13};

}  // namespace

const std::vector<DirectMesh>& DirectMeshes() {
  static const std::vector<DirectMesh> meshes{
      {{3, 5}, 2, true, {.steps = 2000000, .weight = 6, .hot = 800, .cold = 80, .congestion = 2, .runs = 20}, k3By5},
      {{3, 3, 3}, 2, true, {.steps = 2000000, .weight = 6, .hot = 800, .cold = 80, .congestion = 2, .runs = 20}, k3By3By3},
      {{3, 3, 7}, 2, true, {.steps = 5000000, .weight = 4, .hot = 800, .cold = 100, .congestion = 2, .runs = 20}, k3By3By7},
      {{7, 9}, 2, true, {.steps = 5000000, .weight = 4, .hot = 800, .cold = 60, .congestion = 2, .runs = 20}, k7By9},
      {{11, 11}, 2, true, {.steps = 10000000, .weight = 3, .hot = 800, .cold = 60, .congestion = 2, .runs = 20}, k11By11},
      {{5, 5, 5}, 3, false, {.steps = 20000000, .weight = 0, .hot = 1200, .cold = 300, .congestion = 3, .runs = 20}, k5By5By5},
  };
  return meshes;
}

CubeEmbedding Direct(const DirectMesh& mesh) {
  const Shape guest(mesh.lengths);
  std::vector<NodeId> map;
  for (const std::uint8_t host : mesh.map) map.emplace_back(host);
  const int dimensions = CubeBits(guest.size());
  std::vector<CubePath> paths = ChoosePaths(guest, dimensions, map);
  return {guest, dimensions, std::move(map), std::move(paths)};
}

}  // namespace toroid::gray
