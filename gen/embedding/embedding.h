// Embeddings: which host node holds which guest node, and back.
//
// The folder gives all embeddings one form: two lists, forward by guest node and inverse by host
// node. It computes the simple maps; gen/tao and gen/gray compute theirs, and leave their plan in
// the embedding, so that the address units can compute it in hardware. partition.h puts an
// embedding into a part of a larger host.
//
// Definitions and sources: docs/spec/embeddings.md.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/gray/plan.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/tao/construction.h"
#include "gen/topology/graph.h"

namespace toroid {

enum class EmbeddingKind { kIdentity, kStandard, kXor, kByWeight, kTao, kGray };
enum class BitOrder { kBlock, kCyclic };

// The words of --embedding and --bit-order, and back; nothing for any other text.
std::string_view ToString(EmbeddingKind kind);
std::string_view ToString(BitOrder order);
std::optional<EmbeddingKind> ParseEmbeddingKind(std::string_view text);
std::optional<BitOrder> ParseBitOrder(std::string_view text);

// Whether the bits of hypercube guests have an order on the host; tao and gray have their own
// order.
constexpr bool TakesBitOrder(EmbeddingKind kind) {
  return kind != EmbeddingKind::kTao && kind != EmbeddingKind::kGray;
}

// The place of a cube dimension on the host: bit `level` of the coordinate on `axis`.
struct BitPlace {
  Axis axis;
  int level;
  bool operator==(const BitPlace&) const = default;
};

// Which host node holds which guest node. Most embeddings are bijections. tao may put equally many
// guest nodes on every host node; gray may leave host nodes empty or put different numbers on them;
// an embedding in a part of its host (gen/embedding/partition.h) leaves the rest empty. An
// Embedding that exists is valid.
class Embedding {
 public:
  // `walk` is for tao. `dilation`, for gray with guests larger than the host, is the most that
  // blocks may have. Diagnostics name --embedding, --guest, --host or --walk and what the kind
  // accepts:
  //   identity   guest and host of the same shape, or hypercube guests on hypercube hosts
  //   standard, xor
  //              hypercube guest; ring, line, torus, mesh or hypercube host with power-of-two
  //              lengths; equal sizes
  //   by-weight  hypercube guest on a line with as many nodes
  //   tao        what a theorem covers (gen/tao/construction.h); the guest's size a multiple of the
  //              host's
  //   gray       mesh, torus or hypercube of any size on a hypercube (gen/gray/plan.h)
  static Result<Embedding> Create(EmbeddingKind kind, const Graph& guest, const Graph& host,
                                  BitOrder order, std::optional<tao::Walk> walk = {},
                                  int dilation = 1, const Progress& progress = {});

  // Returns the guest on a larger host, of which this host's node n is places[n]; the others are
  // empty. The result lacks places(), construction() and cube_plan(). `places` are different nodes.
  Embedding Within(const Graph& host, std::span<const NodeId> places) const;

  EmbeddingKind kind() const { return kind_; }
  BitOrder bit_order() const { return order_; }
  // Whether the bit order was a choice.
  bool HasBitOrder() const { return guest_.kind() == Kind::kHypercube && TakesBitOrder(kind_); }
  const Graph& guest() const { return guest_; }
  const Graph& host() const { return host_; }

  // O(1): both maps are lists, 4 bytes a node, made once. The node must be the guest's.
  NodeId HostOf(NodeId guest) const { return forward_[guest.index()]; }
  // The most guest nodes on one host node.
  std::uint32_t load_factor() const { return load_factor_; }
  // No host node holds two guest nodes; each holds exactly one.
  bool IsInjective() const { return load_factor_ == 1; }
  bool IsBijection() const { return IsInjective() && guest_.size() == host_.size(); }
  // Whether every host node holds equally many guest nodes.
  bool IsEven() const { return std::uint64_t{load_factor_} * host_.size() == guest_.size(); }
  // Requires that the host node holds exactly one.
  NodeId GuestOf(NodeId host) const {
    assert(GuestsOf(host).size() == 1);
    return GuestsOf(host).front();
  }
  // The guest nodes that a host node holds; none if it is empty.
  std::span<const NodeId> GuestsOf(NodeId host) const {
    return std::span(inverse_).subspan(first_[host.index()],
                                       first_[host.index() + 1] - first_[host.index()]);
  }
  // A guest node's rank among those of its host node: GuestsOf(HostOf(guest))[RankOf(guest)] is the
  // guest node.
  std::uint32_t RankOf(NodeId guest) const { return IsInjective() ? 0 : rank_[guest.index()]; }
  const std::vector<NodeId>& forward() const { return forward_; }  // host nodes, by guest node
  // guest nodes: those of host node 0, then those of 1, ...
  const std::vector<NodeId>& inverse() const { return inverse_; }
  // where the guest nodes of each host node begin in inverse(), and the end
  const std::vector<std::uint32_t>& first() const { return first_; }

  // The axis and level of each cube dimension; empty unless the guest is a hypercube and the kind
  // keeps dimensions
  // on axes (identity on a hypercube, standard, xor).
  const std::vector<BitPlace>& places() const { return places_; }

  // tao: its construction, and the walk that was asked for.
  const std::optional<tao::Construction>& construction() const { return construction_; }
  std::optional<tao::Walk> walk() const { return walk_; }
  // gray: its plan. gray::Embed computes the same map from it, with a path for each guest edge.
  const std::optional<gray::Plan>& cube_plan() const { return cube_plan_; }

 private:
  Embedding(EmbeddingKind kind, BitOrder order, Graph guest, Graph host, const Progress& progress);
  Embedding(Graph guest, Graph host, tao::Construction construction, std::optional<tao::Walk> walk,
            const Progress& progress);
  Embedding(Graph guest, Graph host, gray::Plan plan, const Progress& progress);
  void Invert(Stage& stage);      // computes the members that follow from forward_
  void RankGuests(Stage& stage);  // computes the members that follow from inverse_

  EmbeddingKind kind_;
  BitOrder order_;
  Graph guest_;
  Graph host_;
  std::vector<NodeId> forward_;
  std::vector<NodeId> inverse_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> rank_;  // by guest node; empty if one to one
  std::uint32_t load_factor_ = 0;
  std::vector<BitPlace> places_;
  std::optional<tao::Construction> construction_;
  std::optional<tao::Walk> walk_;
  std::optional<gray::Plan> cube_plan_;
};

// Why an embedding is no bijection, for a diagnostic about its guest: "puts 4 guest nodes on a host
// node". Requires that it is none.
std::string WhyNoBijection(const Embedding& embedding);

}  // namespace toroid
