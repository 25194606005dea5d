// --report and `toroid report`: the contents of the file, and refused input. tests/reports checks
// its appearance in a browser.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::report_test {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMap = "map --guest hypercube:4 --host torus:4x4 --embedding xor ";

std::size_t CountOf(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

class Report : public testing::Test {
 protected:
  std::string Page() const { return scratch_.Path("page.html"); }
  std::string Option() const { return "--report '" + Page() + "' "; }
  // The page's data, without the parts common to every page.
  Json Data() const {
    const std::string text = ReadFile(Page());
    const std::string head = "<script type=\"application/json\" id=\"data\">";
    const std::size_t start = text.find(head) + head.size();
    return Json::parse(text.substr(start, text.find("</script>", start) - start));
  }
  Outcome Make(const std::string& results) {
    return RunToroid("report --out '" + Page() + "' " + results);
  }
  std::string Saved(const std::string& name, const Json& result) {
    return "'" + scratch_.Write(name, result.dump()) + "' ";
  }
  Json MapResult() { return Json::parse(RunToroid(kMap + std::string("--format json")).out); }

  Scratch scratch_;
};

TEST_F(Report, IsOneFileWithDataScriptLibraryAndItsLicence) {
  const Outcome outcome = RunToroid(kMap + Option());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, RunToroid(kMap).out);  // printed as without
  const std::string page = ReadFile(Page());
  EXPECT_LT(page.size(), 5U << 20);
  EXPECT_NE(page.find("Redistribution and use in source and binary forms"), std::string::npos);
  EXPECT_NE(page.find("// https://d3js.org v5."), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* fetched : {"src=", "href=\"http", "@import", "url("})
    EXPECT_EQ(page.substr(0, page.find("d3js.org")).find(fetched), std::string::npos) << fetched;
  for (const char* marker : {"@style@", "@data@", "@d3@", "@script@", "@version@", "@licence@"})
    EXPECT_EQ(page.find(marker), std::string::npos) << marker;
  ASSERT_EQ(Data()["results"].size(), 1U);
  EXPECT_EQ(Data()["results"][0], MapResult());
}

TEST_F(Report, HasTheSameBytesEachTimeAndFromASavedResult) {
  RunToroid(kMap + Option());
  const std::string first = ReadFile(Page());
  EXPECT_EQ(Make(Saved("map.json", MapResult())).code, 0);
  EXPECT_EQ(ReadFile(Page()), first);
}

TEST_F(Report, OfEachCommandHoldsItsResult) {
  const std::string cube = "--guest hypercube:4 --host torus:4x4 --embedding xor ";
  for (const std::string& line :
       {"schedule --task 0,2 --schedule offset --bit-order cyclic " + cube,
        "simulate --engine model --traffic task --task 0,2 --schedule none " + cube,
        "cost --schedule offset " + cube,
        std::string("cost --collective broadcast --elements 9 --host torus:4x4 "),
        std::string("sweep --engine model --host ring:4 --traffic uniform --rate 0.1 --cycles 40 "
                    "--warmup 10 ")}) {
    const Outcome outcome = RunToroid(line + Option() + "--quiet");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(Data()["results"][0]["command"], line.substr(0, line.find(' ')));
  }
}

TEST_F(Report, OfAFailedRunIsWrittenToo) {
  const Outcome outcome = RunToroid(
      "simulate --host ring:4 --traffic uniform --rate 0.5 --engine model --sink-ready 0.001 "
      "--watchdog 10 --quiet " +
      Option());
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_FALSE(Data()["results"][0]["complaints"].empty());
}

TEST_F(Report, PutsSeveralResultsOnOnePage) {
  Json other = MapResult();
  other["embedding"] = "standard";
  const Outcome outcome = Make(Saved("a.json", MapResult()) + Saved("b.json", other));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, Page() + " is written: open it in a browser\n");
  ASSERT_EQ(Data()["results"].size(), 2U);
  EXPECT_EQ(Data()["results"][1]["embedding"], "standard");
}

// Text of results must not end its element, nor be taken for a marker.
TEST_F(Report, TakesTextThatLooksLikeMarkup) {
  Json result = MapResult();
  result["plan"] = {{{"step", "</script><script>alert(1)</script>@d3@"}, {"source", "x"}}};
  EXPECT_EQ(Make(Saved("a.json", result)).code, 0);
  EXPECT_EQ(CountOf("</script>", ReadFile(Page())), 3U);
  EXPECT_EQ(Data()["results"][0]["plan"], result["plan"]);
}

// The largest load of each port in each of 128 columns of 64 nodes; of a mesh of 64x128, whose
// rows are two columns each.
std::map<std::string, int> LargestOf(const Json& links) {
  std::map<std::string, int> largest;
  for (const Json& link : links["loads"]) {
    const int from = link[0];
    const int step = link[1].get<int>() - from;
    int& most = largest[std::to_string(from / 64) + " by " + std::to_string(step)];
    most = std::max(most, link[2].get<int>());
  }
  return largest;
}

TEST_F(Report, ShowsTheBusiestLinkOfEachBinAndSaysSo) {
  const std::string map = "map --guest torus:64x128 --host mesh:64x128 --embedding tao ";
  const Outcome outcome = RunToroid(map + "--format json " + Option());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json all = Json::parse(outcome.out);
  EXPECT_GT(all["links"]["loads"].size(), 30000U);
  const Json result = Data()["results"][0];
  EXPECT_TRUE(result["mapping"].is_null());
  EXPECT_EQ(result["left_out"].dump(), R"(["The mapping is too long to draw.",)"
                                       R"("Links are binned; each bin shows its busiest link."])");
  const auto shown = LargestOf(result["links"]);
  EXPECT_EQ(result["links"]["loads"].size(), shown.size());  // one each
  EXPECT_EQ(shown, LargestOf(all["links"]));
  EXPECT_LT(ReadFile(Page()).size(), 5U << 20);
}

TEST_F(Report, ShowsTheLongestIterationOfEachBin) {
  Json run =
      Json::parse(RunToroid("simulate --guest hypercube:2 --host ring:4 --embedding xor "
                            "--traffic cc-cube --schedule offset --elements 4 --pipelining 4 "
                            "--engine model --quiet --format json")
                      .out);
  const Json one = run["iterations"][0];
  run["iterations"] = Json::array();
  for (int i = 0; i < 1000; ++i) {
    run["iterations"].push_back(one);
    run["iterations"].back()["reference_cycles"] = i == 503 ? 99 : 7;
  }
  EXPECT_EQ(Make(Saved("run.json", run)).code, 0);
  const Json bins = Data()["results"][0]["iterations"];
  ASSERT_EQ(bins.size(), 200U);
  EXPECT_EQ(bins[100]["reference_cycles"], 99);
  EXPECT_EQ(bins[100]["times"], 5);
  EXPECT_EQ(bins[99]["reference_cycles"], 7);
}

TEST_F(Report, KeepsTheBusiestLinksOfALongSchedule) {
  const Outcome outcome = RunToroid(
      "schedule --guest hypercube:10 --host torus:32x32 --embedding xor --bit-order cyclic --task "
      "0,10 --schedule offset --quiet " +
      Option());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json result = Data()["results"][0];
  EXPECT_GT(result["uses"].size(), 3900U);
  EXPECT_LE(result["uses"].size(), 4000U);
  for (const Json& use : result["uses"]) ASSERT_LT(use[0], result["messages"].size());
}

TEST_F(Report, WithoutD3SaysWhatToInstallBeforeAnythingRuns) {
  const Outcome outcome = RunShell("TOROID_D3=/nonexistent \"$TOROID\" " + (kMap + Option()));
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "toroid: error: report: needs the library d3, which is not installed; install Debian's "
            "package node-d3, or name its d3.min.js in TOROID_D3\n");
}

TEST_F(Report, RefusesWhatItCannotShow) {
  const std::string allowed =
      "; allowed is what map, schedule, simulate, cost and sweep print with --format json, and "
      "what "
      "make synth and make chip write\n";
  const auto refusal = [&](const Json& result) {
    const Outcome outcome = Make(Saved("a.json", result));
    EXPECT_EQ(outcome.code, 2);
    const std::string head = "toroid: error: result: " + scratch_.Path("a.json") + ": ";
    EXPECT_EQ(outcome.err.find(head), 0U) << outcome.err;
    return outcome.err.substr(std::min(head.size(), outcome.err.size()));
  };
  EXPECT_EQ(refusal(Json::array()),
            "is not a JSON object; give what a command printed with --format json\n");
  EXPECT_EQ(refusal(Json::object()), "is not a result" + allowed);
  const std::string runs =
      "has runs of a sweep, not a result; `toroid sweep --merge FILE` makes a "
      "page of them with --report, and a result with --format json\n";
  EXPECT_EQ(refusal({{"toroid_sweep", 1}}), runs);
  const std::string file = scratch_.Path("runs.jsonl");
  EXPECT_EQ(RunToroid("sweep --host ring:4 --traffic uniform --rate 0.1 --cycles 100 --warmup 0 "
                      "--batches 2 --engine model --quiet --results " +
                      file)
                .code,
            0);
  EXPECT_EQ(Make(file).err, "toroid: error: result: " + file + ": " + runs);
  EXPECT_NE(RunToroid("compare " + file + " " + file).err.find(runs), std::string::npos);
  EXPECT_EQ(refusal({{"command", "check"}}), "is of a command without a page" + allowed);
  Json result = MapResult();
  result["schema_version"] = 2;
  EXPECT_EQ(refusal(result), "is of another version; this toroid reads schema_version 1\n");
  result = MapResult();
  result.erase("metrics");
  EXPECT_EQ(refusal(result), "was altered: lacks metrics" + allowed);
  EXPECT_EQ(Make("").err,
            "toroid: error: command line: no result is named; report takes RESULT.json...\n");
  EXPECT_EQ(Make("/nonexistent").code, 2);
  EXPECT_EQ(RunToroid(kMap + std::string("--report page.pdf")).err,
            "toroid: error: --report: page.pdf: does not end in .html; write --report FILE.html\n");
  EXPECT_EQ(RunToroid("report --out page.pdf a.json").err,
            "toroid: error: --out: page.pdf: does not end in .html; pages are HTML\n");
}

// Lists that are long enough to be cut, with entries that no command writes.
TEST_F(Report, RefusesResultsThatWereAltered) {
  const std::string options = "--guest hypercube:2 --host ring:4 --embedding xor --format json ";
  const Json map = MapResult();
  const Json schedule = Json::parse(
      RunToroid("schedule --bit-order cyclic --task 0,2 --schedule offset " + options).out);
  const Json run = Json::parse(RunToroid("simulate --engine model --traffic cc-cube --schedule "
                                         "offset --elements 4 --pipelining 4 --quiet " +
                                         options)
                                   .out);
  const auto refusal = [&](Json result, const std::string& place, const Json& value) {
    result[Json::json_pointer(place)] = value;
    const Outcome outcome = Make(Saved("a.json", result));
    EXPECT_EQ(outcome.code, 2) << place;
    const std::string head =
        "toroid: error: result: " + scratch_.Path("a.json") + ": was altered: ";
    EXPECT_EQ(outcome.err.find(head), 0U) << place << outcome.err;
    return outcome.err.substr(head.size(), outcome.err.find(';') - head.size());
  };
  const auto many = [](const Json& one) { return std::vector<Json>(5000, one); };
  const auto refuses = [&](const Json& result, const std::string& place,
                           const std::vector<std::pair<Json, std::string>>& faults) {
    for (const auto& [value, fault] : faults) EXPECT_EQ(refusal(result, place, value), fault);
  };
  const std::string many_elements = " does not have as many elements as it must";
  const std::string whole = " is not a whole number";
  refuses(map, "/links/loads",
          {{many(1), "links.loads[0] is not a list"},
           {many(Json{0, 1}), "links.loads[0]" + many_elements},
           {many({0, 1, -1}), "links.loads[0][2] is less than 0"},
           {many({0, 16, 1}), "links.loads has 16, which must be below 16"},
           {many({1e300, 1, 1}), "links.loads[0][0]" + whole},
           {many({0, "1", 1}), "links.loads[0][1]" + whole}});
  refuses(map, "/links", {{7, "links is not an object"}});
  refuses(map, "/mapping/3", {{16, "mapping has 16, which must be below 16"}});
  refuses(
      map, "/host/size",
      {{17, "host is not a shape"}, {"16", "host.size" + whole}, {nullptr, "host.size" + whole}});
  refuses(map, "/host/shape",
          {{Json{4, 8}, "host is not a shape"},
           {Json{16, 1}, "host.shape[1] is less than 2"},
           {16, "host.shape is not a list"},
           {Json{65536, 65536, 65536, 65536, 65536}, "host is not a shape"}});
  refuses(map, "/guest", {{"torus:4x4", "guest is not an object"}});
  refuses(schedule, "/uses",
          {{many(Json::array()), "uses[0]" + many_elements},
           {many({99, 0, 1, 0}), "uses has 99, which must be below 8"},
           {many({0, 0, 4, 0}), "uses has 4, which must be below 4"}});
  refuses(run, "/iterations/0", {{7, "iterations[0] is not an object"}});
  refuses(run, "/iterations/0/link_pattern",
          {{99, "iterations.link_pattern has 99, which must be below 3"}});
  refuses(run, "/movements/routes/0/1",
          {{4, "movements.routes has 4, which must be below 4"},
           {nullptr, "movements.routes[0][1]" + whole}});
  refuses(run, "/movements/messages/0/0",
          {{99, "movements.messages has 99, which must be below 8"}});
  refuses(run, "/movements/messages/0/2",
          {{Json{0}, "movements.messages[0][2]" + many_elements},
           {Json{0, 1, "2"}, "movements.messages[0][2][2] is not a whole number or null"},
           {Json{0, 1, std::uint64_t{1} << 60},
            "movements.messages has 1152921504606846976, which must be below 281474976710656"}});
  refuses(run, "/match", {{false, "match is false, without a difference"}});
  refuses(run, "/trace", {{Json{{"ranks", 7}}, "trace lacks operations"}});
  refuses(run, "/programs", {{many(7), "programs[0] is not an object"}});
}

// A page of these would be blank, or end where its script fails.
TEST_F(Report, RefusesWhatItsScriptWouldFailAt) {
  const std::string cube = "--guest hypercube:2 --host ring:4 --embedding xor ";
  const std::string uniform = "--engine model --traffic uniform --rate 0.1 --cycles 100 --quiet ";
  const std::vector<std::pair<std::string, std::vector<std::string>>> places = {
      {"map " + cube, {"/guest", "/host", "/metrics", "/metrics/dilation", "/plan"}},
      {"schedule --bit-order cyclic --task 0,2 --schedule offset " + cube, {"/task", "/host"}},
      {"simulate --host ring:4 " + uniform,
       {"/complaints", "/messages", "/iterations", "/latency/histogram", "/traffic"}},
      {"cost --schedule offset " + cube, {"/best", "/best/cost", "/rows"}},
      {"cost --collective broadcast --elements 9 --host torus:4x4", {"/rows", "/rows/0/methods"}},
      {"sweep --host ring:4 --warmup 10 " + uniform,
       {"/networks", "/networks/0/options", "/seeds", "/saturations", "/rows"}}};
  for (const auto& [line, members] : places) {
    const Json whole = Json::parse(RunToroid(line + " --format json").out);
    EXPECT_EQ(Make(Saved("a.json", whole)).code, 0) << line;
    for (const std::string& member : members) {
      for (const Json& value : {Json(nullptr), Json(7), Json("text"), Json::array({1})}) {
        Json result = whole;
        result[Json::json_pointer(member)] = value;
        std::filesystem::remove(Page());
        const Outcome outcome = Make(Saved("a.json", result));
        const bool fits =
            (member == "/traffic" && value == "text") || (member == "/seeds" && value.is_array());
        EXPECT_EQ(outcome.code, fits ? 0 : 2) << line << member;
        EXPECT_EQ(CountOf("\n", outcome.err), outcome.code == 0 ? 0U : 1U) << outcome.err;
        EXPECT_EQ(std::filesystem::exists(Page()), outcome.code == 0) << line << member;
      }
    }
  }
}

TEST_F(Report, LeavesOutWhatNoCommandWrites) {
  Json result = MapResult();
  result["foreign"] = std::string(12U << 20, 'x');
  result["metrics"]["foreign"] = std::vector<int>(1000000, 7);
  EXPECT_EQ(Make(Saved("a.json", result)).code, 0);
  EXPECT_EQ(Data()["results"][0], MapResult());
  EXPECT_LT(ReadFile(Page()).size(), 5U << 20);
}

TEST_F(Report, WritesNoPageThatIsLongerThanItPromises) {
  Json result = MapResult();
  result["plan"] = {{{"step", std::string(1U << 20, '<')}, {"source", "x"}}};
  const Outcome outcome = Make(Saved("a.json", result));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "toroid: error: report: " + Page() +
                             ": would be longer than 5 MB; give fewer results, or shorter ones\n");
  EXPECT_FALSE(std::filesystem::exists(Page()));
}

TEST_F(Report, RefusesWhatIsTooDeepOrTooLarge) {
  const std::string give = "; give what a command printed with --format json\n";
  const auto refusal = [&](const std::string& text) {
    return Make("'" + scratch_.Write("a.json", text) + "'").err;
  };
  const std::string head = "toroid: error: result: " + scratch_.Path("a.json") + ": ";
  EXPECT_EQ(refusal("{\"command\":" + std::string(100000, '[') + std::string(100000, ']') + "}"),
            head + "is nested in more than 64 levels" + give);
  EXPECT_EQ(refusal("{\"a\":1e999}"), head + "has a number that is too large" + give);
}

TEST_F(Report, SaysWhereItCannotWrite) {
  const Outcome outcome = RunToroid(kMap + std::string("--report /nonexistent/page.html"));
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("No such file or directory"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace toroid::report_test
