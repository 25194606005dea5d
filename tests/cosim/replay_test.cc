// The command that a failed run prints repeats that run: same hardware, same traffic.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "gen/command_line/spec.h"
#include "sim/run/describe.h"

namespace toroid::replay_test {
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
  const std::string command = ReplayCommand(*first->plan, first->simulation);
  const std::string prefix = "toroid simulate ";
  ASSERT_EQ(command.find(prefix), 0U) << command;
  const auto again = Parsed(command.substr(prefix.size()));
  ASSERT_TRUE(again.ok()) << command << "\n" << ToString(again.diagnostics().front());
  EXPECT_EQ(again->plan->hardware_hash(), first->plan->hardware_hash()) << command;
  EXPECT_TRUE(again->plan->partition() == first->plan->partition()) << command;
  EXPECT_EQ(RunHash(*again->plan, again->simulation), RunHash(*first->plan, first->simulation))
      << command;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Replay,
    testing::Values(
        "--host torus:4x4 --traffic uniform --rate 0.25 --seed 7",
        "--host torus:4x4 --traffic uniform --refused 0.125 --seed 7",
        "--host torus:4x4 --traffic hotspot --hotspot 0.25",
        "--host torus:4x4 --guest torus:4x4 --embedding identity --traffic uniform",
        "--host mesh:3x5 --guest ring:15 --embedding tao --ports all --relay --traffic permutation",
        "--host mesh:3x5 --guest ring:15 --embedding tao --walk ring --traffic neighbor "
        "--sink-ready 0.5",
        "--host mesh:5x6 --partition 3x4 --base 1,2 --guest ring:12 --embedding tao --traffic "
        "exchange",
        "--host torus:8x8 --guest hypercube:6 --embedding xor --bit-order block --traffic cc-cube",
        "--host torus:8x8 --guest hypercube:6 --embedding xor --traffic task --task 0,6 --schedule "
        "stream --ports all "
        "--message-flits 16 --schedule-units send",
        "--host mesh:3x5 --guest ring:15 --embedding tao --traffic scatter --sets 3 "
        "--message-flits 2 --schedule list --seed 9",
        "--host mesh:3x5 --guest ring:15 --embedding tao --traffic exchange --barrier-cycles 4",
        "--host mesh:4x4 --guest hypercube:4 --embedding standard --traffic task --task 0,4 "
        "--schedule exact --steps 5",
        "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic complete-exchange --method "
        "ring --block-flits 3",
        "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic fft --flit-width 64 "
        "--elements 16 --pipelining 4"));

TEST(RunHashes, DependOnWhereAPartitionIs) {
  const auto parse = [](const std::string& base) {
    const std::vector<std::string> words = {"--host",      "torus:4x4", "--partition", "3x3",
                                            "--base",      base,        "--guest",     "ring:9",
                                            "--embedding", "tao",       "--traffic",   "scatter"};
    return ParseSpec(Command::kSimulate, words).value();
  };
  const Spec here = parse("0,0");
  const Spec there = parse("0,1");
  EXPECT_EQ(here.plan->hardware_hash(), there.plan->hardware_hash());
  EXPECT_NE(RunHash(*here.plan, here.simulation), RunHash(*there.plan, there.simulation));
}

}  // namespace
}  // namespace toroid::replay_test
