// Small meshes whose embeddings in the smallest cube were found by search: dilation two, at low
// congestion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/gray/cube_embedding.h"
#include "gen/gray/search.h"

namespace toroid::gray {

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
