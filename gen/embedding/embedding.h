// Embeddings: which host node holds which guest node, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

enum class EmbeddingKind { kIdentity, kStandard, kXor, kByWeight };
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

// A bijection from the guest's nodes to the host's. One that exists is valid.
class Embedding {
 public:
  // Chooses by kind. Diagnostics name --embedding, --guest or --host and what the kind accepts:
  //   identity   guest and host of the same shape, or hypercube guests on hypercube hosts
  //   standard, xor   hypercube guest; ring, line, torus, mesh or hypercube host with power-of-two lengths; equal sizes
  //   by-weight  hypercube guest on a line with as many nodes
  static Result<Embedding> Create(EmbeddingKind kind, const Graph& guest, const Graph& host, BitOrder order);

  EmbeddingKind kind() const { return kind_; }
  BitOrder bit_order() const { return order_; }
  const Graph& guest() const { return guest_; }
  const Graph& host() const { return host_; }

  NodeId HostOf(NodeId guest) const { return forward_[guest.index()]; }
  NodeId GuestOf(NodeId host) const { return inverse_[host.index()]; }
  const std::vector<NodeId>& forward() const { return forward_; }
  const std::vector<NodeId>& inverse() const { return inverse_; }

  // The axis and level of each cube dimension; empty unless the guest is a hypercube and the kind keeps dimensions
  // on axes (identity on a hypercube, standard, xor).
  const std::vector<BitPlace>& places() const { return places_; }

 private:
  Embedding(EmbeddingKind kind, BitOrder order, Graph guest, Graph host);
  EmbeddingKind kind_;
  BitOrder order_;
  Graph guest_;
  Graph host_;
  std::vector<NodeId> forward_;
  std::vector<NodeId> inverse_;
  std::vector<BitPlace> places_;
};

}  // namespace toroid
