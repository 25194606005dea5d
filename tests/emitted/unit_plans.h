// The plans whose address units the tests ask.
#pragma once

#include <string>
#include <vector>

#include "tests/emitted/emitted.h"

namespace toroid::test {

// Every embedding but tao: wires, xors, tables and Gray codes.
std::vector<Network> MapPlans();
// Every step of docs/spec/tao.md, section 2, with axes of odd and even length and of 2, on 1 to 5
// axes; widths that are equal and that are not.
std::vector<Network> TaoPlans();
// Every kind of factor, products of up to three, rings by two and by four with every number of
// places left out, cubes with dimensions to spare, and blocks that fit and that do not, on up to
// four axes.
std::vector<Network> GrayPlans();
// Contractions: drop, mirror and blocks, odd sides and even ones, axes of 2, and each kind of step
// after them.
std::vector<Network> ContractionPlans();
// Steps of every sort, ranks, wires, xors and a table, with each of these numbers of registers.
std::vector<Network> StagedPlans(const std::vector<int>& stages);

// One plan of such a kind.
struct Pair {
  const char* guest;
  const char* host;
  int dilation = 1;  // largest one of blocks
};
std::vector<Network> PlansOf(const std::vector<Pair>& pairs, const std::string& embedding);
Network StagedPlan(const std::string& embedding, const std::string& guest, const std::string& host,
                   int stages);

// A few of all these, for simulators: together they have every operator (a test checks that), every
// kind of step, walk and factor, and registers.
std::vector<Network> PrintedPlans();

}  // namespace toroid::test
