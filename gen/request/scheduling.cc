#include "gen/request/scheduling.h"

namespace toroid {

std::string_view ToString(UnitUse units) {
  constexpr std::string_view kWords[] = {"", "send", "check"};
  return kWords[static_cast<int>(units)];
}

std::optional<UnitUse> ParseUnitUse(std::string_view text) {
  for (const auto units : {UnitUse::kNone, UnitUse::kSend, UnitUse::kCheck})
    if (text == ToString(units)) return units;
  return std::nullopt;
}

Field Scheduling::KindField() { return {"--schedule", EnumFieldOf<ParseScheduleKind>(kind)}; }

Field Scheduling::StepsField() {
  return {"--steps", &steps, kind == ScheduleKind::kExact && steps > 0};
}

Field Scheduling::TimeLimitField() { return {"--time-limit", &seconds, false}; }

// Checking is an option of the hardware, which says it (gen/plan/hardware_words.h).
Field Scheduling::UnitsField() {
  return {"--schedule-units", EnumFieldOf<ParseUnitUse>(units), units == UnitUse::kSend};
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
