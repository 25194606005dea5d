// A construction of an embedding or contraction: the steps, the source of each, and their cost.
//
// The folder computes Tao's embeddings between tori and meshes of any lengths. walks: a path
// through every place of a mesh. step: the steps of a construction, each with its inverse. plan_*:
// the theorems, each giving its cheapest construction for a pair of shapes. sides: the search for
// the factors they need. readings: axes of 2 and 4 exchanged. construction: the cheapest of all,
// and how it is carried out.
//
// Rules and corrections to the thesis: docs/spec/tao.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/result.h"
#include "gen/tao/step.h"
#include "gen/topology/graph.h"

namespace toroid::tao {

struct ConstructionStep {
  Step step;
  std::string source;         // "Tao 3.4.1(b)", or "tao.md O2.9" beyond the thesis
  std::string Text() const {  // "expand 6 to (2,3) by the ring walk"
    return std::visit([](const auto& s) { return s.Text(); }, step);
  }
};

struct Construction {
  std::vector<ConstructionStep> steps;
  // The longest guest edge on the host, as the theorems give it: never too small, and exact on
  // every pair that was tried except forced walks (docs/spec/tao.md, section 5). None if a forced
  // walk is outside the theorems.
  std::optional<int> dilation;
  std::int64_t choices = 0;  // choices of factors made by the search, over all theorems
};

// Choices that a search for factors may make; a few seconds.
inline constexpr std::int64_t kUsualEffort = std::int64_t{1} << 24;

// The construction of least predicted dilation for the pair. Guests larger than the host are
// contracted first. `walk` forces one walk wherever there is a choice; shapes are then read as they
// are. Diagnostics name --embedding, --host or --walk: incompatible sizes, pairs that no theorem
// covers (and the conditions), a walk without a choice of walks, a search that needs more than
// `effort` choices before it finds anything.
Result<Construction> Construct(const Graph& guest, const Graph& host, std::optional<Walk> walk = {},
                               std::int64_t effort = kUsualEffort);

// Steps applied one after the other, from a guest's nodes to a host's, and back. Contractions, if
// any, come first. Every host node holds ranks() guest nodes, guest size / host size of them; 1 is
// a bijection.
class Mapping {
 public:
  // The steps lead from the guest's lengths to the host's.
  Mapping(Graph guest, Graph host, const Construction& construction);
  Mapping(Graph guest, Graph host, std::vector<Step> steps);

  std::uint32_t ranks() const { return ranks_; }  // guest nodes of each host node
  // The node must be the guest's.
  NodeId HostOf(NodeId guest) const;
  // One of the guest nodes that a host node holds, rank < ranks(). Computed from the steps'
  // inverses, last step first; the rank has a digit for each contraction, the least significant for
  // the last one.
  NodeId GuestOf(NodeId host, std::uint32_t rank = 0) const;

 private:
  Graph guest_;
  Graph host_;
  std::vector<Step> steps_;
  std::uint32_t ranks_;
};

}  // namespace toroid::tao
