// Complete exchange axis by axis: where every flit ends up, and how long it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "gen/collective/bound.h"
#include "gen/collective/comparison.h"
#include "gen/collective/makers.h"

namespace toroid::collective_line_exchange_test {
namespace {

constexpr Cycle kInterface = 2;

// Buffers of numbers, which the messages carry: each is read in the cycle of its offer, and there
// one cycle after its last flit's eject at the latest.
class Buffers {
 public:
  Buffers(const CollectiveProgram& program, const Graph& host)
      : program_(program), buffers_(host.size(), std::vector<std::uint64_t>(program.elements, 0)) {
    const std::uint64_t own = host.size() * static_cast<std::uint64_t>(program.task.flits);
    for (std::uint32_t n = 0; n < host.size(); ++n)
      for (std::uint64_t e = 0; e < own; ++e) buffers_[n][e] = 1 + n * own + e;
    std::set<std::tuple<Cycle, bool, std::uint32_t>> events;  // arrivals before offers
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
      const Operation& message = program.operations[i];
      events.emplace(message.not_before, true, i);
      events.emplace(message.not_before + message.flits - 1 +
                         host.Distance(NodeId{message.from}, NodeId{message.to}) + kInterface,
                     false, i);
    }
    for (const auto& [cycle, offers, i] : events) offers ? Offer(i) : Arrive(i);
  }

  std::uint64_t At(std::uint32_t node, std::uint64_t element) const {
    return buffers_[node][element];
  }

 private:
  void Offer(std::uint32_t i) {
    const Operation& message = program_.operations[i];
    for (const ElementRange& range : program_.RangesOf(program_.contents[message.content]))
      for (std::uint32_t e = 0; e < range.count; ++e)
        carried_[i].push_back(buffers_[message.from][range.first + e]);
  }
  void Arrive(std::uint32_t i) {
    const Operation& message = program_.operations[i];
    auto next = carried_[i].begin();
    for (const ElementRange& range : program_.RangesOf(program_.contents[message.to_content]))
      for (std::uint32_t e = 0; e < range.count; ++e)
        buffers_[message.to][range.first + e] = *next++;
    EXPECT_EQ(next, carried_[i].end());
  }

  const CollectiveProgram& program_;
  std::vector<std::vector<std::uint64_t>> buffers_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> carried_;
};

void ExpectRight(const Graph& host, Ports ports, std::int64_t flits) {
  const std::string name = host.ToString() + ", " + std::string(ToString(ports));
  const CollectiveProgram program = LineExchangeProgram(flits, host, ports, kInterface);
  const ProgramForecast forecast = ForecastOf(program, host, ports, kInterface);
  ASSERT_EQ(forecast.conflicts, 0) << name << ": " << forecast.first_fault;
  ASSERT_EQ(forecast.early, 0) << name << ": " << forecast.first_fault;
  const Buffers buffers(program, host);
  const auto block = static_cast<std::uint64_t>(flits);
  const std::uint64_t own = host.size() * block;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (std::uint32_t s = 0; s < host.size(); ++s) {
      for (std::uint64_t e = 0; e < block && s != n; ++e)
        ASSERT_EQ(buffers.At(n, own + s * block + e), 1 + s * own + n * block + e)
            << name << ", from " << s << " to " << n;
    }
  }
}

TEST(LineExchange, BringsEveryFlitWhereItBelongsOnAnyHost) {
  for (const char* name : {"line:2", "ring:3", "ring:8", "line:5", "torus:3x5", "mesh:3x4",
                           "torus:4x2x3", "hypercube:4", "torus:2x2x3x2"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 5}) ExpectRight(host, ports, flits);
    }
  }
}

// One message for each other node on a node's lines.
TEST(LineExchange, SendsFewMessages) {
  const Graph host = *Graph::Parse("torus:4x6");
  const auto messages = [&](Ports ports, std::int64_t flits) {
    return LineExchangeProgram(flits, host, ports, kInterface).operations.size();
  };
  EXPECT_EQ(messages(Ports::kOne, 8), 24U * (3 + 5));
  EXPECT_EQ(messages(Ports::kAll, 8), 2U * 24 * (3 + 5));
}

TEST(LineExchange, HasEachPairOfALineOnce) {
  for (const char* name :
       {"ring:3", "ring:4", "ring:6", "ring:8", "ring:12", "ring:16", "ring:64", "line:9"}) {
    const Graph line = *Graph::Parse(name);
    const auto pairs = PairsOfLine(line, Axis{0});
    EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), pairs.size()) << name;
    EXPECT_EQ(pairs.size(), line.size() * (line.size() - 1)) << name;
    for (const auto& [x, y] : pairs) EXPECT_NE(x, y) << name;
  }
}

double RatioOf(const char* name, std::int64_t flits, Ports ports) {
  const Graph host = *Graph::Parse(name);
  const CollectiveTask task{.kind = Collective::kExchange, .flits = flits};
  const CollectiveProgram program = LineExchangeProgram(flits, host, ports, kInterface);
  return static_cast<double>(ForecastOf(program, host, ports, kInterface).end) /
         static_cast<double>(BoundOf(task, host, ports, kInterface).cycles());
}

TEST(LineExchange, OfLongBlocksOverAllPortsTakesLittleMoreThanTheBound) {
  const std::pair<const char*, double> figures[] = {
      {"torus:4x4", 1.013},   {"torus:8x8", 1.007}, {"torus:4x4x4", 1.006}, {"torus:16x4", 1.027},
      {"torus:12x12", 1.007}, {"mesh:4x4", 1.009},  {"mesh:8x8", 1.003},    {"mesh:3x5", 1.005},
      {"torus:6x10", 1.234},  {"torus:5x7", 1.165}};
  for (const auto& [name, ratio] : figures)
    EXPECT_LE(RatioOf(name, 64, Ports::kAll), ratio) << name;
}

// A round loses a quarter of the way round the ring, as its arcs do not begin where the next one's
// do.
TEST(LineExchange, TakesSoManyCyclesMoreThanTheBoundWhereFourDividesLengths) {
  for (const char* name : {"ring:8", "ring:16", "ring:32", "ring:64", "torus:4x4", "torus:8x8",
                           "torus:12x12", "torus:16x16", "torus:4x4x4"}) {
    const Graph host = *Graph::Parse(name);
    const int length = host.lengths().front();
    for (const std::int64_t flits : {12, 60}) {
      const CollectiveTask task{.kind = Collective::kExchange, .flits = flits};
      const CollectiveProgram program = LineExchangeProgram(flits, host, Ports::kAll, kInterface);
      EXPECT_LE(ForecastOf(program, host, Ports::kAll, kInterface).end,
                BoundOf(task, host, Ports::kAll, kInterface).cycles() +
                    host.axes() * (length * length * length / 32 + length))
          << name << ", " << flits;
    }
  }
}

// Losses of rounds count for short messages; blocks of one flit are dealt to both axes.
TEST(LineExchange, OnAMillionNodesIsForecastNearTheBound) {
  const Graph host = *Graph::Parse("torus:1024x1024");
  for (const auto& [flits, ratio] : {std::pair(1, 1.51), {64, 1.01}}) {
    const CollectiveTask task{.kind = Collective::kExchange, .flits = flits};
    const Comparison row = CompareMethods(task, host, Ports::kAll, kInterface, 0);
    ASSERT_EQ(row.methods.size(), 1U);
    EXPECT_EQ(row.Least()->method, CollectiveMethod::kLines);
    const auto bound = static_cast<double>(row.bound.cycles());
    EXPECT_GE(static_cast<double>(row.Least()->cycles), bound);
    EXPECT_LE(static_cast<double>(row.Least()->cycles), ratio * bound);
  }
}

// Where links bound each axis, the bound times the number of axes.
TEST(LineExchange, OverOnePortTakesTheAxesInTurn) {
  for (const char* name : {"torus:8x8", "torus:12x12", "mesh:8x8"}) {
    EXPECT_LE(RatioOf(name, 64, Ports::kOne), 2.007) << name;
  }
}

TEST(LineExchange, InLockstepTakesAsLongAsPlaced) {
  for (const char* name : {"torus:4x4", "torus:8x8", "torus:4x4x4", "torus:16x4", "mesh:8x8",
                           "torus:5x7", "mesh:3x5", "hypercube:6"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 7, 64}) {
        const CollectiveProgram program = LineExchangeProgram(flits, host, ports, kInterface);
        const auto placed = static_cast<double>(ForecastOf(program, host, ports, kInterface).end);
        const auto planned =
            static_cast<double>(LineExchangeInLockstep(flits, host, ports, kInterface).cycles);
        EXPECT_LE(placed, 1.06 * planned) << name << ", " << ToString(ports) << ", " << flits;
        EXPECT_GE(placed, 0.88 * planned) << name << ", " << ToString(ports) << ", " << flits;
      }
    }
  }
}

}  // namespace
}  // namespace toroid::collective_line_exchange_test
