// Idea. A guest edge runs along one axis, and there belongs to one factor: it is a copy of an edge
// of that factor's mesh. The number of copies is a product over the axes. On its own axis it is the
// number of guest steps that take it; on every other axis the number of guest coordinates whose
// digit for the factor is the edge's. Both are counted axis by axis, so a mesh cut out of a larger
// product, a ring and a block are as easy as a whole product: a ring's steps are those of its
// columns, and a block repeats a coordinate. The row crossings of a ring's steps are added.
//
// Example. 5 x 5 out of 3 x 5 times 2 x 1. On axis 0 coordinates 0 .. 4 have the digits 0 0 1 1 2
// for the table of 3x5, and two of the four steps lead along its edges, each once; on axis 1 each
// digit occurs once.
//
// Source: Ho and Johnsson, section 4.1, where nothing is cut off; docs/spec/gray.md, Y2.4.
#include <algorithm>
#include <bit>
#include <cmath>

#include "gen/gray/compose.h"
#include "gen/gray/plan.h"

namespace toroid::gray {
namespace {

// A guest axis as coordinates of the mesh that is decomposed.
struct AxisLine {
  std::vector<int> places;      // by guest coordinate
  std::vector<int> steps;       // the lower end of the mesh step of each guest edge that has one
  std::uint64_t row_steps = 0;  // crossings of row dimensions, together
};

// A ring's edges are its columns' where the column changes, a block's where the block does.
AxisLine LineOf(const Plan& plan, std::size_t axis) {
  const int length = plan.guest.lengths()[axis];
  AxisLine line;
  std::vector<RingPlace> ring;
  if (!plan.folds.empty())
    ring = BlockPlaces(length, plan.blocks.empty() ? 1 : plan.blocks[axis], plan.folds[axis]);
  for (int x = 0; x < length; ++x) {
    if (!ring.empty()) {
      line.places.push_back(ring[static_cast<std::size_t>(x)].column);
    } else {
      line.places.push_back(plan.blocks.empty() ? x : x / plan.blocks[axis]);
    }
  }
  const int edges = plan.guest.torus() && length > 2 ? length : length - 1;
  for (int x = 0; x < edges; ++x) {
    const auto from = static_cast<std::size_t>(x);
    const auto to = static_cast<std::size_t>((x + 1) % length);
    if (line.places[from] != line.places[to])
      line.steps.push_back(std::min(line.places[from], line.places[to]));
    if (ring.empty()) continue;
    const auto code = [&](std::size_t i) {
      return GrayFromIndex(static_cast<std::uint32_t>(ring[i].row));
    };
    line.row_steps += static_cast<std::uint64_t>(std::popcount(code(from) ^ code(to)));
  }
  return line;
}

// The number of a line's coordinates with each digit of a factor, and of its steps from each digit
// to the next.
struct DigitCounts {
  std::vector<std::uint64_t> held;
  std::vector<std::uint64_t> stepped;
};

// `inner`: the product of the lengths of the factors inside this one.
DigitCounts Count(const AxisLine& line, int length, int inner) {
  DigitCounts counts{std::vector<std::uint64_t>(static_cast<std::size_t>(length), 0),
                     std::vector<std::uint64_t>(static_cast<std::size_t>(length), 0)};
  const auto digit = [&](int place) {
    const int within = place / inner % length;
    return static_cast<std::size_t>(place / inner / length % 2 == 0 ? within : length - 1 - within);
  };
  for (const int place : line.places) ++counts.held[digit(place)];
  for (const int place : line.steps) {
    const bool leaves_inner = place % inner == inner - 1;
    if (leaves_inner && place / inner % length < length - 1)
      ++counts.stepped[std::min(digit(place), digit(place + 1))];
  }
  return counts;
}

// The guest edges that are copies of Gray codes' edges, each of length one; `dropped` as below.
std::uint64_t TotalOfGrayCodes(const Factor& factor, const std::vector<DigitCounts>& counts,
                               const std::vector<int>& guest, int dropped) {
  std::uint64_t total = 0;
  int low = factor.dimensions;  // the lowest dimension of an axis
  for (std::size_t a = 0; a < counts.size(); ++a) {
    low -= CubeBits(static_cast<std::uint64_t>(factor.lengths[a]));
    std::uint64_t steps = 0;
    for (std::size_t digit = 0; digit < counts[a].stepped.size(); ++digit) {
      steps += low + std::countr_zero(digit + 1) >= dropped ? counts[a].stepped[digit] : 0;
    }
    total += steps * (NodeCount(guest) / static_cast<std::uint64_t>(guest[a]));
  }
  return total;
}

// The crossings of a path that remain after folding the cube.
int KeptLength(const CubePath& path, int dropped) {
  int kept = 0;
  for (int step = 0; step < path.length(); ++step) kept += path.dimension(step) >= dropped;
  return kept;
}

// The total path length of the guest edges that are copies of a factor's edges. Crossings of the
// factor's `dropped` lowest dimensions do not count.
std::uint64_t TotalOf(const Factor& factor, const std::vector<DigitCounts>& counts,
                      const std::vector<int>& guest, int dropped) {
  if (factor.kind == FactorKind::kGrayCode) return TotalOfGrayCodes(factor, counts, guest, dropped);
  std::uint64_t total = 0;
  const CubeEmbedding embedding = EmbedFactor(factor);
  const Shape& mesh = embedding.guest;
  for (std::uint32_t n = 0; n < mesh.size(); ++n) {
    for (int a = 0; a < mesh.axes(); ++a) {
      if (!mesh.Next(NodeId{n}, Axis{a})) continue;
      auto copies =
          static_cast<std::uint64_t>(KeptLength(embedding.Path(NodeId{n}, Axis{a}), dropped));
      for (int b = 0; b < mesh.axes(); ++b) {
        const DigitCounts& axis = counts[static_cast<std::size_t>(b)];
        copies *=
            (a == b ? axis.stepped
                    : axis.held)[static_cast<std::size_t>(mesh.Coordinate(NodeId{n}, Axis{b}))];
      }
      total += copies;
    }
  }
  return total;
}

// The total path length of all guest edges: rows, then factors from the innermost, which has the
// lowest cube dimensions, outwards.
std::uint64_t TotalDilation(const Plan& plan) {
  const std::vector<int>& guest = plan.guest.lengths();
  std::vector<AxisLine> lines;
  for (std::size_t a = 0; a < guest.size(); ++a) lines.push_back(LineOf(plan, a));
  std::uint64_t total = 0;
  for (std::size_t a = 0; a < guest.size(); ++a)
    total += lines[a].row_steps * (NodeCount(guest) / static_cast<std::uint64_t>(guest[a]));
  std::vector<int> inner(guest.size(), 1);
  int low = 0;  // the factor's lowest cube dimension
  for (std::size_t f = plan.factors.size(); f-- > 0;) {
    const Factor& factor = plan.factors[f];
    std::vector<DigitCounts> counts;
    for (std::size_t a = 0; a < guest.size(); ++a) {
      counts.push_back(Count(lines[a], factor.lengths[a], inner[a]));
      inner[a] *= factor.lengths[a];
    }
    total += TotalOf(factor, counts, guest, std::max(0, plan.dropped - low));
    low += factor.dimensions;
  }
  return total;
}

// A line of l nodes has l - 1 edges, a ring l.
std::uint64_t EdgeCount(const Shape& guest) {
  std::uint64_t edges = 0;
  for (const int length : guest.lengths()) {
    const int on_line = guest.torus() && length > 2 ? length : length - 1;
    edges +=
        guest.size() / static_cast<std::uint64_t>(length) * static_cast<std::uint64_t>(on_line);
  }
  return edges;
}

}  // namespace

Averages PredictAverages(const Plan& plan) {
  if (std::ranges::count(plan.folds, 1) > 0) {
    const Costs costs = Measure(Embed(plan));
    return {costs.average_dilation, costs.average_congestion};
  }
  const auto total = static_cast<double>(TotalDilation(plan));
  const std::uint64_t edges = EdgeCount(plan.guest);
  Averages averages;
  if (edges > 0) averages.dilation = total / static_cast<double>(edges);
  // the same crossings, divided among n 2^(n-1) cube edges (Y2.5)
  if (plan.dimensions > 0)
    averages.congestion = total / (plan.dimensions * std::exp2(plan.dimensions - 1));
  return averages;
}

}  // namespace toroid::gray
