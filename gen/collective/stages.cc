// Partners over the cube differ in one bit of the process on their axis. In stage s of Swing they
// are (1 - (-2)^(s+1)) / 3 apart, in the direction given by the parity of the node.
#include "gen/collective/stages.h"

#include <bit>

namespace toroid {
namespace {

// The stages with near partners first, the axes in turn from `first` on.
std::vector<PartnerStage> StagesFrom(const Graph& host, int first) {
  std::vector<PartnerStage> stages;
  for (int number = 0; (1 << number) < static_cast<int>(host.size()); ++number) {
    for (int i = 0; i < host.axes(); ++i) {
      const Axis axis{(first + i) % host.axes()};
      if (1 << number < host.length(axis)) stages.push_back({axis, number});
    }
  }
  return stages;
}

}  // namespace

std::vector<StagePart> StagePartsOf(Partners partners, const Graph& host, Ports ports) {
  if (ports == Ports::kOne) return {{partners, StagesFrom(host, 0)}};
  std::vector<StagePart> parts;
  for (int a = 0; a < host.axes(); ++a) {
    parts.push_back({partners, StagesFrom(host, a)});
    if (partners == Partners::kSwing) parts.push_back({partners, StagesFrom(host, a), true});
  }
  return parts;
}

bool HavePartners(Partners partners, const Graph& host) {
  for (int a = 0; a < host.axes(); ++a) {
    const auto l = static_cast<unsigned>(host.length(Axis{a}));
    if (partners == Partners::kCube && !std::has_single_bit(l)) return false;
    if (partners == Partners::kSwing && (l % 2 != 0 || (l > 2 && !host.Wraps(Axis{a}))))
      return false;
  }
  return true;
}

int PartnerOf(Partners partners, const Graph& host, Axis axis, int x, int stage, bool mirrored) {
  const int l = host.length(axis);
  if (partners == Partners::kSwing) {
    int reach = 1;  // (1 - (-2)^(stage + 1)) / 3
    for (int s = 0; s < stage; ++s) reach = 1 - 2 * reach;
    const bool plus = (x % 2 == 0) != mirrored;
    return ((x + (plus ? reach : -reach)) % l + l) % l;
  }
  // The xor embedding of a ring, its own inverse: the top bit is added to the one below.
  const int second = host.Wraps(axis) ? l / 4 : 0;
  const auto swapped = [&](int value) { return value ^ (value >> 1 & second); };
  return swapped(swapped(x) ^ 1 << stage);
}

std::uint32_t PartnerIn(const Graph& host, const StagePart& part, std::size_t stage,
                        std::uint32_t n) {
  const auto& [axis, number] = part.stages[stage];
  Coordinates x = host.CoordinatesOf(NodeId{n});
  int& own = x[axis.index()];
  own = PartnerOf(part.partners, host, axis, own, number, part.mirrored);
  return host.NodeAt(x).value();
}

}  // namespace toroid
