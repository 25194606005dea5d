// Statements that do the same for neighbouring wires, found so that a loop can do them: the bits of
// an address that moves from register to register, for instance.
//
// A statement computes one signal by gates that nothing else needs, from leaves: signals that are
// known before. Statements are alike if their gates are; they make a bundle if moreover each leaf
// is the same for all of them, or stands one place further on for each next one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::lanes {

// `value` goes to place `target` of some array. Statements of different kinds are never alike.
struct Statement {
  std::size_t target = 0;
  Signal value = kZero;
  int kind = 0;
};

struct Bundle {
  std::size_t target = 0;  // of the first statement; the next go to the places after it
  std::size_t count = 0;
  int kind = 0;
  std::vector<Gate> gates;  // of the first statement, in order
  Signal value = kZero;     // of the first
  // The leaves that move on from one statement to the next, with the place of the first.
  std::map<Signal, std::size_t> moving;
};

struct Bundled {
  std::vector<Bundle> bundles;
  std::vector<Statement> others;  // in their order
  std::vector<Gate> gates;        // that bundles do not have, in their order
};

// Bundles statements of consecutive targets, at least `fewest` each. `gates` are all that may be
// taken into bundles, in order; `others_read` are signals that others need, so that their gates
// stay outside; `place_of` says where a leaf stands, if anywhere.
Bundled MakeBundles(const std::vector<Statement>& statements, const std::vector<Gate>& gates,
                    const std::vector<Signal>& others_read,
                    const std::function<std::optional<std::size_t>(Signal)>& place_of,
                    std::size_t fewest);

}  // namespace toroid::lanes
