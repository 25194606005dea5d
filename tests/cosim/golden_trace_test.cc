// A small run, written out event by event, as the router's specification (docs/spec/router.md,
// version 1) defines it. A change to the specification changes model, RTL and this file together.
// TOROID_UPDATE_GOLDEN=1 writes the file anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "tests/support/checkout.h"

namespace toroid::golden_trace_test {
namespace {

const std::string kFile = Checkout("tests/data/trace_torus_4x3.csv");

std::string TraceText(const EventLog& log) {
  static constexpr const char* kKinds[] = {"hop", "inject", "eject"};
  std::ostringstream text;
  text << "cycle,event,place,port,channel,source,destination,head,tail,payload\n" << std::hex;
  std::size_t at = 0;
  for (std::size_t cycle = 0; cycle < log.ends.size(); ++cycle) {
    for (; at < log.ends[cycle]; ++at) {
      const WireRecord& r = log.records[at];
      text << std::dec << cycle << ',' << kKinds[r.kind] << ',' << r.place << ',' << int{r.port}
           << ',' << int{r.channel} << ',' << r.source << ',' << r.destination << ','
           << (r.head_tail & 1) << ',' << (r.head_tail >> 1) << ',' << std::hex << r.payload
           << '\n';
    }
  }
  return text.str();
}

Plan SmallPlan(int buffer_depth) {
  HardwareOptions hardware;
  hardware.buffered.depth = buffer_depth;
  return Plan::Create(*Graph::Parse("torus:4x3"), std::nullopt, hardware).value();
}

std::unique_ptr<Traffic> SmallTraffic(const Plan& plan) {
  return MakePatternTraffic(plan, {.rate = 0.8, .packet_flits = 3, .cycles = 5, .seed = 7});
}

template <class Run>
EventLog RunToTheEnd(Run& run) {
  EventLog log;
  while (!run.over()) run.Run(1, &log);
  return log;
}

EventLog RunModel(int buffer_depth) {
  const Plan plan = SmallPlan(buffer_depth);
  ModelRun run(plan, SmallTraffic(plan), {.seed = 7, .sink_ready = 0.7});
  return RunToTheEnd(run);
}

std::string Golden() {
  std::ifstream file(kFile, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(GoldenTrace, IsWhatTheModelDoes) {
  const EventLog log = RunModel(2);
  ASSERT_GT(log.records.size(), 100U);
  const std::string text = TraceText(log);
  if (std::getenv("TOROID_UPDATE_GOLDEN")) std::ofstream(kFile, std::ios::binary) << text;
  EXPECT_EQ(text, Golden());
}

TEST(GoldenTrace, IsWhatTheHardwareDoes) {
  const Plan plan = SmallPlan(2);
  auto hardware = MakeHardware(plan, {});
  ASSERT_TRUE(hardware) << ToString(hardware.diagnostics().front());
  HardwareRun run(plan, SmallTraffic(plan), {.seed = 7, .sink_ready = 0.7},
                  std::move(hardware).value().dut);
  EXPECT_EQ(TraceText(RunToTheEnd(run)), Golden());
}

TEST(GoldenTrace, WouldShowAChangedDepth) {
  EXPECT_NE(TraceText(RunModel(2)), TraceText(RunModel(3)));
}

}  // namespace
}  // namespace toroid::golden_trace_test
