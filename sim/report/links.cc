#include "sim/report/links.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace toroid {
namespace {

// Keeps the first of equal loads.
void KeepLargest(LinksReport& links) {
  if (links.loads.size() <= LinksReport::kMostListed) return;
  std::vector<std::uint64_t> sorted;
  for (const LinkLoad& link : links.loads) sorted.push_back(link.load);
  const auto last = sorted.begin() + LinksReport::kMostListed - 1;
  std::ranges::nth_element(sorted, last, std::greater<>());
  auto equal = std::count(sorted.begin(), last + 1, *last);
  const auto goes = [&, least = *last](const LinkLoad& link) {
    return link.load < least || (link.load == least && equal-- <= 0);
  };
  const std::size_t before = links.loads.size();
  links.loads.erase(std::remove_if(links.loads.begin(), links.loads.end(), goes),
                    links.loads.end());
  links.omitted = before - links.loads.size();
}

}  // namespace

LinksReport LinksReportOf(const LinkLoads& counted) {
  LinksReport links{.all = counted.links(), .loads = counted.Loaded()};
  for (const LinkLoad& link : links.loads) links.max = std::max(links.max, link.load);
  KeepLargest(links);
  return links;
}

Json ToJson(const LinksReport& links) {
  Json loads = Json::array();
  for (const LinkLoad& link : links.loads)
    loads.push_back({link.from.value(), link.to.value(), link.load});
  return {{"all", links.all},
          {"max", links.max},
          {"omitted", links.omitted},
          {"loads", std::move(loads)}};
}

Json ToJson(const LinkWindowsReport& windows) {
  Json loads = Json::array();
  for (std::size_t i = 0; i < windows.links.size(); ++i) {
    const auto& [from, to] = windows.links[i];
    loads.push_back({from.value(), to.value(), windows.flits[i]});
  }
  return {{"width", windows.width}, {"loads", std::move(loads)}};
}

std::uint64_t LinkCountersReport::flits() const {
  std::uint64_t sum = 0;
  for (const Link& link : links) sum += link.flits;
  return sum;
}
std::uint64_t LinkCountersReport::stalls() const {
  std::uint64_t sum = 0;
  for (const Link& link : links) sum += link.stalls;
  return sum;
}
std::uint32_t LinkCountersReport::most() const {
  std::uint32_t most = 0;
  for (const Link& link : links) most = std::max({most, link.most[0], link.most[1]});
  return most;
}

Json ToJson(const LinkCountersReport& counters) {
  Json loads = Json::array();
  const std::size_t listed = std::min(counters.links.size(), LinksReport::kMostListed);
  for (std::size_t i = 0; i < listed; ++i) {
    const auto& link = counters.links[i];
    loads.push_back({link.from.value(), link.to.value(), link.flits, link.stalls, link.most});
  }
  return {{"flits", counters.flits()},
          {"stalls", counters.stalls()},
          {"most", counters.most()},
          {"omitted", counters.links.size() - listed},
          {"loads", std::move(loads)}};
}

Json GraphJson(const Graph& graph) {
  Json json = {{"kind", ToString(graph.kind())},
               {"shape", graph.lengths()},
               {"size", graph.size()},
               {"twists", nullptr}};
  for (const Twist& twist : graph.twists())
    json["twists"].push_back({twist.axis.value(), twist.along.value(), twist.shift});
  return json;
}

Json DeadJson(const degraded::Dead& dead) {
  if (dead.empty()) return nullptr;
  Json links = Json::array();
  for (const auto& [from, to] : dead.links) links.push_back({from.value(), to.value()});
  Json nodes = Json::array();
  for (const NodeId node : dead.nodes) nodes.push_back(node.value());
  return {{"links", links}, {"nodes", nodes}};
}

}  // namespace toroid
