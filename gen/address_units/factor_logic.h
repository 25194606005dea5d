// The factors of a Gray embedding as combinational logic: Gray codes, direct meshes and planes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gen/address_units/logic.h"
#include "gen/gray/plan.h"

namespace toroid::address_units {

// The axes of a factor, ascending; its digits below are in their order. Also its text, "table of
// 3x5".
std::vector<std::size_t> AxesOf(const gray::Factor& factor);
std::string FactorTitle(const gray::Factor& factor);

// The factor's field of a cube node's address. `name` begins the names of its tables; no other
// factor has it.
Signal FieldLogic(Builder& build, const gray::Factor& factor, const std::string& name,
                  const Signals& digits);

// The digits that a field stands for.
struct FieldDigits {
  Signals digits;
  Signal held;  // one bit: some digits have the field; the constant 1 if every field is used
};
FieldDigits FieldDigitsLogic(Builder& build, const gray::Factor& factor, const std::string& name,
                             const Signal& field);

}  // namespace toroid::address_units
