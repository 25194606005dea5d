// Messages about faulty exported programs.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "gen/command_line/spec.h"
#include "gen/workload/formats.h"
#include "sim/export/export_check.h"
#include "sim/export/workload_of.h"

namespace toroid::sim_export_test {
namespace {

// The check's finding in an all-reduce over 9 nodes after `change`; empty if there is none.
std::string FaultAfter(const std::function<void(Workload&)>& change) {
  const std::vector<std::string> words = {"--host",   "torus:3x3", "--traffic",  "all-reduce",
                                          "--method", "bucket",    "--elements", "20"};
  const Result<Spec> spec = ParseSpec(Command::kSimulate, words);
  const auto stimulus = Stimulus::Create(*spec->plan, spec->simulation);
  const Workload expected = WorkloadOf(*spec->plan, *stimulus, 0, "sum.goal").value();
  Workload found = expected;
  change(found);
  EXPECT_TRUE(Finish(found).empty());
  const auto report = CheckExport(expected, found, *spec->plan, *stimulus, "sum.goal");
  if (!report) return report.diagnostics().front().what;
  EXPECT_EQ(report->messages, stimulus->collective()->program->operations.size());
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
  EXPECT_NE(fault.find("wrong when replayed in another order"), std::string::npos) << fault;
}

TEST(ExportCheck, NamesMessagesThatAreMissingOrOtherwise) {
  EXPECT_EQ(FaultAfter([](Workload& workload) {
              Operation& send = FirstSend(workload);
              send.bytes += 1;
              for (Operation& one : workload.operations)
                if (one.kind == OperationKind::kReceive && one.tag == send.tag) one.bytes += 1;
            }).substr(0, 20),
            "has a wrong message ");
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

// The fault of a program in this format, found by the tool's check or in one of several random
// orders; empty if there is none.
std::string FaultOf(const Workload& expected, const Result<Workload>& read, const Plan& plan,
                    const Stimulus& stimulus) {
  if (!read) return read.diagnostics().front().what;
  Workload found = *read;
  if (!Finish(found).empty()) return "does not come to its end";
  const auto report = CheckExport(expected, found, plan, stimulus, "sum");
  if (!report) return report.diagnostics().front().what;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto result = Redo(found, plan, stimulus, {EventOrder::Next::kByChance, seed});
    if (result.wrong > 0) return fmt::format("{} are wrong in order {}", result.wrong, seed);
  }
  return "";
}

// By format.
std::vector<std::string> FaultsOf(const Spec& spec) {
  const auto stimulus = Stimulus::Create(*spec.plan, spec.simulation);
  const Workload expected = WorkloadOf(*spec.plan, *stimulus, 0, "sum").value();
  std::string goal;
  WriteGoal(expected, [&](std::string_view text) { goal += text; });
  const auto read = ReadGoal(
      "sum.goal", goal,
      {.places = expected.ranks, .places_text = "", .flit_bits = spec.plan->hardware().flit_width});
  std::vector<std::string> faults = {FaultOf(expected, read, *spec.plan, *stimulus)};
  if (HasChakra()) {
    const std::vector<std::string> texts = ChakraFilesOf(expected);
    const auto files =
        ReadChakra("sum", expected.ranks,
                   [&](std::uint32_t rank) -> Result<std::string> { return texts[rank]; },
                   {.places = expected.ranks,
                    .places_text = "",
                    .flit_bits = spec.plan->hardware().flit_width});
    faults.push_back(FaultOf(expected, files, *spec.plan, *stimulus));
  }
  return faults;
}

TEST(ExportCheck, EveryMethodIsRightInAnyOrder) {
  const std::vector<std::string> rooted = {"trees", "lines", "bine"};
  const std::vector<std::string> rest = {"bucket", "halving", "swing", "whole", "forest", "trees"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> tasks = {
      {"all-reduce", rest},     {"all-gather", rest},
      {"reduce-scatter", rest}, {"complete-exchange", {"phases", "lines"}},
      {"broadcast", rooted},    {"reduce", rooted},
      {"gather", rooted},       {"scatter-blocks", rooted}};
  std::map<std::string, std::size_t> tried;  // by task and method
  for (const std::string shape :
       {"line:2", "line:8", "ring:8", "mesh:4x4", "torus:8x2", "torus:3x4", "hypercube:3"}) {
    for (const std::string ports : {"one", "all"}) {
      for (const auto& [task, methods] : tasks) {
        for (const std::string& method : methods) {
          for (const std::string elements : {"1", "2", "8", "33"}) {
            std::vector<std::string> words = {"--host",     shape,   "--ports",  ports,
                                              "--traffic",  task,    "--method", method,
                                              "--elements", elements};
            if (task == "complete-exchange") words[8] = "--block-flits";
            const Result<Spec> spec = ParseSpec(Command::kSimulate, words);
            if (!spec) continue;  // the host cannot do it so
            ++tried[task + " " + method];
            for (const std::string& fault : FaultsOf(*spec))
              EXPECT_EQ(fault, "")
                  << shape << " " << ports << " " << task << " " << method << " " << elements;
          }
        }
      }
    }
  }
  EXPECT_EQ(tried.size(), 28U);
}

}  // namespace
}  // namespace toroid::sim_export_test
