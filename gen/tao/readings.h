// Other ways to read a shape: a mesh of (2,2) is a ring of 4.
#pragma once

#include <vector>

#include "gen/tao/construction.h"
#include "gen/tao/sides.h"

namespace toroid::tao {

// A shape, and the steps between it and the shape of which it is a reading. No edge is longer than
// 1.
struct Reading {
  Sides sides;
  std::vector<ConstructionStep> steps;
};

// The first is the shape itself, without steps. A guest's steps lead from it to the reading, a
// host's from the reading to it.
std::vector<Reading> GuestReadings(const Sides& guest);
std::vector<Reading> HostReadings(const Sides& host);

}  // namespace toroid::tao
