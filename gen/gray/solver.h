// The search for the best decomposition of a mesh.
#pragma once

#include <compare>
#include <map>
#include <vector>

#include "gen/gray/plan.h"

namespace toroid::gray {

// What is minimized, first field first. `core` is the number of cube dimensions outside the Gray
// codes: the fewer there are, the more edges have length one (section 4.1, the approximation).
struct Score {
  int dimensions = 0;
  int dilation = 0;
  int congestion = 0;
  int core = 0;
  auto operator<=>(const Score&) const = default;
};

class Solver {
 public:
  // Ticks for each factor that is considered; null: nobody watches.
  explicit Solver(Toolbox toolbox, Stage* stage = nullptr);

  // The best decomposition of the mesh; its last factor is the Gray codes. Requires lengths >= 1.
  std::vector<Factor> Solve(const std::vector<int>& lengths);
  Score ScoreOf(const std::vector<int>& lengths);

 private:
  // Takes a factor of length take[i] out of the i-th axis of a state; no factor at all leaves the
  // rest to Gray codes.
  struct Choice {
    Factor factor;  // lengths in the order of the state's axes
    Score score;    // of the state, when the rest is done best
  };
  using State = std::vector<int>;  // the lengths that are no power of two, ascending

  const Choice& Best(const State& state);
  void Consider(const State& state, Factor factor, Choice& best);
  void ConsiderDirect(const State& state, Choice& best);
  void ConsiderPlanes(const State& state, Choice& best);

  Toolbox toolbox_;
  Stage* stage_;
  std::map<State, Choice> known_;
};

}  // namespace toroid::gray
