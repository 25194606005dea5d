// The search for the best decomposition of a mesh.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "gen/gray/plan.h"

namespace toroid::gray {

// The cost to minimize, first field first. `core` is the number of cube dimensions outside the Gray
// codes: with fewer of these more edges have length one (section 4.1, the approximation).
struct Score {
  int dimensions = 0;
  int dilation = 0;
  int congestion = 0;
  int core = 0;
  auto operator<=>(const Score&) const = default;
};

class Solver {
 public:
  // Ticks for each factor that is considered; null: no progress.
  explicit Solver(Toolbox toolbox, Stage* stage = nullptr);

  // The best decomposition of the mesh; its last factor is the Gray codes. Requires lengths >= 1.
  std::vector<Factor> Solve(const std::vector<int>& lengths);
  Score ScoreOf(const std::vector<int>& lengths);
  // At most `most` lists of factors, in every order, that equal Solve's in dimensions, dilation and
  // congestion; Solve's may be among them.
  std::vector<std::vector<Factor>> AsGood(const std::vector<int>& lengths, std::size_t most);

 private:
  // A factor to take out of a state: take[i] of its i-th axis. Without a factor the rest uses Gray
  // codes.
  struct Choice {
    Factor factor;  // lengths in the order of the state's axes
    Score score;    // the state's, with the best choices for the rest
  };
  using State = std::vector<int>;  // the lengths that are not powers of two, ascending

  // A partly chosen list of factors that costs no more than `limit`.
  struct Listing {
    Score limit;
    std::size_t most;
    std::vector<Factor> chosen;
    std::vector<std::vector<Factor>> found;
  };

  const Choice& Best(const State& state);
  void Consider(const State& state, Factor factor, Choice& best);
  void List(const std::vector<int>& left, int dimensions, Listing& listing);
  // Calls visit(factor) with each factor that may be taken out of a state.
  void ForEachFactor(const State& state, const std::function<void(Factor)>& visit) const;
  void ForEachDirect(const State& state, const std::function<void(Factor)>& visit) const;
  void ForEachPlane(const State& state, const std::function<void(Factor)>& visit) const;

  Toolbox toolbox_;
  Stage* stage_;
  std::map<State, Choice> known_;
};

// ---- for all kinds of plans ----

inline constexpr int kMostDimensions = 24;
inline constexpr const char* kChoosing = "choosing a decomposition";  // a Stage

// The method of Ho and Johnsson, section 5, by the number of factors and of their axes.
Method MethodOf(const std::vector<Factor>& factors);

// The larger of two bounds, if both are known.
std::optional<int> Larger(const std::optional<int>& one, const std::optional<int>& two);

// Lengths divided, each rounded up: the rest of an axis without its folds or blocks.
std::vector<int> Divided(std::vector<int> lengths, const std::vector<int>& by);

// Sets the members that follow from the decomposed mesh: factors, method, and their dimensions,
// dilation and congestion.
void Decompose(Solver& solver, Plan& plan);

// The product of the factors, from the outermost inwards, cut to the mesh as it grows, so that
// missing nodes are never laid out.
CubeEmbedding EmbedMesh(const Plan& plan, const Progress& progress = {});

}  // namespace toroid::gray
