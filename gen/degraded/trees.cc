#include "gen/degraded/trees.h"

#include <cassert>

namespace toroid::degraded {

Trees::Trees(const DegradedHost& host)
    : host_(&host),
      tables_(host.size()),
      graph_(host),
      into_(host.size()),
      loads_(host.LinkBound(), 0) {
  for (const NodeId node : host.survivors()) {
    for (int port = 0; port < host.ports(); ++port)
      if (const auto next = host.Next(node, port)) into_[next->index()].push_back({node, port});
  }
}

bool Trees::IsKnown(NodeId node, NodeId destination, Entry entry) const {
  const NodeId next = *host_->Next(node, entry.port);
  return next == destination ||
         graph_.Has(graph_.ChannelOf(node, entry), graph_.ChannelOf(next, At(next, destination)));
}

std::vector<NodeId> Trees::Behind(NodeId node, NodeId destination) const {
  std::vector<NodeId> nodes = {node};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const auto& [from, port] : Into(nodes[i]))
      if (At(from, destination).port == port) nodes.push_back(from);
  }
  return nodes;
}

// Adds to each link of the node's route; a negative number is its complement.
void Trees::AddLoad(NodeId node, NodeId destination, std::uint32_t routes) {
  while (node != destination) {
    loads_[host_->LinkNumber(node, At(node, destination).port)] += routes;
    node = NextOf(node, destination);
  }
}

bool Trees::TryAddAll(const std::vector<Dependency>& dependencies) {
  for (std::size_t i = 0; i < dependencies.size(); ++i) {
    if (graph_.TryAdd(dependencies[i].held, dependencies[i].wanted)) continue;
    while (i-- > 0) graph_.Remove(dependencies[i].held, dependencies[i].wanted);
    return false;
  }
  return true;
}

bool Trees::TryAttach(NodeId node, NodeId destination, Entry entry) {
  assert(!Has(node, destination));
  const NodeId next = *host_->Next(node, entry.port);
  if (next != destination &&
      !graph_.TryAdd(graph_.ChannelOf(node, entry), graph_.ChannelOf(next, At(next, destination))))
    return false;
  tables_.Set(node, destination, entry);
  AddLoad(node, destination, 1);
  return true;
}

// Dependencies change from the node on, and of the nodes right behind it.
bool Trees::TryMove(NodeId node, NodeId destination, Entry entry) {
  const Entry old = At(node, destination);
  std::vector<Dependency> before, after;
  const auto collect = [&](Entry of, std::vector<Dependency>& list) {
    const Channel channel = graph_.ChannelOf(node, of);
    const NodeId next = *host_->Next(node, of.port);
    if (next != destination)
      list.push_back({channel, graph_.ChannelOf(next, At(next, destination))});
    for (const auto& [from, port] : Into(node)) {
      const Entry behind = At(from, destination);
      if (behind.port == port) list.push_back({graph_.ChannelOf(from, behind), channel});
    }
  };
  collect(old, before);
  collect(entry, after);
  for (const Dependency& dependency : before) graph_.Remove(dependency.held, dependency.wanted);
  if (!TryAddAll(after)) {
    [[maybe_unused]] const bool back = TryAddAll(before);
    assert(back);
    return false;
  }
  const auto routes = static_cast<std::uint32_t>(Behind(node, destination).size());
  AddLoad(node, destination, ~routes + 1);
  tables_.Set(node, destination, entry);
  AddLoad(node, destination, routes);
  return true;
}

// From the leaves on, so that each node has its whole route until it goes.
void Trees::Clear(NodeId destination) {
  const std::vector<NodeId> nodes = Behind(destination, destination);
  for (std::size_t i = nodes.size(); i-- > 1;) {
    const NodeId node = nodes[i];
    const NodeId next = NextOf(node, destination);
    AddLoad(node, destination, ~std::uint32_t{0});
    if (next != destination)
      graph_.Remove(graph_.ChannelOf(node, At(node, destination)),
                    graph_.ChannelOf(next, At(next, destination)));
    tables_.Set(node, destination, {});
  }
}

void Trees::Reserve(const std::vector<int>& towards_root) {
  const auto in_tree = [&](NodeId from, int port) {
    const NodeId to = *host_->Next(from, port);
    const int back = towards_root[to.index()];
    return towards_root[from.index()] == port || (back >= 0 && host_->Next(to, back) == from);
  };
  const auto channel = [&](NodeId from, int port) {
    return graph_.ChannelOf(from, {static_cast<std::int8_t>(port), kChannels - 1});
  };
  for (const NodeId node : host_->survivors()) {
    for (const auto& [from, port] : Into(node)) {
      for (int out = 0; out < host_->ports(); ++out) {
        const auto next = host_->Next(node, out);
        if (next && *next != from && in_tree(from, port) && in_tree(node, out))
          reserved_.push_back({channel(from, port), channel(node, out)});
      }
    }
  }
  [[maybe_unused]] const bool added = TryAddAll(reserved_);
  assert(added);
}

void Trees::Free() {
  for (const Dependency& dependency : reserved_) graph_.Remove(dependency.held, dependency.wanted);
  reserved_.clear();
}

}  // namespace toroid::degraded
