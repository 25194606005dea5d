// Whichever engine simulates a platform's network, its signals are the same in every cycle. (The
// whole top takes long to compile; that its engine agrees with that of the nodes is seen in
// tests/cosim, and the pins of the top in pins_test.cc.)
#include <gtest/gtest.h>

#include "tests/platform/bench.h"

namespace toroid::signals_test {
namespace {

using test::Bench;
constexpr auto kModel = NetworkEngine::kModel;
constexpr auto kNodes = NetworkEngine::kNodes;
constexpr auto kLanes = NetworkEngine::kLanes;

// Runs the bench to its end.
template <int kBits>
void ExpectTheSame(const std::string& options, const std::vector<NetworkEngine>& engines) {
  Kernel kernel;
  {
    Bench<kBits> bench("bench", options, engines);
    kernel.Leave();
    kernel.Run(Bench<kBits>::kAll);
    kernel.Enter();
    EXPECT_GT(bench.seen().delivered, 20 * bench.streams());
    EXPECT_EQ(bench.undelivered(), 0U);
    EXPECT_GT(bench.seen().waited, 20 * bench.streams());
    EXPECT_GT(bench.seen().refused, bench.streams() / 2);
    EXPECT_EQ(bench.seen().errors, bench.seen().refused);
    const auto others = static_cast<int>(engines.size()) - 1;
    EXPECT_EQ(bench.seen().compared, others * bench.streams() * Bench<kBits>::kAll);
  }
  kernel.Leave();
}

TEST(Signals, AreThoseOfEveryEngineOnAnOddTorus) {
  ExpectTheSame<72>("--host torus:3x5 --flit-width 72 --buffer-depth 2", {kModel, kNodes, kLanes});
}

TEST(Signals, AreThoseOfEveryEngineWithAllPortsLinkStagesAndParity) {
  ExpectTheSame<8>(
      "--host mesh:2x8 --flit-width 8 --ports all --arbiter round-robin --link-stages 1 --protect "
      "parity",
      {kModel, kNodes, kLanes});
}

// Of nine guest nodes on four host nodes some have more than others, so tid may be one too many.
TEST(Signals, AreThoseOfTheNodesWhereSeveralGuestNodesShareAHostNode) {
  ExpectTheSame<488>("--host hypercube:2 --guest mesh:3x3 --embedding gray --flit-width 488",
                     {kModel, kNodes});
}

}  // namespace
}  // namespace toroid::signals_test
