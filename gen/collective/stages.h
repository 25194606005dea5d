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

}  // namespace toroid
