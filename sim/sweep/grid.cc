#include "sim/sweep/grid.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/support/text.h"
#include "sim/sweep/zero_load.h"

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

}  // namespace toroid
