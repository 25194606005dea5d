// Embeddings of the factors of a decomposition: planes, and small meshes that were found by search.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

// Returns a path for every edge of `guest`, by EdgeIndex. An edge whose ends are two dimensions
// apart has two shortest paths; each starts with the lower dimension first and is turned, edge
// after edge, while that lowers the load of the two cube edges it uses, until a round changes
// nothing. Requires that neighbours are at most two dimensions apart.
std::vector<CubePath> ChoosePaths(const Shape& guest, int dimensions,
                                  const std::vector<NodeId>& map, const Progress& progress = {});

// Any two-dimensional mesh, `rows` x `columns`, in the smallest cube that holds it, of
// CubeBits(rows * columns) dimensions; dilation at most two, and one exactly if Gray codes do.
// Requires rows * columns <= 2^24.
CubeEmbedding Plane(int rows, int columns, const Progress& progress = {});

// Settings of the simulated annealing that found the direct meshes below
// (tests/oracle/direct_search.h).
struct SearchSettings {
  std::uint64_t seed = 1;
  std::int64_t steps = 1'000'000;  // per run
  // Energy of an edge of length 2; an edge of length 3 has this plus 16. It weighs the average
  // dilation against finding any embedding. With 0 a run ends at the first embedding.
  int weight = 0;
  // Temperatures, falling evenly over a run: a step that costs t/256 is taken with probability one
  // half.
  int hot = 800;
  int cold = 300;
  int congestion = 2;  // the most allowed
  int runs = 20;
};

// Small meshes whose embeddings in the smallest cube were found by search: dilation two, at low
// congestion.
struct DirectMesh {
  std::vector<int> lengths;  // none of them 1
  int congestion;            // with the paths of ChoosePaths
  // named by Ho and Johnsson, section 3.3; the others go beyond the paper
  bool published;
  SearchSettings settings;            // the settings with which SearchDirect found it
  std::span<const std::uint8_t> map;  // the cube node of each mesh node, as found
  // Dimension i of the map found is dimension order[i] of the embedding: an automorphism of the
  // cube, which spreads the load of the router's routes over the links.
  std::vector<int> order;
};

// All direct meshes, smallest first.
const std::vector<DirectMesh>& DirectMeshes();

// The direct mesh of these lengths, in any order and with ones between them; it must exist.
const DirectMesh& FindDirect(std::vector<int> lengths);

// The embedding of a table entry, with its paths, both with their dimensions in its order.
CubeEmbedding Direct(const DirectMesh& mesh);

}  // namespace toroid::gray
