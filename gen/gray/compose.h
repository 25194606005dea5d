// Larger embeddings from smaller ones: products with reflection, contractions, and rings along
// every axis.
#pragma once

#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

// The binary-reflected Gray code: successive numbers differ in one bit, and so do 2^n - 1 and 0.
constexpr std::uint32_t GrayFromIndex(std::uint32_t i) { return i ^ (i >> 1); }

// The mesh with 2^bits[i] nodes on axis i, a Gray code on each, the last axis in the lowest cube
// dimensions. Dilation and congestion one.
CubeEmbedding GrayMesh(const std::vector<int>& bits, const Progress& progress = {});

// A mesh of `lengths` with lengths[i] <= outer length * inner length on each axis. A coordinate z
// is (y, x) = (z div inner, z mod inner): y chooses a node of `outer`, whose image takes the upper
// cube dimensions, and x, counted backwards if y is odd, one of `inner`. Both must be meshes with
// the same number of axes. Expansions multiply if nothing is cut off; dilation and congestion are
// at most the larger of the two (one-to-one parts). Source: Theorem 3, Corollary 2 and the
// construction after it.
CubeEmbedding Product(const CubeEmbedding& outer, const CubeEmbedding& inner,
                      const std::vector<int>& lengths, const Progress& progress = {});

// The embedding for a mesh of `lengths`, which are those of its mesh in any order with ones between
// them.
CubeEmbedding Spread(const CubeEmbedding& embedding, const std::vector<int>& lengths,
                     const Progress& progress = {});

// A mesh of `lengths` with lengths[i] <= outer length * blocks[i] on each axis, in the cube of
// `outer`: each block of blocks[0] x blocks[1] x ... guest nodes is on one cube node. The dilation
// stays; load factor and congestion grow as Lemma 5 says.
CubeEmbedding Contract(const CubeEmbedding& outer, const std::vector<int>& blocks,
                       const std::vector<int>& lengths, const Progress& progress = {});

// The guest in the cube without its `dimensions` lowest dimensions: 2^dimensions cube nodes become
// one, and paths skip their crossings of these dimensions. The dilation does not grow; load factor
// and congestion grow by 2^dimensions at most. Source: the proof of Corollary 5.
CubeEmbedding FoldCube(const CubeEmbedding& embedding, int dimensions,
                       const Progress& progress = {});

// Stands for a number of copies: a ring of blocks goes out along the mesh axis and returns over the
// same nodes; each pass uses half of every block.
inline constexpr int kOutAndBack = 0;

// A torus of `lengths` from a mesh embedding: axis i becomes a ring through folds[i] copies (1, 2
// or 4) of a mesh axis of ceil(l / folds[i]) nodes, l = ceil(lengths[i] / blocks[i]), or goes out
// and back along one of l nodes; `blocks` may be empty for blocks of one node. Adds one cube
// dimension for each factor 2 of a fold. Source: Lemmas 1, 3, 4 and 5; docs/spec/gray.md, Y6.7 of
// one copy, Y6.8 of blocks.
CubeEmbedding Wrap(const CubeEmbedding& mesh, const std::vector<int>& folds,
                   const std::vector<int>& blocks, const std::vector<int>& lengths,
                   const Progress& progress = {});

// The place of a ring's node in a mesh axis times a cycle of `fold` nodes: steps of one go along
// the mesh axis or along the cycle; the steps over nodes left out are the exceptions below. With
// fold 1 the ring goes out over every second node of the axis and back over the others.
struct RingPlace {
  int column;  // on the mesh axis
  int row;     // on the cycle, 0 .. fold - 1
  bool operator==(const RingPlace&) const = default;
};
// The places of ring nodes 0 .. length - 1. Two neighbours differ in the column by one, or in the
// row by one or two; only with fold 2 and odd length one pair differs in both by one. With fold 1
// they differ in the column by one or two. Requires length >= 2, fold 1, 2 or 4.
std::vector<RingPlace> RingPlaces(int length, int fold);
// The places of the nodes of a ring that is cut into blocks of `side`: those of the ring of blocks
// or, with kOutAndBack (`side` is even or the whole length), of a line of blocks, in which nodes
// equally far from either end share one.
std::vector<RingPlace> BlockPlaces(int length, int side, int fold);

}  // namespace toroid::gray
