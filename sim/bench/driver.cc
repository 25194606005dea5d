// Order within a cycle (interfaces.h): takes before offers, as traffic may answer a delivery in the
// same cycle; offers before injections, as an idle injector takes a packet in the cycle in which it
// is offered.
#include "sim/bench/driver.h"

#include <cassert>
#include <utility>

#include "gen/support/random.h"

namespace toroid {

Driver::Driver(const sc_core::sc_module_name& name, const Plan& plan,
               std::unique_ptr<Traffic> traffic, PacketTable& packets, std::uint64_t seed,
               double sink_ready, RankSync* rank_sync)
    : sc_core::sc_module(name),
      traffic_(std::move(traffic)),
      packets_(packets),
      seed_(seed),
      sink_ready_(sink_ready),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      queues_(packets,
              static_cast<std::size_t>(rank_sync ? rank_sync->slab().size() : plan.host().size()) *
                  local_ports_),
      inside_(queues_.size()),
      rank_sync_(rank_sync) {
  SC_HAS_PROCESS(Driver);
  SC_METHOD(Process);
  sensitive << clock;
  dont_initialize();
}

void Driver::end_of_elaboration() {
  network_ = network.operator->();
  scoreboard_ = scoreboard.operator->();
}

void Driver::Drive() {
  const Cycle now = clock->now();
  finished_ = traffic_->Exhausted() && !AnyLive();
  moved_ = false;
  recorded_ = monitor->records();
  Take(now);
  if (!finished_) {
    Offer(now);
    Inject(now);
  }
  if (rank_sync_) {
    rank_sync_->own().live = live_;
    rank_sync_->own().moved = moved_ ? 1 : 0;
  }
  driven_.notify();
}

// Keyed hash of sink and cycle: independent of the network and of the number of calls. At the end
// all sinks take, so that a stray beat is seen (docs/spec/testbench.md V3.1). A sink that has taken
// a packet's head has room for the rest.
bool Driver::SinkReady(std::uint32_t local, Cycle now) const {
  if (finished_) return true;
  const bool inside = inside_[local];
  if (rank_sync_) local += rank_sync_->first_local();
  if (!inside && !traffic_->HasRoom(NodeId{local / local_ports_})) return false;
  return sink_ready_ >= 1 ||
         Chance(Mix(Mix(seed_ ^ 0x73696e6bULL, local), static_cast<std::uint64_t>(now)),
                sink_ready_);
}

// The tail ends a packet, so its slot may be reused at once.
void Driver::Take(Cycle now) {
  for (const std::uint32_t local : network_->Ejecting()) {
    const EjectedBeat beat = network_->BeatAt(local);
    if (!SinkReady(local, now)) {
      network_->Withhold(local);
      scoreboard_->Withheld(local, beat);
      continue;
    }
    network_->Accept(local);
    inside_[local] = !beat.last;
    FlitRef flit;
    if (!scoreboard_->Ejected(now, local, beat, flit)) {
      monitor->Stray(local);
      continue;
    }
    const Packet& packet = packets_[flit.slot].packet;
    assert(!packet.misaddressed);
    moved_ = true;
    if (recorded_) monitor->Ejected(local, packet, flit);
    if (flit.head()) traffic_->Arriving(packet);
    if (packet.words) traffic_->Received(packet, flit.index, beat.payload);
    if (!flit.tail) continue;
    traffic_->Delivered(packet, now, scoreboard_->Delivered(now, flit.slot));
    EndPacket(flit.slot);  // the packet's words are gone after its delivery
  }
}

// An offered packet joins the queue of its injector. A queue has no limit, and no node sees it.
void Driver::Offer(Cycle now) {
  offered_.clear();
  traffic_->Offer(now, offered_);
  if (traffic_->Leaves()) network_->Leave();
  if (traffic_->Starts()) network_->Start();
  if (traffic_->Arrives()) network_->Arrive();
  const std::uint32_t first = rank_sync_ ? rank_sync_->first_local() : 0;
  for (const Packet& packet : offered_) {
    const std::uint32_t slot = packets_.Add(packet);
    if (packet.enters)
      queues_.Add(packet.source.value() * local_ports_ + packet.injector - first, slot);
    else
      Expect(slot, now);
  }
  live_ += static_cast<std::int64_t>(offered_.size());
}

// A packet that only leaves is made of others that enter.
void Driver::Expect(std::uint32_t slot, Cycle now) {
  scoreboard_->Injected(now, {slot, 0, packets_[slot].packet.flits == 1});
  packets_[slot].injected = packets_[slot].packet.flits;
}

void Driver::EndPacket(std::uint32_t slot) {
  packets_.Release(slot);
  --live_;
}

void Driver::Inject(Cycle now) {
  queues_.ForEachWaiting([&](std::uint32_t local) {
    if (network_->InjectReady(local)) InjectBeat(local, now);
  });
}

// Injects one beat of the first packet in the queue. A packet that is refused, or only enters, ends
// with its last beat.
void Driver::InjectBeat(std::uint32_t local, Cycle now) {
  const std::uint32_t slot = queues_.First(local);
  PacketTable::Entry& entry = packets_[slot];
  const Packet& packet = entry.packet;
  const FlitRef flit{slot, entry.injected, entry.injected + 1 == packet.flits};
  if (flit.head() && !packet.misaddressed) traffic_->Injected(packet, now);
  network_->Inject(local, packet, flit);
  const bool away = rank_sync_ && rank_sync_->GoesAway(packet);
  if (away) {
    rank_sync_->ReportEntered({rank_sync_->first_local() + local, flit.head(), flit.tail, packet});
  } else {
    scoreboard_->Injected(now, flit);
  }
  if (recorded_) monitor->Injected(local, packet, flit);
  moved_ = true;
  ++entry.injected;
  if (!flit.tail) return;
  if (!packet.misaddressed) traffic_->Sent(packet, now);
  queues_.RemoveFirst(local);
  if (away) return packets_.Release(slot);
  if (packet.leaves && !packet.misaddressed) return;
  if (packet.misaddressed) monitor->Refused(local);
  EndPacket(slot);
}

// The receiving rank keeps the record of a packet.
void Driver::AddRemotePackets() {
  if (!rank_sync_) return;
  for (const EnteredFlit& flit : rank_sync_->coming()) {
    std::uint32_t& slot = entering_[flit.injector];
    if (flit.head) slot = packets_.Add(flit.packet);
    scoreboard_->Injected(clock->now(), {slot, packets_[slot].injected++, flit.tail});
  }
}

void Driver::Crossed(const Crossings& crossings) {
  const Cycle now = clock->now();
  if (crossings.all > crossings.relayed) traffic_->Crossed(now, false);
  if (crossings.relayed > 0) traffic_->Crossed(now, true);
}

}  // namespace toroid
