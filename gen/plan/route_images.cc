#include "gen/plan/route_images.h"

#include <cstddef>
#include <cstdint>

namespace toroid {
namespace {

// From the lowest bit up: the entries by address, then the live inputs.
ImageBits BitsOf(const Plan& plan, NodeId node) {
  const RoutedHost& routes = *plan.routes();
  std::vector<std::uint32_t> entries(std::size_t{1} << plan.link_address_bits());
  for (const NodeId to : routes.host.survivors())
    entries[plan.AddressOf(to)] = NumberOf(routes.tables.At(node, to));
  ImageBits bits;
  for (const std::uint32_t entry : entries) AppendBits(entry, EntryBits(routes.host.ports()), bits);
  for (const bool alive : routes.AliveInputs(node)) bits.push_back(alive);
  return bits;
}

}  // namespace

int LoadedRouteBits(const Plan& plan) {
  const int ports = static_cast<int>(plan.link_ports().size());
  return ports + (EntryBits(ports) << plan.link_address_bits());
}

std::vector<Image> RouteImagesOf(const Plan& plan) {
  return ImagesOfRows(plan.host(), [&](NodeId node) { return BitsOf(plan, node); });
}

}  // namespace toroid
