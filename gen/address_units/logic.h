// Names of gen/logic without their namespace: a unit's formulas are read beside those of the C++
// maps.
#pragma once

#include "gen/logic/builder.h"

namespace toroid::address_units {

using logic::Builder;
using logic::Circuit;
using logic::Constant;
using logic::Signal;
using logic::Signals;
using logic::TopCode;
using logic::True;

}  // namespace toroid::address_units
