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
#include "gen/gray/paths.h"

#include <bit>
#include <cassert>

#include "gen/gray/edge_loads.h"

namespace toroid::gray {
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
