// Finds statements that do the same for neighbouring wires, such as the bits of an address copied
// between registers, so that a loop can do them.
//
// A statement computes one signal by gates that nothing else needs, from leaves: signals computed
// earlier. Statements are alike if their gates are. They make a bundle if also each leaf is the
// same for all of them, or advances by one place from each to the next.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::lanes {

// Stores `value` in place `target` of some array. Statements of different kinds are never alike.
struct Statement {
  std::size_t target = 0;
  Signal value = kZero;
  int kind = 0;
};

struct Bundle {
  std::size_t target = 0;  // of the first statement; the others follow it
  std::size_t count = 0;
  int kind = 0;
  std::vector<Gate> gates;  // of the first statement, in order
  Signal value = kZero;     // of the first statement
  // The leaves that advance from statement to statement, with their first place.
  std::map<Signal, std::size_t> moving;
};

struct Bundled {
  std::vector<Bundle> bundles;
  std::vector<Statement> others;  // in order
  std::vector<Gate> gates;        // gates outside bundles, in order
};

// Bundles statements with consecutive targets, at least `fewest` each. `gates`, in order, are those
// that bundles may absorb. `others_read` are signals that other code needs, so that their gates
// stay outside. `place_of` returns the place of a leaf, if it has one.
Bundled MakeBundles(const std::vector<Statement>& statements, const std::vector<Gate>& gates,
                    const std::vector<Signal>& others_read,
                    const std::function<std::optional<std::size_t>(Signal)>& place_of,
                    std::size_t fewest);

}  // namespace toroid::lanes
