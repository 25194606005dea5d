// Stages of algorithms in which nodes exchange data with partners: docs/spec/collectives.md,
// section 5.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// The partner of a node in stage s of an axis: over the cube, or Swing's choice.
enum class Partners { kCube, kSwing };

// Whether the host has such partners: the cube needs lengths that are powers of two, Swing even
// lengths on tori.
bool HavePartners(Partners partners, const Graph& host);

// The coordinate that x exchanges with in stage `stage` of an axis, 2^stage < its length;
// `mirrored`: the other way round the ring (Swing).
int PartnerOf(Partners partners, const Graph& host, Axis axis, int x, int stage, bool mirrored);

struct PartnerStage {
  Axis axis;
  int number = 0;  // the stage's number on the axis
};

// A part of the vector, which takes the axes in turn from its first axis on.
struct StagePart {
  Partners partners = Partners::kCube;
  std::vector<PartnerStage> stages;  // near partners first
  bool mirrored = false;
};

// The parts: one with one port; with all ports one for each axis, and with Swing as many mirrored
// ones.
std::vector<StagePart> StagePartsOf(Partners partners, const Graph& host, Ports ports);

// The partner of node n in stage `stage` of the part.
std::uint32_t PartnerIn(const Graph& host, const StagePart& part, std::size_t stage,
                        std::uint32_t n);

// The orders of axes in which parts of a vector go round them, and their weights:
// docs/spec/collectives.md, section 3.

// A share of the vector, 0 to 1, and the axes that it goes round, one after another.
struct WeightedOrder {
  std::vector<Axis> axes;
  double weight = 1;
};

// Orders and weights, which add up to 1, under which each axis has work for its links in the same
// number of cycles, or nearly.
std::vector<WeightedOrder> BalancedOrders(const Graph& host);

// By axis: the share of a vector that crosses its links while a part of weight 1 goes round the
// axes in this order: (l - 1)/l on the first, and on each later one that fraction of the rest.
std::vector<double> LoadsOf(const Graph& host, const std::vector<Axis>& order);

}  // namespace toroid
