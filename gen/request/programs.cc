#include "gen/request/programs.h"

#include <fmt/core.h>

#include <bit>

#include "gen/support/text.h"

namespace toroid {

Fields CubeProgramRequest::fields() {
  Fields fields = {{"--elements", &elements}};
  if (program != CubeProgram::kBitonicSort) fields.push_back({"--pipelining", &pipelining});
  const Fields of_rounds = schedule.RoundFields(barrier_cycles);
  fields.insert(fields.end(), of_rounds.begin(), of_rounds.end());
  if (is_cc_cube()) fields.push_back(schedule.UnitsField());
  return fields;
}

// ", N=256 elements, Q=8, seed 1, barrier 0"; no seed of a program that carries no data.
std::string CubeProgramRequest::Text(std::uint64_t seed) const {
  std::string text = ", N=" + Counted(elements, "element");
  if (program != CubeProgram::kBitonicSort) text += fmt::format(", Q={}", pipelining);
  if (!is_cc_cube()) text += fmt::format(", seed {}", seed);
  return text + fmt::format(", barrier {}", barrier_cycles);
}

// Butterflies need a power of two of points.
Diagnostics CubeProgramRequest::Check(const Setting& setting) const {
  Diagnostics found;
  const bool fft = program == CubeProgram::kFft;
  if (fft && setting.hardware.flit_width < 64) {
    found.push_back({"--flit-width", std::to_string(setting.hardware.flit_width),
                     "cannot hold a point of the fft",
                     "a flit holds a pair of 32-bit numbers; allowed are 64 and above"});
  }
  if (fft && !std::has_single_bit(static_cast<unsigned>(elements))) {
    found.push_back({"--elements", std::to_string(elements), "is not a power of two",
                     "each process transforms that many points; allowed are 1, 2, 4, 8, ..."});
  }
  if (!is_cc_cube()) {
    const Diagnostics too_much = DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
    found.insert(found.end(), too_much.begin(), too_much.end());
  }
  if (!found.empty() || program == CubeProgram::kBitonicSort) return found;
  return PacketDiagnostics(pipelining, elements);
}

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

Result<Schedule> MakeSchedule(const TaskRequest& request, const MessageRoutes& routes,
                              const Embedding& embedding, Ports ports, const Progress& progress) {
  return MakeScheduleOn(routes, request.schedule.kind, embedding, request.task, ports,
                        request.message_flits, request.schedule.exact(), progress);
}

}  // namespace toroid
