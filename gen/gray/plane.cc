// Idea. Let the mesh be h x w with h = H(1 + f), H a power of two and 0 <= f < 1/2. Each mesh
// column of h nodes is laid over H chains, one or two neighbouring nodes on each, so that every
// chain runs through the whole mesh, column by column. A node's cube address is the Gray code of
// its chain beside the Gray code of its position on the chain. Chain k begins in column j at row
//
//     T(k, j) = k + floor(f (k - j)),
//
// rows and chains counted round rings of h and H. Three things follow. Because f < 1/2, chain k
// holds u(k - j) = 1 + floor(f (k - j + 1)) - floor(f (k - j)) nodes of column j, one or two, and
// never two in successive columns. The counts along a chain depend on k - j only, so w columns fill
// at most ceil(w h / H) positions: no more than the cube has. And from one column to the next a row
// stays in its chain or goes on to the next one, never back.
//
// A chain is numbered downwards within a column, its first number being j - floor(f (k - j + 1)) +
// floor(f (k + 1)). Then a step that stays in its chain changes the position by one or two, which
// are one or two bits of a Gray code, and a step to the next chain changes it by one at most, which
// with the chain's bit makes two:
//
//   down a column, from chain k to k + 1:       u(k - j + 1) + u(k - j) - u(k + 1) - 1, in -1 .. 1
//   along a row, within chain k:                1 or 2
//   along a row, from chain k to k + 1:         1 - u(k + 1), in -1 .. 0
//
// Example, 5 x 3: H = 4, f = 1/4; chains a to d, each node with its position. The pair of a column
// moves on by a chain:
//
//     a0 a2 b2      column 0: d0 d1
//     b0 b1 b3      column 1: a1 a2, over the ends of the column, as rows are counted round
//     c0 c1 c2      column 2: b2 b3
//     d0 d2 d3
//     d1 a1 a3      along row 0: a step of two on chain a, then one from a2 to b2
//
// Which axis. If the Gray codes of both axes fit the smallest cube they are taken, with dilation
// one. Otherwise (1 + f)(1 + f') <= 2 for the two axes, so the smaller fraction is at most sqrt(2)
// - 1 and belongs to the axis that is laid over chains.
//
// It does not apply to three axes: in chains of chains the position would have to move by one at
// most along two axes at once.
//
// Source: Ho and Johnsson, sections 3.2 and 3.3, take such an embedding from Chan (1988) without
// showing it; this one is ours.
#include <bit>
#include <cassert>
#include <utility>

#include "gen/gray/compose.h"
#include "gen/gray/factors.h"

namespace toroid::gray {
namespace {

// The layout above for `rows` = h rows: the place of a node.
class Chains {
 public:
  explicit Chains(int rows)
      : chains_(static_cast<int>(std::bit_floor(static_cast<unsigned>(rows)))),
        extra_(rows - chains_) {}

  // T(k, j), any integers.
  int FirstRow(int chain, int column) const { return chain + Floor(chain - column); }
  // The position of the first node of column j on chain k.
  int FirstPosition(int chain, int column) const {
    return column - Floor(chain - column + 1) + Floor(chain + 1);
  }
  std::uint32_t Number(int chain) const {
    return static_cast<std::uint32_t>(chain) & static_cast<std::uint32_t>(chains_ - 1);
  }

 private:
  // floor(f x)
  int Floor(int x) const {
    const std::int64_t product = std::int64_t{extra_} * x;
    return static_cast<int>(product >> std::countr_zero(static_cast<unsigned>(chains_)));
  }
  int chains_;
  int extra_;
};

// Requires that rows exceed a power of two by less than a half of it.
std::vector<NodeId> LayOverChains(int rows, int columns, Stage& stage) {
  const Chains chains(rows);
  const int chain_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(rows))) - 1;
  const int position_bits =
      CubeBits(static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns)) - chain_bits;
  std::vector<NodeId> map(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  int first = 0;  // the chain of row 0
  for (int column = 0; column < columns; ++column) {
    while (chains.FirstRow(first + 1, column) <= 0) ++first;
    int chain = first;
    for (int row = 0; row < rows; ++row) {
      stage.Tick();
      while (chains.FirstRow(chain + 1, column) <= row) ++chain;
      const int position =
          chains.FirstPosition(chain, column) + row - chains.FirstRow(chain, column);
      assert(position >= 0 && position >> position_bits == 0);
      const std::uint32_t host = GrayFromIndex(chains.Number(chain)) << position_bits |
                                 GrayFromIndex(static_cast<std::uint32_t>(position));
      map[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
          static_cast<std::size_t>(column)] = NodeId{host};
    }
  }
  return map;
}

std::vector<NodeId> Transposed(const std::vector<NodeId>& map, std::size_t rows,
                               std::size_t columns) {
  std::vector<NodeId> result(map.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) result[c * rows + r] = map[r * columns + c];
  }
  return result;
}

// Whether rows / 2^floor(log2 rows) <= columns / 2^floor(log2 columns).
bool RowsAreNearer(int rows, int columns) {
  const auto r = static_cast<unsigned>(rows);
  const auto c = static_cast<unsigned>(columns);
  return std::uint64_t{r} * std::bit_floor(c) <= std::uint64_t{c} * std::bit_floor(r);
}

}  // namespace

// If Gray codes of both lengths need no more dimensions than the whole, they are taken. Else the
// axis that is nearer to the power of two below it is laid over chains, and paths are chosen
// afterwards.
CubeEmbedding Plane(int rows, int columns, const Progress& progress) {
  const std::vector<int> lengths{rows, columns};
  const int dimensions = MinimalCube(lengths);
  const std::vector<int> bits{CubeBits(static_cast<std::uint64_t>(rows)),
                              CubeBits(static_cast<std::uint64_t>(columns))};
  if (bits[0] + bits[1] == dimensions)
    return Contract(GrayMesh(bits, progress), {1, 1}, lengths, progress);
  Stage stage(progress, kLaying, NodeCount(lengths));
  const bool by_rows = RowsAreNearer(rows, columns);
  std::vector<NodeId> map =
      by_rows ? LayOverChains(rows, columns, stage)
              : Transposed(LayOverChains(columns, rows, stage), static_cast<std::size_t>(columns),
                           static_cast<std::size_t>(rows));
  const Shape guest(lengths);
  std::vector<CubePath> paths = ChoosePaths(guest, dimensions, map, progress);
  return {guest, dimensions, std::move(map), std::move(paths)};
}

}  // namespace toroid::gray
