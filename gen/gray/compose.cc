// Idea. A product of meshes holds the mesh whose axis lengths are the products of theirs: cut each
// axis into blocks of the inner length, number the blocks by an outer coordinate, and walk every
// second block backwards. Then a step within a block is a step of the inner mesh, a step from block
// to block leaves the inner coordinate alone and is a step of the outer mesh, and both keep the
// paths they have there.
//
// Example. Outer 3 (in a 2-cube as 0, 1, 3) and inner 2 (in a 1-cube as 0, 1): axis 0..5 is at
// 00|0, 00|1, 01|1, 01|0, 11|0, 11|1.
//
// It does not apply to tori: without a link from the last block to the first, the ring does not
// close. Wrap makes tori from meshes.
//
// Source: Ho and Johnsson, section 4.1 (product), section 7 (contraction), section 6 with Figures 3
// to 5 (rings).
// Departures: `lengths` may cut the product short, which is the inverse of the extension in their
// strategy 4.2(3); Wrap folds each axis by itself, where Lemmas 3 and 4 fold all axes alike.
#include "gen/gray/compose.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "gen/support/integers.h"

namespace toroid::gray {
namespace {

CubeEmbedding Blank(Shape guest, int dimensions) {
  const std::size_t nodes = guest.size();
  const std::size_t edges = guest.EdgeBound();
  return {std::move(guest), dimensions, std::vector<NodeId>(nodes), std::vector<CubePath>(edges)};
}

// The image of the inner edge of a step upwards on `axis` from inner node `x`; the axis may run
// backwards.
CubePath InnerPath(const CubeEmbedding& inner, NodeId x, Axis axis, bool backwards) {
  if (!backwards) return inner.Path(x, axis);
  return inner.Path(NodeId{x.value() - inner.guest.stride(axis)}, axis).Reversed();
}

// A node of a product by its two parts.
struct Parts {
  NodeId outer;
  NodeId inner;  // after reflection
};

// Blocks of the inner mesh, every second one reflected, so that neighbours across a block's border
// have the same inner node and differ only in the outer one. Example: inner length 3, coordinates 0
// 1 2 | 3 4 5 are inner 0 1 2 | 2 1 0 of outer 0 | 1.
Parts Split(const Shape& guest, NodeId node, const Shape& outer, const Shape& inner) {
  std::uint32_t y = 0;
  std::uint32_t x = 0;
  for (int a = 0; a < guest.axes(); ++a) {
    const Axis axis{a};
    const int length = inner.length(axis);
    const int block = guest.Coordinate(node, axis) / length;
    const int within = guest.Coordinate(node, axis) % length;
    y += static_cast<std::uint32_t>(block) * outer.stride(axis);
    x += static_cast<std::uint32_t>(block % 2 == 0 ? within : length - 1 - within) *
         inner.stride(axis);
  }
  return {NodeId{y}, NodeId{x}};
}

}  // namespace

// Y2.1.
CubeEmbedding GrayMesh(const std::vector<int>& bits, const Progress& progress) {
  std::vector<int> lengths;
  for (const int b : bits) lengths.push_back(1 << b);
  CubeEmbedding embedding = Blank(Shape(lengths), std::accumulate(bits.begin(), bits.end(), 0));
  const Shape& guest = embedding.guest;
  Stage stage(progress, kLaying, guest.size());
  for (std::uint32_t i = 0; i < guest.size(); ++i) {
    stage.Tick();
    std::uint32_t host = 0;
    int low = embedding.dimensions;
    for (int a = 0; a < guest.axes(); ++a) {
      const auto x = static_cast<std::uint32_t>(guest.Coordinate(NodeId{i}, Axis{a}));
      low -= bits[static_cast<std::size_t>(a)];
      host |= GrayFromIndex(x) << low;
      if (guest.Next(NodeId{i}, Axis{a})) {
        embedding.paths[guest.EdgeIndex(NodeId{i}, Axis{a})].Append(
            low + std::countr_zero(GrayFromIndex(x) ^ GrayFromIndex(x + 1)));
      }
    }
    embedding.map[i] = NodeId{host};
  }
  return embedding;
}

// Y2.3.
CubeEmbedding Product(const CubeEmbedding& outer, const CubeEmbedding& inner,
                      const std::vector<int>& lengths, const Progress& progress) {
  assert(!outer.guest.torus() && !inner.guest.torus());
  CubeEmbedding product = Blank(Shape(lengths), outer.dimensions + inner.dimensions);
  const Shape& guest = product.guest;
  Stage stage(progress, kLaying, guest.size());
  for (std::uint32_t i = 0; i < guest.size(); ++i) {
    stage.Tick();
    const auto [y, x] = Split(guest, NodeId{i}, outer.guest, inner.guest);
    product.map[i] =
        NodeId{outer.map[y.index()].value() << inner.dimensions | inner.map[x.index()].value()};
    for (int a = 0; a < guest.axes(); ++a) {
      const Axis axis{a};
      if (!guest.Next(NodeId{i}, axis)) continue;
      const int z = guest.Coordinate(NodeId{i}, axis);
      const int length = inner.guest.length(axis);
      const bool within = z % length + 1 < length;
      product.paths[guest.EdgeIndex(NodeId{i}, axis)] =
          within ? InnerPath(inner, x, axis, z / length % 2 == 1)
                 : outer.Path(y, axis).Shifted(inner.dimensions);
    }
  }
  return product;
}

// The embedding on a mesh with additional axes of length 1, or with its axes in another order. Axes
// are matched by length, each with the first free one.
CubeEmbedding Spread(const CubeEmbedding& embedding, const std::vector<int>& lengths,
                     const Progress& progress) {
  CubeEmbedding spread = Blank(Shape(lengths), embedding.dimensions);
  const Shape& guest = spread.guest;
  std::vector<Axis> target;  // for each axis of the embedding's mesh
  for (int a = 0; a < embedding.guest.axes(); ++a) {
    int t = 0;
    while (guest.length(Axis{t}) != embedding.guest.length(Axis{a}) ||
           std::ranges::count(target, Axis{t}) > 0)
      ++t;
    target.emplace_back(t);
  }
  Stage stage(progress, kLaying, guest.size());
  for (std::uint32_t i = 0; i < guest.size(); ++i) {
    stage.Tick();
    std::uint32_t from = 0;
    for (int a = 0; a < embedding.guest.axes(); ++a) {
      from += static_cast<std::uint32_t>(
                  guest.Coordinate(NodeId{i}, target[static_cast<std::size_t>(a)])) *
              embedding.guest.stride(Axis{a});
    }
    spread.map[i] = embedding.map[from];
    for (int a = 0; a < embedding.guest.axes(); ++a) {
      spread.paths[guest.EdgeIndex(NodeId{i}, target[static_cast<std::size_t>(a)])] =
          embedding.Path(NodeId{from}, Axis{a});
    }
  }
  return spread;
}

CubeEmbedding Contract(const CubeEmbedding& outer, const std::vector<int>& blocks,
                       const std::vector<int>& lengths, const Progress& progress) {
  // a block in the 0-cube: all its nodes on one node, all its paths empty
  return Product(outer, Blank(Shape(blocks), 0), lengths, progress);
}

// Y6.6.
CubeEmbedding FoldCube(const CubeEmbedding& embedding, int dimensions, const Progress& progress) {
  assert(dimensions <= embedding.dimensions);
  CubeEmbedding folded = embedding;
  folded.dimensions -= dimensions;
  for (NodeId& node : folded.map) node = NodeId{node.value() >> dimensions};
  Stage stage(progress, kLaying, folded.paths.size());
  for (CubePath& path : folded.paths) {
    stage.Tick();
    CubePath kept;
    for (int step = 0; step < path.length(); ++step) {
      if (path.dimension(step) >= dimensions) kept.Append(path.dimension(step) - dimensions);
    }
    path = kept;
  }
  return folded;
}

// Fold 1: 0 2 4 5 3 1.
// Fold 2: along row 0 and back along row 1, an odd ring without the last node of row 1.
// Fold 4, four columns: row 0 forwards, down the last column, then back through rows 1 to 3, column
// by column. The last step closes over the cycle of rows.
//
//     0 1 2 3
//     F E 9 4
//     G D A 5
//     H C B 6
//
// If the length is one short of a multiple of 4, place 4 is left out; if two, 4 and 5; if three, 4,
// 5 and the middle of the column before, A. Each leaves a gap in a column that the cycle of rows
// crosses in one or two steps. Along row 0, and back column by column through the other rows.
std::vector<RingPlace> RingPlaces(int length, int fold) {
  assert(length >= 2 && (fold == 1 || fold == 2 || fold == 4));
  const int columns = CeilDiv(length, fold);
  const int missing = columns * fold - length;
  std::vector<RingPlace> places;
  if (fold == 1) {
    for (int column = 0; column < length; column += 2) places.push_back({column, 0});
    for (int column = length - 1 - length % 2; column > 0; column -= 2)
      places.push_back({column, 0});
    return places;
  }
  for (int column = 0; column < columns; ++column) places.push_back({column, 0});
  for (int column = columns; column-- > 0;) {
    const bool last = column == columns - 1;
    const bool down = (columns - 1 - column) % 2 == 0;  // the rows of every second column upwards
    for (int step = 1; step < fold; ++step) {
      const int row = down ? step : fold - step;
      const bool left_out =
          last ? row <= missing && row <= 2 : missing == 3 && column == columns - 2 && row == 2;
      if (!left_out) places.push_back({column, row});
    }
  }
  assert(static_cast<int>(places.size()) == length);
  return places;
}

// Out and back, 5 nodes in blocks of 2: 0 1 2 1 0.
std::vector<RingPlace> BlockPlaces(int length, int side, int fold) {
  assert(fold != kOutAndBack || side % 2 == 0 || side == length);
  std::vector<RingPlace> places;
  if (fold == kOutAndBack) {
    const int half = CeilDiv(side, 2);
    for (int x = 0; x < length; ++x) places.push_back({std::min(x, length - 1 - x) / half, 0});
    return places;
  }
  const std::vector<RingPlace> blocks = RingPlaces(CeilDiv(length, side), fold);
  for (int x = 0; x < length; ++x) places.push_back(blocks[static_cast<std::size_t>(x / side)]);
  return places;
}

namespace {

// The path of one step of a ring at mesh node `columns`. A step that changes row and column crosses
// the row's dimension first, over the node that was left out.
CubePath RingStep(const CubeEmbedding& mesh, NodeId columns, Axis axis, RingPlace from,
                  RingPlace to, int row_bit, int row_bits) {
  CubePath path;
  const std::uint32_t change = GrayFromIndex(static_cast<std::uint32_t>(from.row)) ^
                               GrayFromIndex(static_cast<std::uint32_t>(to.row));
  for (int bit = 0; bit < 2; ++bit) {
    if (change >> bit & 1) path.Append(row_bit + bit);
  }
  const bool backwards = to.column < from.column;
  const auto stride = static_cast<std::int64_t>(mesh.guest.stride(axis)) * (backwards ? -1 : 1);
  std::int64_t node = columns.value();
  for (int left = std::abs(to.column - from.column); left > 0; --left, node += stride) {
    const NodeId at{static_cast<std::uint32_t>(node)};
    const CubePath along = InnerPath(mesh, at, axis, backwards).Shifted(row_bits);
    for (int step = 0; step < along.length(); ++step) path.Cross(along.dimension(step));
  }
  return path;
}

}  // namespace

// Y6.1, Y6.8. Rows are in the lowest cube dimensions, axis 0's lowest.
CubeEmbedding Wrap(const CubeEmbedding& mesh, const std::vector<int>& folds,
                   const std::vector<int>& blocks, const std::vector<int>& lengths,
                   const Progress& progress) {
  assert(!mesh.guest.torus());
  std::vector<std::vector<RingPlace>> rings;
  std::vector<int> low;  // the lowest cube dimension of each axis' row
  int row_bits = 0;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    rings.push_back(BlockPlaces(lengths[a], blocks.empty() ? 1 : blocks[a], folds[a]));
    low.push_back(row_bits);
    row_bits += folds[a] / 2;
  }
  CubeEmbedding torus = Blank(Shape(lengths, true), mesh.dimensions + row_bits);
  const Shape& guest = torus.guest;
  Stage stage(progress, kLaying, guest.size());
  for (std::uint32_t i = 0; i < guest.size(); ++i) {
    stage.Tick();
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    for (int a = 0; a < guest.axes(); ++a) {
      const auto index = static_cast<std::size_t>(a);
      const RingPlace place =
          rings[index][static_cast<std::size_t>(guest.Coordinate(NodeId{i}, Axis{a}))];
      columns += static_cast<std::uint32_t>(place.column) * mesh.guest.stride(Axis{a});
      rows |= GrayFromIndex(static_cast<std::uint32_t>(place.row)) << low[index];
    }
    torus.map[i] = NodeId{mesh.map[columns].value() << row_bits | rows};
    for (int a = 0; a < guest.axes(); ++a) {
      const auto next = guest.Next(NodeId{i}, Axis{a});
      if (!next) continue;
      const auto index = static_cast<std::size_t>(a);
      const auto place_of = [&](NodeId node) {
        return rings[index][static_cast<std::size_t>(guest.Coordinate(node, Axis{a}))];
      };
      torus.paths[guest.EdgeIndex(NodeId{i}, Axis{a})] =
          RingStep(mesh, NodeId{columns}, Axis{a}, place_of(NodeId{i}), place_of(*next), low[index],
                   row_bits);
    }
  }
  return torus;
}

}  // namespace toroid::gray
