#include "gen/plan/route_images.h"

#include <cstddef>
#include <cstdint>

namespace toroid {

ImageBits RouteEntriesOf(const Plan& plan, NodeId node) {
  const RoutedHost& routes = *plan.routes();
  std::vector<std::uint32_t> entries(std::size_t{1} << plan.link_address_bits());
  for (const NodeId to : routes.host.survivors())
    entries[plan.AddressOf(to)] = NumberOf(routes.tables.At(node, to));
  ImageBits bits;
  for (const std::uint32_t entry : entries) AppendBits(entry, EntryBits(routes.host.ports()), bits);
  return bits;
}

int LoadedRouteBits(const Plan& plan) {
  const int ports = static_cast<int>(plan.link_ports().size());
  return ports + (EntryBits(ports) << plan.link_address_bits());
}

std::vector<Image> RouteImagesOf(const Plan& plan) {
  return ImagesOfRows(plan.host(), [&](NodeId node) {
    ImageBits bits = RouteEntriesOf(plan, node);
    for (const bool alive : plan.routes()->AliveInputs(node)) bits.push_back(alive);
    return bits;
  });
}

}  // namespace toroid
