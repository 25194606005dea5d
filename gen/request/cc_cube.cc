#include "gen/request/cc_cube.h"

#include "gen/request/program.h"

namespace toroid {

Fields CcCubeRequest::fields() {
  Fields fields = ProgramFields(*this);
  fields.push_back(schedule.UnitField());
  fields.push_back({"--check-arrivals"});
  return fields;
}

std::string CcCubeRequest::Text(std::uint64_t /*seed*/) const {
  return ProgramText(*this, std::nullopt);
}

Diagnostics CcCubeRequest::Check(const Setting& setting) const {
  Diagnostics found;
  if (!setting.refused("--elements") && !setting.refused("--pipelining"))
    found = PacketDiagnostics(pipelining, elements);
  if (schedule.by_units && !setting.hardware.barrier) {
    found.push_back({"--schedule-unit", "",
                     "runs the iterations of a program between barriers of the hardware",
                     "with traffic cc-cube give --router scheduled and --barrier hardware too"});
  }
  return found;
}

}  // namespace toroid
