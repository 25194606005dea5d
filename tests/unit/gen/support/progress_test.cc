// Stages of long computations, and their watchers.
#include "gen/support/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <numeric>
#include <vector>

namespace toroid::gen_support_progress_test {
namespace {

// Records what it is shown, and asks for an end at a given call.
class Recorder : public Watcher {
 public:
  const volatile std::sig_atomic_t& hurry() const override { return in_hurry; }
  bool GoesOn(const Stage& stage) override {
    fractions.push_back(stage.fraction().value_or(-1));
    return static_cast<int>(fractions.size()) != stop_at;
  }
  void Ended(const Stage& stage) override { ended.push_back(stage.what()); }
  void Note(const std::string& text) override { notes.push_back(text); }
  void StartPrinting() override {}

  int stop_at = 0;  // 0: never
  volatile std::sig_atomic_t in_hurry = 0;
  std::vector<double> fractions;
  std::vector<std::string> ended;
  std::vector<std::string> notes;
};

TEST(Stage, NeedsNobodyToWatch) {
  Stage stage({}, "counting", 10);
  for (int i = 0; i < 100000; ++i) stage.Tick();
  stage.MoveTo(5);
  EXPECT_FALSE(stage.Cancelled());
  EXPECT_EQ(stage.fraction(), 0.5);
  Progress().Note("to nobody");
}

TEST(Stage, LooksAtTheFirstTickAndThenNowAndThen) {
  Recorder recorder;
  {
    Stage stage(Progress(recorder), "counting", 1000);
    EXPECT_TRUE(recorder.fractions.empty());
    stage.Tick();
    EXPECT_EQ(recorder.fractions, std::vector{0.001});
    for (int i = 1; i < 1000; ++i) stage.Tick();
    stage.MoveTo(1000);
    EXPECT_EQ(recorder.fractions.back(), 1);
    EXPECT_TRUE(std::ranges::is_sorted(recorder.fractions));
    EXPECT_TRUE(recorder.ended.empty());
  }
  EXPECT_EQ(recorder.ended, std::vector<std::string>{"counting"});
}

TEST(Stage, LooksAtOnceIfItHasToHurry) {
  Recorder recorder;
  Stage stage(Progress(recorder), "counting");
  for (int i = 0; i < 10'000'000; ++i) stage.Tick();  // enough to space the looks far apart
  const std::size_t looks = recorder.fractions.size();
  recorder.in_hurry = 1;
  for (int i = 0; i < 3; ++i) stage.Tick();
  EXPECT_EQ(recorder.fractions.size(), looks + 3);
}

TEST(Stage, IsLeftWhenTheWatcherWantsAnEnd) {
  Recorder recorder;
  recorder.stop_at = 3;
  Stage stage(Progress(recorder), "counting", 200);
  std::string where;
  try {
    for (std::uint64_t i = 1; i <= 200; ++i) stage.MoveTo(i * 25);
  } catch (const Interrupted& interrupted) {
    where = interrupted.where;
  }
  EXPECT_EQ(where, "while counting, 37 % done");
  EXPECT_EQ(recorder.fractions.size(), 3U);
}

TEST(Stage, WithoutATotalSaysOnlyWhatItDoes) {
  Recorder recorder;
  recorder.stop_at = 1;
  Stage stage(Progress(recorder), "looking");
  EXPECT_EQ(stage.fraction(), std::nullopt);
  try {
    stage.Tick();
    ADD_FAILURE() << "not left";
  } catch (const Interrupted& interrupted) {
    EXPECT_EQ(interrupted.where, "while looking");
  }
}

TEST(Stage, CanBeAskedWithoutBeingLeft) {
  Recorder recorder;
  recorder.stop_at = 2;
  const Stage stage(Progress(recorder), "looking");
  EXPECT_FALSE(stage.Cancelled());
  EXPECT_TRUE(stage.Cancelled());
}

TEST(Stage, SortingShowsSignsOfLife) {
  Recorder recorder;
  Stage stage(Progress(recorder), "sorting", 100);
  std::vector<int> numbers(1000);
  std::iota(numbers.rbegin(), numbers.rend(), 0);
  std::ranges::sort(numbers, {}, Ticking(stage, [](int number) { return number; }));
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
  EXPECT_GE(recorder.fractions.size(), 1U);
  EXPECT_EQ(stage.fraction(), 0);

  recorder.stop_at = static_cast<int>(recorder.fractions.size()) + 1;
  Stage next(Progress(recorder), "sorting", 100);
  EXPECT_THROW(std::ranges::sort(numbers, std::greater<>(),
                                 Ticking(next, [](int number) { return number; })),
               Interrupted);
}

TEST(Progress, HandsNotesOn) {
  Recorder recorder;
  Progress(recorder).Note("a tool was started");
  EXPECT_EQ(recorder.notes, std::vector<std::string>{"a tool was started"});
}

}  // namespace
}  // namespace toroid::gen_support_progress_test
