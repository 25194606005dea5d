// The words of gen/logic that the units are written in.
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
