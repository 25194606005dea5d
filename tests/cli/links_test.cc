// Link loads in results, against the other fields of the results.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/support/run_toroid.h"

namespace toroid::links_test {
namespace {

using Json = nlohmann::ordered_json;
using Loads = std::map<std::pair<int, int>, std::uint64_t>;

Json ResultOf(const std::string& line) {
  const Outcome outcome = RunToroid(line + " --quiet --format json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out);
}

Loads LoadsOf(const Json& links, std::uint64_t times = 1, Loads loads = {}) {
  for (const Json& link : links["loads"])
    loads[{link[0].get<int>(), link[1].get<int>()}] += times * link[2].get<std::uint64_t>();
  return loads;
}

constexpr const char* kProgram =
    "--guest hypercube:4 --host torus:4x4 --embedding xor --bit-order cyclic ";

TEST(LinksOfResults, OfAMapAreThoseThatItsMetricsSpeakOf) {
  const Json map =
      ResultOf(std::string("map ") + "--guest hypercube:6 --host torus:8x8 --embedding standard");
  EXPECT_EQ(map["links"]["all"], 256);
  EXPECT_EQ(map["links"]["max"], map["metrics"]["link_load"]["max"]);
  std::uint64_t sum = 0;
  for (const auto& [link, load] : LoadsOf(map["links"])) sum += load;
  EXPECT_EQ(sum, 2 * map["metrics"]["dilation"]["total"].get<std::uint64_t>());
}

TEST(LinksOfResults, OfAScheduleAreItsUses) {
  const Json schedule =
      ResultOf(std::string("schedule --task 0,4 --schedule offset --message-flits 3 ") + kProgram);
  Loads used;
  for (const Json& use : schedule["uses"]) used[{use[1].get<int>(), use[2].get<int>()}] += 3;
  EXPECT_FALSE(used.empty());
  EXPECT_EQ(LoadsOf(schedule["links"]), used);
  EXPECT_EQ(schedule["uses"].size() * 2, schedule["links_checked"].get<std::size_t>());
}

TEST(LinksOfResults, OfARunAreThoseOfItsIterations) {
  const Json run = ResultOf(
      std::string("simulate --traffic cc-cube --schedule offset --engine model ") + kProgram);
  EXPECT_EQ(run["link_patterns"].size(), 7U);  // eleven iterations, the five of the kernel alike
  Loads planned;
  for (const Json& iteration : run["iterations"]) {
    const auto pattern = iteration["link_pattern"].get<std::size_t>();
    planned = LoadsOf(run["link_patterns"][pattern], iteration["times"].get<std::uint64_t>(),
                      std::move(planned));
  }
  EXPECT_EQ(LoadsOf(run["links"]), planned);
}

// 1000 cycles do not fit into 120 windows of up to 8.
TEST(LinksOfResults, WindowsOfARunAddUpToItsLinks) {
  const std::string line = "simulate --host ring:4 --traffic uniform --rate 0.2 ";
  for (const auto& [options, width] :
       {std::pair("--rtl nodes --cycles 50", 1), std::pair("--rtl nodes --cycles 1000", 16),
        std::pair("--engine model --cycles 50", 1), std::pair("--engine model --cycles 1000", 16),
        std::pair("--engine rtl --rtl nodes --cycles 50", 1)}) {
    const Json run = ResultOf(line + options);
    const Json& windows = run["link_windows"];
    EXPECT_EQ(windows["width"], width);
    std::size_t most = 0;
    Loads crossed;
    for (const Json& link : windows["loads"]) {
      for (const Json& flits : link[2])
        crossed[{link[0].get<int>(), link[1].get<int>()}] += flits.get<std::uint64_t>();
      EXPECT_EQ(link[2].size(), windows["loads"][0][2].size());
      most = std::max(most, link[2].size());
    }
    EXPECT_EQ(LoadsOf(run["links"]), crossed);
    EXPECT_LE(most, 120U);
    const Json& cycles = run["cycles"].is_null() ? run["reference_cycles"] : run["cycles"];
    EXPECT_GT(most * static_cast<std::size_t>(width) + 60, cycles.get<std::size_t>());
  }
  EXPECT_TRUE(ResultOf("simulate --host torus:16x32 --traffic uniform --cycles 10 --engine model")
                  ["link_windows"]
                      .is_null());
}

TEST(LinksOfResults, OfATraceAreThoseOfItsMessages) {
  const Scratch scratch;
  const std::string file =
      scratch.Write("messages.csv", "id,source,destination,flits,after\na,0,5,3,\nb,5,15,2,a\n");
  const Json run =
      ResultOf("simulate --host torus:4x4 --traffic trace --engine model --trace " + file);
  Loads traced;
  for (const Json& link : run["trace"]["links"])
    traced[{link["from"].get<int>(), link["to"].get<int>()}] = link["flits"].get<std::uint64_t>();
  EXPECT_FALSE(traced.empty());
  EXPECT_EQ(LoadsOf(run["links"]), traced);
}

// Every node of a ring sends to its right neighbour, so that half of the links are idle.
TEST(LinksOfResults, OfAPatternAreThoseOfWhatWasDelivered) {
  const Json run = ResultOf(
      "simulate --host ring:8 --traffic neighbor --rate 0.5 --packet-flits 2 --engine model");
  std::uint64_t sum = 0;
  for (const auto& [link, load] : LoadsOf(run["links"])) {
    EXPECT_EQ(link.second, (link.first + 1) % 8);
    sum += load;
  }
  EXPECT_EQ(sum, 2 * run["messages"]["delivered"].get<std::uint64_t>());
  EXPECT_EQ(run["links"]["loads"].size(), 8U);
}

TEST(Latencies, OfTheHistogramAreAllThatWereDelivered) {
  const Json run =
      ResultOf("simulate --host torus:4x4 --traffic uniform --rate 0.4 --engine model");
  const Json& latency = run["latency"];
  const Json& histogram = latency["histogram"];
  std::uint64_t messages = 0;
  for (const Json& count : histogram["counts"]) messages += count.get<std::uint64_t>();
  EXPECT_EQ(messages, run["messages"]["delivered"]);
  EXPECT_EQ(histogram["first"], 3);  // to a neighbour
  const int last = histogram["first"].get<int>() +
                   static_cast<int>(histogram["counts"].size()) * histogram["width"].get<int>() - 1;
  EXPECT_GE(last, latency["max"]);
  EXPECT_GT(histogram["counts"].back(), 0);
}

}  // namespace
}  // namespace toroid::links_test
