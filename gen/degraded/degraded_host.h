// A host of which links and nodes are dead (docs/spec/degraded.md, DG1).
//
// Example: ring:6 without the link 2-3 is a line from node 3 over 4, 5, 0 and 1 to 2. Without the
// links 2-3 and 5-0 it is in two parts, 0-2 and 3-5, and no DegradedHost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid::degraded {

inline constexpr std::string_view kDeadLinks = "--dead-links";
inline constexpr std::string_view kDeadNodes = "--dead-nodes";

// A link in one direction, by its two nodes, which are neighbours.
struct Link {
  NodeId from, to;
  auto operator<=>(const Link&) const = default;
};

// What is dead. A link that is dead both ways is in the list twice, once in each direction.
struct Dead {
  std::vector<Link> links;
  std::vector<NodeId> nodes;
  bool empty() const { return links.empty() && nodes.empty(); }
};

// "0-1,12-13,0>1" and "5,9" as lists (DG1.5), or draws (DG1.7). Diagnostics name the option: words
// of another form, nodes that the host lacks or that are no neighbours, what is named twice.
Result<std::vector<Link>> ParseDeadLinks(std::string_view text, const Graph& host,
                                         const Progress& progress = {});
Result<std::vector<NodeId>> ParseDeadNodes(std::string_view text, const Graph& host,
                                           const Progress& progress = {});

// A host whose survivors all reach each other. Links are numbered: node * ports() + link port.
class DegradedHost {
 public:
  explicit DegradedHost(const Graph& host);  // everything is alive
  // Requires nodes of the host, and links between neighbours. Diagnostics name the option to blame,
  // which is that of nodes if they are enough, and the parts that the survivors are in, if these
  // are several, or that there are too few survivors.
  static Result<DegradedHost> Create(const Graph& host, const Dead& dead);

  const Graph& host() const { return host_; }
  std::uint32_t size() const { return host_.size(); }
  int ports() const { return ports_; }
  std::size_t LinkBound() const { return next_.size(); }
  // Whether nothing is dead.
  bool IsWhole() const { return whole_; }
  // Whether nothing is dead and routes go axis by axis, as they do on all hosts but twisted tori.
  bool IsPlain() const { return whole_ && !host_.IsTwisted(); }
  bool IsAlive(NodeId node) const { return alive_[node.index()]; }
  // The dead nodes, and the dead links between survivors.
  Dead dead() const;
  // What is dead as the options have it: "0-1,5>6" and "9", empty if nothing is dead; and both
  // together for a shell, " --dead-links '0-1,5>6' --dead-nodes 9".
  std::string DeadLinksText() const;
  std::string DeadNodesText() const;
  std::string Options() const;
  // In ascending order.
  const std::vector<NodeId>& survivors() const { return survivors_; }
  // The links that are alive, in one direction each.
  std::size_t live_links() const { return live_links_; }

  std::size_t LinkNumber(NodeId node, int port) const {
    return node.index() * static_cast<std::size_t>(ports_) + static_cast<std::size_t>(port);
  }
  // The node that a live link leads to; nothing if the link is dead or does not exist.
  std::optional<NodeId> Next(NodeId node, int port) const {
    const std::uint32_t next = next_[LinkNumber(node, port)];
    return next == kNone ? std::nullopt : std::optional(NodeId{next});
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // "nodes 0-2 and nodes 3-5": the parts within which survivors reach each other; empty if there is
  // one alone.
  std::string Parts() const;
  void Kill(const Dead& dead);
  bool Leads(NodeId from, NodeId to) const;  // whether a live link does

  Graph host_;
  int ports_;
  bool whole_ = true;
  std::vector<bool> alive_;          // by node
  std::vector<std::uint32_t> next_;  // by link number: the node it leads to, or kNone
  std::vector<NodeId> survivors_;
  std::size_t live_links_ = 0;
};

// Begins the words for dead links and nodes that are drawn (docs/spec/degraded.md, DG1.7).
inline constexpr std::string_view kRandom = "random:";

// Draws for "random:K" or "random:K:D": K links, both ways, or K nodes, of draw D, 1 if it is not
// said; so that all survivors reach each other. The same words give the same parts. Diagnostics
// name the option.
Result<std::vector<Link>> DrawDeadLinks(std::string_view text, const Graph& host,
                                        const Progress& progress);
Result<std::vector<NodeId>> DrawDeadNodes(std::string_view text, const Graph& host,
                                          const Progress& progress);

}  // namespace toroid::degraded
