// Events are recorded in order, as wires show them, so that comparing two networks is comparing two
// lists.
#include "sim/bench/monitor.h"

namespace toroid {

Monitor::Monitor(const sc_core::sc_module_name& name, const Plan& plan, std::uint64_t seed,
                 Cycle watchdog, RankSync* rank_sync)
    : sc_core::sc_module(name),
      rank_sync_(rank_sync),
      payload_(plan, seed),
      addresses_(plan),
      watch_(plan, rank_sync ? rank_sync->first_node() : 0),
      watchdog_(plan.host(), plan.hardware().links.stages, watchdog) {
  SC_HAS_PROCESS(Monitor);
  SC_METHOD(Sample);
  sensitive << driver;
  dont_initialize();
}

void Monitor::Sample() {
  const Cycle now = clock->now();
  if (!rank_sync_ && driver->moved()) watchdog_.SeeEnd(now);
  if (driver->finished()) {
    if (rank_sync_) {
      rank_sync_->ReportBusy(network->BusyNodes());
    } else {
      watch_.SeeBusy(now, network->BusyNodes());
    }
    for (const std::uint32_t node : network->SendingNodes()) watch_.SeeSend(now, node);
  }
  watch_.SeeErrors(now, network->Errors());
  sampled_.notify();
}

// The record as wires show it: a refused packet has no known source and keeps the address with
// which it was offered.
WireRecord Monitor::RecordOf(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                             const FlitRef& flit) const {
  WireRecord record{
      .place = local, .kind = kind, .head_tail = static_cast<std::uint8_t>(flit.tail ? 2 : 0)};
  if (packet.misaddressed) {
    record.destination = packet.address;
  } else {
    record.source = addresses_.Of(packet.source, packet.source_rank);
  }
  record.payload = payload_.DigestOf(packet, flit.index);
  return record;
}

void Monitor::Injected(std::uint32_t local, const Packet& packet, const FlitRef& flit) {
  log_->records.push_back(RecordOf(WireRecord::kInject, local, packet, flit));
}

void Monitor::Ejected(std::uint32_t local, const Packet& packet, const FlitRef& flit) {
  log_->records.push_back(RecordOf(WireRecord::kEject, local, packet, flit));
}

void Monitor::Stray(std::uint32_t local) {
  if (rank_sync_) {
    ++rank_sync_->own().strays;
  } else {
    watchdog_.SeeEvent(clock->now());
  }
  if (driver->finished())
    watch_.SeeStray(clock->now(), {.place = local, .kind = WireRecord::kEject});
}

// V3.1: after the last delivery hops are checked, whether or not anything records them.
EventLog* Monitor::Log() {
  if (log_ || !driver->finished()) return log_;
  unrecorded_.clear();
  return &unrecorded_;
}

// Sums over all ranks are used in the same cycle everywhere, so that all ranks stop in the same
// cycle.
void Monitor::See(const Crossings& crossings) {
  const Cycle now = clock->now();
  if (rank_sync_) {
    if (driver->moved()) watchdog_.SeeEnd(now);
    if (rank_sync_->all().strays > 0) watchdog_.SeeEvent(now);
    if (driver->finished()) watch_.SeeBusy(now, rank_sync_->busy());
  }
  if (driver->finished()) {
    Settle(crossings);
  } else if ((rank_sync_ ? rank_sync_->all().crossings : crossings.all) > 0) {
    watchdog_.SeeEvent(now);
    driver->Crossed(crossings);
  }
}

void Monitor::Crossed(const Crossings& crossings) {
  const Cycle now = clock->now();
  driver->AddRemotePackets();
  See(crossings);
  if (log_) log_->ends.push_back(log_->records.size());
  if (done_ || (watchdog_.Expired(now + 1) && driver->waits())) clock->Stop();
}

// Nothing is in flight and nothing is sent, so nothing may move.
void Monitor::Settle(const Crossings& crossings) {
  const Cycle now = clock->now();
  const std::vector<WireRecord>& records = (log_ ? log_ : &unrecorded_)->records;
  for (std::size_t i = records.size() - crossings.all; i < records.size(); ++i)
    watch_.SeeStray(now, records[i]);
  const bool too_long = ++settling_ > watchdog_.cycles() + kQuietCycles;
  if (too_long) watch_.StopWaiting(now);
  if (watch_.quiet()) network->Empty();
  done_ = watch_.quiet() || too_long;
}

}  // namespace toroid
