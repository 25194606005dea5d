// A node shows `loaded` for its table, and `holds_guest` for its address units: a node outside the
// box holds no guest node, loaded or not.
#include "gen/plan/host_load.h"

#include "gen/plan/broadcast_tree.h"
#include "gen/plan/loaded_units.h"
#include "gen/plan/route_images.h"
#include "gen/plan/schedule_rows.h"
#include "gen/plan/tree_images.h"

namespace toroid {
namespace {

// Adds the image's words, which the host offers after the earlier ones, and its nodes' times.
void Add(const BroadcastTree& tree, const Image& image, std::vector<LoadTimes>& times,
         HostLoad& load) {
  const auto first = static_cast<Cycle>(load.words.size());
  for (const std::uint32_t word : image.words) load.words.push_back({word, false});
  load.words.back().last = true;
  const auto last = static_cast<Cycle>(load.words.size()) - 1;
  for (std::uint32_t n = image.first.value(); n <= image.last.value(); ++n) {
    const Cycle heard = tree.HearingDelay(NodeId{n}) + 1;
    times[n] = {first + kImageHeader - 1 + heard, last + heard};
  }
}

std::vector<Image> LoadedTablesOf(const Plan& plan) {
  if (plan.hardware().load.routes) return RouteImagesOf(plan);
  return plan.hardware().load.tree ? TreeImagesOf(plan) : TableImagesOf(plan);
}

}  // namespace

HostLoad HostLoadOf(const Plan& plan) {
  HostLoad load;
  const BroadcastTree tree = BroadcastTreeOf(plan);
  const std::uint32_t nodes = plan.host().size();
  if (plan.hardware().load.address_units) {
    load.units.resize(nodes);
    Add(tree, UnitImageOf(plan), load.units, load);
    for (std::uint32_t n = 0; n < nodes; ++n)
      if (plan.embedding()->GuestsOf(NodeId{n}).empty()) load.units[n].loaded_from = kNeverLoaded;
  }
  if (LoadsTables(plan.hardware())) {
    load.tables.resize(nodes);
    for (const Image& table : LoadedTablesOf(plan)) Add(tree, table, load.tables, load);
  }
  // one cycle more than the last node needs
  load.cycles = tree.CyclesOf(static_cast<Cycle>(load.words.size())) + 2;
  return load;
}

}  // namespace toroid
