#include "gen/plan/routes.h"

#include <cstddef>
#include <utility>

#include "gen/degraded/routing.h"
#include "gen/topology/numbering.h"

namespace toroid {
namespace {

MessageRoutes::Others RoutesOf(std::shared_ptr<const RoutedHost> tables) {
  return [tables = std::move(tables)](NodeId from, NodeId to) { return tables->Route(from, to); };
}

}  // namespace

std::uint32_t NumberOf(degraded::Entry entry) {
  return entry.there() ? static_cast<std::uint32_t>(1 + 2 * entry.port + entry.channel) : 0;
}

int EntryBits(int ports) { return BitsFor(static_cast<std::uint32_t>(2 * ports + 1)); }

std::vector<Hop> RoutedHost::Route(NodeId from, NodeId to) const {
  return degraded::RouteBy(tables, host, from, to);
}

int RoutedHost::Links(NodeId from, NodeId to) const {
  int links = 0;
  for (NodeId at = from; at != to; ++links) at = *host.Next(at, tables.At(at, to).port);
  return links;
}

std::vector<bool> RoutedHost::AliveInputs(NodeId node) const {
  std::vector<bool> alive;
  for (const LinkPort& port : LinkPortsOf(host.host())) {
    const auto from = ReceivesFrom(host.host(), node, port);
    alive.push_back(from && host.Next(*from, static_cast<int>(alive.size())) == node);
  }
  return alive;
}

std::vector<std::vector<bool>> RoutedHost::Turns() const {
  const auto ports = static_cast<std::size_t>(host.ports());
  std::vector<std::vector<bool>> turns(host.size(), std::vector<bool>(ports * ports));
  for (const NodeId to : host.survivors()) {
    for (const NodeId from : host.survivors()) {
      if (from == to) continue;
      const int port = tables.At(from, to).port;
      const NodeId next = *host.Next(from, port);
      if (next == to) continue;
      const auto onward = static_cast<std::size_t>(tables.At(next, to).port);
      turns[next.index()][static_cast<std::size_t>(port) * ports + onward] = true;
    }
  }
  return turns;
}

std::string RoutedHost::Text() const {
  std::string text;
  for (std::uint32_t node = 0; node < host.size(); ++node) {
    for (std::uint32_t to = 0; to < host.size(); ++to) {
      const degraded::Entry entry = tables.At(NodeId{node}, NodeId{to});
      text += static_cast<char>(entry.there() ? 'A' + 2 * entry.port + entry.channel : '.');
    }
  }
  return text;
}

Result<std::shared_ptr<const RoutedHost>> ComputeRoutes(const degraded::DegradedHost& host,
                                                        const Progress& progress) {
  auto routing = degraded::ComputeTables(host, 1, true, progress);
  if (!routing) return routing.diagnostics();
  return std::make_shared<const RoutedHost>(RoutedHost{host, routing->tables});
}

OtherRoutes OtherRoutesBy(std::shared_ptr<const RoutedHost> tables) {
  const std::uint64_t links = tables->host.live_links();
  return {RoutesOf(std::move(tables)), links};
}

MessageRoutes MessageRoutesBy(const std::shared_ptr<const RoutedHost>& tables, const Graph& host,
                              Cycle hop_cycles) {
  return {host, tables ? RoutesOf(tables) : nullptr, hop_cycles};
}

LinkLoads LinkLoadsBy(const std::shared_ptr<const RoutedHost>& tables, const Graph& host) {
  return tables ? LinkLoads(host, OtherRoutesBy(tables)) : LinkLoads(host);
}

}  // namespace toroid
