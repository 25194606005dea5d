// Stands for the users at every local port: makes sinks take beats, asks the traffic for packets
// and injects them.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/kernel.h"
#include "sim/bench/rank_sync.h"
#include "sim/packets/injector_queues.h"
#include "sim/packets/packet_table.h"
#include "sim/traffic/traffic.h"

namespace toroid {

class Driver : public sc_core::sc_module, public DriverIf {
 public:
  // `sink_ready`: the share of cycles in which a sink takes an offered beat, 0 to 1. Packets that
  // the traffic offers are entered into `packets`. With a slab the traffic offers the slab's
  // packets, and `rank_sync` brings the packets that other ranks send here, which are entered as
  // their heads are injected.
  Driver(const sc_core::sc_module_name& name, const Plan& plan, std::unique_ptr<Traffic> traffic,
         PacketTable& packets, std::uint64_t seed, double sink_ready,
         RankSync* rank_sync = nullptr);

  sc_core::sc_port<ClockIf> clock{"clock"};
  sc_core::sc_port<NetworkIf> network{"network"};
  sc_core::sc_port<ScoreboardIf> scoreboard{"scoreboard"};
  sc_core::sc_port<MonitorIf> monitor{"monitor"};

  // DriverIf, for the last cycle in which the driver ran.
  bool finished() const override { return finished_; }
  bool moved() const override { return rank_sync_ ? rank_sync_->all().moved > 0 : moved_; }
  bool waits() const override { return AnyLive() || traffic_->AwaitsHardware(); }
  void AddRemotePackets() override;
  void Crossed(const Crossings& crossings) override;
  const sc_core::sc_event& default_event() const override { return driven_; }

  const Traffic& traffic() const { return *traffic_; }

 private:
  bool AnyLive() const { return rank_sync_ ? rank_sync_->all().live > 0 : packets_.live() > 0; }
  void end_of_elaboration() override;
  void Process() {
    Kernel::InProcess([this] { Drive(); });
  }
  void Drive();  // once a cycle: the next three
  void Take(Cycle now);
  void Offer(Cycle now);
  void Inject(Cycle now);
  bool SinkReady(std::uint32_t local, Cycle now) const;
  void Expect(std::uint32_t slot, Cycle now);
  void InjectBeat(std::uint32_t local, Cycle now);
  void EndPacket(std::uint32_t slot);

  // Targets of the ports. A port checks itself in each call, and these are called for each beat.
  NetworkIf* network_ = nullptr;
  ScoreboardIf* scoreboard_ = nullptr;
  std::unique_ptr<Traffic> traffic_;
  PacketTable& packets_;
  std::uint64_t seed_;
  double sink_ready_;
  std::uint32_t local_ports_;
  InjectorQueues queues_;
  std::vector<bool> inside_;     // by local port: its sink has taken a part of a packet
  std::vector<Packet> offered_;  // scratch
  RankSync* rank_sync_;          // null: no other ranks
  std::int64_t live_ = 0;        // offered here and not ended, less those ended here
  // Slots of packets that enter at injectors of other ranks, by local port of the host.
  std::unordered_map<std::uint32_t, std::uint32_t> entering_;
  bool finished_ = false;
  bool moved_ = false;
  bool recorded_ = false;  // the monitor records every flit
  sc_core::sc_event driven_{"driven"};
};

}  // namespace toroid
