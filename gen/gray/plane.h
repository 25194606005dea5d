// Any two-dimensional mesh in the smallest cube that holds it, with dilation at most two.
#pragma once

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

// The mesh of `rows` x `columns` in a cube of CubeBits(rows * columns) dimensions; dilation at most
// two, and one exactly if Gray codes do. Requires rows * columns <= 2^24.
CubeEmbedding Plane(int rows, int columns, const Progress& progress = {});

}  // namespace toroid::gray
