// Embeddings: which host node holds which guest node, and back.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gen/support/result.h"
#include "gen/tao/construction.h"
#include "gen/topology/graph.h"

namespace toroid {

enum class EmbeddingKind { kIdentity, kStandard, kXor, kByWeight, kTao };
enum class BitOrder { kBlock, kCyclic };

std::string_view ToString(EmbeddingKind kind);
std::string_view ToString(BitOrder order);
std::optional<EmbeddingKind> ParseEmbeddingKind(std::string_view text);
std::optional<BitOrder> ParseBitOrder(std::string_view text);

// Where a cube dimension lives on the host: bit `level` of the coordinate on `axis`.
struct BitPlace {
  Axis axis;
  int level;
  bool operator==(const BitPlace&) const = default;
};

// Which host node holds which guest node. Every host node holds equally many, members() of them: 1 is a bijection, and more come from tao
// with guests larger than the host alone. One that exists is valid.
class Embedding {
 public:
  // `walk` is for tao. Diagnostics name --embedding, --guest, --host or --walk and what the kind accepts:
  //   identity   guest and host of the same shape, or hypercube guests on hypercube hosts
  //   standard, xor   hypercube guest; ring, line, torus, mesh or hypercube host with power-of-two lengths; equal sizes
  //   by-weight  hypercube guest on a line with as many nodes
  //   tao        what a theorem covers (gen/tao/construction.h); the guest's size a multiple of the host's
  static Result<Embedding> Create(EmbeddingKind kind, const Graph& guest, const Graph& host, BitOrder order,
                                  std::optional<tao::Walk> walk = {});

  EmbeddingKind kind() const { return kind_; }
  BitOrder bit_order() const { return order_; }
  const Graph& guest() const { return guest_; }
  const Graph& host() const { return host_; }

  NodeId HostOf(NodeId guest) const { return forward_[guest.index()]; }
  std::uint32_t members() const { return guest_.size() / host_.size(); }
  bool IsBijection() const { return members() == 1; }
  // Requires a bijection.
  NodeId GuestOf(NodeId host) const {
    assert(IsBijection());
    return inverse_[host.index()];
  }
  // All members() guest nodes that a host node holds.
  std::span<const NodeId> GuestsOf(NodeId host) const { return std::span(inverse_).subspan(host.index() * members(), members()); }
  const std::vector<NodeId>& forward() const { return forward_; }  // host nodes, by guest node
  const std::vector<NodeId>& inverse() const { return inverse_; }  // guest nodes: those of host node 0, then those of 1, ...

  // The axis and level of each cube dimension; empty unless the guest is a hypercube and the kind keeps dimensions
  // on axes (identity on a hypercube, standard, xor).
  const std::vector<BitPlace>& places() const { return places_; }

  // tao: how it was made, and the walk that was asked for.
  const std::optional<tao::Construction>& construction() const { return construction_; }
  std::optional<tao::Walk> walk() const { return walk_; }

 private:
  Embedding(EmbeddingKind kind, BitOrder order, Graph guest, Graph host);
  Embedding(Graph guest, Graph host, tao::Construction construction, std::optional<tao::Walk> walk);
  EmbeddingKind kind_;
  BitOrder order_;
  Graph guest_;
  Graph host_;
  std::vector<NodeId> forward_;
  std::vector<NodeId> inverse_;
  std::vector<BitPlace> places_;
  std::optional<tao::Construction> construction_;
  std::optional<tao::Walk> walk_;
};

}  // namespace toroid
