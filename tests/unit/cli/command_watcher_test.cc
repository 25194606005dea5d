// What a watcher displays of a stage, and that it restores the signals.
#include "cli/command_watcher.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>

namespace toroid::cli_command_watcher_test {
namespace {

TEST(ProgressText, HasThePartDoneAndTheTimeLeftWhereTheEndIsKnown) {
  Stage stage({}, "measuring", 400);
  stage.MoveTo(100);
  EXPECT_EQ(ProgressText(stage, 10), "measuring: 25 %, about 30 s left");
  EXPECT_EQ(ProgressText(stage, 100), "measuring: 25 %, about 5 min left");
  EXPECT_EQ(ProgressText(stage, 3600), "measuring: 25 %, about 3 h left");
  EXPECT_EQ(ProgressText(stage, 23 * 1200), "measuring: 25 %, about 23 h left");
  EXPECT_EQ(ProgressText(stage, 36 * 1200), "measuring: 25 %, about 1.5 days left");
  stage.MoveTo(398);
  EXPECT_EQ(ProgressText(stage, 50), "measuring: 99 %, about 0 s left");
}

TEST(ProgressText, HasTheTimePassedWhereTheEndIsNot) {
  EXPECT_EQ(ProgressText(Stage({}, "looking"), 12.4), "looking: 12 s");
  EXPECT_EQ(ProgressText(Stage({}, "measuring", 400), 3), "measuring: 3 s");
  Stage over({}, "simulating", 400, [] { return "cycle 500"; });
  over.MoveTo(500);
  EXPECT_EQ(ProgressText(over, 3), "simulating: 3 s; cycle 500");
}

TEST(CommandWatcher, EndsTheWorkAtASignalAndSaysHowFarItCame) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::ostringstream err;
    CommandWatcher watcher(err, Display::kNothing, false);
    Stage stage(watcher.progress(), "measuring", 4);
    stage.MoveTo(1);
    for (int i = 0; i < 10'000'000; ++i) stage.Tick(0);  // enough to space the looks far apart
    raise(signal);
    try {
      stage.Tick();
      ADD_FAILURE() << "not left";
    } catch (const Interrupted& interrupted) {
      EXPECT_EQ(watcher.Explain(interrupted), 128 + signal);
    }
    EXPECT_EQ(err.str(), "toroid: interrupted while measuring, 50 % done\n");
  }
}

TEST(CommandWatcher, LeavesSignalsAsTheyWere) {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  struct sigaction before {};
  sigaction(SIGHUP, &ignore, &before);
  const auto handler_of = [](int signal) {
    struct sigaction now {};
    sigaction(signal, nullptr, &now);
    return now.sa_handler;
  };
  const auto interrupt = handler_of(SIGINT);
  {
    std::ostringstream err;
    const CommandWatcher watcher(err, Display::kNothing, false);
    EXPECT_EQ(handler_of(SIGHUP), SIG_IGN);
    EXPECT_NE(handler_of(SIGINT), interrupt);
  }
  EXPECT_EQ(handler_of(SIGINT), interrupt);
  sigaction(SIGHUP, &before, nullptr);
}

TEST(CommandWatcher, TellsNotesUnlessItShowsNothing) {
  for (const auto& [display, text] :
       {std::pair(Display::kNothing, ""),
        std::pair(Display::kLines, "toroid: a tool was started\n"),
        std::pair(Display::kOneLine, "toroid: a tool was started\n")}) {
    std::ostringstream err;
    CommandWatcher watcher(err, display, false);
    watcher.progress().Note("a tool was started");
    EXPECT_EQ(err.str(), text);
  }
}

}  // namespace
}  // namespace toroid::cli_command_watcher_test
