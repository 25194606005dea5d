// choose: ranking and order, and predictions that equal the measured cycles of a run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::choose_test {
namespace {

using Json = nlohmann::ordered_json;

Json Choices(const std::string& options) {
  const Outcome outcome = RunToroid("choose --format json " + options);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out);
}

std::string Text(const Json& graph) {
  std::string text;
  for (const Json& length : graph["shape"]) text += (text.empty() ? "" : "x") + length.dump();
  const std::string kind = graph["kind"];
  return kind + ":" + (kind == "hypercube" ? std::to_string(graph["shape"].size()) : text);
}

TEST(Choose, RanksByWhatIsAskedFor) {
  for (const auto& [by, member] :
       {std::pair{"cycles", "cycles"}, {"cost", "cost"}, {"dilation", "dilation"}}) {
    const Json json =
        Choices(std::string("--guest hypercube:4 --nodes 16 --startup 50 --by ") + by);
    EXPECT_EQ(json["by"], by);
    ASSERT_GE(json["choices"].size(), 10U);
    double before = 0;
    for (const Json& choice : json["choices"]) {
      EXPECT_GE(choice[member], before) << choice;
      before = choice[member];
    }
  }
}

// On the mesh itself tao has the map of identity, which is tried first.
TEST(Choose, CountsTheSameMapOnce) {
  std::vector<std::string> on_itself;
  const Json json = Choices("--guest mesh:4x4 --nodes 16");
  for (const Json& choice : json["choices"]) {
    if (Text(choice["host"]) == "mesh:4x4") on_itself.push_back(choice["embedding"]);
  }
  EXPECT_EQ(on_itself, std::vector<std::string>{"identity"});
}

// Axes of length 2 alone make a hypercube, whatever the kind.
TEST(Choose, TriesEveryShapeAndSaysWhy) {
  const Json json = Choices("--guest hypercube:4 --nodes 16 --ports all");
  std::set<std::string> hosts;
  for (const Json& choice : json["choices"]) hosts.insert(Text(choice["host"]));
  EXPECT_TRUE(hosts.contains("torus:4x4"));
  EXPECT_TRUE(hosts.contains("mesh:16"));
  EXPECT_TRUE(hosts.contains("torus:16"));
  EXPECT_FALSE(hosts.contains("torus:2x2x2x2"));  // it is the hypercube
  for (const Json& choice : json["choices"]) {
    const std::string reason = choice["reason"];
    EXPECT_EQ(choice["dilation"] == 1, reason.starts_with("all neighbours stay neighbours"))
        << choice;
    if (choice["host_links"] == json["choices"][0]["host_links"]) continue;
    EXPECT_NE(reason.find(choice["host_links"].dump() + " links instead of"), std::string::npos)
        << choice;
  }
}

// A run of each choice takes its predicted cycles.
void ExpectMeasured(const Json& json, const std::string& traffic) {
  for (const Json& choice : json["choices"]) {
    std::string line = "simulate --engine model --no-baseline --quiet --format json --guest " +
                       Text(json["guest"]) + " --host " + Text(choice["host"]) + " --embedding " +
                       choice["embedding"].get<std::string>() + " --schedule " +
                       choice["schedule"].get<std::string>() + " --ports " +
                       json["ports"].get<std::string>() + traffic;
    if (!choice["pipelining"].is_null()) line += " --pipelining " + choice["pipelining"].dump();
    const Outcome outcome = RunToroid(line);
    ASSERT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
    EXPECT_EQ(Json::parse(outcome.out)["reference_cycles"], choice["cycles"]) << line;
  }
}

TEST(Choose, PredictsTheCyclesOfACube) {
  for (const std::string ports : {"one", "all"}) {
    const Json json = Choices("--guest hypercube:3 --nodes 8 --elements 12 --ports " + ports);
    ASSERT_GE(json["choices"].size(), 4U);
    ExpectMeasured(json, " --traffic cc-cube --elements 12");
  }
}

TEST(Choose, PredictsTheCyclesOfAnExchange) {
  for (const std::string guest : {"mesh:3x4", "ring:12", "torus:4x6"}) {
    const Json json = Choices("--guest " + guest + " --nodes 12 --elements 3");
    ASSERT_GE(json["choices"].size(), 2U) << guest;
    ExpectMeasured(json, " --traffic exchange --sets 1 --message-flits 3");
  }
}

TEST(Choose, EndsWithTheCommandThatMeasuresTheFirst) {
  const Outcome outcome = RunToroid("choose --guest mesh:4x4 --nodes 16 --elements 4");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::size_t at = outcome.out.find("\nto measure the first:\n  toroid simulate ");
  ASSERT_NE(at, std::string::npos) << outcome.out;
  std::string line = outcome.out.substr(outcome.out.find("simulate", at));
  line.pop_back();
  EXPECT_EQ(RunToroid(line + " --engine model --quiet").code, 0) << line;
}

}  // namespace
}  // namespace toroid::choose_test
