// Observes the network and never drives it: records events for comparison, reports events that no
// packet explains, and decides when a run is over.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/payload.h"
#include "sim/bench/rank_sync.h"
#include "sim/bench/watch.h"
#include "sim/bench/watchdog.h"

namespace toroid {

class Monitor : public sc_core::sc_module, public MonitorIf {
 public:
  // `watchdog`: cycles without an event before a run counts as stuck.
  Monitor(const sc_core::sc_module_name& name, const Plan& plan, std::uint64_t seed, Cycle watchdog,
          RankSync* rank_sync = nullptr);

  sc_core::sc_port<ClockIf> clock{"clock"};
  sc_core::sc_port<DriverIf> driver{"driver"};
  sc_core::sc_port<NetworkIf> network{"network"};

  // Appends all further events to the log; null: stops recording.
  void Record(EventLog* log) { log_ = log; }

  // MonitorIf.
  bool records() const override { return log_ != nullptr; }
  void Injected(std::uint32_t local, const Packet& packet, const FlitRef& flit) override;
  void Ejected(std::uint32_t local, const Packet& packet, const FlitRef& flit) override;
  void Refused(std::uint32_t local) override { watch_.Refused(local); }
  void Stray(std::uint32_t local) override;
  EventLog* Log() override;
  void Crossed(const Crossings& crossings) override;
  const sc_core::sc_event& default_event() const override { return sampled_; }

  // Everything was sent and delivered, and the network was watched for long enough afterwards.
  bool done() const { return done_; }
  // Adds the counts of the other ranks' monitors. All ranks call it once.
  void AddOthers(RankSync& rank_sync) { watch_.AddOthers(rank_sync); }
  const Watch& watch() const { return watch_; }
  const Watchdog& watchdog() const { return watchdog_; }

 private:
  void Sample();  // once a cycle
  // Runs once a cycle after the last delivery, when the network has stepped.
  void Settle(const Crossings& crossings);
  void See(const Crossings& crossings);
  WireRecord RecordOf(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                      const FlitRef& flit) const;

  RankSync* rank_sync_;  // null: no other ranks
  PayloadMaker payload_;
  WireAddresses addresses_;
  Watch watch_;
  Watchdog watchdog_;
  EventLog* log_ = nullptr;
  EventLog unrecorded_;  // used when no log records
  Cycle settling_ = 0;   // cycles run since the last delivery
  bool done_ = false;
  sc_core::sc_event sampled_{"sampled"};
};

}  // namespace toroid
