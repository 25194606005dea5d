#include "sim/run/run_state.h"

#include <algorithm>

#include "sim/run/model_cycles.h"
#include "sim/run/predict.h"

namespace toroid {

std::optional<Cycle> RunState::PredictedCycles() const {
  Cycle last = 0;
  for (const RunningProgram& program : programs) {
    const auto cycles =
        toroid::PredictedCycles(program.run.predictions, BarrierOf(program.run.request.traffic));
    if (!cycles) return std::nullopt;
    last = std::max(last, *cycles);
  }
  return last;
}

Cycle RunState::CyclesIn(const EngineTraffic& engine) const {
  if (!engine.bench().done()) return engine.bench().now();
  if (!shares()) return TotalCycles(engine.bench(), request().traffic);
  Cycle last = 0;
  for (std::size_t p = 0; p < programs.size(); ++p) last = std::max(last, CyclesIn(engine, p));
  return last;
}

Cycle RunState::CyclesIn(const EngineTraffic& engine, std::size_t program) const {
  const Traffic& traffic = engine.traffic(program);
  return traffic.Exhausted() ? CyclesOf(traffic, programs[program].run.request.traffic)
                             : engine.bench().now();
}

}  // namespace toroid
