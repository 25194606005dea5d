#include "gen/request/scheduling.h"

namespace toroid {

Field Scheduling::KindField() { return {"--schedule", WordOf<ParseScheduleKind>(kind)}; }

Field Scheduling::StepsField() {
  return {"--steps", &steps, kind == ScheduleKind::kExact && steps > 0};
}

Field Scheduling::TimeLimitField() { return {"--time-limit", &seconds, false}; }

Field Scheduling::UnitField() { return {"--schedule-unit", &by_units}; }

Field Scheduling::StartupField() { return {"--startup", &startup, startup > 0}; }

Field Scheduling::ReleaseField() {
  return {"--release", WordOf<ParseRelease>(release), release != Release::kCycle};
}

}  // namespace toroid
