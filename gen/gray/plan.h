// Chooses an embedding of a mesh or torus in a hypercube, and computes it: the decomposition of
// least expansion, then dilation, then congestion.
//
// A plan is a few numbers, computed before the embedding; Embed follows it. docs/spec/gray.md, Y5
// to Y7.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gen/gray/cube_embedding.h"
#include "gen/gray/factors.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid::gray {

// The embedding of a factor of a decomposition.
enum class FactorKind { kGrayCode, kPlane, kDirect };

struct Factor {
  FactorKind kind = FactorKind::kGrayCode;
  std::vector<int> lengths;  // one for each axis of the guest, 1 on axes without the factor
  int dimensions = 0;        // dimensions of its cube
  int dilation = 0;
  // an upper bound; nothing for planes with more nodes than were measured (Y3.2)
  std::optional<int> congestion{0};
};

// Which embeddings a decomposition may use besides Gray codes.
struct Toolbox {
  bool planes = true;            // any two-dimensional mesh
  bool published_direct = true;  // 3x5, 7x9, 11x11, 3x3x3, 3x3x7
  bool further_direct = true;    // the other DirectMeshes
};
// Fewer tools need more dimensions and cost less: Gray codes alone, without planes, all of
// `toolbox`.
std::array<Toolbox, 3> Narrower(const Toolbox& toolbox);

// The four methods of Ho and Johnsson, section 5, and combinations beyond them.
enum class Method {
  kGrayCode = 1,     // method 1: nothing but Gray codes
  kPair = 2,         // method 2: a two-dimensional embedding of one pair of axes, Gray codes
  kTriple = 3,       // method 3: a direct embedding of three axes, Gray codes
  kSplit = 4,        // method 4: several embeddings of pairs that share a split axis, Gray codes
  kCombination = 5,  // pairs and triples together
};
std::string_view ToString(Method method);

struct Plan {
  Shape guest;
  // the decomposed mesh: the guest's lengths, or those of one copy or of the blocks
  std::vector<int> mesh{};
  std::vector<int> folds{};  // tori: 1, 2 or 4 copies of the mesh axis, or kOutAndBack; else empty
  // many-to-one: the sides of the blocks of guest nodes on one cube node; else empty
  std::vector<int> blocks{};
  int allowed_dilation = 1;  // many-to-one: the requested bound
  // many-to-one: the number of lowest dimensions of the factors' cube along which the cube is
  // folded; without blocks
  int dropped = 0;
  std::vector<Factor> factors{};  // outermost first; the Gray codes, innermost, come last
  Method method = Method::kGrayCode;

  // Predicted. Dilation and congestion are upper bounds.
  int dimensions = 0;          // at least those of factors and folds; the others stay unused
  int minimal_dimensions = 0;  // dimensions of the smallest cube that could hold the guest
  int dilation = 0;
  std::optional<int> congestion{0};  // nothing if a factor's is unknown
  std::uint32_t load_factor = 1;
  std::uint32_t optimal_load_factor = 1;  // the least of any map into this cube

  bool minimal() const { return dimensions == minimal_dimensions; }
  // Cube nodes over guest nodes.
  double expansion() const {
    return static_cast<double>(std::uint64_t{1} << dimensions) / guest.size();
  }
};

// A plan with one cube node for each guest node, for a mesh, a torus or a hypercube (which is the
// mesh of its twos). All folds of a torus that fit a cube of `allowed` dimensions are compared, by
// dilation and congestion. If none of 2 or 4 copies fits, axes of one copy are tried too; if still
// none fits, those of fewest dimensions. Fails if the cube had more than 24 dimensions.
Result<Plan> PlanEmbedding(const Graph& guest, const Toolbox& toolbox = {}, int allowed = 0,
                           const Progress& progress = {});
inline constexpr int kMostDilation = 3;
// A plan for a guest in a cube of `dimensions`, with several nodes on one if necessary. Among plans
// with dilation at most `dilation` it has the least load factor (of blocks of any sides over a
// decomposition or, for meshes, of folding a cube with one or two more dimensions), then the least
// dilation, then congestion. Dilation one is blocks on Gray codes. Fails on dimensions outside 0 ..
// 24 and on a dilation outside 1 .. kMostDilation.
Result<Plan> PlanContraction(const Graph& guest, int dimensions, int dilation = 1,
                             const Toolbox& toolbox = {}, const Progress& progress = {});

// The embedding of one factor: a mesh of its lengths in a cube of its dimensions.
CubeEmbedding EmbedFactor(const Factor& factor, const Progress& progress = {});
// Follows a plan. An axis of the mesh is cut into a digit for each factor, outermost first, and the
// factors' cubes are side by side in that order, the outermost highest; below are the rows of
// rings, axis 0 lowest. Dimensions left over are 0 at the top.
CubeEmbedding Embed(const Plan& plan, const Progress& progress = {});

// The averages of Embed(plan), over guest edges and over cube edges: computed from the edges of
// each factor and the coordinates of each axis, not from the embedding, except for rings through
// one copy of the mesh, which are embedded and measured. 0 if there are no edges. Source: section
// 4.1 and docs/spec/gray.md, Y2.4 and Y2.5.
struct Averages {
  double dilation = 0;
  double congestion = 0;
};
Averages PredictAverages(const Plan& plan);

// One step of Embed.
struct PlanStep {
  std::string text;    // "embed 12x20 as 3x5 times 4x4 by method 2, a pair of axes"
  std::string source;  // "Ho-Johnsson 4.2"; beyond the paper the rule's number in docs/spec/gray.md
};
// From the guest inwards: blocks or rings, the decomposition, each factor, unused dimensions.
std::vector<PlanStep> Steps(const Plan& plan);
// The guest and the steps, a line for each.
std::string Describe(const Plan& plan);
// Predicted and measured costs side by side.
std::string Compare(const Plan& plan, const Costs& costs);

// A plan for `guest` in the whole of `host`, a hypercube or any other graph whose lengths are all
// 2: one cube node for each guest node if the host has as many, else a contraction. Dimensions that
// are not needed stay unused. Diagnostics name --guest and --host: a host that is no cube, tori
// with more nodes than the host, guests that no construction here embeds in it one to one.
Result<Plan> PlanOnHost(const Graph& guest, const Graph& host, int dilation = 1,
                        const Progress& progress = {});

}  // namespace toroid::gray
