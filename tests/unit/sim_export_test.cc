// What is said of exported programs that are not what they should be.
#include <gtest/gtest.h>

#include <functional>

#include "gen/spec/spec.h"
#include "sim/export/export_check.h"
#include "sim/export/workload_of.h"

namespace toroid::sim_export_test {
namespace {

// What the check finds in an all-reduce over 9 nodes after `change`; empty if nothing.
std::string FaultAfter(const std::function<void(Workload&)>& change) {
  const std::vector<std::string> words = {"--host",   "torus:3x3", "--traffic",  "all-reduce",
                                          "--method", "bucket",    "--elements", "20"};
  const Result<Spec> spec = ParseSpec(Command::kSimulate, words);
  const auto stimulus = Stimulus::Create(*spec->plan, spec->simulation);
  const Workload expected = WorkloadOf(*spec->plan, *stimulus, 0);
  Workload found = expected;
  change(found);
  EXPECT_TRUE(Finish(found).empty());
  const auto report = CheckExport(expected, found, *spec->plan, *stimulus, "sum.goal");
  if (!report) return report.diagnostics().front().what;
  EXPECT_EQ(report->messages, stimulus->program()->program->transfers.size());
  EXPECT_EQ(report->elements_checked, 2U * 9 * 20);
  return "";
}

Operation& FirstSend(Workload& workload) {
  for (Operation& one : workload.operations)
    if (one.kind == OperationKind::kSend) return one;
  return workload.operations.front();
}

TEST(ExportCheck, FindsNothingInWhatIsRight) {
  EXPECT_EQ(FaultAfter([](Workload&) {}), "");
}

TEST(ExportCheck, AMissingDependencyGivesAWrongResult) {
  const std::string fault = FaultAfter([](Workload& workload) {
    for (Operation& one : workload.operations) one.afters = 0;
  });
  EXPECT_NE(fault.find("wrong when it is done in another order"), std::string::npos) << fault;
}

TEST(ExportCheck, NamesMessagesThatAreMissingOrOtherwise) {
  EXPECT_EQ(FaultAfter([](Workload& workload) {
              Operation& send = FirstSend(workload);
              send.bytes += 1;
              for (Operation& one : workload.operations)
                if (one.kind == OperationKind::kReceive && one.tag == send.tag) one.bytes += 1;
            }).substr(0, 12),
            "has message ");
  const auto with_tag = [](std::uint32_t tag) {
    return [tag](Workload& workload) {
      const std::uint32_t old = FirstSend(workload).tag;
      for (Operation& one : workload.operations)
        if (one.kind != OperationKind::kCalculate && one.tag == old) one.tag = tag;
    };
  };
  EXPECT_NE(FaultAfter(with_tag(5000)).find("has 5001 of "), std::string::npos);
  EXPECT_NE(FaultAfter(with_tag(7)).find("has 0 of "), std::string::npos);  // two with one tag
}

}  // namespace
}  // namespace toroid::sim_export_test
