// The words of gen/logic that the units are written in. A unit's formulas are read beside those of
// the C++ maps, so they are not to be hidden behind namespaces.
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
