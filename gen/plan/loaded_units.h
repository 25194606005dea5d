// The parameters loaded into address units (docs/spec/loaded-addresses.md): two matrices of bits, a
// box and a base, which together give the host node of each guest node, and the inverse.
//
// Example: xor on ring:8, the box the whole ring. Guest nodes 1, 2 and 4 are on nodes 1, 2 and 6,
// so the forward rows are 001, 110 and 100: bit 1 of a node is bit 1 of the guest node xor its
// bit 2.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/embedding/partition.h"
#include "gen/plan/broadcast.h"
#include "gen/plan/plan.h"
#include "gen/support/result.h"

namespace toroid {

inline constexpr int kLoadedUnitSpecVersion = 1;

// Rows, the first for the lowest bit of the product: bit c of a row says whether bit c of the
// vector is added.
using BitMatrix = std::vector<std::uint32_t>;

struct UnitParameters {
  BitMatrix inverse;  // from places to logical addresses
  BitMatrix forward;  // from logical addresses to places
  std::uint32_t guest = 0;
  std::uint32_t box = 0;
  std::uint32_t base = 0;
};

// All reasons why units cannot be loaded with this embedding, which is for the box's shape (X1.1 to
// X1.4). Diagnostics name --host, --partition, --guest and --embedding.
Diagnostics LoadedUnitDiagnostics(const Partition& box, const Embedding& embedding);

// The functions below require a plan with loaded address units.
UnitParameters UnitParametersOf(const Plan& plan);
int UnitParameterBits(const Plan& plan);  // bits of the register (X2.1)
Image UnitImageOf(const Plan& plan);      // the image for all nodes

}  // namespace toroid
