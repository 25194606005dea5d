// Arbiters by the letter of docs/spec/router.md.
#pragma once

#include <algorithm>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

// R5.5 and R5.6 literally, over positions 0 .. n-1.
class LiteralArbiter {
 public:
  LiteralArbiter(Arbiter kind, int n)
      : kind_(kind), n_(n), pointer_(kind == Arbiter::kThroughFirst ? 1 : 0) {}

  int Grant(const std::vector<bool>& contends) {
    const bool others = std::find(contends.begin() + 1, contends.end(), true) != contends.end();
    if (kind_ == Arbiter::kRoundRobin) {
      const int pointer = pointer_;
      const int granted = FromPointer(contends, 0);
      if (granted == 0 && !others) pointer_ = pointer;
      return granted;
    }
    if (contends[0] && (!others || guard_ < 15)) {
      if (others) ++guard_;
      return 0;
    }
    if (others) guard_ = 0;
    return FromPointer(contends, 1);
  }

 private:
  int FromPointer(const std::vector<bool>& contends, int first) {
    for (int i = 0; i < n_ - first; ++i) {
      const int r = first + (pointer_ - first + i) % (n_ - first);
      if (!contends[static_cast<std::size_t>(r)]) continue;
      pointer_ = r + 1 == n_ ? first : r + 1;
      return r;
    }
    return -1;
  }
  Arbiter kind_;
  int n_;
  int pointer_;
  int guard_ = 0;
};

}  // namespace toroid
