#include "sim/run/movements.h"

#include <algorithm>

#include "gen/topology/numbering.h"

namespace toroid {
namespace {

// Adds a flit to the last train if it follows that and waits alike.
void AddFlit(MovementsReport::Message& message, MovementsReport::Train flit) {
  if (!message.trains.empty()) {
    MovementsReport::Train& last = message.trains.back();
    const bool follows = flit.enter == last.enter + static_cast<Cycle>(last.count);
    if (follows && flit.waits == last.waits && flit.stays == last.stays) {
      ++last.count;
      return;
    }
  }
  message.trains.push_back(std::move(flit));
}

}  // namespace

Movements::Movements(const Plan& plan, std::size_t most)
    : plan_(plan),
      most_(most),
      entering_(plan.host().size() * static_cast<std::size_t>(plan.local_ports()), kUnlisted),
      at_injectors_(entering_.size()),
      at_nodes_(plan.host().size()) {}

// Within a cycle flits enter before they cross links, and leave after. (A flit on scheduled routers
// leaves in the cycle in which it crosses its last link.)
void Movements::See(Cycle start, const EventLog& log) {
  std::size_t at = 0;
  std::size_t named = 0;
  for (std::size_t i = 0; i < log.ends.size(); ++i) {
    const Cycle now = start + static_cast<Cycle>(i);
    const std::size_t first = at;
    const std::size_t first_named = named;
    for (; at < log.ends[i]; ++at) {
      const WireRecord& record = log.records[at];
      if (record.kind == WireRecord::kHop) continue;
      if (record.kind == WireRecord::kInject) Enter(now, record.place, log.named[named]);
      ++named;
    }
    if (at > first) end_ = now + 1;
    for (std::size_t r = first; r < at; ++r)
      if (log.records[r].kind == WireRecord::kHop) Cross(now, log.records[r]);
    named = first_named;
    for (std::size_t r = first; r < at; ++r) {
      if (log.records[r].kind == WireRecord::kHop) continue;
      if (log.records[r].kind == WireRecord::kEject)
        Leave(now, log.records[r].place, log.named[named]);
      ++named;
    }
  }
}

void Movements::Enter(Cycle now, std::uint32_t local, const NamedFlit& named) {
  if (named.refused || named.in_network) return;
  if (named.head) entering_[local] = NewMessage(named.source, named.destination, named.created);
  const std::size_t message = entering_[local];
  if (message == kUnlisted && moving_ == 0) return;
  if (message != kUnlisted) ++moving_;
  at_injectors_[local].push_back({.message = message,
                                  .source = named.source,
                                  .destination = named.destination,
                                  .due = now + 1,
                                  .train = {.enter = now, .count = 1}});
}

// A message that is left out may have been created, and waited, before others entered that are
// listed. Nothing is complete from then on.
std::size_t Movements::NewMessage(NodeId from, NodeId to, Cycle created) {
  if (until_ || numbers_ > most_) {
    StopAt(created);
    return kUnlisted;
  }
  messages_.push_back({.route = RouteNumber(from, to), .created = created});
  numbers_ += 2;
  return messages_.size() - 1;
}

std::size_t Movements::RouteNumber(NodeId from, NodeId to) {
  const auto [number, is_new] = route_numbers_.try_emplace({from, to}, routes_.size());
  if (!is_new) return number->second;
  std::vector<NodeId>& route = routes_.emplace_back(1, from);
  for (const Hop& hop : plan_.RouteOf(from, to))
    route.push_back(*plan_.host().Neighbour(hop.node, hop.axis, hop.direction));
  numbers_ += route.size();
  return number->second;
}

void Movements::StopAt(Cycle cycle) { until_ = std::min(until_.value_or(cycle), cycle); }

// With relays a flit is addressed to its halt, and says in a field of its own where it goes or
// where it came from (docs/spec/relay.md L2.1, L2.2).
Movements::Key Movements::KeyOf(const WireRecord& record) const {
  if (!plan_.relay()) return {record.source, record.destination};
  const std::uint64_t address = record.added & ((std::uint64_t{1} << plan_.address_bits()) - 1);
  const bool relayed = record.added >> plan_.address_bits() != 0;
  return relayed ? Key(address, record.destination) : Key(record.source, address);
}

std::optional<Movements::Flit> Movements::TakeCrossing(const WireRecord& record) {
  const Key key = KeyOf(record);
  std::deque<Flit>& here = at_nodes_[record.place];
  const auto passing = std::ranges::find(here, key, &Flit::key);
  if (passing != here.end()) {
    Flit flit = std::move(*passing);
    here.erase(passing);
    return flit;
  }
  // No flit comes back to its source, so this one comes from there.
  const auto ports = static_cast<std::size_t>(plan_.local_ports());
  std::deque<Flit>& entered = at_injectors_[record.place * ports + (ports > 1 ? record.port : 0U)];
  if (entered.empty()) return std::nullopt;
  Flit flit = std::move(entered.front());
  entered.pop_front();
  flit.key = key;
  return flit;
}

bool Movements::IsOnRoute(const Flit& flit, NodeId to) const {
  if (flit.message == kUnlisted) return true;
  const std::vector<NodeId>& route = routes_[messages_[flit.message].route];
  const std::size_t next = flit.train.waits.size() + 1;
  return next < route.size() && route[next] == to;
}

void Movements::Wait(Flit& flit, Cycle now) const {
  flit.train.waits.push_back(std::max<Cycle>(0, now - flit.due));  // faulty hardware may be early
  flit.due = now + plan_.hop_cycles();
}

// A flit is listed as if it had entered in the cycle before it is on the link.
void Movements::CrossAlongTree(Cycle now, const WireRecord& record, NodeId to) {
  auto& [message, next] =
      on_tree_.try_emplace({record.place, record.port}, kUnlisted, Cycle{-1}).first->second;
  if (next != now) message = NewMessage(NodeId{record.place}, to, now - 1);
  next = now + 1;
  if (message != kUnlisted) AddTo(message, {.enter = now - 1, .count = 1});
}

void Movements::Cross(Cycle now, const WireRecord& record) {
  const auto to = SendsTo(plan_.host(), NodeId{record.place}, plan_.link_ports()[record.port]);
  if (plan_.in_network() && to && (record.added & kOfTree) != 0)
    return CrossAlongTree(now, record, *to);
  if (moving_ == 0) return;
  std::optional<Flit> flit = TakeCrossing(record);
  if (!flit) return;
  if (!to || !IsOnRoute(*flit, *to)) {  // the hardware is faulty
    at_nodes_[record.place].push_back(std::move(*flit));
    return StopAt(now);
  }
  Wait(*flit, now);
  at_nodes_[to->index()].push_back(std::move(*flit));
}

void Movements::AddTo(std::size_t number, MovementsReport::Train flit) {
  MovementsReport::Message& message = messages_[number];
  const std::size_t trains = message.trains.size();
  AddFlit(message, std::move(flit));
  if (message.trains.size() > trains) numbers_ += message.trains.back().numbers();
}

void Movements::Leave(Cycle now, std::uint32_t local, const NamedFlit& named) {
  if (named.in_network) return;
  std::deque<Flit>& here = at_nodes_[local / static_cast<std::uint32_t>(plan_.local_ports())];
  const auto leaving = std::ranges::find_if(here, [&](const Flit& flit) {
    return flit.source == named.source && flit.destination == named.destination;
  });
  if (leaving == here.end()) return;
  Flit flit = std::move(*leaving);
  here.erase(leaving);
  if (flit.message == kUnlisted) return;
  --moving_;
  flit.due += plan_.interface_latency() - 1;
  Wait(flit, now);
  while (!flit.train.waits.empty() && flit.train.waits.back() == 0) flit.train.waits.pop_back();
  AddTo(flit.message, std::move(flit.train));
}

MovementsReport Movements::Report() const {
  MovementsReport report{
      .until = std::min(until_.value_or(end_), end_), .whole = !until_, .routes = routes_};
  std::vector<std::vector<const Flit*>> staying(messages_.size());
  for (const auto* places : {&at_injectors_, &at_nodes_})
    for (const std::deque<Flit>& place : *places)
      for (const Flit& flit : place)
        if (flit.message != kUnlisted) staying[flit.message].push_back(&flit);
  for (std::size_t m = 0; m < messages_.size(); ++m) {
    if (messages_[m].created >= report.until) continue;
    MovementsReport::Message listed = messages_[m];
    std::ranges::stable_sort(staying[m], {}, [](const Flit* flit) { return flit->train.enter; });
    for (const Flit* flit : staying[m]) {
      MovementsReport::Train train = flit->train;
      train.stays = true;
      AddFlit(listed, std::move(train));
    }
    report.messages.push_back(std::move(listed));
  }
  return report;
}

}  // namespace toroid
