// Results in files: written line by line, read again, merged (docs/spec/sweep.md, 5).
#include "sim/sweep/results.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "gen/support/files.h"
#include "tests/support/scratch.h"
#include "tests/unit/sim/sweep/testing.h"

namespace toroid::sim_sweep_results_test {
namespace {

class SweepResults : public testing::Test {
 protected:
  std::string Path(const std::string& name = "a.jsonl") const {
    return (scratch_.path() / name).string();
  }
  void Append(const std::string& text, const std::string& name = "a.jsonl") const {
    std::ofstream(Path(name), std::ios::app) << text;
  }
  std::string Refusal(const Diagnostics& found) const {
    EXPECT_EQ(found.size(), 1U);
    return found.front().what;
  }

  test::Scratch scratch_;
  Grid grid_ = SmallGrid(0.01);
  Point first_ = {0, 0.1, 1};
  Point second_ = {1, 0.35, 1};
  Measured measured_ = RunOf(0.1, 0.1, 6);
};

TEST_F(SweepResults, SayWhatTheSweepIs) {
  const auto grid = GridFrom(ToJson(grid_));
  ASSERT_TRUE(grid);
  EXPECT_EQ(*grid, grid_);
}

TEST_F(SweepResults, AreThereWhenTheFileIsOpenedAgain) {
  {
    auto file = ResultsFile::Open(Path(), grid_).value();
    EXPECT_TRUE(file.runs().empty());
    file.Add(first_, measured_);
    file.Add(second_, measured_);
  }
  const auto again = ResultsFile::Open(Path(), grid_);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->runs(), (Runs{{first_, measured_}, {second_, measured_}}));
}

TEST_F(SweepResults, AreNoPipe) {
  ASSERT_EQ(::mkfifo(Path().c_str(), 0600), 0);
  EXPECT_EQ(Refusal(ResultsFile::Open(Path(), grid_).diagnostics()),
            "is a device or a pipe, and results are read again");
  EXPECT_EQ(Refusal(ResultsFile::Open("/dev/zero", grid_).diagnostics()),
            "is a device or a pipe, and results are read again");
}

TEST_F(SweepResults, HaveLinesOfALimitedLength) {
  EXPECT_EQ(Refusal(Merge({"/dev/zero"}).diagnostics()), "holds no results of a sweep");
  Append(LineOf(grid_) + std::string((1 << 22) + 70000, ' '));
  EXPECT_EQ(Refusal(Merge({Path()}).diagnostics()), "has a line that is too long");
  EXPECT_EQ(Refusal(ResultsFile::Open(Path(), grid_).diagnostics()), "has a line that is too long");
}

TEST_F(SweepResults, LoseALastLineThatWasCutShort) {
  const std::string whole = LineOf(grid_) + LineOf(first_, measured_);
  for (std::size_t cut = 0; cut < whole.size(); cut += 7) {
    std::ofstream(Path()) << whole.substr(0, cut);
    auto file = ResultsFile::Open(Path(), grid_);
    ASSERT_TRUE(file.ok()) << cut;
    EXPECT_TRUE(file->runs().empty());
    EXPECT_EQ(files::Read(Path()), LineOf(grid_)) << cut;
  }
}

TEST_F(SweepResults, LeaveOtherFilesAlone) {
  Append("precious");
  EXPECT_EQ(Refusal(ResultsFile::Open(Path(), grid_).diagnostics()), "holds no results of a sweep");
  EXPECT_EQ(files::Read(Path()), "precious");
  Append(LineOf(SmallGrid()), "b.jsonl");
  EXPECT_EQ(Refusal(ResultsFile::Open(Path("b.jsonl"), grid_).diagnostics()),
            "holds the results of another sweep");
  EXPECT_EQ(files::Read(Path("b.jsonl")), LineOf(SmallGrid()));
  Append(LineOf(grid_) + "{}\n", "c.jsonl");
  const auto found = ResultsFile::Open(Path("c.jsonl"), grid_).diagnostics();
  EXPECT_EQ(Refusal(found), "is not a run of this sweep");
  EXPECT_TRUE(found.front().value.ends_with("c.jsonl:2")) << found.front().value;
}

// A number that no sweep writes would be read as another number, or cause too much work.
TEST_F(SweepResults, OfOtherFormAreRefused) {
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  std::string deep(100000, '[');
  std::string many = "[0";
  for (int i = 0; i < 1 << 17; ++i) many += ",0";
  many += "]";
  int number = 0;
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"seed\":1", "\"seed\":-1"},
           {"\"seed\":1", "\"seed\":1e300"},
           {"\"network\":0", "\"network\":0.5"},
           {"\"median\":", "\"median\":1e999,\"x\":"},
           {"\"rate\":0.1", "\"rate\":5e-324"},
           {"\"rate\":0.1", "\"rate\":1e308"},
           {"\"median\":", "\"median\":18446744073709551615,\"x\":"},
           {"\"batches\":[[", "\"batches\":[[-"},
           {"\"median\":", "\"x\":" + many + ",\"median\":"},
           {"\"median\":", "\"x\":" + deep + ",\"median\":"}}) {
    const std::string name = std::to_string(++number);
    Append(LineOf(grid_) + with(LineOf(first_, measured_), from, to), name);
    EXPECT_EQ(Refusal(ResultsFile::Open(Path(name), grid_).diagnostics()),
              "is not a run of this sweep")
        << to.substr(0, 50);
  }
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"seeds\":[", "\"seeds\":[-1,"},
           {"\"batches\":", "\"batches\":0.5,\"x\":"},
           {"\"nodes\":", "\"nodes\":1e300,\"x\":"},
           {"\"loads\":[", "\"loads\":[5e-324,"},
           {"\"loads\":[", "\"loads\":[2,"},
           {"\"latency_limit\":3.0", "\"latency_limit\":1e308"},
           {"\"latency_limit\":3.0", "\"latency_limit\":1.7e308"},
           {"\"shortfall\":0.05", "\"shortfall\":-1e308"},
           {"\"precision\":0.0", "\"precision\":1e308"},
           {"\"resolution\":0.01", "\"resolution\":5e-324"},
           {"\"zero_load_latency\":5.0", "\"zero_load_latency\":1e308"},
           {"{", "{\"x\":" + deep + ","}}) {
    const std::string name = std::to_string(++number);
    Append(with(LineOf(grid_), from, to), name);
    EXPECT_EQ(Refusal(Merge({Path(name)}).diagnostics()), "holds no results of a sweep")
        << to.substr(0, 50);
  }
  Grid huge = grid_;
  huge.loads.assign(100000, 0.1);
  huge.seeds.assign(100000, 1);
  EXPECT_FALSE(GridFrom(ToJson(huge)));
}

TEST_F(SweepResults, AreWrittenByOneSweepAtATime) {
  const auto file = ResultsFile::Open(Path(), grid_);
  ASSERT_TRUE(file.ok());
  const auto open_elsewhere = [&] {
    const auto other = ResultsFile::Open(Path(), grid_);
    std::cerr << (other.ok() ? "opened" : other.diagnostics().front().what);
    std::exit(0);
  };
  EXPECT_EXIT(open_elsewhere(), testing::ExitedWithCode(0), "^is written by another sweep$");
}

TEST_F(SweepResults, AreMergedWhateverTheOrderWithEachRunOnce) {
  Append(LineOf(grid_) + LineOf(second_, measured_) + LineOf(first_, measured_));
  Append(LineOf(grid_) + LineOf(first_, measured_) + LineOf(second_, measured_).substr(0, 20),
         "b.jsonl");
  for (const auto& paths : {std::vector{Path(), Path("b.jsonl")}, {Path("b.jsonl"), Path()}}) {
    const auto merged = Merge(paths);
    ASSERT_TRUE(merged.ok());
    EXPECT_EQ(merged->grid, grid_);
    EXPECT_EQ(merged->runs, (Runs{{first_, measured_}, {second_, measured_}}));
  }
}

TEST_F(SweepResults, ThatContradictEachOtherAreNamed) {
  Append(LineOf(grid_) + LineOf(first_, measured_));
  Measured other = measured_;
  ++other.batches[1].latency;
  Append(LineOf(grid_) + LineOf(first_, other), "b.jsonl");
  const auto found = Merge({Path(), Path("b.jsonl")}).diagnostics();
  EXPECT_EQ(Refusal(found),
            "contradicts " + Path() + ":2 on traffic uniform, host ring:10, rate 0.1, seed 1");
  EXPECT_EQ(found.front().value, Path("b.jsonl") + ":2");
}

TEST_F(SweepResults, OfDifferentSweepsAreNotMerged) {
  Append(LineOf(grid_));
  Append(LineOf(SmallGrid()), "b.jsonl");
  EXPECT_EQ(Refusal(Merge({Path(), Path("b.jsonl")}).diagnostics()),
            "holds the results of another sweep than " + Path());
  EXPECT_EQ(Merge({Path("c.jsonl")}).diagnostics().front().fault, Fault::kInput);
}

}  // namespace
}  // namespace toroid::sim_sweep_results_test
