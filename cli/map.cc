// `toroid map`: the mapping and its metrics.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/placed_guest.h"
#include "gen/metrics/metrics.h"
#include "gen/plan/routes.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::uint64_t kMostPaths = 1 << 16;  // largest list in JSON

// The embedding is in the box, if there is one. Where its guest lies on the host, mapping and
// metrics say.
struct MapResults {
  const Embedding& embedding;
  const Embedding& placed;
  const PlacedGuest* degraded;                // null if nothing is dead
  const std::optional<OtherRoutes>& twisted;  // none but on a twisted torus
  Metrics metrics;
  std::optional<gray::CubeEmbedding> cube;  // gray embeddings, with their own paths
  std::optional<gray::Costs> costs;         // on these paths

  // Whether the guest lies where the embedding says.
  bool IsAsMade() const {
    return embedding.host() == placed.host() && embedding.forward() == placed.forward();
  }
};

// Counts gray's costs on its chosen paths, other metrics on the router's routes.
MapResults Compute(const Embedding& embedding, const Embedding& placed, const PlacedGuest* degraded,
                   const std::optional<OtherRoutes>& twisted, const Progress& progress) {
  MapResults results{embedding,
                     placed,
                     degraded,
                     twisted,
                     Measure(placed, progress, twisted ? &*twisted : nullptr),
                     std::nullopt,
                     std::nullopt};
  if (const auto& plan = embedding.cube_plan()) {
    results.cube = gray::Embed(*plan, progress);
    results.costs = gray::Measure(*results.cube, progress);
  }
  return results;
}

// The xor paper's closed forms (section IV), for standard and xor on tori.
std::optional<ClosedForms> FormsOf(const Embedding& embedding) {
  const bool covered =
      embedding.kind() == EmbeddingKind::kStandard || embedding.kind() == EmbeddingKind::kXor;
  const Graph& host = embedding.host();
  if (!covered || host.kind() == Kind::kMesh || host.IsTwisted()) return std::nullopt;
  std::vector<int> bits;
  for (const int length : host.lengths())
    bits.push_back(BitsFor(static_cast<std::uint32_t>(length)));
  return PaperForms(embedding.kind(), bits);
}

// The largest dilation by Tao's theorems, Ho and Johnsson's or the closed forms. Includes
// hypercubes larger than the host, whose further dimensions cross no link. On a twisted torus it
// may be less.
std::optional<int> PredictedDilation(const Embedding& embedding) {
  if (embedding.host().IsTwisted()) return std::nullopt;
  if (embedding.construction()) return embedding.construction()->dilation;
  if (embedding.cube_plan()) return embedding.cube_plan()->dilation;
  const auto forms = FormsOf(embedding);
  return forms ? std::optional(forms->dilation_max) : std::nullopt;
}

// The closed forms where they apply in full: one process a node.
std::optional<ClosedForms> PredictedForms(const Embedding& embedding) {
  return embedding.IsBijection() ? FormsOf(embedding) : std::nullopt;
}

// The steps of a tao or gray embedding.
std::vector<gray::PlanStep> StepsOf(const Embedding& embedding) {
  std::vector<gray::PlanStep> steps;
  if (embedding.cube_plan()) steps = gray::Steps(*embedding.cube_plan());
  if (embedding.construction()) {
    for (const tao::ConstructionStep& step : embedding.construction()->steps)
      steps.push_back({step.Text(), step.source});
  }
  return steps;
}

Json StepsJson(const Embedding& embedding) {
  Json steps = Json::array();
  for (const auto& [text, source] : StepsOf(embedding))
    steps.push_back({{"step", text}, {"source", source}});
  return steps;
}

template <class T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json SpectrumJson(const std::map<int, std::uint64_t>& spectrum) {
  Json json = Json::object();
  for (const auto& [dilation, edges] : spectrum) json[std::to_string(dilation)] = edges;
  return json;
}

// Predictions, each beside the metric of the same name.
Json FormsJson(const Embedding& embedding) {
  const auto forms = PredictedForms(embedding);
  if (!forms) return nullptr;
  return {{"dilation",
           {{"max", forms->dilation_max},
            {"total", forms->dilation_total},
            {"spectrum", SpectrumJson(forms->spectrum)}}},
          {"node_load",
           {{"max", forms->node_load_max},
            {"min", forms->node_load_min},
            {"average", forms->node_load_average}}},
          {"communication_time", forms->communication_time}};
}

Json MetricsJson(const Metrics& metrics) {
  Json json;
  json["edges"] = metrics.edges;
  json["dilation"] = {{"max", metrics.dilation_max},
                      {"average", metrics.dilation_average},
                      {"total", metrics.dilation_total},
                      {"spectrum", SpectrumJson(metrics.spectrum)}};
  json["distances"] = OrNull(metrics.distances);
  json["node_load"] = {{"max", metrics.node_load_max},
                       {"min", metrics.node_load_min},
                       {"average", metrics.node_load_average}};
  json["link_load"] = {{"max", metrics.link_load_max}};
  json["communication_time"] = OrNull(metrics.communication_time);
  json["node_evenness"] = OrNull(metrics.node_evenness);
  return json;
}

// Lower bounds for every embedding of the two, if the guest is no larger.
std::vector<Bound> BoundsFor(const Embedding& embedding) {
  if (embedding.guest().size() > embedding.host().size()) return {};
  return BoundsOf(embedding.guest(), embedding.host());
}

// The bound on the average holds for embeddings with constant distances only.
bool Meets(const Metrics& metrics, const Bound& bound) {
  if (bound.of == Bound::Of::kDilation) return metrics.dilation_max <= bound.least;
  return metrics.distances && metrics.dilation_average <= bound.least + 1e-9;
}

std::string_view ToString(Bound::Of of) {
  return of == Bound::Of::kDilation ? "dilation" : "average_distance";
}

Json BoundsJson(const MapResults& results) {
  Json bounds = Json::array();
  for (const Bound& bound : BoundsFor(results.placed)) {
    bounds.push_back({{"of", ToString(bound.of)},
                      {"least", bound.least},
                      {"source", bound.source},
                      {"met", Meets(results.metrics, bound)}});
  }
  return bounds;
}

void PrintBounds(const MapResults& results, std::ostream& out) {
  for (const Bound& bound : BoundsFor(results.placed)) {
    const bool dilation = bound.of == Bound::Of::kDilation;
    out << fmt::format("bound               {} at least {:.4g}, {}{}\n",
                       dilation ? "dilation" : "average of constant distances", bound.least,
                       bound.source, Meets(results.metrics, bound) ? ": optimal" : "");
  }
}

template <class T>
Json Pair(const std::optional<T>& predicted, const T& measured) {
  return {{"predicted", OrNull(predicted)}, {"measured", measured}};
}

// Gray's predictions beside the counts on its own paths; null for other embeddings.
Json CostsJson(const MapResults& results) {
  if (!results.costs) return nullptr;
  const gray::Plan& plan = *results.embedding.cube_plan();
  const gray::Costs& costs = *results.costs;
  Json json;
  json["expansion"] = Pair(std::optional(plan.expansion()), costs.expansion);
  json["load_factor"] = Pair(std::optional(plan.load_factor), costs.load_factor);
  json["dilation"] = Pair(std::optional(plan.dilation), costs.dilation);
  const gray::Averages averages = gray::PredictAverages(plan);
  json["average_dilation"] = Pair(std::optional(averages.dilation), costs.average_dilation);
  json["congestion"] = Pair(plan.congestion, costs.congestion);
  json["average_congestion"] = Pair(std::optional(averages.congestion), costs.average_congestion);
  return json;
}

// Gray's chosen paths: the ends of each guest edge, and the host axes in the order of the path.
// Null for other embeddings, larger guests and those that are moved.
Json PathsJson(const MapResults& results) {
  if (!results.cube || results.costs->edges > kMostPaths || !results.IsAsMade()) return nullptr;
  const gray::CubeEmbedding& cube = *results.cube;
  Json paths = Json::array();
  for (std::uint32_t n = 0; n < cube.guest.size(); ++n) {
    for (int a = 0; a < cube.guest.axes(); ++a) {
      const auto next = cube.guest.Next(NodeId{n}, Axis{a});
      if (!next) continue;
      const gray::CubePath& path = cube.Path(NodeId{n}, Axis{a});
      Json axes = Json::array();
      for (int step = 0; step < path.length(); ++step)
        axes.push_back(cube.dimensions - 1 - path.dimension(step));
      paths.push_back({n, next->value(), std::move(axes)});
    }
  }
  return paths;
}

// Link loads of both messages of every guest edge; null for hosts that are too large.
Json LinksJson(const MapResults& results) {
  const Embedding& embedding = results.placed;
  if (embedding.host().size() > LinkLoads::kMostNodes) return nullptr;
  LinkLoads loads = results.degraded  ? LoadsOf(*results.degraded)
                    : results.twisted ? LinkLoads(embedding.host(), *results.twisted)
                                      : LinkLoads(embedding.host());
  for (int axis = 0; axis < embedding.guest().axes(); ++axis) {
    ForEachEdge(embedding.guest(), Axis{axis}, [&](GuestEdge edge) {
      loads.Add(embedding.HostOf(edge.low), embedding.HostOf(edge.high), 1);
      loads.Add(embedding.HostOf(edge.high), embedding.HostOf(edge.low), 1);
    });
  }
  return ToJson(LinksReportOf(loads));
}

Json HostJson(const MapResults& results) {
  Json json = GraphJson(results.placed.host());
  json["dead"] = results.degraded ? DeadJson(results.degraded->host.dead()) : Json(nullptr);
  return json;
}

// Writes member by member: the mapping of 2^24 nodes is never stored as text. A writer is a
// JsonPrinter or a JsonKeeper.
template <class Writer>
void Write(const MapResults& results, Writer& json, Stage& stage) {
  const Embedding& embedding = results.embedding;
  json.Member("guest", GraphJson(embedding.guest()));
  json.Member("host", HostJson(results));
  json.Member("embedding", ToString(embedding.kind()));
  json.Member("bit_order",
              embedding.HasBitOrder() ? Json(ToString(embedding.bit_order())) : Json(nullptr));
  json.Member("plan", StepsJson(embedding));
  json.Member("search_choices",
              embedding.construction() ? Json(embedding.construction()->choices) : Json(nullptr));
  json.Member("predicted_dilation", OrNull(PredictedDilation(embedding)));
  const std::vector<NodeId>& mapping = results.placed.forward();
  json.List("mapping", mapping.size(), stage, [&](std::size_t n) { return mapping[n].value(); });
  json.Member("metrics", MetricsJson(results.metrics));
  json.Member("closed_forms", FormsJson(embedding));
  json.Member("bounds", BoundsJson(results));
  json.Member("costs", CostsJson(results));
  json.Member("paths", PathsJson(results));
  json.Member("links", LinksJson(results));
  json.Member("degraded", results.degraded ? ToJson(*results.degraded) : Json(nullptr));
}

void PrintJson(const MapResults& results, std::ostream& out, Stage& stage) {
  JsonPrinter json(out, Command::kMap);
  Write(results, json, stage);
  json.End();
}

void PrintMetrics(const Metrics& metrics, const std::optional<int>& predicted, std::ostream& out) {
  const std::string prediction = predicted ? fmt::format(" (predicted {})", *predicted) : "";
  out << fmt::format("edges               {}\n", metrics.edges);
  out << fmt::format("dilation            max {}{}, average {:.4g}, total {}\n",
                     metrics.dilation_max, prediction, metrics.dilation_average,
                     metrics.dilation_total);
  for (const auto& [dilation, edges] : metrics.spectrum)
    out << fmt::format("  dilation {:<9} {}\n", dilation, Counted(edges, "edge"));
  if (metrics.distances)
    out << fmt::format("distances           {} (cube dimension 0 first)\n",
                       Joined(*metrics.distances, " "));
  out << fmt::format("node load           max {}, min {}, average {:.4g}\n", metrics.node_load_max,
                     metrics.node_load_min, metrics.node_load_average);
  out << fmt::format("link load           max {}\n", metrics.link_load_max);
  if (metrics.communication_time)
    out << fmt::format("communication time  {}\n", *metrics.communication_time);
  if (metrics.node_evenness)
    out << fmt::format("node evenness       {:.4g}\n", *metrics.node_evenness);
}

// Predictions of the xor paper for the metrics above; both agree.
void PrintForms(const Embedding& embedding, std::ostream& out) {
  const auto forms = PredictedForms(embedding);
  if (!forms) return;
  std::string spectrum;
  for (const auto& [dilation, edges] : forms->spectrum)
    spectrum += fmt::format("{}{}: {}", spectrum.empty() ? "" : ", ", dilation, edges);
  out << fmt::format(
      "closed forms        dilation total {}, edges of dilation {}; node load max {}, min {}, "
      "average {:.4g}; communication time {} (xor paper, IV)\n",
      forms->dilation_total, spectrum, forms->node_load_max, forms->node_load_min,
      forms->node_load_average, forms->communication_time);
}

// Numbered steps, with the theorem in a separate column.
void PrintSteps(const Embedding& embedding, std::ostream& out) {
  const std::vector<gray::PlanStep> steps = StepsOf(embedding);
  std::size_t width = 0;
  for (const gray::PlanStep& step : steps) width = std::max(width, step.source.size());
  int number = 0;
  for (const auto& [text, source] : steps)
    out << fmt::format("  {}. {:<{}}  {}\n", ++number, source, width, text);
}

// The table of nodes comes last, as it may be long.
void PrintText(const MapResults& results, std::ostream& out, Stage& stage) {
  const Embedding& embedding = results.embedding;
  const Graph& guest = embedding.guest();
  const Graph& host = results.placed.host();
  out << fmt::format("guest               {}, {} nodes\n", guest.ToString(), guest.size());
  out << fmt::format("host                {}, {} nodes\n", host.ToString(), host.size());
  out << fmt::format("embedding           {}", ToString(embedding.kind()));
  if (embedding.HasBitOrder())
    out << fmt::format(", bit order {}", ToString(embedding.bit_order()));
  out << "\n";
  if (results.degraded) Print(*results.degraded, results.metrics.edges, out);
  PrintSteps(embedding, out);
  if (embedding.construction())
    out << fmt::format("choices of factors  {}\n", embedding.construction()->choices);
  if (!embedding.IsInjective()) {
    out << fmt::format("guest nodes a node  {}{}\n", embedding.IsEven() ? "" : "up to ",
                       embedding.load_factor());
  }
  if (results.costs) out << gray::Compare(*embedding.cube_plan(), *results.costs);
  PrintMetrics(results.metrics, PredictedDilation(embedding), out);
  PrintForms(embedding, out);
  PrintBounds(results, out);
  // The last node has the longest coordinates.
  const std::size_t width =
      std::max<std::size_t>(20, guest.NodeText(NodeId{guest.size() - 1}).size() + 2);
  out << fmt::format("\n{:<9} {:<{}}{:<9} {}\n", "guest", "", width, "host", "");
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    const NodeId image = results.placed.HostOf(NodeId{n});
    out << fmt::format("{:<9} {:<{}}{:<9} {}\n", n, guest.NodeText(NodeId{n}), width, image.value(),
                       host.NodeText(image));
    stage.Tick();
  }
}

// Prints the mapping only, without metrics.
void PrintCsv(const Embedding& embedding, std::ostream& out, Stage& stage) {
  out << "guest,host\n";
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) {
    out << n << "," << embedding.HostOf(NodeId{n}).value() << "\n";
    stage.Tick();
  }
}

}  // namespace

int RunMap(const Spec& spec, const Console& console) {
  assert(spec.embedding);
  const Embedding& embedding = *spec.embedding;
  const auto& partition = spec.hardware.partition;
  const auto in_box = partition ? std::optional(partition->Place(embedding)) : std::nullopt;
  const Embedding* placed = in_box ? &*in_box : &embedding;
  std::optional<Result<PlacedGuest>> degraded;
  if (spec.degraded) {
    degraded = PlaceGuest(*placed, *spec.degraded, console.progress);
    if (!*degraded)
      return PrintDiagnostics(degraded->diagnostics(), console.err,
                              ExitCodeOf(degraded->diagnostics()));
    placed = &(*degraded)->embedding;
  }
  const PlacedGuest* around = degraded ? &**degraded : nullptr;
  std::optional<OtherRoutes> twisted;  // nothing is dead there, so there always are tables
  if (spec.host->IsTwisted())
    twisted =
        OtherRoutesBy(ComputeRoutes(degraded::DegradedHost(*spec.host), console.progress).value());
  const bool measured = spec.format != Format::kCsv || !spec.report.empty();
  const auto results =
      measured ? std::optional(Compute(embedding, *placed, around, twisted, console.progress))
               : std::nullopt;
  console.progress.StartPrinting();
  Stage stage(console.progress, "printing the mapping", embedding.guest().size());
  switch (spec.format) {
    case Format::kText: PrintText(*results, console.out, stage); break;
    case Format::kJson: PrintJson(*results, console.out, stage); break;
    case Format::kCsv: PrintCsv(*placed, console.out, stage); break;
  }
  return ReportIfAsked(spec, console, kDone, [&] {
    JsonKeeper keeper(Command::kMap);
    Write(*results, keeper, stage);
    return keeper.json();
  });
}

}  // namespace toroid
