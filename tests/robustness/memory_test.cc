// Memory does not grow with a network's nodes or a program's iterations.
#include "tests/robustness/small_run.h"

namespace toroid::memory_test {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeepsFreedMemory = true;
#else
constexpr bool kKeepsFreedMemory = false;
#endif

class Memory : public testing::Test {
 protected:
  void SetUp() override {
    if (kKeepsFreedMemory) GTEST_SKIP() << "the address sanitizer keeps what was freed";
  }
};

// `toroid LINE`'s most memory, in kB; it must be done and right.
long PeakOf(const std::string& line) {
  const Outcome outcome = RunToroid(line + " >/dev/null");
  EXPECT_EQ(outcome.code, 0) << line << outcome.err;
  EXPECT_GT(outcome.peak_kb, 0) << line;
  return outcome.peak_kb;
}

TEST_F(Memory, OfGenerateDoesNotGrowWithTheNetwork) {
  const Scratch scratch;
  const auto peak = [&](const std::string& host) {
    return PeakOf("generate --host " + host + " --out '" + scratch.Path("out") + "'");
  };
  const long small = peak("torus:16x16");
  const long large = peak("torus:256x256");
  EXPECT_LT(large, 100'000);
  EXPECT_LT(large, 2 * small);
  // reads the manifest of the earlier output first
  EXPECT_LT(peak("torus:256x256"), 2 * small);
}

TEST_F(Memory, OfARunDoesNotGrowWithItsIterations) {
  const auto peak = [](const std::string& degree, const std::string& options) {
    return PeakOf(
        "simulate --engine model --host ring:2 --guest hypercube:1 --embedding xor --traffic "
        "cc-cube --no-baseline --elements 1048576 --pipelining " +
        degree + options);
  };
  constexpr long kListed = 64'000;  // kB, of a list of 2^16 iterations and its text
  const long few = peak("1024", " --schedule offset");
  EXPECT_LT(peak("1048576", " --schedule offset"), few + kListed);
  EXPECT_LT(peak("1048576", " --schedule offset --format json"), few + kListed);
  // no two iterations in a row are alike
  EXPECT_LT(peak("262144", " --sink-ready 0.7 --format json"), few + kListed);
}

}  // namespace
}  // namespace toroid::memory_test
