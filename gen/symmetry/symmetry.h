// Symmetries of a host: exchanges of axes, mirrors and shifts (docs/spec/degraded.md, DG10).
//
// The folder finds the place of a guest on a host of which something is dead. A symmetry moves all
// nodes of a host so that neighbours stay neighbours. A guest that a dead link disturbs is moved by
// the first symmetry that takes all its edges elsewhere.
//
// Example: ring:6 without the link 2-3 holds line:6, node n on node n, so the guest edge 2-3 meets
// the dead link. Shifted by 3, guest node n is on node n + 3 modulo 6: now nothing needs the link
// 2-3, which joins the ends of the line. Where it does not help: a guest ring:6 needs all six
// links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid::symmetry {

// Node x moves to y with y[a] = shift[a] + (x[from[a]], or its mirror image if mirrored[a]), modulo
// the length of axis a.
struct Symmetry {
  std::vector<Axis> from;
  std::vector<bool> mirrored;
  Coordinates shift;

  bool IsIdentity() const;
  NodeId Move(const Graph& host, NodeId node) const;
  Symmetry Inverse(const Graph& host) const;
  // "axes 0 and 1 exchanged, mirrored along axis 1, shifted by 3 along axis 0"; "none" for the
  // identity.
  std::string Text() const;
};

// The symmetries of a host in the order of DG10.2, the identity first.
class Symmetries {
 public:
  // Counts go up to this.
  static constexpr std::uint64_t kUncounted = std::uint64_t{1} << 62;

  explicit Symmetries(const Graph& host);

  std::uint64_t count() const { return count_; }  // kUncounted if there are as many or more
  // Requires a number below count().
  Symmetry At(std::uint64_t number) const;

 private:
  bool AreAlike(Axis one, Axis other) const {
    return host_.length(one) == host_.length(other) && host_.Wraps(one) == host_.Wraps(other);
  }

  Graph host_;
  // How many choices each place has, the last place changing first: of the axis that is taken, by
  // axis; of mirrored or not, by axis; of the shift, by axis.
  std::vector<std::uint64_t> choices_;
  std::uint64_t count_ = 1;
};

}  // namespace toroid::symmetry
