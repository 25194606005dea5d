// Runs `toroid simulate` and reads its report.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid {

struct Simulated {
  int code = -1;
  nlohmann::json report;
  std::string err;
};

inline Simulated Simulate(const std::string& options) {
  const Outcome outcome = RunToroid("simulate --format json " + options);
  Simulated simulated{outcome.code, {}, outcome.err};
  if (outcome.out.starts_with("{")) simulated.report = nlohmann::json::parse(outcome.out);
  return simulated;
}

// Expects a passing run of both engines: every message is delivered as sent, every event is equal,
// and at least one was compared.
inline void ExpectPerfectMatch(const Simulated& run) {
  ASSERT_EQ(run.code, 0) << run.err << run.report.dump(2);
  EXPECT_EQ(run.report["match"], true);
  EXPECT_GT(run.report["events_compared"], 0);
  EXPECT_EQ(run.report["cycles"], run.report["reference_cycles"]);
  const auto& messages = run.report["messages"];
  EXPECT_GT(messages["sent"], 0);
  EXPECT_EQ(messages["sent"], messages["delivered"]);
  EXPECT_EQ(messages["refused"], messages["refused_expected"]);
  for (const char* fault : {"lost", "duplicated", "corrupted", "misrouted", "out_of_order"})
    EXPECT_EQ(messages[fault], 0) << fault;
}

// "a/b/c": a field of the first iteration of an exchange with messages of 1, 4 and 16 flits, on the
// model.
inline std::string OfLengths(const std::string& options, const std::string& field) {
  std::string text;
  for (const int flits : {1, 4, 16}) {
    const Simulated run = Simulate(
        options + " --traffic exchange --sets 1 --engine model --no-baseline --message-flits " +
        std::to_string(flits));
    EXPECT_EQ(run.code, 0) << run.report.dump(2);
    text += (text.empty() ? "" : "/") + run.report["iterations"][0][field].dump();
  }
  return text;
}

inline std::string TestName(std::string text) {
  for (char& c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return text;
}

}  // namespace toroid
