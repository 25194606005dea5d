#include "gen/request/request.h"

#include <gtest/gtest.h>

#include <set>

#include "gen/command_line/spec.h"
#include "gen/options/options.h"

namespace toroid::gen_request_test {
namespace {

// The required options of each kind of traffic.
std::vector<std::string> LeastWords(const TrafficRequest& traffic) {
  std::vector<std::string> words = {"--traffic",    std::string(NameOf(traffic)),
                                    "--engine",     NameOf(traffic) == "axi" ? "rtl" : "model",
                                    "--flit-width", "64",
                                    "--host",       "torus:4x4"};
  const auto add = [&](const char* option, const char* value) {
    words.push_back(option);
    words.push_back(value);
  };
  if (IsScheduled(traffic)) {
    add("--guest", "hypercube:4");
    add("--embedding", "xor");
  }
  if (Uses(traffic, "--task")) add("--task", "0,4");
  if (std::holds_alternative<TraceRequest>(traffic)) add("--trace", "messages.csv");
  return words;
}

// The words after "--traffic NAME".
std::string OwnOptions(const TrafficRequest& traffic) {
  const std::string text = TrafficOptions(traffic);
  return text.substr(text.find(NameOf(traffic)) + NameOf(traffic).size());
}

TEST(Traffic, NamesDifferAndAreUnderstood) {
  std::set<std::string_view> names;
  for (const TrafficRequest& traffic : AllTraffics()) {
    EXPECT_TRUE(names.insert(NameOf(traffic)).second) << NameOf(traffic);
    const auto parsed = ParseTraffic(NameOf(traffic));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(TrafficOptions(*parsed), TrafficOptions(traffic));
  }
  EXPECT_FALSE(ParseTraffic("traffic"));
}

// The defaults of the options are those of the requests.
TEST(Traffic, WithoutOptionsIsTheRequestOfTheList) {
  for (const TrafficRequest& traffic : AllTraffics()) {
    const Result<Spec> spec = ParseSpec(Command::kSimulate, LeastWords(traffic));
    ASSERT_TRUE(spec) << NameOf(traffic) << ToString(spec.diagnostics().front());
    TrafficRequest expected = traffic;
    if (auto* task = std::get_if<TaskRequest>(&expected)) task->task = {0, 4};
    if (auto* trace = std::get_if<TraceRequest>(&expected)) trace->file = "messages.csv";
    EXPECT_EQ(OwnOptions(spec->simulation.traffic), OwnOptions(expected));
    EXPECT_EQ(TextOf(spec->simulation.traffic, 1), TextOf(expected, 1));
  }
}

TEST(Traffic, EveryFieldIsAnOptionOfSimulate) {
  std::size_t fields = 0;
  for (TrafficRequest traffic : AllTraffics()) {
    for (const Field& field : FieldsOf(traffic)) {
      const Option* option = FindOption(field.option);
      ASSERT_NE(option, nullptr) << field.option.text();
      EXPECT_TRUE(Takes(Command::kSimulate, *option)) << field.option.text();
      ++fields;
    }
  }
  EXPECT_GT(fields, AllTraffics().size());
}

TEST(Traffic, OptionsGoWithThoseThatHaveThem) {
  EXPECT_EQ(TrafficsWith("--task"), "task");
  EXPECT_EQ(TrafficsWith("--pipelining"), "cc-cube, complete-exchange, fft, all-reduce");
  EXPECT_EQ(TrafficsWith("--relay"), "permutation");
  EXPECT_EQ(TrafficsWith("--seed"), "");
  const CubeProgramRequest fft{CubeProgram::kFft};
  EXPECT_TRUE(Uses(fft, "--elements"));
  EXPECT_TRUE(Uses(fft, "--seed"));
  EXPECT_FALSE(Uses(fft, "--task"));
}

TEST(Traffic, SaysOnlyTheOptionsThatMatter) {
  TaskRequest task{.task = {1, 3}, .message_flits = 2};
  EXPECT_EQ(TrafficOptions(task), "--traffic task --task 1,3 --message-flits 2 --schedule none");
  task.schedule = {.kind = ScheduleKind::kExact, .steps = 9, .seconds = 5, .units = UnitUse::kSend};
  EXPECT_EQ(TrafficOptions(task),
            "--traffic task --task 1,3 --message-flits 2 --schedule exact --steps 9 "
            "--schedule-units send");
  CollectiveRequest exchange = CollectiveRequest::Of(Collective::kExchange);
  exchange.method = CollectiveMethod::kRing;
  EXPECT_EQ(TrafficOptions(exchange),
            "--traffic complete-exchange --method ring --block-flits 4 --barrier-cycles 0 "
            "--schedule none");
  PatternRequest pattern;
  pattern.refused = 0.125;
  EXPECT_EQ(TrafficOptions(pattern),
            "--traffic uniform --rate 0.1 --packet-flits 1 --cycles 1000 --refused 0.125");
}

TEST(Traffic, SaysWhatItSends) {
  CollectiveRequest reduce = CollectiveRequest::Of(Collective::kAllReduce);
  reduce.elements = 64;
  EXPECT_EQ(TextOf(TrafficRequest(reduce), 1),
            ", method doubling, N=64 elements, Q=8, seed 1, barrier 0");
  reduce.method = CollectiveMethod::kBucket;
  EXPECT_EQ(TextOf(TrafficRequest(reduce), 1), ", method bucket, N=64 elements, seed 1");
}

// ---- patterns (docs/spec/patterns.md, D2) ----

std::vector<std::uint32_t> DestinationsOf(const std::string& pattern, const std::string& host,
                                          std::uint64_t seed = 1) {
  const auto traffic = std::get<PatternRequest>(*ParseTraffic(pattern));
  std::vector<std::uint32_t> numbers;
  for (const NodeId node : traffic.pattern->destinations(*Graph::Parse(host), seed))
    numbers.push_back(node.value());
  return numbers;
}

using Numbers = std::vector<std::uint32_t>;

TEST(Patterns, SendWhereTheirDefinitionsSay) {
  EXPECT_EQ(DestinationsOf("neighbor", "mesh:2x3"), (Numbers{4, 5, 3, 1, 2, 0}));
  EXPECT_EQ(DestinationsOf("bit-complement", "torus:2x3"), (Numbers{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(DestinationsOf("transpose", "mesh:3x3"), (Numbers{0, 3, 6, 1, 4, 7, 2, 5, 8}));
  // (0,2,1) of 2x3x2 is number 5 and goes to (1,2,0), number 10
  EXPECT_EQ(DestinationsOf("transpose", "torus:2x3x2")[5], 10U);
  EXPECT_EQ(DestinationsOf("bit-reverse", "torus:2x4"), (Numbers{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(DestinationsOf("shuffle", "torus:2x4"), (Numbers{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(DestinationsOf("tornado", "ring:8"), (Numbers{3, 4, 5, 6, 7, 0, 1, 2}));
  EXPECT_EQ(DestinationsOf("tornado", "mesh:2x5"), (Numbers{2, 3, 4, 0, 1, 7, 8, 9, 5, 6}));
  EXPECT_EQ(DestinationsOf("hotspot", "mesh:3x4"), Numbers(12, 6));
}

TEST(Patterns, AreDrawnFromTheSeedAlone) {
  const Numbers drawn = DestinationsOf("random-permutation", "torus:5x5", 3);
  EXPECT_EQ(drawn, DestinationsOf("random-permutation", "torus:5x5", 3));
  EXPECT_NE(drawn, DestinationsOf("random-permutation", "torus:5x5", 4));
}

// Here half of all seeds would draw the identity, under which no node sends.
TEST(Patterns, ARandomPermutationHasTraffic) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    EXPECT_EQ(DestinationsOf("random-permutation", "ring:2", seed), (Numbers{1, 0})) << seed;
    EXPECT_NE(DestinationsOf("random-permutation", "ring:3", seed), (Numbers{0, 1, 2})) << seed;
  }
}

// All patterns except uniform and hotspot send to each node exactly once, on every host that they
// accept.
TEST(Patterns, ArePermutationsOfTheHostsTheyTake) {
  int tried = 0;
  for (const Pattern& pattern : AllPatterns()) {
    if (!pattern.destinations || pattern.mixed) continue;
    for (const char* shape : {"ring:2", "ring:3", "ring:8", "line:5", "torus:3x3", "mesh:4x4",
                              "torus:3x5x3", "mesh:2x8", "hypercube:4", "torus:2x3"}) {
      const Graph host = *Graph::Parse(shape);
      if (pattern.suits && !pattern.suits(host)) continue;
      const Numbers numbers = DestinationsOf(std::string(pattern.name), shape);
      EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), host.size())
          << pattern.name << " on " << shape;
      ++tried;
    }
  }
  EXPECT_GT(tried, 40);
}

// Every pattern refuses a host on which all nodes would be silent.
TEST(Patterns, LeaveNoHostSilent) {
  for (const Pattern& pattern : AllPatterns()) {
    if (!pattern.suits) continue;
    EXPECT_FALSE(pattern.takes.empty()) << pattern.name;
    for (const char* shape : {"ring:2", "hypercube:2", "ring:4", "torus:3x3", "mesh:2x2x2"}) {
      const Graph host = *Graph::Parse(shape);
      if (!pattern.suits(host)) continue;
      const Numbers numbers = DestinationsOf(std::string(pattern.name), shape);
      bool sends = false;
      for (std::uint32_t n = 0; n < host.size(); ++n) sends = sends || numbers[n] != n;
      EXPECT_TRUE(sends) << pattern.name << " on " << shape;
    }
  }
}

TEST(Patterns, RefuseHostsThatTheyDoNotSuit) {
  const auto diagnostic = [](const std::string& pattern, const std::string& host) {
    const std::vector<std::string> words = {"--host", host, "--traffic", pattern};
    const Result<Spec> spec = ParseSpec(Command::kSimulate, words);
    return spec ? "" : ToString(spec.diagnostics().front()).substr(15);
  };
  EXPECT_EQ(diagnostic("transpose", "torus:4x3"),
            "--host: torus:4x3: has no shape for traffic transpose; it takes hosts of two axes and "
            "more whose lengths read the same from both ends");
  EXPECT_NE(diagnostic("transpose", "ring:9"), "");
  EXPECT_EQ(diagnostic("transpose", "mesh:4x3x4"), "");
  EXPECT_EQ(diagnostic("bit-reverse", "torus:3x4"),
            "--host: torus:3x4: has no shape for traffic bit-reverse; it takes hosts of 4, 8, 16, "
            "... nodes");
  EXPECT_NE(diagnostic("shuffle", "ring:2"), "");
  EXPECT_EQ(diagnostic("shuffle", "mesh:2x4"), "");
  EXPECT_EQ(diagnostic("tornado", "hypercube:3"),
            "--host: hypercube:3: has no shape for traffic tornado; it takes hosts with an axis of "
            "3 nodes or more");
  EXPECT_EQ(diagnostic("tornado", "mesh:2x3"), "");
  EXPECT_EQ(diagnostic("hotspot", "ring:2"), "");
  EXPECT_EQ(diagnostic("random-permutation", "ring:2"), "");
}

}  // namespace
}  // namespace toroid::gen_request_test
