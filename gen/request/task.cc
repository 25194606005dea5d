#include "gen/request/task.h"

#include <fmt/core.h>

#include "gen/support/text.h"

namespace toroid {

Fields TaskRequest::fields() {
  return {{"--task", &task},         {"--message-flits", &message_flits},
          schedule.KindField(),      schedule.StepsField(),
          schedule.TimeLimitField(), schedule.UnitsField(),
          schedule.StartupField(),   schedule.ReleaseField(),
          {"--no-baseline"}};
}

std::string TaskRequest::Text(std::uint64_t /*seed*/) const {
  return fmt::format(" <{},{}>, messages of {}", task.first, task.count,
                     Counted(message_flits, "flit"));
}

// That the task is within the guest is checked for all commands.
Diagnostics TaskRequest::Check(const Setting& /*setting*/) const { return {}; }

Result<Schedule> MakeSchedule(const TaskRequest& request, const Embedding& embedding, Ports ports,
                              const Progress& progress) {
  return MakeSchedule(request.schedule.kind, embedding, request.task, ports, request.message_flits,
                      request.schedule.exact(), progress);
}

}  // namespace toroid
