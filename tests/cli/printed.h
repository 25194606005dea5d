// Output of a command, and the members of its JSON.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/run_toroid.h"

namespace toroid {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

// Standard output of a run that must succeed.
inline std::string Out(const std::string& line) {
  const bool command = !line.starts_with("--");
  const Outcome outcome = RunToroid(command ? line + " --quiet" : line);
  EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
  EXPECT_EQ(outcome.err, "") << line;
  return outcome.out;
}

inline Names Keys(const Json& object) {
  Names keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

}  // namespace toroid
