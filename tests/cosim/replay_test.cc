// The command that a failed run prints repeats that run: same hardware, same traffic.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "sim/run/describe.h"

namespace toroid {
namespace {

Result<Spec> Parsed(const std::string& command) {
  std::istringstream words(command);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  return ParseSpec(Command::kSimulate, arguments);
}

class Replay : public testing::TestWithParam<std::string> {};

TEST_P(Replay, RepeatsHardwareAndTraffic) {
  const auto first = Parsed(GetParam());
  ASSERT_TRUE(first.ok()) << ToString(first.diagnostics().front());
  const std::string command = ReplayCommand(*first->plan, first->simulate);
  const std::string prefix = "toroid simulate ";
  ASSERT_EQ(command.find(prefix), 0U) << command;
  const auto again = Parsed(command.substr(prefix.size()));
  ASSERT_TRUE(again.ok()) << command << "\n" << ToString(again.diagnostics().front());
  EXPECT_EQ(again->plan->hardware_hash(), first->plan->hardware_hash()) << command;
  EXPECT_EQ(RunHash(again->simulate), RunHash(first->simulate)) << command;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Replay,
    testing::Values("--host torus:4x4 --traffic uniform --rate 0.25 --seed 7",
                    "--host torus:4x4 --guest torus:4x4 --embedding identity --traffic uniform",
                    "--host mesh:3x5 --guest ring:15 --embedding tao --walk ring --traffic neighbor --sink-ready 0.5",
                    "--host torus:8x8 --guest hypercube:6 --embedding xor --bit-order block --traffic cc-cube",
                    "--host torus:8x8 --guest hypercube:6 --embedding xor --traffic task --task 0,6 --schedule stream --ports all "
                    "--message-flits 16 --schedule-unit",
                    "--host mesh:4x4 --guest hypercube:4 --embedding standard --traffic task --task 0,4 --schedule exact --steps 5",
                    "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic complete-exchange --method ring --block-flits 3",
                    "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic fft --flit-width 64 --elements 16 --pipelining 4"));

}  // namespace
}  // namespace toroid
