#include "sim/sweep/grid.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr double kMostLatency = 1e9;  // without load, above that of any host

GridNetwork TextOf(const SweptNetwork& network, std::uint64_t seed, const Progress& progress) {
  const Plan& plan = network.plan;
  const HardwareOptions& hardware = plan.hardware();
  GridNetwork text;
  const auto add = [&](const char* option, std::string value) {
    text.options.emplace_back(option, std::move(value));
  };
  add("traffic", std::string(network.pattern.name()));
  add("host", plan.host().ToString());
  if (!network.dead_links.empty()) add("dead-links", network.dead_links);
  if (!network.dead_nodes.empty()) add("dead-nodes", network.dead_nodes);
  add("packet-flits", std::to_string(network.pattern.packet_flits));
  if (network.pattern.burst > 0) add("burst", std::to_string(network.pattern.burst));
  if (network.pattern.pattern->mixed) add("hotspot", ShortestText(network.pattern.hotspot));
  add("buffer-depth", std::to_string(hardware.buffered.depth));
  if (hardware.links.stages > 0) add("link-stages", std::to_string(hardware.links.stages));
  add("flit-width", std::to_string(hardware.flit_width));
  add("ports", std::string(ToString(hardware.ports)));
  add("arbiter", std::string(ToString(hardware.buffered.arbiter)));
  text.nodes = static_cast<std::uint32_t>(plan.live_nodes());
  text.zero_load_latency = ZeroLoadLatencyOf(plan, network.pattern, seed, progress);
  text.hardware_hash = plan.hardware_hash();
  return text;
}

Json ToJson(const GridNetwork& network) {
  Json json;
  for (const auto& [option, value] : network.options) json["options"][option] = value;
  json["nodes"] = network.nodes;
  json["zero_load_latency"] = network.zero_load_latency;
  json["hardware_hash"] = network.hardware_hash;
  return json;
}

// Text that is printed as it is.
std::string PlainText(const std::string& text) {
  if (Printable(text, text.size()) != text) throw std::out_of_range("text");
  return text;
}

// Throws std::out_of_range for a number outside of these bounds.
double NumberFrom(const Json& json, double low, double high) {
  const auto number = json.get<double>();
  if (!(number >= low && number <= high)) throw std::out_of_range("number");
  return number;
}

GridNetwork NetworkFrom(const Json& json) {
  GridNetwork network;
  for (const auto& [option, value] : json.at("options").items())
    network.options.emplace_back(PlainText(option), PlainText(value.get<std::string>()));
  network.nodes = static_cast<std::uint32_t>(CountFrom(json.at("nodes"), 1U << 24));
  network.zero_load_latency = NumberFrom(json.at("zero_load_latency"), 0, kMostLatency);
  json.at("hardware_hash").get_to(network.hardware_hash);
  if (network.nodes == 0) throw std::out_of_range("nodes");
  return network;
}

Json ToJson(const MeasurementPhases& phases) {
  return {{"warmup", phases.warmup},
          {"cycles", phases.cycles},
          {"batches", phases.batches},
          {"precision", phases.precision},
          {"drain", phases.drain}};
}

MeasurementPhases PhasesFrom(const Json& json) {
  MeasurementPhases phases;
  phases.warmup = static_cast<Cycle>(CountFrom(json.at("warmup")));
  phases.cycles = static_cast<Cycle>(CountFrom(json.at("cycles")));
  phases.batches = static_cast<int>(CountFrom(json.at("batches"), kMostBatches));
  phases.precision = NumberFrom(json.at("precision"), 0, 1);
  phases.drain = static_cast<Cycle>(CountFrom(json.at("drain")));
  if (phases.batches < 1 || phases.cycles < phases.batches) throw std::out_of_range("batches");
  return phases;
}

// Stops at a bound, so that long lists do not overflow.
std::size_t RunsOf(const Grid& grid) {
  std::size_t runs = 1;
  for (const std::size_t count : {grid.networks.size(), grid.loads.size(), grid.seeds.size()})
    runs = std::min(runs * std::min(count, kMostSweepRuns + 1), kMostSweepRuns + 1);
  return runs;
}

}  // namespace

std::string Grid::NameOf(std::size_t network) const {
  std::vector<std::string> texts;
  for (const auto& [option, value] : networks[network].options)
    texts.push_back(option + " " + value);
  return Joined(texts, ", ");
}

std::vector<std::string> Grid::Labels() const {
  std::vector<NetworkOptions> options;
  for (const GridNetwork& network : networks) options.push_back(network.options);
  return NetworkLabels(options);
}

Grid GridOf(const SweepRequest& request, const Progress& progress) {
  Grid grid;
  grid.engine = ToString(request.run.engine);
  for (const SweptNetwork& network : request.networks)
    grid.networks.push_back(TextOf(network, request.seeds.front(), progress));
  grid.loads = request.loads;
  grid.seeds = request.seeds;
  grid.phases = request.phases;
  grid.saturation = request.saturation;
  grid.resolution = request.resolution;
  return grid;
}

std::string TextOf(const Grid& grid, const Point& point) {
  return grid.NameOf(point.network) + ", rate " + ShortestText(point.load) + ", seed " +
         std::to_string(point.seed);
}

Json ToJson(const Grid& grid) {
  Json json;
  json["toroid_sweep"] = 1;
  json["engine"] = grid.engine;
  json["networks"] = Json::array();
  for (const GridNetwork& network : grid.networks) json["networks"].push_back(ToJson(network));
  json["loads"] = grid.loads;
  json["seeds"] = grid.seeds;
  json["phases"] = ToJson(grid.phases);
  json["saturation"] = {{"shortfall", grid.saturation.shortfall},
                        {"latency_limit", grid.saturation.latency_limit}};
  json["resolution"] = grid.resolution > 0 ? Json(grid.resolution) : Json(nullptr);
  return json;
}

double LoadFrom(const Json& json) { return NumberFrom(json, kLeastShare, 1); }

std::uint64_t CountFrom(const Json& json, std::uint64_t most) {
  const auto count = CountIn(json);
  if (!count || *count > most) throw std::out_of_range("count");
  return *count;
}

std::optional<Grid> GridFrom(const Json& json) {
  try {
    Grid grid;
    if (json.at("toroid_sweep") != 1) return std::nullopt;
    json.at("engine").get_to(grid.engine);
    for (const Json& network : json.at("networks")) grid.networks.push_back(NetworkFrom(network));
    for (const Json& load : json.at("loads")) grid.loads.push_back(LoadFrom(load));
    for (const Json& seed : json.at("seeds")) grid.seeds.push_back(CountFrom(seed, kAnySeed));
    grid.phases = PhasesFrom(json.at("phases"));
    const Json& saturation = json.at("saturation");
    grid.saturation = {
        .shortfall = NumberFrom(saturation.at("shortfall"), 0, 1),
        .latency_limit = NumberFrom(saturation.at("latency_limit"), 1, kMostLatencyLimit)};
    if (const Json& resolution = json.at("resolution"); !resolution.is_null())
      grid.resolution = LoadFrom(resolution);
    const std::size_t runs = RunsOf(grid);
    if (runs == 0 || runs > kMostSweepRuns) return std::nullopt;
    return grid;
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

namespace {

// From one coordinate of an axis to all of them.
double SumOfDistances(const Graph& host, Axis axis, int from) {
  const double length = host.length(axis);
  if (host.Wraps(axis)) return std::floor(length * length / 4);
  const double before = from;
  const double after = length - 1 - before;
  return (before * (before + 1) + after * (after + 1)) / 2;
}

// By node: the mean distance to all others. Computed axis by axis, as all nodes with the same
// coordinate on an axis are equally far away on it.
std::vector<double> MeanDistances(const Graph& host, Stage& stage) {
  std::vector<double> means(host.size(), 0.0);
  for (int a = 0; a < host.axes(); ++a) {
    const double alike = static_cast<double>(host.size()) / host.length(Axis{a});
    for (std::uint32_t n = 0; n < host.size(); ++n, stage.Tick(0))
      means[n] += alike * SumOfDistances(host, Axis{a}, host.Coordinate(NodeId{n}, Axis{a}));
  }
  for (double& mean : means) mean /= host.size() - 1;
  return means;
}

// Likewise for survivors, along their routes; 0 for dead nodes.
std::vector<double> MeanRoutes(const Plan& plan, Stage& stage) {
  const std::vector<NodeId>& survivors = plan.routes()->host.survivors();
  std::vector<double> means(plan.host().size());
  for (const NodeId from : survivors) {
    double sum = 0;
    for (const NodeId to : survivors) sum += from == to ? 0 : plan.LinksBetween(from, to);
    means[from.index()] = sum / static_cast<double>(survivors.size() - 1);
    stage.Tick(0);
  }
  return means;
}

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// Every sending node sends equally often.
double MeanDistance(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed,
                    Stage& stage) {
  const Graph& host = plan.host();
  std::vector<double> to_any = plan.routes() ? MeanRoutes(plan, stage) : MeanDistances(host, stage);
  if (!pattern.pattern->destinations) {
    std::erase(to_any, 0.0);
    return Mean(to_any);
  }
  const std::vector<NodeId> destinations = pattern.pattern->destinations(host, seed);
  const double followed = pattern.followed();
  std::vector<double> of_senders;
  for (std::uint32_t n = 0; n < host.size(); ++n, stage.Tick(0)) {
    if (!plan.IsAlive(NodeId{n})) continue;
    const bool own = destinations[n] == NodeId{n} || !plan.IsAlive(destinations[n]);
    if (own && followed >= 1) continue;
    const double there = own ? to_any[n] : plan.LinksBetween(NodeId{n}, destinations[n]);
    of_senders.push_back(followed * there + (1 - followed) * to_any[n]);
  }
  return Mean(of_senders);
}

}  // namespace

double ZeroLoadLatencyOf(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed,
                         const Progress& progress) {
  Stage stage(progress, "computing the latency without load");
  const double hops = MeanDistance(plan, pattern, seed, stage);
  const int hop_cycles = plan.hop_cycles();
  return hops == 0 ? 0
                   : hop_cycles * hops +
                         static_cast<double>(plan.interface_latency() + pattern.packet_flits - 1);
}

}  // namespace toroid
