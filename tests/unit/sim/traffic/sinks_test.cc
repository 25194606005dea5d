// When sinks take messages, and for how long they keep them (docs/spec/flows.md, FL2).
#include "sim/traffic/sinks.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/workload/formats.h"

namespace toroid::sinks_test {
namespace {

constexpr NodeId kNode{1};

// Sends are operations 0, 2, 4 and so on, in the order of the rows.
Workload Table(const char* rows) {
  return ReadMessageTable("flows.csv",
                          std::string("id,source,destination,flits,after,buffer\n") + rows,
                          {.places = 4, .places_text = ""})
      .value();
}

TEST(Sinks, KeepAMessageUntilItIsAnswered) {
  const Workload table = Table(
      "a,0,1,3,,4\nb,0,1,3,,\nc,0,1,3,,\nanswer,1,0,1,a,\nother,1,2,1,a,\nanother,1,0,1,b,\n");
  Sinks sinks(table, 4, table.sink_flits);
  EXPECT_TRUE(sinks.HasRoom(kNode));
  sinks.Take(0);  // a
  EXPECT_TRUE(sinks.HasRoom(kNode));
  sinks.Take(2);  // b
  EXPECT_FALSE(sinks.HasRoom(kNode));
  sinks.Arrived(0);
  sinks.Arrived(2);
  sinks.Sent(6);  // of a's two answers
  EXPECT_FALSE(sinks.HasRoom(kNode));
  sinks.Sent(8);
  EXPECT_TRUE(sinks.HasRoom(kNode));
  sinks.Take(4);  // c, which nobody answers
  EXPECT_FALSE(sinks.HasRoom(kNode));
  sinks.Arrived(4);
  EXPECT_TRUE(sinks.HasRoom(kNode));
}

TEST(Sinks, KeepNothingForOtherNodes) {
  const Workload table = Table("a,0,1,4,,4\nb,2,3,1,a,\n");
  Sinks sinks(table, 4, table.sink_flits);
  sinks.Take(0);
  EXPECT_FALSE(sinks.HasRoom(kNode));
  sinks.Arrived(0);
  EXPECT_TRUE(sinks.HasRoom(kNode));
  sinks.Sent(2);
  EXPECT_TRUE(sinks.HasRoom(kNode));
}

TEST(Sinks, WithoutALimitTakeEverything) {
  const Workload table = Table("a,0,2,4,,4\nb,0,1,1000,,\n");
  Sinks sinks(table, 4, table.sink_flits);
  for (int i = 0; i < 3; ++i) sinks.Take(2);
  EXPECT_TRUE(sinks.HasRoom(kNode));
}

}  // namespace
}  // namespace toroid::sinks_test
