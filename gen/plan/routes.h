// Routes by tables: what routers of a twisted torus, or of a host with dead links and nodes, read
// (docs/spec/degraded.md, DG7).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/tables.h"
#include "gen/metrics/loads.h"
#include "gen/placing/message_routes.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kRouteSpecVersion = 1;

// An entry as hardware has it: 0 if there is none, else one more than 2 * port + channel.
std::uint32_t NumberOf(degraded::Entry entry);
// Bits of such a number, on a host with so many link ports.
int EntryBits(int ports);

// The tables have an entry for each two survivors, and none else.
struct RoutedHost {
  degraded::DegradedHost host;
  degraded::RoutingTables tables;

  std::vector<Hop> Route(NodeId from, NodeId to) const;
  int Links(NodeId from, NodeId to) const;  // of the route
  // Of a node: whether link port p brings flits in, by p.
  std::vector<bool> AliveInputs(NodeId node) const;
  // Of all nodes: whether some route comes in by link port i and leaves by link port o, at i *
  // ports + o.
  std::vector<std::vector<bool>> Turns() const;
  std::string Text() const;  // all entries, for a hash
};

// With the tables of degraded::ComputeTables, and its diagnostics.
Result<std::shared_ptr<const RoutedHost>> ComputeRoutes(const degraded::DegradedHost& host,
                                                        const Progress& progress = {});

OtherRoutes OtherRoutesBy(std::shared_ptr<const RoutedHost> tables);
// By these tables, or of dimension order without any.
MessageRoutes MessageRoutesBy(const std::shared_ptr<const RoutedHost>& tables, const Graph& host,
                              Cycle hop_cycles = 1);
// No loads yet. Requires tables, or at most LinkLoads::kMostNodes nodes.
LinkLoads LinkLoadsBy(const std::shared_ptr<const RoutedHost>& tables, const Graph& host);

}  // namespace toroid
