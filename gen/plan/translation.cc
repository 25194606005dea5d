// The requirements of translation tables on a plan: units that answer at once and, for exchanged
// tables, one guest node on each node, neighbours one link away and a flit that holds an address
// and a bit (docs/spec/translation.md TL3.1, TL3.2).
#include "gen/plan/translation.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/metrics/metrics.h"

namespace toroid {
namespace {

// The longest distance between the places of guest neighbours.
int DilationOf(const Embedding& embedding) {
  int longest = 0;
  for (int a = 0; a < embedding.guest().axes(); ++a) {
    ForEachEdge(embedding.guest(), Axis{a}, [&](GuestEdge edge) {
      longest = std::max(longest, embedding.host().Distance(embedding.HostOf(edge.low),
                                                            embedding.HostOf(edge.high)));
    });
  }
  return longest;
}

}  // namespace

int TableEntries(const Plan& plan) {
  return static_cast<int>(LinkPortsOf(plan.embedding()->guest()).size());
}

std::optional<NodeId> NeighbourOfEntry(const Graph& guest, NodeId node, int entry) {
  if (guest.kind() == Kind::kHypercube) return NodeId{node.value() ^ (1U << entry)};
  return SendsTo(guest, node, LinkPortsOf(guest)[static_cast<std::size_t>(entry)]);
}

int TableEntryBits(const Plan& plan) {
  return std::max(1, BitsFor(static_cast<std::uint32_t>(TableEntries(plan))));
}

bool SendsByEntry(const Plan& plan) { return plan.rank_bits() == 0 && !plan.relay(); }

Cycle TableCycle(const Plan& plan) {
  constexpr Cycle kToEjector = 2;  // K of R6.8
  if (plan.hardware().translation == TableMethod::kComputed)
    return (Cycle{1} << plan.rank_bits()) * static_cast<Cycle>(TableEntries(plan)) + 1;
  const auto sends = plan.link_ports().size() / static_cast<std::size_t>(plan.local_ports());
  return static_cast<Cycle>(sends) + kToEjector + 2;
}

int ExchangeBits(const Plan& plan) {
  return 1 + (plan.hardware().address == Address::kLogical ? plan.physical_bits()
                                                           : plan.logical_bits());
}

Diagnostics TranslationDiagnostics(const Plan& plan) {
  const auto method = plan.hardware().translation;
  if (!method) return {};
  Diagnostics found;
  if (method == TableMethod::kExchanged && !plan.embedding()->IsInjective()) {
    found.push_back(
        {"--translation", "exchanged",
         "guest " + plan.embedding()->guest().ToString() + " " + WhyNoBijection(*plan.embedding()),
         "exchanged tables take one guest node on each node; tables of several are computed"});
  }
  if (plan.hardware().atu_stages > 0) {
    found.push_back({"--atu-stages", std::to_string(plan.hardware().atu_stages),
                     "tables need address units that answer in the same cycle",
                     "leave out --atu-stages or --translation"});
  }
  if (method != TableMethod::kExchanged || !found.empty()) return found;
  if (const int dilation = DilationOf(*plan.embedding()); dilation > 1) {
    found.push_back(
        {"--translation", "exchanged",
         fmt::format(
             "an exchange among neighbours reaches one link, and the embedding has dilation {}",
             dilation),
         "tables are exchanged at dilation 1, and computed for every embedding"});
  }
  if (const int width = plan.hardware().flit_width; width < ExchangeBits(plan)) {
    found.push_back({"--flit-width", std::to_string(width),
                     fmt::format("does not hold the {} bits of an exchange", ExchangeBits(plan)),
                     "give a wider flit, or --translation computed"});
  }
  return found;
}

}  // namespace toroid
