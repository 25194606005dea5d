#include "sim/run/moved.h"

#include <memory>

namespace toroid {

Result<Plan> PlanBeforeMove(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress) {
  HardwareOptions hardware = plan.options();
  const Partition box = plan.partition()->At(request.run.moved_from).value();
  hardware.partition = box;
  const auto* sets = std::get_if<SetsRequest>(&request.traffic);
  if (hardware.schedule_unit.task && sets) {
    hardware.schedule_unit.task->table = std::make_shared<const Schedule>(
        ScheduleSet(*sets, request.run.seed, plan.message_routes(),
                    box.Place(*plan.unit_embedding()), hardware.ports, 0, progress));
  }
  return plan.With(hardware);
}

SimulationRequest RequestBeforeMove(SimulationRequest request) {
  request.run.moved_from.clear();
  request.run.wave.clear();
  request.run.baseline = false;
  return request;
}

}  // namespace toroid
