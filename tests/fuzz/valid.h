// Random command lines that must be accepted, and the exit code that each must end with.
#pragma once

#include <string>

#include "tests/fuzz/line.h"
#include "tests/fuzz/network.h"

namespace toroid::fuzz {

struct Valid {
  Line line;
  Network network;
  int code = 0;  // 1: the answer is a violation
};

// `out` is a folder that generate may write. Options of the table that no rule here speaks of are
// drawn by their type alone, so that new ones take part.
Valid ValidLine(Dice& dice, const std::string& out);

// A valid line for hardware, of the few kinds that other tests compile too. `folder` is for waves.
Valid ValidHardwareLine(Dice& dice, const std::string& folder);

// A value that the option's type allows.
std::string AnyValue(Dice& dice, const Option& option, Command command);

}  // namespace toroid::fuzz
