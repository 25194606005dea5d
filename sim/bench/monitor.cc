// Events are recorded in order, as wires show them, so that comparing two networks is comparing two
// lists.
#include "sim/bench/monitor.h"

#include <fmt/core.h>

#include <algorithm>

#include "sim/bench/event_log.h"

namespace toroid {

// A due error pulse is known a cycle before it is seen, when a refused packet's last beat is
// accepted. The two lists of local ports, due and seen, are compared once a cycle, and the first
// difference is reported.
std::string Watch::InjectorText(std::uint32_t local) const {
  return PlaceText(plan_,
                   InHost(plan_, first_node_, {.place = local, .kind = WireRecord::kInject}));
}

std::string Watch::NodeText(std::uint32_t node) const {
  return "node " + plan_.host().NodeText(NodeId{node});
}

// V2.1.
void Watch::SeeErrors(Cycle now, std::span<const std::uint32_t> errors) {
  refused_ += errors.size();
  if (first_wrong_error_.empty() && !std::ranges::equal(errors, due_)) {
    const auto [seen, due] = std::ranges::mismatch(errors, due_);
    const bool spurious = seen != errors.end() && (due == due_.end() || *seen < *due);
    first_wrong_error_ =
        spurious ? fmt::format("error is high in cycle {} at {}, which has refused no packet", now,
                               InjectorText(*seen))
                 : fmt::format("error is low in cycle {} at {}, which has just refused a packet",
                               now, InjectorText(*due));
  }
  due_.swap(next_);
  next_.clear();
}

void Watch::SeeStray(Cycle now, const WireRecord& record) {
  if (strays_++ > 0) return;
  first_stray_ =
      fmt::format("cycle {} at {}", now, PlaceText(plan_, InHost(plan_, first_node_, record)));
}

void Watch::SeeSend(Cycle now, std::uint32_t node) {
  if (!first_send_.empty()) return;
  first_send_ =
      fmt::format("the schedule unit of {} sends in cycle {}, though everything was delivered",
                  NodeText(node), now);
}

// V3.1: quiet cycles are counted from the last busy one.
void Watch::SeeBusy(Cycle now, std::span<const std::uint32_t> nodes) {
  if (quiet_ > 0 && !nodes.empty() && busy_again_.empty()) {
    busy_again_ = fmt::format(
        "{} is busy in cycle {}, though everything was delivered and no node was busy before",
        NodeText(nodes.front()), now);
  }
  busy_.assign(nodes.begin(), nodes.end());
  quiet_ = nodes.empty() ? quiet_ + 1 : 0;
}

// V3.2.
void Watch::StopWaiting(Cycle now) {
  if (busy_.empty()) return;
  still_busy_ = fmt::format("still busy in cycle {}, though everything was delivered: {}", now,
                            NodeText(busy_.front()));
  if (busy_.size() > 1) still_busy_ += fmt::format(" and {} more", busy_.size() - 1);
}

void Watch::AddOthers(RankSync& rank_sync) {
  Message own;
  own.Put(refused_);
  own.Put(refused_expected_);
  refused_ = refused_expected_ = 0;
  for (Message& message : rank_sync.ranks().Gather(own)) {
    refused_ += message.Take<std::uint64_t>();
    refused_expected_ += message.Take<std::uint64_t>();
  }
}

// One line for each kind, with its first case and, where it helps, the count.
std::vector<std::string> Watch::Violations() const {
  std::vector<std::string> lines;
  if (!first_wrong_error_.empty()) {
    lines.push_back(fmt::format("{}; in all {} error pulses were seen, and {} were due",
                                first_wrong_error_, refused_, refused_expected_));
  }
  if (strays_ > 0) {
    lines.push_back(fmt::format(
        "{} flits crossed a link or left the network after the last delivery, the first in {}",
        strays_, first_stray_));
  }
  for (const std::string& line : {first_send_, busy_again_, still_busy_}) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

Monitor::Monitor(const sc_core::sc_module_name& name, const Plan& plan, std::uint64_t seed,
                 Cycle watchdog, RankSync* rank_sync)
    : sc_core::sc_module(name),
      rank_sync_(rank_sync),
      copies_(plan.Copies()),
      payload_(plan, seed),
      addresses_(plan),
      watch_(plan, rank_sync ? rank_sync->first_node() : 0),
      watchdog_(plan.host(), plan.hardware().links.stages, watchdog) {
  SC_HAS_PROCESS(Monitor);
  SC_METHOD(Process);
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
  const bool last = flit.tail || (copies_ && !packet.enters);
  WireRecord record{
      .place = local, .kind = kind, .head_tail = static_cast<std::uint8_t>(last ? 2 : 0)};
  if (packet.misaddressed) {
    record.destination = packet.address;
  } else {
    record.source = addresses_.Of(packet.source, packet.source_rank);
  }
  record.payload = payload_.DigestOf(packet, flit.index);
  return record;
}

void Monitor::Record(WireRecord::Kind kind, std::uint32_t local, const Packet& packet,
                     const FlitRef& flit) {
  log_->records.push_back(RecordOf(kind, local, packet, flit));
  if (log_->names)
    log_->named.push_back({packet.source, packet.destination, packet.created, flit.head(),
                           packet.misaddressed, !packet.enters || !packet.leaves});
}

void Monitor::Injected(std::uint32_t local, const Packet& packet, const FlitRef& flit) {
  Record(WireRecord::kInject, local, packet, flit);
}

void Monitor::Ejected(std::uint32_t local, const Packet& packet, const FlitRef& flit) {
  Record(WireRecord::kEject, local, packet, flit);
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
