// Command lines with one mistake.
#pragma once

#include <string>

#include "tests/fuzz/valid.h"

namespace toroid::fuzz {

struct Invalid {
  std::vector<std::string> words;  // after the program's name
  std::string kind;                // of the mistake, for counting
  std::string field;               // name in the diagnostic
  bool in_file = false;            // the diagnostic must name the place, too
};

// A valid line with a mistake made in it. Writes a configuration file if the line has one.
Invalid InvalidLine(Dice& dice, const Scratch& scratch);

}  // namespace toroid::fuzz
