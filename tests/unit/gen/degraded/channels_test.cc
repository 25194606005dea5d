// DG3.10: routes are spread over the two channels of each link, and stay where they are.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "gen/degraded/check.h"
#include "gen/degraded/degraded_host.h"
#include "gen/degraded/routing.h"
#include "gen/degraded/tables.h"

namespace toroid::gen_degraded_channels_test {
namespace {

using namespace toroid::degraded;

Graph Host(const std::string& text) { return Graph::Parse(text).value(); }

// By how many routes the channels of the links differ, as a share of all crossings of links.
double UnevennessOf(const RoutingTables& tables, const DegradedHost& host) {
  std::vector<std::array<int, kChannels>> routes(host.LinkBound());
  for (const NodeId from : host.survivors()) {
    for (const NodeId to : host.survivors()) {
      for (NodeId at = from; at != to;) {
        const Entry entry = tables.At(at, to);
        ++routes[host.LinkNumber(at, entry.port)][static_cast<std::size_t>(entry.channel)];
        at = *host.Next(at, entry.port);
      }
    }
  }
  int differences = 0;
  int crossings = 0;
  for (const auto& [first, second] : routes) {
    differences += std::abs(first - second);
    crossings += first + second;
  }
  return static_cast<double>(differences) / crossings;
}

TEST(SpreadChannels, MakesChannelsOfEachLinkNearlyEqual) {
  struct Case {
    std::string host, links;
    double most;
  };
  for (const auto& [text, links, most] :
       {Case{"torus:8x8", "", 0.08}, Case{"mesh:6x6", "", 0.14}, Case{"ring:9", "", 0.17},
        Case{"twisted:4x8", "", 0.2}, Case{"twisted:4x4x8", "", 0.22},
        Case{"torus:8x8", "0-1,9-17", 0.3}, Case{"mesh:6x6", "0-1,8-14", 0.2}}) {
    Dead dead;
    if (!links.empty()) dead.links = ParseDeadLinks(links, Host(text)).value();
    const DegradedHost host = DegradedHost::Create(Host(text), dead).value();
    const RoutingTables tables = ComputeTables(host)->tables;
    EXPECT_LE(UnevennessOf(tables, host), most) << text << " " << links;
    EXPECT_TRUE(CheckTables(tables, host).holds()) << text << " " << links;
  }
  EXPECT_GT(UnevennessOf(DimensionOrderTables(Host("torus:8x8")), DegradedHost(Host("torus:8x8"))),
            0.8);
}

TEST(SpreadChannels, LeavesLinksAsTheyAre) {
  for (const std::string text : {"torus:6x5", "mesh:4x3", "hypercube:4", "twisted:4x8"}) {
    const DegradedHost host(Host(text));
    const RoutingTables usual = DimensionOrderTables(host.host());
    const RoutingTables tables = ComputeTables(host, 1, false)->tables;
    for (const NodeId from : host.survivors())
      for (const NodeId to : host.survivors())
        ASSERT_EQ(tables.At(from, to).port, usual.At(from, to).port) << text;
    EXPECT_NE(tables, usual) << text;
  }
}

}  // namespace
}  // namespace toroid::gen_degraded_channels_test
