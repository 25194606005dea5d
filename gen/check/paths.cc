// The paths of guest edges in a hypercube, walked crossing by crossing: each must lead from the
// host node of one end to that of the other, and no cube edge may be on more paths than the bound.
// The bound on congestion is checked while the paths are counted, so the edge that breaks it is
// named. Source: docs/spec/gray.md Y1.1, Y1.2.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "gen/check/check.h"

namespace toroid {
namespace {

// The load of every cube edge so far.
class PathWalk {
 public:
  explicit PathWalk(const gray::CubeEmbedding& embedding)
      : embedding_(embedding),
        loads_((std::size_t{1} << embedding.dimensions) *
                   static_cast<std::size_t>(embedding.dimensions),
               0) {}

  // Counts the path of the edge from `low` to `high`. Returns its fault, or nothing.
  std::string Walk(NodeId low, NodeId high, Axis axis, int dilation,
                   std::optional<int> congestion) {
    const gray::CubePath& path = embedding_.Path(low, axis);
    const std::string edge =
        fmt::format("the edge from guest node {} to {}", low.value(), high.value());
    if (path.length() > dilation)
      return fmt::format("{} has a path of length {}", edge, path.length());
    std::uint32_t here = embedding_.map[low.index()].value();
    for (int step = 0; step < path.length(); ++step) {
      const int dimension = path.dimension(step);
      if (dimension >= embedding_.dimensions) return edge + " leaves the cube";
      const std::uint32_t next = here ^ (1U << dimension);
      const std::uint32_t lower = std::min(here, next);
      if (++LoadOf(lower, dimension) > congestion.value_or(std::numeric_limits<int>::max())) {
        return fmt::format("{} is one more on the host edge from {} to {}", edge, lower,
                           std::max(here, next));
      }
      here = next;
    }
    if (here != embedding_.map[high.index()].value())
      return fmt::format("{} has a path that ends on host node {}", edge, here);
    return "";
  }

 private:
  int& LoadOf(std::uint32_t lower, int dimension) {
    return loads_[std::size_t{lower} * static_cast<std::size_t>(embedding_.dimensions) +
                  static_cast<std::size_t>(dimension)];
  }
  const gray::CubeEmbedding& embedding_;
  std::vector<int> loads_;  // by the lower end of a cube edge and its dimension
};

}  // namespace

Finding CheckPaths(const gray::CubeEmbedding& embedding, int dilation,
                   std::optional<int> congestion, const Progress& progress) {
  const std::string bound =
      congestion ? fmt::format(", and each host edge is on {} at most", *congestion) : "";
  Finding finding{
      .what = fmt::format("each guest edge has a path of length {} at most{}", dilation, bound),
      .holds = true,
      .items_checked = 0,
      .item = "guest edge",
      .counterexample = ""};
  PathWalk walk(embedding);
  Stage stage(progress, "checking paths", embedding.guest.size());
  for (std::uint32_t n = 0; n < embedding.guest.size() && finding.holds; ++n) {
    stage.Tick();
    for (int a = 0; a < embedding.guest.axes() && finding.holds; ++a) {
      const auto next = embedding.guest.Next(NodeId{n}, Axis{a});
      if (!next) continue;
      finding.counterexample = walk.Walk(NodeId{n}, *next, Axis{a}, dilation, congestion);
      finding.holds = finding.counterexample.empty();
      ++finding.items_checked;
    }
  }
  return finding;
}

}  // namespace toroid
