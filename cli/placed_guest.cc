#include "cli/placed_guest.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "cli/json.h"
#include "gen/degraded/routing.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMostPrinted = 8;  // edges that go round

// Edges that go round, in both directions, by host nodes.
std::set<std::pair<NodeId, NodeId>> RoundTrips(const PlacedGuest& placed) {
  std::set<std::pair<NodeId, NodeId>> trips;
  for (const GuestEdge& edge : placed.place.meeting) {
    const NodeId low = placed.embedding.HostOf(edge.low);
    const NodeId high = placed.embedding.HostOf(edge.high);
    trips.insert({{low, high}, {high, low}});
  }
  return trips;
}

// "512", or "the first 1048576 of 10321920" if not all were tried.
std::string TriedText(const symmetry::GuestPlace& place) {
  const bool counted = place.symmetries < symmetry::Symmetries::kUncounted;
  if (place.tried == place.symmetries) return std::to_string(place.symmetries);
  return fmt::format("the first {}", place.tried) +
         (counted ? fmt::format(" of {}", place.symmetries) : "");
}

std::string SymmetryText(const symmetry::GuestPlace& place) {
  if (place.meeting.empty())
    return place.symmetry.IsIdentity() ? "none is needed" : place.symmetry.Text();
  return place.symmetry.IsIdentity()
             ? fmt::format("none of {} does better than none", TriedText(place))
             : fmt::format("{}; the best of {}", place.symmetry.Text(), TriedText(place));
}

std::string EdgesText(const PlacedGuest& placed, std::uint64_t edges) {
  const std::size_t round = placed.place.meeting.size();
  if (round == 0) return fmt::format("none of {} meets what is dead", edges);
  const std::string text = fmt::format("{} of {} must go round", round, edges);
  if (!placed.routes)
    return text +
           fmt::format("; there are tables on hosts of up to {} nodes", degraded::kMostNodes);
  return text + fmt::format(", {} by the routing tables, both ways together",
                            Counted(placed.ExtraLinks(), "more link", "more links"));
}

}  // namespace

int PlacedGuest::ExtraLinks() const {
  return std::accumulate(extra_links.begin(), extra_links.end(), 0);
}

Result<PlacedGuest> PlaceGuest(const Embedding& guest, const degraded::DegradedHost& host,
                               const Progress& progress) {
  symmetry::GuestPlace place = symmetry::FindPlace(guest, host, progress);
  if (place.dead_under_guest > 0)
    return Diagnostic{
        "--guest", guest.guest().ToString(),
        fmt::format("lies on dead nodes of {} under {}, on {} at best", host.host().ToString(),
                    place.tried == place.symmetries
                        ? std::string("every symmetry")
                        : fmt::format("the first {} symmetries", place.tried),
                    place.dead_under_guest),
        "take a smaller guest, such as one in a --partition"};
  PlacedGuest placed{symmetry::Moved(guest, place.symmetry), host, std::move(place)};
  if (placed.place.meeting.empty() || host.size() > degraded::kMostNodes) return placed;
  auto routes = ComputeRoutes(host, progress);
  if (!routes) return routes.diagnostics();
  placed.routes = std::move(routes).value();
  for (const GuestEdge& edge : placed.place.meeting)
    placed.extra_links.push_back(
        symmetry::ExtraLinks(placed.embedding, edge, placed.routes->tables, host));
  return placed;
}

LinkLoads LoadsOf(const PlacedGuest& placed) {
  const Graph& host = placed.embedding.host();
  if (!placed.routes) return LinkLoads(host);
  const auto route = [&placed, &host, round = RoundTrips(placed)](NodeId from, NodeId to) {
    return round.contains({from, to}) ? placed.routes->Route(from, to) : host.Route(from, to);
  };
  return {host, OtherRoutes{route, placed.host.live_links()}};
}

void Print(const PlacedGuest& placed, std::uint64_t edges, std::ostream& out) {
  const symmetry::GuestPlace& place = placed.place;
  out << fmt::format("dead               {}\n", placed.host.Options());
  out << fmt::format("symmetry            {}\n", SymmetryText(place));
  out << fmt::format("guest edges         {}\n", EdgesText(placed, edges));
  for (std::size_t e = 0; e < std::min(place.meeting.size(), kMostPrinted); ++e) {
    const auto [low, high] = place.meeting[e];
    const std::string extra = placed.routes ? fmt::format(": {} more", placed.extra_links[e]) : "";
    out << fmt::format("  guest nodes       {} and {}{}\n", low.value(), high.value(), extra);
  }
  if (place.meeting.size() > kMostPrinted)
    out << fmt::format("  and               {} more\n", place.meeting.size() - kMostPrinted);
  if (place.symmetry.IsIdentity()) return;
  out << fmt::format("run it with        {}, in place of those\n",
                     symmetry::MovedBack(placed.host, place.symmetry).Options());
}

Json ToJson(const PlacedGuest& placed) {
  const symmetry::GuestPlace& place = placed.place;
  const symmetry::Symmetry& symmetry = place.symmetry;
  Json axes = Json::array();
  for (const Axis& axis : symmetry.from) axes.push_back(axis.value());
  Json round = Json::array();
  for (std::size_t e = 0; e < place.meeting.size(); ++e)
    round.push_back({place.meeting[e].low.value(), place.meeting[e].high.value(),
                     placed.routes ? Json(placed.extra_links[e]) : Json(nullptr)});
  const bool counted = place.symmetries < symmetry::Symmetries::kUncounted;
  const degraded::DegradedHost back = symmetry::MovedBack(placed.host, symmetry);
  const bool known = placed.routes || place.meeting.empty();
  return {{"symmetry",
           {{"axes", axes},
            {"mirrored", symmetry.mirrored},
            {"shift", symmetry.shift},
            {"text", symmetry.Text()},
            {"number", place.number + 1}}},
          {"symmetries", counted ? Json(place.symmetries) : Json(nullptr)},
          {"tried", place.tried},
          {"round", round},
          {"extra_links", known ? Json(placed.ExtraLinks()) : Json(nullptr)},
          {"run_as", {{"dead_links", back.DeadLinksText()}, {"dead_nodes", back.DeadNodesText()}}}};
}

}  // namespace toroid
