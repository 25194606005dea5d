// Pairs of guest and host that an embedding is known to take: docs/cli.md and docs/spec, told once
// more, so that a test can ask for them without the program's own opinion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/fuzz/dice.h"

namespace toroid::fuzz {

enum class Family { kTorus, kMesh, kCube };

struct Shape {
  Family family = Family::kMesh;
  std::vector<int> lengths;

  int size() const;
  int axes() const { return static_cast<int>(lengths.size()); }
  bool equal() const;  // lengths
  bool IsCube() const { return family == Family::kCube; }
  // One of the ways to write it: "torus:8", "ring:8".
  std::string Text(Dice& dice) const;
};

struct Network {
  Shape host;
  std::optional<Shape> guest;  // with an embedding
  std::string embedding;
  std::optional<std::vector<int>> box;  // box of the host that the guest fills

  // A hypercube with one process a node, which supports all task options.
  bool RunsTasks() const;
  bool IsOneToOne() const;  // no host node holds two guest nodes
  bool FillsHost() const;   // each host node holds one
  // Whether `offset` and `stream` exist for it: equal power-of-two lengths, standard on meshes and
  // cubes, xor on tori, identity on cubes.
  bool HasFormula() const;
  bool HasBitOrder() const;
  bool ChoosesWalks() const;     // tao: from one axis to several
  bool HasDilationOne() const;   // surely
  bool SharesCubeNodes() const;  // gray, guest larger than the host
  bool MayRelay() const;         // surely
};

Shape AnyShape(Dice& dice);
// Draws one of these kinds: a host alone; a hypercube in something; a shape in itself; anything in
// anything; an axis, or the same shape, in a box of a larger host. Up to some dozens of nodes.
Network Alone(Dice& dice);
Network OfCube(Dice& dice, bool with_formula);
Network OfProcesses(Dice& dice);  // a hypercube in something smaller
Network OfTheSame(Dice& dice);    // lengths
Network OfAnyGuest(Dice& dice);
Network InBox(Dice& dice);

}  // namespace toroid::fuzz
