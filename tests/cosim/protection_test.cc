// Check wires beside the links (docs/spec/router.md, section 10). The model does not have them; the
// hardware equals the model in every cycle, and reports no fault where there is none.
#include <gtest/gtest.h>

#include <string>

#include "tests/cosim/simulate.h"

namespace toroid::protection_test {
namespace {

struct Case {
  std::string host;
  std::string more;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << c.more; }

std::string CaseName(const testing::TestParamInfo<Case>& test) {
  return TestName(test.param.host + test.param.more);
}

class Protection : public testing::TestWithParam<Case> {};

TEST_P(Protection, ChangesNoEvent) {
  const auto& [host, more] = GetParam();
  const std::string options = "--host " + host + more +
                              " --traffic uniform --rate 0.5 --packet-flits 3 --sink-ready 0.7 "
                              "--cycles 300";
  const Simulated protected_run = Simulate(options + " --protect parity");
  ExpectPerfectMatch(protected_run);
  EXPECT_NE(protected_run.report["network"].dump().find("parity"), std::string::npos);
  const Simulated plain = Simulate(options);
  EXPECT_EQ(protected_run.report["cycles"], plain.report["cycles"]);
  EXPECT_EQ(protected_run.report["latency"], plain.report["latency"]);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, Protection,
    testing::Values(Case{"torus:3x5", " --rtl nodes"}, Case{"torus:2x8", " --rtl flat"},
                    Case{"mesh:4x3", " --rtl nodes --ports all --storage lutram"},
                    Case{"ring:7", " --rtl nodes --link-stages 2 --buffer-depth 6"},
                    Case{"hypercube:3", " --rtl flat --link-stages 1 --refused 0.2"},
                    Case{"torus:4x3", " --rtl lanes --storage gated"},
                    Case{"line:5", " --rtl nodes --arbiter round-robin --flit-width 8"}),
    CaseName);

}  // namespace
}  // namespace toroid::protection_test
