// Observes the network and never drives it: records events for comparison, reports events that no
// packet explains, and decides when a run is over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "sim/bench/event_log.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/kernel.h"
#include "sim/bench/rank_sync.h"
#include "sim/bench/watchdog.h"

namespace toroid {

// Cycles for which a network must stay quiet after the last delivery, with no busy node.
inline constexpr Cycle kQuietCycles = 64;

// Reports events that no packet explains: error pulses, and any activity after the last delivery.
class Watch {
 public:
  // Local ports and records are numbered within the slab that begins at `first_node` of the host;
  // nodes are the host's.
  explicit Watch(const Plan& plan, std::uint32_t first_node = 0)
      : plan_(plan), first_node_(first_node) {}

  // A refused packet's last beat was accepted at this local port: its error output must be high in
  // the next cycle and in no other (R6.4).
  void Refused(std::uint32_t local) { next_.push_back(local), ++refused_expected_; }
  // Call once a cycle, after this cycle's Refused: the local ports whose error output is high,
  // ascending.
  void SeeErrors(Cycle now, std::span<const std::uint32_t> errors);

  // ---- after the last delivery ----
  // A flit crossed a link or left by an ejector.
  void SeeStray(Cycle now, const WireRecord& record);
  // A schedule unit reports that its node sends.
  void SeeSend(Cycle now, std::uint32_t node);
  // Call once a cycle: the nodes that are busy.
  void SeeBusy(Cycle now, std::span<const std::uint32_t> nodes);
  // Stops waiting for nodes that stay busy.
  void StopWaiting(Cycle now);
  // Whether the network has been quiet for long enough.
  bool quiet() const { return quiet_ >= kQuietCycles; }

  // Adds the refused packets of the other ranks. All ranks call it once.
  void AddOthers(RankSync& rank_sync);

  std::uint64_t refused_expected() const { return refused_expected_; }
  std::uint64_t refused() const { return refused_; }  // error pulses seen, due or not
  // All violations, one a line.
  std::vector<std::string> Violations() const;

 private:
  std::string InjectorText(std::uint32_t local) const;
  std::string NodeText(std::uint32_t node) const;

  const Plan& plan_;
  std::uint32_t first_node_;
  std::vector<std::uint32_t> due_;   // local ports, ascending, in this cycle
  std::vector<std::uint32_t> next_;  // in the next cycle
  std::uint64_t refused_expected_ = 0;
  std::uint64_t refused_ = 0;
  std::string first_wrong_error_;
  std::uint64_t strays_ = 0;
  std::string first_stray_;
  std::string first_send_;
  Cycle quiet_ = 0;                  // cycles without a busy node so far
  std::vector<std::uint32_t> busy_;  // nodes
  std::string busy_again_;
  std::string still_busy_;
};

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
  void Process() {
    Kernel::InProcess([this] { Sample(); });
  }
  void Sample();  // once a cycle
  // Runs once a cycle after the last delivery, when the network has stepped.
  void Settle(const Crossings& crossings);
  void See(const Crossings& crossings);
  void Record(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
              const FlitRef& flit);
  WireRecord RecordOf(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                      const FlitRef& flit) const;

  RankSync* rank_sync_;  // null: no other ranks
  bool copies_;          // of what leaves a tree every beat is a last one (BC1.4)
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
