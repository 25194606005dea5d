// `toroid map`: the mapping and its metrics.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "gen/cli/commands.h"
#include "gen/cli/json.h"
#include "gen/metrics/metrics.h"

namespace toroid {
namespace {

// The largest dilation as Tao's theorems give it, or the xor paper's closed forms (section IV) for standard and xor on toruses.
std::optional<int> PredictedDilation(const Embedding& embedding) {
  if (embedding.construction()) return embedding.construction()->dilation;
  const bool covered = embedding.kind() == EmbeddingKind::kStandard || embedding.kind() == EmbeddingKind::kXor;
  if (!covered || embedding.host().kind() == Kind::kMesh) return std::nullopt;
  std::vector<int> bits;
  for (const int length : embedding.host().lengths()) bits.push_back(BitsFor(static_cast<std::uint32_t>(length)));
  return PaperForms(embedding.kind(), bits).dilation_max;
}

bool HasBitOrder(const Embedding& embedding) {
  return embedding.guest().kind() == Kind::kHypercube && embedding.kind() != EmbeddingKind::kTao;
}

Json StepsJson(const Embedding& embedding) {
  Json steps = Json::array();
  if (!embedding.construction()) return steps;
  for (const tao::ConstructionStep& step : embedding.construction()->steps) {
    steps.push_back({{"step", step.Text()}, {"source", step.source}});
  }
  return steps;
}

template <class T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json MetricsJson(const Metrics& metrics) {
  Json spectrum = Json::object();
  for (const auto& [dilation, edges] : metrics.spectrum) spectrum[std::to_string(dilation)] = edges;
  Json json;
  json["edges"] = metrics.edges;
  json["dilation"] = {{"max", metrics.dilation_max},
                      {"average", metrics.dilation_average},
                      {"total", metrics.dilation_total},
                      {"spectrum", std::move(spectrum)}};
  json["distances"] = OrNull(metrics.distances);
  json["node_load"] = {{"max", metrics.node_load_max}, {"min", metrics.node_load_min}, {"average", metrics.node_load_average}};
  json["link_load"] = {{"max", metrics.link_load_max}};
  json["communication_time"] = OrNull(metrics.communication_time);
  json["node_evenness"] = metrics.node_evenness;
  return json;
}

Json MapJson(const Embedding& embedding, const Metrics& metrics) {
  Json mapping = Json::array();
  for (const NodeId host : embedding.forward()) mapping.push_back(host.value());
  Json json;
  json["guest"] = GraphJson(embedding.guest());
  json["host"] = GraphJson(embedding.host());
  json["embedding"] = ToString(embedding.kind());
  json["bit_order"] = HasBitOrder(embedding) ? Json(ToString(embedding.bit_order())) : Json(nullptr);
  json["plan"] = StepsJson(embedding);
  json["predicted_dilation"] = OrNull(PredictedDilation(embedding));
  json["mapping"] = std::move(mapping);
  json["metrics"] = MetricsJson(metrics);
  return json;
}

void PrintMetrics(const Metrics& metrics, const std::optional<int>& predicted, std::ostream& out) {
  const std::string prediction = predicted ? fmt::format(" (predicted {})", *predicted) : "";
  out << fmt::format("edges               {}\n", metrics.edges);
  out << fmt::format("dilation            max {}{}, average {:.4g}, total {}\n", metrics.dilation_max, prediction, metrics.dilation_average,
                     metrics.dilation_total);
  for (const auto& [dilation, edges] : metrics.spectrum) out << fmt::format("  dilation {:<9} {} edges\n", dilation, edges);
  if (metrics.distances) out << fmt::format("distances           {} (cube dimension 0 first)\n", fmt::join(*metrics.distances, " "));
  out << fmt::format("node load           max {}, min {}, average {:.4g}\n", metrics.node_load_max, metrics.node_load_min,
                     metrics.node_load_average);
  out << fmt::format("link load           max {}\n", metrics.link_load_max);
  if (metrics.communication_time) out << fmt::format("communication time  {}\n", *metrics.communication_time);
  out << fmt::format("node evenness       {:.4g}\n", metrics.node_evenness);
}

void PrintSteps(const tao::Construction& construction, std::ostream& out) {
  std::size_t width = 0;
  for (const tao::ConstructionStep& step : construction.steps) width = std::max(width, step.source.size());
  int number = 0;
  for (const tao::ConstructionStep& step : construction.steps) {
    out << fmt::format("  {}. {:<{}}  {}\n", ++number, step.source, width, step.Text());
  }
}

void PrintText(const Embedding& embedding, const Metrics& metrics, std::ostream& out) {
  const Graph& guest = embedding.guest();
  const Graph& host = embedding.host();
  out << fmt::format("guest               {}, {} nodes\n", guest.ToString(), guest.size());
  out << fmt::format("host                {}, {} nodes\n", host.ToString(), host.size());
  out << fmt::format("embedding           {}", ToString(embedding.kind()));
  if (HasBitOrder(embedding)) out << fmt::format(", bit order {}", ToString(embedding.bit_order()));
  out << "\n";
  if (embedding.construction()) PrintSteps(*embedding.construction(), out);
  if (!embedding.IsBijection()) out << fmt::format("guest nodes a node  {}\n", embedding.members());
  PrintMetrics(metrics, PredictedDilation(embedding), out);
  // The last node's coordinates are the longest.
  const std::size_t width = std::max<std::size_t>(20, guest.NodeText(NodeId{guest.size() - 1}).size() + 2);
  out << fmt::format("\n{:<10}{:<{}}{:<10}{}\n", "guest", "", width, "host", "");
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    const NodeId image = embedding.HostOf(NodeId{n});
    out << fmt::format("{:<10}{:<{}}{:<10}{}\n", n, guest.NodeText(NodeId{n}), width, image.value(), host.NodeText(image));
  }
}

void PrintCsv(const Embedding& embedding, std::ostream& out) {
  out << "guest,host\n";
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) out << n << "," << embedding.HostOf(NodeId{n}).value() << "\n";
}

}  // namespace

int RunMap(const Spec& spec, std::ostream& out) {
  assert(spec.embedding);
  const Embedding& embedding = *spec.embedding;
  if (spec.format == Format::kCsv) {
    PrintCsv(embedding, out);
    return kDone;
  }
  const Metrics metrics = Measure(embedding);
  if (spec.format == Format::kJson) {
    out << JsonText(MapJson(embedding, metrics));
  } else {
    PrintText(embedding, metrics, out);
  }
  return kDone;
}

}  // namespace toroid
