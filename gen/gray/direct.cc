// The tables. bench/find_direct prints such a line for the settings beside it in the list below.
#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/gray/cube_embedding.h"
#include "gen/gray/factors.h"

namespace toroid::gray {
namespace {

// Average dilation 1.136.
constexpr std::uint8_t k3By5[] = {2, 11, 9, 8, 10, 3, 15, 13, 12, 14, 1, 7, 5, 4, 6};
// Average dilation 1.278.
constexpr std::uint8_t k3By3By3[] = {18, 16, 0,  19, 17, 1, 26, 25, 9, 22, 20, 4,  23, 21,
                                     5,  30, 29, 13, 14, 6, 2,  31, 7, 3,  27, 15, 11};
// Average dilation 1.428.
constexpr std::uint8_t k3By3By7[] = {26, 24, 56, 58, 42, 43, 40, 30, 28, 61, 59, 11, 41, 57, 62, 60,
                                     45, 47, 15, 9,  25, 10, 0,  48, 50, 34, 35, 32, 12, 20, 53, 51,
                                     3,  33, 49, 44, 36, 37, 39, 7,  5,  21, 8,  4,  52, 22, 18, 2,
                                     16, 14, 6,  54, 23, 19, 1,  17, 46, 38, 55, 63, 31, 13, 29};
// Average dilation 1.273.
constexpr std::uint8_t k7By9[] = {10, 18, 22, 54, 50, 51, 59, 63, 27, 2,  6,  20, 52, 48, 57, 58,
                                  62, 26, 0,  4,  21, 53, 49, 41, 42, 46, 30, 32, 36, 5,  37, 33,
                                  43, 34, 38, 14, 40, 44, 12, 45, 9,  11, 35, 39, 47, 8,  56, 60,
                                  61, 13, 1,  3,  7,  15, 16, 24, 28, 29, 25, 17, 19, 23, 31};
// Average dilation 1.195.
constexpr std::uint8_t k11By11[] = {
    99,  115, 114, 54,  52,  84,  92,  94,  79, 95,  31,  67,  83,  82,  50,  48, 116, 124,
    126, 111, 127, 63,  87,  119, 86,  18,  16, 112, 120, 122, 106, 110, 62,  71, 103, 118,
    22,  20,  80,  88,  90,  74,  78,  30,  66, 98,  102, 70,  6,   0,   24,  26, 10,  14,
    28,  64,  96,  100, 68,  4,   32,  56,  58, 34,  46,  60,  72,  104, 108, 76, 12,  8,
    40,  42,  38,  36,  44,  73,  105, 109, 77, 13,  9,   41,  43,  39,  37,  45, 65,  97,
    101, 69,  5,   1,   33,  35,  55,  7,   47, 81,  113, 117, 85,  21,  17,  49, 51,  19,
    3,   15,  89,  121, 125, 93,  29,  25,  57, 59,  27,  11,  75};
// Average dilation 1.680.
constexpr std::uint8_t k5By5By5[] = {
    83,  114, 126, 108, 120, 90,  122, 106, 96,  113, 74,  107, 105, 97,  112, 79, 110, 109,
    104, 88,  94,  127, 121, 124, 76,  86,  118, 102, 68,  72,  82,  115, 99,  66, 80,  98,
    67,  65,  64,  81,  70,  103, 101, 100, 84,  87,  119, 117, 116, 92,  23,  54, 6,   12,
    24,  18,  50,  34,  0,   20,  2,   35,  33,  32,  16,  7,   38,  39,  36,  52, 22,  55,
    53,  60,  28,  31,  62,  46,  44,  56,  19,  59,  58,  40,  48,  3,   43,  57, 41,  49,
    15,  47,  45,  37,  21,  30,  63,  125, 61,  29,  14,  26,  10,  8,   25,  11, 91,  27,
    9,   17,  75,  123, 89,  73,  1,   71,  111, 77,  69,  4,   78,  95,  85,  93, 13};
// Average dilation 1.631.
constexpr std::uint8_t k3By9By9[] = {
    180, 156, 212, 213, 214, 242, 247, 245, 181, 176, 144, 208, 241, 211, 115, 118, 116, 52,  240,
    48,  80,  81,  82,  112, 100, 36,  32,  248, 120, 92,  84,  64,  96,  228, 164, 160, 234, 122,
    94,  86,  70,  98,  230, 224, 168, 74,  90,  91,  87,  67,  194, 196, 192, 136, 218, 219, 89,
    85,  65,  195, 199, 193, 129, 222, 223, 93,  125, 101, 99,  227, 225, 33,  254, 251, 253, 117,
    109, 111, 235, 249, 113, 53,  149, 221, 215, 210, 243, 255, 252, 189, 177, 153, 216, 209, 83,
    123, 119, 126, 60,  184, 57,  24,  17,  18,  114, 102, 46,  44,  250, 58,  30,  20,  0,   34,
    166, 172, 40,  170, 106, 78,  68,  66,  226, 238, 232, 104, 202, 75,  79,  69,  71,  198, 206,
    200, 8,   154, 27,  95,  77,  197, 207, 203, 73,  1,   158, 31,  29,  45,  237, 231, 239, 233,
    97,  182, 191, 61,  37,  229, 103, 107, 105, 121, 183, 159, 157, 151, 146, 178, 246, 190, 188,
    179, 155, 217, 145, 19,  51,  54,  62,  124, 187, 185, 25,  21,  16,  50,  38,  110, 76,  186,
    56,  28,  4,   128, 162, 174, 236, 108, 138, 42,  14,  6,   2,   130, 142, 204, 72,  139, 11,
    13,  5,   7,   134, 143, 140, 12,  147, 3,   15,  141, 133, 135, 131, 137, 9,   150, 23,  63,
    175, 165, 163, 171, 169, 41,  22,  55,  47,  173, 161, 167, 35,  43,  59};
// Average dilation 1.610.
constexpr std::uint8_t k5By7By7[] = {
    61,  37,  7,   143, 171, 186, 155, 60,  44,  14,  142, 138, 154, 158, 28,  62,  30,  46,  174,
    190, 188, 29,  63,  31,  47,  191, 189, 157, 25,  57,  59,  43,  175, 173, 141, 26,  56,  42,
    40,  169, 172, 156, 24,  58,  170, 168, 160, 232, 184, 45,  109, 79,  223, 251, 248, 185, 108,
    110, 76,  206, 234, 218, 152, 124, 126, 94,  78,  238, 254, 220, 125, 119, 127, 111, 239, 253,
    93,  89,  123, 121, 105, 237, 205, 13,  88,  122, 107, 41,  233, 236, 140, 120, 114, 106, 104,
    224, 200, 136, 101, 103, 199, 203, 235, 249, 217, 100, 38,  70,  74,  202, 250, 216, 116, 118,
    82,  90,  222, 252, 92,  53,  55,  87,  95,  255, 221, 85,  113, 115, 91,  75,  207, 77,  5,
    112, 98,  67,  73,  201, 204, 12,  96,  34,  99,  97,  225, 192, 72,  165, 231, 198, 195, 243,
    241, 209, 36,  39,  6,   66,  226, 240, 80,  52,  54,  18,  86,  210, 212, 84,  48,  50,  19,
    23,  215, 245, 117, 33,  51,  27,  15,  71,  197, 69,  49,  35,  11,  9,   65,  68,  4,   32,
    2,   3,   1,   193, 64,  8,   133, 167, 230, 227, 211, 81,  17,  164, 166, 134, 194, 242, 208,
    144, 180, 182, 146, 214, 246, 244, 148, 176, 178, 147, 151, 183, 181, 213, 177, 187, 219, 159,
    135, 149, 21,  179, 163, 139, 153, 129, 132, 20,  162, 130, 131, 137, 161, 128, 0};

// Whether all edges of the mesh from `low` to the next coordinate of the axis have length one.
bool EndIsShort(const Shape& guest, const std::vector<NodeId>& map, Axis axis, int low) {
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    if (guest.Coordinate(NodeId{n}, axis) != low) continue;
    const NodeId next = *guest.Next(NodeId{n}, axis);
    if (std::popcount(map[n].value() ^ map[next.index()].value()) > 1) return false;
  }
  return true;
}

// The map with the axis counted from its other end.
std::vector<NodeId> Reflected(const Shape& guest, const std::vector<NodeId>& map, Axis axis) {
  std::vector<NodeId> reflected;
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    const int turn = guest.length(axis) - 1 - 2 * guest.Coordinate(NodeId{n}, axis);
    const int mirrored = static_cast<int>(n) + turn * static_cast<int>(guest.stride(axis));
    reflected.push_back(map[static_cast<std::size_t>(mirrored)]);
  }
  return reflected;
}

NodeId Reordered(NodeId node, const std::vector<int>& order) {
  std::uint32_t moved = 0;
  for (std::size_t i = 0; i < order.size(); ++i) moved |= (node.value() >> i & 1U) << order[i];
  return NodeId{moved};
}

CubePath Reordered(const CubePath& path, const std::vector<int>& order) {
  CubePath moved;
  for (int step = 0; step < path.length(); ++step)
    moved.Append(order[static_cast<std::size_t>(path.dimension(step))]);
  return moved;
}

}  // namespace

// Settings that a row does not name are the defaults of SearchSettings.
const std::vector<DirectMesh>& DirectMeshes() {
  static const std::vector<DirectMesh> meshes{
      {.lengths = {3, 5},
       .congestion = 2,
       .published = true,
       .settings = {.steps = 2'000'000, .weight = 6, .cold = 80},
       .map = k3By5,
       .order = {0, 1, 2, 3}},
      {.lengths = {3, 3, 3},
       .congestion = 2,
       .published = true,
       .settings = {.steps = 2'000'000, .weight = 6, .cold = 80},
       .map = k3By3By3,
       .order = {1, 3, 2, 0, 4}},
      {.lengths = {3, 3, 7},
       .congestion = 2,
       .published = true,
       .settings = {.steps = 5'000'000, .weight = 4, .cold = 100},
       .map = k3By3By7,
       .order = {1, 0, 3, 5, 4, 2}},
      {.lengths = {7, 9},
       .congestion = 2,
       .published = true,
       .settings = {.steps = 5'000'000, .weight = 4, .cold = 60},
       .map = k7By9,
       .order = {0, 1, 2, 3, 4, 5}},
      {.lengths = {11, 11},
       .congestion = 2,
       .published = true,
       .settings = {.steps = 10'000'000, .weight = 3, .cold = 60},
       .map = k11By11,
       .order = {0, 1, 2, 3, 4, 5, 6}},
      {.lengths = {5, 5, 5},
       .congestion = 3,
       .published = false,
       .settings = {.steps = 20'000'000, .hot = 1200, .congestion = 3},
       .map = k5By5By5,
       .order = {2, 3, 1, 5, 0, 4, 6}},
      {.lengths = {3, 9, 9},
       .congestion = 3,
       .published = false,
       .settings = {.seed = 5, .steps = 250'000'000, .hot = 1200, .cold = 400, .congestion = 3},
       .map = k3By9By9,
       .order = {0, 3, 5, 2, 7, 1, 6, 4}},
      {.lengths = {5, 7, 7},
       .congestion = 3,
       .published = false,
       .settings = {.seed = 5, .steps = 250'000'000, .hot = 1200, .cold = 400, .congestion = 4},
       .map = k5By7By7,
       .order = {0, 4, 3, 6, 7, 5, 2, 1}},
  };
  return meshes;
}

// Compares lengths in ascending order without ones.
const DirectMesh& FindDirect(std::vector<int> lengths) {
  std::erase(lengths, 1);
  std::ranges::sort(lengths);
  const auto mesh = std::ranges::find(DirectMeshes(), lengths, &DirectMesh::lengths);
  assert(mesh != DirectMeshes().end());
  return *mesh;
}

// Paths are chosen before dimensions are reordered, so that the order does not change them.
CubeEmbedding Direct(const DirectMesh& mesh) {
  const Shape guest(mesh.lengths);
  std::vector<NodeId> map;
  for (const std::uint8_t host : mesh.map) map.emplace_back(host);
  for (int a = 0; a < guest.axes(); ++a) {
    if (!EndIsShort(guest, map, Axis{a}, guest.length(Axis{a}) - 2) &&
        EndIsShort(guest, map, Axis{a}, 0))
      map = Reflected(guest, map, Axis{a});
  }
  const int dimensions = CubeBits(guest.size());
  std::vector<CubePath> paths = ChoosePaths(guest, dimensions, map);
  for (NodeId& node : map) node = Reordered(node, mesh.order);
  for (CubePath& path : paths) path = Reordered(path, mesh.order);
  return {guest, dimensions, std::move(map), std::move(paths)};
}

// Idea: an edge whose ends are two dimensions apart has two shortest paths, over either corner. The
// choice changes the congestion, not the dilation. All start with the lower dimension first. Each
// is turned, edge after edge, if the two cube edges of the other path carry less than its own,
// until a round turns none.
//
// It ends because each turn lowers the sum of the squared loads, a whole number. The congestion is
// not always minimal: turning one edge at a time stops at a local minimum.
//
// Example: guest edges from cube node 000 to 011 and from 001 to 111 start as 000-001-011 and
// 001-011-111, which both use the edge 001-011. The first is turned to 000-010-011, and every cube
// edge has load 1.
//
// Source: ours; the paper leaves the choice open (docs/spec/gray.md Y1.4).

namespace {

// The shortest path that crosses the differing dimensions in ascending order.
CubePath LowestFirst(NodeId from, NodeId to) {
  CubePath path;
  for (std::uint32_t change = from.value() ^ to.value(); change != 0; change &= change - 1)
    path.Append(std::countr_zero(change));
  return path;
}

// An edge with two shortest paths, and its current path.
struct Choice {
  std::size_t edge;  // Shape::EdgeIndex
  NodeId from;       // cube node
  CubePath path;
};

// One round over all choices. Returns whether any was turned. Each turn lowers the sum of the
// squared loads, so the rounds end.
bool TurnRound(std::vector<Choice>& choices, EdgeLoads& loads, Stage& stage) {
  bool turned = false;
  for (Choice& choice : choices) {
    stage.Tick(0);
    loads.Add(choice.from, choice.path, -1);
    const CubePath other = choice.path.Reversed();
    if (loads.Sum(choice.from, other) < loads.Sum(choice.from, choice.path)) {
      choice.path = other;
      turned = true;
    }
    loads.Add(choice.from, choice.path);
  }
  return turned;
}

}  // namespace

// Every edge of length two has two paths. All take the lower dimension first; then rounds turn
// single paths until a round changes nothing. Returns a path for each edge of the guest, whose map
// must have no edge longer than two.
std::vector<CubePath> ChoosePaths(const Shape& guest, int dimensions,
                                  const std::vector<NodeId>& map, const Progress& progress) {
  Stage stage(progress, "choosing paths");
  std::vector<CubePath> paths(guest.EdgeBound());
  std::vector<Choice> choices;
  EdgeLoads loads(dimensions);
  for (std::uint32_t i = 0; i < guest.size(); ++i) {
    stage.Tick(0);
    for (int a = 0; a < guest.axes(); ++a) {
      const auto next = guest.Next(NodeId{i}, Axis{a});
      if (!next) continue;
      const std::size_t edge = guest.EdgeIndex(NodeId{i}, Axis{a});
      paths[edge] = LowestFirst(map[i], map[next->index()]);
      assert(paths[edge].length() <= 2);
      loads.Add(map[i], paths[edge]);
      if (paths[edge].length() == 2) choices.push_back({edge, map[i], paths[edge]});
    }
  }
  while (TurnRound(choices, loads, stage)) {
  }
  for (const Choice& choice : choices) paths[choice.edge] = choice.path;
  return paths;
}

}  // namespace toroid::gray
