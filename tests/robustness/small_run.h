// A simulation of a moment, and the surroundings it is given.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/run_toroid.h"

namespace toroid {

inline constexpr const char* kSmall =
    "simulate --host ring:4 --traffic uniform --rate 0.5 --flit-width 16 --cycles ";
inline const std::string kSmallRun = std::string("\"$TOROID\" ") + kSmall + "50";
inline constexpr const char* kCompiling = "toroid: compiling one node";

// A cache of this scratch folder's own. A compiler cache stays where it is: it would go there too.
inline std::string OwnCache(const Scratch& scratch) {
  return "export CCACHE_DIR=\"${CCACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/ccache}\" "
         "XDG_CACHE_HOME='" +
         scratch.Path("cache") + "'; ";
}

// A separate cache with this compiler, which is then called every time.
inline std::string OwnCache(const Scratch& scratch, const std::string& compiler) {
  return OwnCache(scratch) + "export CCACHE_DISABLE=1 CXX='" + compiler + "'; ";
}

// An executable script.
inline std::string WriteScript(const Scratch& scratch, const std::string& name,
                               const std::string& text) {
  const std::string path = scratch.Write(name, "#!/bin/sh\n" + text);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

// A compiler that waits `seconds` before it does its work, but tells its version at once.
inline std::string SlowCompiler(const Scratch& scratch, const std::string& seconds) {
  return WriteScript(scratch, "slow-g++",
                     "[ \"$1\" = --version ] || sleep " + seconds + "\nexec g++ \"$@\"\n");
}

// The names in the scratch folder's cache that start or end so.
inline std::vector<std::filesystem::path> InCache(const Scratch& scratch, const std::string& start,
                                                  const std::string& end) {
  std::vector<std::filesystem::path> found;
  std::error_code none;
  for (const auto& entry :
       std::filesystem::directory_iterator(scratch.Path("cache") + "/toroid", none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(end)) found.push_back(entry.path());
  }
  return found;
}

inline std::filesystem::path CachedLibrary(const Scratch& scratch) {
  for (const auto& path : InCache(scratch, "dut-", "")) {
    if (exists(path / "dut.so")) return path / "dut.so";
  }
  return {};
}

inline bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Exit code 3 with one diagnostic that starts so and holds `part`, and nothing on standard output.
inline void ExpectFailed(const Outcome& outcome, const std::string& start,
                         const std::string& part) {
  EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(Has("\n" + outcome.err, "\ntoroid: error: " + start)) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, part)) << outcome.err;
}

inline void ExpectPassed(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "every event equal")) << outcome.out;
  EXPECT_FALSE(Has(outcome.err, "error")) << outcome.err;
}

}  // namespace toroid
