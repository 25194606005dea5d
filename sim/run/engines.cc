// A testbench with its packets and its run time.
#include "sim/run/engines.h"

#include <ctime>

#include "sim/bench/networks.h"

namespace toroid {
namespace {

class UnitsOfDut : public ScheduleUnits {
 public:
  explicit UnitsOfDut(Dut& dut) : dut_(dut) {}
  void Start() override { dut_.Pulse(ToroidPulse::kStart); }
  std::span<const std::uint32_t> Sending() override { return dut_.Sending(); }

 private:
  Dut& dut_;
};

}  // namespace

std::unique_ptr<ScheduleUnits> UnitsOf(const Plan& plan, Dut& dut) {
  return plan.schedule_unit() ? std::make_unique<UnitsOfDut>(dut) : nullptr;
}

double ThreadSeconds() {
  timespec now{};
  // not every system knows the time of a thread
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

TestbenchOptions TestbenchOptionsOf(const SimulationRequest& request) {
  return {.seed = request.run.seed,
          .sink_ready = request.run.sink_ready,
          .watchdog = request.run.watchdog,
          .window = InjectionOf(request.traffic)};
}

EngineRun::EngineRun(const Plan& plan, const MakeNetwork& make, std::unique_ptr<Traffic> traffic,
                     const TestbenchOptions& options)
    : rank_sync_(options.ranks ? std::make_unique<RankSync>(plan, *options.ranks) : nullptr),
      bench_(plan, make(packets_, rank_sync_.get()), std::move(traffic), packets_, options,
             rank_sync_.get()) {}

void EngineRun::Run(Cycle cycles, EventLog* log) {
  const double start = ThreadSeconds();
  if (!over()) bench_.Run(cycles, log);
  seconds_ += ThreadSeconds() - start;
}

void EngineRun::SkipTo(Cycle cycle) {
  skipped_ += cycle - bench_.now();
  bench_.SkipTo(cycle);
}

ModelRun::ModelRun(const Plan& plan, std::unique_ptr<Traffic> traffic,
                   const TestbenchOptions& options, int threads, model::Observer* observer)
    : EngineRun(
          plan,
          [&](const PacketTable& packets, RankSync* rank_sync) {
            return MakeModelNetwork(plan, packets, options.seed, threads, observer, rank_sync);
          },
          std::move(traffic), options) {}

HardwareRun::HardwareRun(const Plan& plan, std::unique_ptr<Traffic> traffic,
                         const TestbenchOptions& options, std::shared_ptr<Dut> dut, bool again)
    : EngineRun(
          plan,
          [&](const PacketTable&, RankSync* rank_sync) {
            return MakeHardwareNetwork(plan, std::move(dut), options.seed, again, rank_sync);
          },
          std::move(traffic), options) {}

}  // namespace toroid
