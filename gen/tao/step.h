// The steps of Tao's embeddings. Each maps the coordinates of one shape to those of another, and
// has an inverse by formula.
//
// The first five are one to one; the last three, the contractions, send equally many nodes to each
// place, and `rank` selects one of them for the inverse. Forward and Inverse overwrite their second
// list of coordinates. docs/spec/tao.md has the definitions and the letters of the thesis.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gen/tao/walks.h"
#include "gen/topology/graph.h"

namespace toroid::tao {

// New axis i is old axis order[i]. Thesis: pi, alpha, beta. Order (1,0): (3,5) becomes (5,3).
struct Permute {
  std::vector<int> order;
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, Coordinates& from) const;
  std::string Text() const;
};

// A walk through a mesh of these lengths, which replaces one axis of equally many nodes.
struct Part {
  Lengths lengths;
  Walk walk = Walk::kLine;
};

// Each axis becomes the mesh that a walk goes through. Thesis: F, G, H for line, fold, ring; T if
// each part is one folded length. A line of 6 along the line walk through (2,3): 0 to 5 become
// (0,0), (0,1), (0,2), (1,2), (1,1), (1,0).
struct Expand {
  std::vector<Part> parts;  // by axis
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, Coordinates& from) const;
  std::string Text() const;
};

// The inverse of Expand: the axes of a mesh become one, numbered along the walk. Not in the thesis.
struct Gather {
  std::vector<Part> parts;  // by new axis
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, Coordinates& from) const;
  std::string Text() const;
};

// Consecutive axes become one, their coordinates the digits of a number. Thesis: U. (1,2) of a mesh
// (4,3) becomes 5 of a line of 12; neighbours on the first axis are 3 apart there.
struct Join {
  std::vector<Lengths> parts;  // by new axis
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, Coordinates& from) const;
  std::string Text() const;
};

// Each of the last axes is walked through a mesh that is laid inside the places of the first ones:
// with s_0, s_1, ... the lengths of all offset meshes in turn, axis i of `base` becomes s_i times
// as long. Input: base axes, then one axis for each offset; output: as many axes as `base`. Base
// axes that are marked are laid flat. Thesis: F', G', H' for line, fold, ring; G'', H'' with every
// axis marked.
struct Absorb {
  Lengths base;
  std::vector<bool> folded;   // by base axis
  std::vector<Part> offsets;  // together at most as many lengths as base axes
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, Coordinates& from) const;
  std::string Text() const;
  Lengths OffsetLengths() const;
};

// Drops all axes except `kept`. Thesis: xi. Ranks: by the dropped coordinates. Keeping axis 0 of
// (4,3) puts (2,0), (2,1) and (2,2) on 2, with ranks 0, 1 and 2.
struct Drop {
  Lengths lengths;
  std::vector<int> kept;  // ascending
  int ranks() const;
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, int rank, Coordinates& from) const;
  std::string Text() const;
};

// Puts x and length-1-x together on the marked axes, whose lengths are even. Thesis: nu; nu-bar
// with every axis marked. With length 6, 1 and 4 are both put on 1: a ring of 6 folds to a line of
// 3 without stretching an edge.
struct Mirror {
  Lengths lengths;
  std::vector<bool> mirrored;
  int ranks() const;
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, int rank, Coordinates& from) const;
  std::string Text() const;
};

// Puts sides[i] consecutive coordinates of axis i together. Thesis: mu, with the same side on every
// axis. Sides (2,3) put the six nodes from (2,3) to (3,5) on (1,1).
struct Block {
  Lengths sides;
  int ranks() const;
  void Forward(const Coordinates& from, Coordinates& to) const;
  void Inverse(const Coordinates& to, int rank, Coordinates& from) const;
  std::string Text() const;
};

using Step = std::variant<Permute, Expand, Gather, Join, Absorb, Drop, Mirror, Block>;

// "(4,2,3)"
std::string ListText(const std::vector<int>& list);
// "a, b (3 times), c": phrases that repeat are written once.
std::string Enumerate(const std::vector<std::string>& phrases);

}  // namespace toroid::tao
