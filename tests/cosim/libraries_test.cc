// Libraries of several networks in one process.
#include <gtest/gtest.h>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"

namespace toroid::libraries_test {
namespace {

// One library is closed before the next is loaded, and the loader may keep closed ones.
TEST(Libraries, AreThoseOfTheNetworksThatWereAskedFor) {
  for (const int bits : {8, 64, 8}) {
    HardwareOptions hardware;
    hardware.flit_width = bits;
    const auto plan = Plan::Create(*Graph::Parse("ring:3"), std::nullopt, hardware);
    ASSERT_TRUE(plan);
    RunOptions options;
    options.rtl = RtlEngine::kNodes;
    const auto made = MakeHardware(*plan, options);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->dut->payload_words(), bits == 64 ? 2U : 1U) << bits;
  }
}

}  // namespace
}  // namespace toroid::libraries_test
