#include <gtest/gtest.h>

#include <set>

#include "gen/request/request.h"
#include "gen/spec/options.h"
#include "gen/spec/spec.h"

namespace toroid {
namespace {

// What each kind of traffic cannot do without.
std::vector<std::string> LeastWords(const TrafficRequest& traffic) {
  std::vector<std::string> words = {"--traffic",    std::string(NameOf(traffic)),
                                    "--engine",     "model",
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
    EXPECT_EQ(OwnOptions(spec->simulation.traffic), OwnOptions(expected));
    EXPECT_EQ(TextOf(spec->simulation.traffic, 1), TextOf(expected, 1));
  }
}

TEST(Traffic, EveryFieldIsAnOptionOfSimulate) {
  std::size_t fields = 0;
  for (TrafficRequest traffic : AllTraffics()) {
    for (const Field& field : FieldsOf(traffic)) {
      const Option* option = FindOption(field.option);
      ASSERT_NE(option, nullptr) << field.option;
      EXPECT_TRUE(Takes(Command::kSimulate, *option)) << field.option;
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
  EXPECT_TRUE(Uses(FftRequest(), "--elements"));
  EXPECT_TRUE(Uses(FftRequest(), "--seed"));
  EXPECT_FALSE(Uses(FftRequest(), "--task"));
}

TEST(Traffic, SaysOnlyTheOptionsThatMatter) {
  TaskRequest task{.task = {1, 3}, .message_flits = 2};
  EXPECT_EQ(TrafficOptions(task), "--traffic task --task 1,3 --message-flits 2 --schedule none");
  task.schedule = {.kind = ScheduleKind::kExact, .steps = 9, .seconds = 5, .by_units = true};
  EXPECT_EQ(TrafficOptions(task),
            "--traffic task --task 1,3 --message-flits 2 --schedule exact --steps 9 "
            "--schedule-unit");
  CompleteExchangeRequest exchange;
  exchange.method = ExchangeMethod::kRing;
  EXPECT_EQ(TrafficOptions(exchange),
            "--traffic complete-exchange --method ring --block-flits 4 --barrier-cycles 0 "
            "--schedule none");
  PatternRequest pattern;
  pattern.refused = 0.125;
  EXPECT_EQ(TrafficOptions(pattern),
            "--traffic uniform --rate 0.1 --packet-flits 1 --cycles 1000 --refused 0.125");
}

}  // namespace
}  // namespace toroid
