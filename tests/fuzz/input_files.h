// Files that options of valid lines name.
#pragma once

#include <string>

#include "tests/fuzz/dice.h"

namespace toroid::fuzz {

// A table of four messages, and a GOAL program of one; each between this number of ranks.
std::string TableText(Dice& dice, int ranks);
std::string GoalText(Dice& dice, int ranks);
// NAME.0.et and so on: Chakra files of a sum of all ranks, of a group that NAME.json has too.
void WriteChakra(Dice& dice, const std::string& name, int ranks);
// OUT.images, a list of some or all nodes, and OUT.words, the words that the host sends them.
void WriteImages(Dice& dice, const std::string& out, int nodes);

}  // namespace toroid::fuzz
