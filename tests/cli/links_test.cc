// Link loads in results, against the other fields of the results.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/checkout.h"
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

using Windows = std::map<std::pair<int, int>, std::vector<std::uint64_t>>;

// What crosses each link in each window, by the movements of the flits; adds their waits.
Windows WindowsOf(const Json& run, std::uint64_t& waited) {
  Windows windows;
  const auto width = run["link_windows"]["width"].get<std::uint64_t>();
  for (const Json& message : run["movements"]["messages"]) {
    const Json& route = run["movements"]["routes"][message[0].get<std::size_t>()];
    for (std::size_t t = 2; t < message.size(); ++t) {
      const Json& train = message[t];
      const auto flits = train[1].get<std::uint64_t>();
      auto cycle = train[0].get<std::uint64_t>() + 1;
      for (std::size_t i = 0; i < std::max(route.size(), train.size() - 2); ++i) {
        const auto wait = i + 2 < train.size() ? train[i + 2].get<std::uint64_t>() : 0;
        waited += wait * flits;
        cycle += wait;
        if (i + 1 >= route.size()) continue;
        auto& link = windows[{route[i].get<int>(), route[i + 1].get<int>()}];
        for (std::uint64_t flit = 0; flit < flits; ++flit) {
          const std::size_t window = (cycle + flit) / width;
          if (link.size() <= window) link.resize(window + 1);
          ++link[window];
        }
        cycle += run["hop_cycles"].get<std::uint64_t>();
      }
    }
  }
  return windows;
}

Windows WithoutIdleEnds(Windows windows) {
  for (auto& [link, flits] : windows)
    while (flits.back() == 0) flits.pop_back();
  return windows;
}

// With every kind of router, link and traffic, on the model and on hardware.
TEST(LinksOfResults, MovementsOfARunCrossTheLinksThatItsWindowsSay) {
  const std::string uniform = " --traffic uniform --rate 0.4 --cycles 100 ";
  const std::string cube = kProgram + std::string(" --engine model --traffic cc-cube ");
  const std::string bucket =
      "--host torus:4x4 --ports all --traffic all-reduce --method bucket --engine model ";
  const std::string halts =
      "--guest ring:15 --host mesh:3x5 --embedding tao --ports all --relay --traffic permutation "
      "--sets 6 --engine model ";
  const std::string shared = "--config " + Checkout("examples/shared-torus.toml");
  for (const std::string& line :
       {"--host torus:4x5 --engine model --packet-flits 3" + uniform,
        "--host ring:4 --rtl nodes" + uniform, "--host ring:4 --engine rtl --rtl nodes" + uniform,
        "--host mesh:3x4 --ports all --engine model --sink-ready 0.5" + uniform,
        "--host torus:3x3 --link-stages 2 --buffer-depth 6 --engine model" + uniform,
        "--host torus:4x4 --dead-links 0-1 --dead-nodes 9 --engine model" + uniform,
        "--host ring:4 --engine model --refused 0.3" + uniform,
        "--guest mesh:8x8 --host torus:4x4 --embedding tao --engine model" + uniform, cube,
        cube + "--schedule offset", cube + "--schedule offset --router scheduled", bucket,
        bucket + "--router scheduled", halts, halts + "--sink-ready 0.4 --no-baseline",
        shared + " --engine model"}) {
    SCOPED_TRACE(line);
    const Json run = ResultOf("simulate " + line);
    EXPECT_EQ(run["movements"]["whole"], true);
    Windows expected;
    for (const Json& link : run["link_windows"]["loads"])
      expected[{link[0].get<int>(), link[1].get<int>()}] =
          link[2].get<std::vector<std::uint64_t>>();
    EXPECT_FALSE(expected.empty());
    std::uint64_t waited = 0;
    EXPECT_EQ(WindowsOf(run, waited), WithoutIdleEnds(expected));
    EXPECT_EQ(run["movements"]["messages"].size(), run["messages"]["sent"]);
    // With relays, turns are more than without load.
    if (line.find("--relay") == std::string::npos) {
      EXPECT_EQ(waited, run["stalled_flit_cycles"]);
    }
  }
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
