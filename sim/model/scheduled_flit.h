// A flit on a link of scheduled routers, and its fields on each next link: section 3 of
// docs/spec/scheduled-router.md.
//
// Example, torus 8x8 from (0,0) to (2,7): on its first link, of axis 0, `left` and `ahead` are 1,
// and of axis 1 `go` and `minus` are 1 and `left` is 0. On the second `left` and `ahead` are 0 and
// the turn is that to axis 1 "-". On the third, of axis 1, nothing is left: the next node ejects
// it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gen/plan/link_fields.h"
#include "gen/plan/plan.h"
#include "sim/trace/trace.h"

namespace toroid::model {

struct LinkFlit {
  static constexpr int kNoTurn = -1;

  FlitRef flit;
  bool ahead = false;
  int turn = kNoTurn;      // the output's link port
  std::uint32_t left = 0;  // links on this axis after this one
  // for later axes b: bit b of these, and the number of links there after the first
  std::uint32_t go = 0;
  std::uint32_t minus = 0;
  std::array<std::uint32_t, kMaxRtlAxes> left_on{};
};

class FlitPaths {
 public:
  // `plan` must outlive it.
  explicit FlitPaths(const Plan& plan);

  // A flit on its first link, and the port of that link.
  struct Entry {
    int port = 0;
    LinkFlit flit;
  };
  // Requires from != to (R2.1 to R2.3).
  Entry Enter(NodeId from, NodeId to, FlitRef flit) const;
  // The flit one link further (N4.4): straight, or by its turn. Requires that it goes so.
  LinkFlit Straight(LinkFlit flit, int port) const;
  LinkFlit Turned(LinkFlit flit) const;
  // Whether the network has every turn of the route of a flit that has just entered.
  bool HasTurns(Entry entry) const;

  // The fields between `tail` and `source` as they are on the link, for comparison with wires.
  std::uint64_t ControlBits(const LinkFlit& flit, int port) const;

 private:
  int PortOf(int axis, bool minus) const;
  // Sets `ahead` and `turn` on a link of `axis` (N3.2).
  void Direct(LinkFlit& flit, int axis) const;

  const Plan& plan_;
  std::vector<LinkFields> fields_;  // by link port
};

}  // namespace toroid::model
