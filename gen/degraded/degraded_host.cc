#include "gen/degraded/degraded_host.h"

#include <fmt/core.h>

#include "gen/support/text.h"
#include "gen/topology/numbering.h"

namespace toroid::degraded {
namespace {

constexpr std::size_t kMostParts = 4;   // that a message names
constexpr std::size_t kMostRanges = 6;  // that it names of each

// "nodes 0-2, 5": runs of consecutive numbers. Requires nodes in ascending order.
std::string NodesText(const std::vector<NodeId>& nodes) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t end = i + 1;
    while (end < nodes.size() && nodes[end].value() == nodes[end - 1].value() + 1) ++end;
    const auto first = nodes[i].value();
    ranges.push_back(end == i + 1 ? fmt::format("{}", first)
                                  : fmt::format("{}-{}", first, nodes[end - 1].value()));
    i = end;
  }
  const bool cut = ranges.size() > kMostRanges;
  if (cut) ranges.resize(kMostRanges);
  return (nodes.size() == 1 ? "node " : "nodes ") + Joined(ranges, ", ") + (cut ? ", ..." : "");
}

using Neighbours = std::vector<std::vector<NodeId>>;  // by node

// The nodes that are reached from the first, itself too.
std::vector<bool> Reached(const Neighbours& neighbours, NodeId first) {
  std::vector<bool> reached(neighbours.size(), false);
  std::vector<NodeId> open = {first};
  reached[first.index()] = true;
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    for (const NodeId next : neighbours[node.index()]) {
      if (!reached[next.index()]) open.push_back(next);
      reached[next.index()] = true;
    }
  }
  return reached;
}

}  // namespace

DegradedHost::DegradedHost(const Graph& host)
    : host_(host), ports_(static_cast<int>(LinkPortsOf(host).size())), alive_(host.size(), true) {
  const std::vector<LinkPort> ports = LinkPortsOf(host);
  next_.reserve(host.size() * ports.size());
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    survivors_.emplace_back(n);
    for (const LinkPort& port : ports) {
      const auto next = SendsTo(host, NodeId{n}, port);
      next_.push_back(next ? next->value() : kNone);
      if (next) ++live_links_;
    }
  }
}

// The links of a dead node are dead, those that lead to it too.
void DegradedHost::Kill(const Dead& dead) {
  for (const NodeId node : dead.nodes) alive_[node.index()] = false;
  for (const Link& link : dead.links) {
    for (int port = 0; port < ports_; ++port)
      if (Next(link.from, port) == link.to) next_[LinkNumber(link.from, port)] = kNone;
  }
  std::erase_if(survivors_, [&](NodeId node) { return !IsAlive(node); });
  live_links_ = 0;
  for (std::size_t link = 0; link < next_.size(); ++link) {
    const NodeId from{static_cast<std::uint32_t>(link / static_cast<std::size_t>(ports_))};
    std::uint32_t& next = next_[link];
    if (next == kNone) continue;
    if (!IsAlive(from) || !IsAlive(NodeId{next})) next = kNone;
    if (next != kNone) ++live_links_;
  }
}

Result<DegradedHost> DegradedHost::Create(const Graph& host, const Dead& dead) {
  DegradedHost degraded(host);
  if (dead.empty()) return degraded;
  degraded.whole_ = false;
  degraded.Kill(dead);
  if (degraded.survivors_.size() < 2)
    return Diagnostic{std::string(kDeadNodes), "",
                      "leaves " + Counted(degraded.survivors_.size(), "node") + " of " +
                          host.ToString() + " alive",
                      "at least two must be"};
  const std::string parts = degraded.Parts();
  if (parts.empty()) return degraded;
  if (!dead.links.empty() && !dead.nodes.empty()) {
    if (auto by_nodes = Create(host, {{}, dead.nodes}); !by_nodes) return by_nodes.diagnostics();
  }
  return Diagnostic{std::string(dead.links.empty() ? kDeadNodes : kDeadLinks), "",
                    "leaves " + host.ToString() + " in parts between which no live links lead " +
                        "both ways: " + parts,
                    "every survivor must reach every other"};
}

Dead DegradedHost::dead() const {
  const DegradedHost whole(host_);
  Dead dead;
  for (std::uint32_t n = 0; n < size(); ++n) {
    if (!alive_[n]) dead.nodes.push_back(NodeId{n});
    for (int port = 0; port < ports_; ++port) {
      const auto next = whole.Next(NodeId{n}, port);
      if (next && !Next(NodeId{n}, port) && alive_[n] && IsAlive(*next))
        dead.links.push_back({NodeId{n}, *next});
    }
  }
  return dead;
}

std::string DegradedHost::DeadLinksText() const {
  std::vector<std::string> links;
  for (const auto& [from, to] : dead().links) {
    const bool both = !Leads(to, from);
    if (!both || from < to)
      links.push_back(fmt::format("{}{}{}", from.value(), both ? '-' : '>', to.value()));
  }
  return Joined(links, ",");
}

std::string DegradedHost::DeadNodesText() const {
  std::vector<std::uint32_t> nodes;
  for (const NodeId node : dead().nodes) nodes.push_back(node.value());
  return Joined(nodes, ",");
}

std::string DegradedHost::Options() const {
  const std::string links = DeadLinksText();
  const std::string nodes = DeadNodesText();
  return (links.empty() ? "" : " --dead-links " + ShellText(links)) +
         (nodes.empty() ? "" : " --dead-nodes " + nodes);
}

bool DegradedHost::Leads(NodeId from, NodeId to) const {
  for (int port = 0; port < ports_; ++port)
    if (Next(from, port) == to) return true;
  return false;
}

// Survivors are in one part if each reaches the other. Takes the nodes that the first survivor
// without a part reaches, and that reach it; so each part takes two searches.
std::string DegradedHost::Parts() const {
  Neighbours there(size());
  Neighbours back(size());
  for (const NodeId node : survivors_) {
    for (int port = 0; port < ports_; ++port) {
      const auto next = Next(node, port);
      if (!next) continue;
      there[node.index()].push_back(*next);
      back[next->index()].push_back(node);
    }
  }
  std::vector<bool> placed(size(), false);
  std::vector<std::string> parts;
  for (const NodeId first : survivors_) {
    if (placed[first.index()]) continue;
    if (parts.size() == kMostParts) {
      parts.emplace_back("...");
      break;
    }
    const auto after = Reached(there, first);
    const auto before = Reached(back, first);
    std::vector<NodeId> part;
    for (const NodeId node : survivors_) {
      if (!after[node.index()] || !before[node.index()]) continue;
      placed[node.index()] = true;
      part.push_back(node);
    }
    parts.push_back(NodesText(part));
  }
  return parts.size() == 1 ? "" : Joined(parts, "; ");
}

}  // namespace toroid::degraded
