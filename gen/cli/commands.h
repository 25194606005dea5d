// The commands: each takes a valid request, prints its result to `out` and complaints to `err`, and
// returns the exit code.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "gen/spec/spec.h"
#include "gen/support/result.h"

namespace toroid {

inline constexpr int kDone = 0;
inline constexpr int kViolation = 1;  // ran, and found a violation or a mismatch
inline constexpr int kBadInput = 2;
inline constexpr int kFailed = 3;  // a tool is missing or failed, or something could not be written

// The whole program: `arguments` are the words after its name.
int RunToroid(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

int RunMap(const Spec& spec, std::ostream& out);
int RunSchedule(const Spec& spec, std::ostream& out, std::ostream& err);
int RunGenerate(const Spec& spec, std::ostream& out, std::ostream& err);
int RunSimulate(const Spec& spec, std::ostream& out, std::ostream& err);
int RunCheck(const Spec& spec, std::ostream& out, std::ostream& err);
int RunCost(const Spec& spec, std::ostream& out, std::ostream& err);

// One line for each, and `code`.
int Complain(const Diagnostics& diagnostics, std::ostream& err, int code);

}  // namespace toroid
