#include "gen/request/scheduling.h"

namespace toroid {

Field Scheduling::KindField() { return {"--schedule", EnumFieldOf<ParseScheduleKind>(kind)}; }

Field Scheduling::StepsField() {
  return {"--steps", &steps, kind == ScheduleKind::kExact && steps > 0};
}

Field Scheduling::TimeLimitField() { return {"--time-limit", &seconds, false}; }

// Checking is an option of the hardware, which says it (HardwareOptions::fields).
Field Scheduling::UnitsField() {
  return {"--schedule-units", EnumFieldOf<Parse<UnitUse>>(units), units == UnitUse::kSend};
}

Field Scheduling::StartupField() { return {"--startup", &startup, startup > 0}; }

Field Scheduling::ReleaseField() {
  return {"--release", EnumFieldOf<ParseRelease>(release), release != Release::kCycle};
}

Fields Scheduling::RoundFields(Cycle& barrier_cycles) {
  return {{"--barrier"},    {"--barrier-cycles", &barrier_cycles},
          KindField(),      TimeLimitField(),
          StartupField(),   ReleaseField(),
          {"--no-baseline"}};
}

}  // namespace toroid
