// The two engines of a simulation, each a session with its own packets, traffic and stopwatch.
#pragma once

#include <memory>
#include <string>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/bench/session.h"
#include "sim/bench/testbench.h"
#include "sim/dut/build.h"
#include "sim/dut/dut.h"
#include "sim/run/compare.h"

namespace toroid {

SessionOptions SessionOptionsOf(const SimulationRequest& request);

// Traffic on the reference model.
class ModelRun {
 public:
  ModelRun(const Plan& plan, std::unique_ptr<Traffic> traffic, const SessionOptions& options);
  // At most `cycles` more; fewer if it is over.
  void Run(Cycle cycles, EventLog* log);
  const Session& session() const { return session_; }
  bool over() const { return session_.done() || session_.stuck(); }
  double seconds() const { return seconds_; }  // of processor time

 private:
  PacketTable table_;
  Session session_;
  double seconds_ = 0;
};

// Traffic on the hardware, inside the SystemC testbench; one in a process.
class HardwareRun {
 public:
  HardwareRun(const Plan& plan, std::unique_ptr<Traffic> traffic, const SessionOptions& options,
              std::unique_ptr<Dut> dut);
  void Run(Cycle cycles, EventLog* log);
  const Session& session() const { return session_; }
  bool over() const { return session_.done() || session_.stuck(); }
  double seconds() const { return seconds_; }

 private:
  PacketTable table_;
  Session session_;
  Testbench testbench_;
  double seconds_ = 0;
};

struct Hardware {
  std::unique_ptr<Dut> dut;
  BuiltDut built;
};

// Renders the plan's RTL, compiles it or takes it from the cache, and loads it. An engine that is
// still left open (kAuto) is nodes. Diagnostics stand for exit code 3.
Result<Hardware> MakeHardware(const Plan& plan, const RunOptions& options,
                              const Progress& progress = {});

// The schedule units of `dut`, which must outlive them; null if the plan has none.
std::unique_ptr<ScheduleUnits> UnitsOf(const Plan& plan, Dut& dut);

// Processor time of this thread, in seconds.
double ThreadSeconds();

}  // namespace toroid
