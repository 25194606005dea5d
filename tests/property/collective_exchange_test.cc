// Complete exchange among host nodes: the phases of a ring, every block once, nothing meets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gen/collective/bound.h"
#include "gen/collective/makers.h"
#include "tests/oracle/oracle.h"

namespace toroid::collective_exchange_test {
namespace {

constexpr Cycle kInterface = 2;

TEST(PhasesOfRing8, HoldEachPairOnceAndUseEachLinkOnceAtMost) {
  const Graph ring = *Graph::Parse("ring:8");
  std::set<std::pair<int, int>> pairs;
  const auto phases = PhasesOfRing8();
  ASSERT_EQ(phases.size(), 8U);
  for (const std::vector<int>& to : phases) {
    ASSERT_EQ(to.size(), 8U);
    EXPECT_EQ(std::set<int>(to.begin(), to.end()).size(), 8U);  // each node receives once
    std::set<std::pair<std::uint32_t, std::uint32_t>> links;
    for (std::uint32_t x = 0; x < 8; ++x) {
      EXPECT_TRUE(pairs.emplace(x, to[x]).second) << x << " to " << to[x];
      const auto path =
          oracle::WalkPath(ring, x, static_cast<std::uint32_t>(to[x]), oracle::Tie::kParity);
      for (std::size_t i = 1; i < path.size(); ++i)
        EXPECT_TRUE(links.emplace(path[i - 1], path[i]).second) << path[i - 1];
    }
    EXPECT_EQ(links.size(), 16U);  // both directions of all links
  }
  EXPECT_EQ(pairs.size(), 64U);
}

void ExpectRight(const Graph& host, Ports ports, std::int64_t flits) {
  const std::string name = host.ToString() + ", " + std::string(ToString(ports));
  const CollectiveProgram program = ExchangeProgram(flits, host, ports, kInterface);
  const ProgramForecast forecast = ForecastOf(program, host, ports, kInterface);
  ASSERT_EQ(forecast.conflicts, 0) << name << ": " << forecast.first_fault;
  std::map<std::pair<Process, Process>, std::set<std::uint64_t>> pairs;  // the flits of each block
  for (const Operation& message : program.operations) {
    ASSERT_NE(message.from, message.to) << name;
    const auto sent = program.RangesOf(program.contents[message.content]);
    const auto kept = program.RangesOf(program.contents[message.to_content]);
    ASSERT_EQ(sent.size(), 1U);
    ASSERT_EQ(kept.size(), 1U);
    const auto block = static_cast<std::uint64_t>(flits);
    ASSERT_EQ(sent[0].count, kept[0].count);
    for (std::uint64_t i = 0; i < sent[0].count; ++i) {
      const std::uint64_t flit = sent[0].first + i - message.to * block;
      ASSERT_LT(flit, block) << name;
      ASSERT_EQ(kept[0].first + i, (host.size() + message.from) * block + flit) << name;
      ASSERT_TRUE((pairs[{message.from, message.to}].insert(flit).second)) << name;
    }
  }
  for (const auto& [pair, flits_of_it] : pairs)
    ASSERT_EQ(flits_of_it.size(), static_cast<std::size_t>(flits)) << name;
  const std::size_t nodes = host.size();
  ASSERT_EQ(pairs.size(), nodes * (nodes - 1)) << name;
}

TEST(Exchange, SendsEveryBlockOnceWithoutConflictsOnAnyHost) {
  for (const char* name : {"line:2", "ring:3", "ring:8", "line:5", "torus:3x5", "mesh:3x4",
                           "torus:4x2x3", "hypercube:4", "torus:8x8"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 5}) ExpectRight(host, ports, flits);
    }
  }
}

// The phases fill all links, and one port too.
TEST(Exchange, OnRingsOfEightTakesLittleMoreThanTheBound) {
  for (const char* name : {"ring:8", "torus:8x8"}) {
    const Graph host = *Graph::Parse(name);
    const CollectiveTask task{.kind = Collective::kExchange, .flits = 64};
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const CollectiveProgram program = ExchangeProgram(64, host, ports, kInterface);
      const double end = static_cast<double>(ForecastOf(program, host, ports, kInterface).end);
      const double bound = static_cast<double>(BoundOf(task, host, ports, kInterface).cycles());
      EXPECT_LE(end, 1.04 * bound) << name << ", " << ToString(ports);
    }
  }
}

// Whole blocks take 1.12, 1.24, 1.25, 1.14 and 1.12 times the bound.
TEST(Exchange, InPiecesTakesLittleMoreThanTheBoundElsewhereToo) {
  const std::pair<const char*, double> figures[] = {{"torus:16x4", 1.02},
                                                    {"torus:5x7", 1.04},
                                                    {"torus:6x10", 1.06},
                                                    {"torus:4x4", 1.01},
                                                    {"mesh:8x8", 1.05}};
  for (const auto& [name, ratio] : figures) {
    const Graph host = *Graph::Parse(name);
    const CollectiveTask task{.kind = Collective::kExchange, .flits = 64};
    const CollectiveProgram program = ExchangeProgram(64, host, Ports::kAll, kInterface);
    const double end = static_cast<double>(ForecastOf(program, host, Ports::kAll, kInterface).end);
    const double bound = static_cast<double>(BoundOf(task, host, Ports::kAll, kInterface).cycles());
    EXPECT_LE(end, ratio * bound) << name;
  }
}

}  // namespace
}  // namespace toroid::collective_exchange_test
