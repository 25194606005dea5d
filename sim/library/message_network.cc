#include "sim/library/message_network.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr Cycle kSilent = 64;  // more than anything in a node takes

Diagnostic NotOfANode(const char* field, std::uint32_t node, std::uint32_t nodes) {
  return {field, std::to_string(node), "is out of range",
          fmt::format("allowed are whole numbers from 0 to {}", nodes - 1)};
}

}  // namespace

MessageNetwork::MessageNetwork(const Plan& plan, std::unique_ptr<MessageEngine> engine,
                               Deliver deliver)
    : plan_(plan),
      ports_(static_cast<std::uint32_t>(plan.local_ports())),
      engine_(std::move(engine)),
      deliver_(std::move(deliver)),
      most_silent_(kSilent + 4 * plan.hardware().links.stages),
      queues_(packets_, std::size_t{plan.host().size()} * ports_),
      held_(plan.host().size()),
      loads_(plan.link_loads()) {
  ListPlaces();
}

void MessageNetwork::ListPlaces() {
  const std::uint32_t count =
      plan_.embedding() ? plan_.embedding()->guest().size() : plan_.host().size();
  places_.reserve(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    if (!plan_.embedding()) {
      places_.push_back({NodeId{n}});
      continue;
    }
    const Embedding& embedding = *plan_.embedding();
    places_.push_back(
        {embedding.HostOf(NodeId{n}), plan_.carries_ranks() ? embedding.RankOf(NodeId{n}) : 0});
  }
}

Diagnostics MessageNetwork::FaultsOf(const Message& message) const {
  Diagnostics found;
  const auto check_node = [&](const char* field, std::uint32_t node) {
    if (node >= nodes()) {
      found.push_back(NotOfANode(field, node, nodes()));
    } else if (!plan_.IsAlive(places_[node].node)) {
      found.push_back({field, std::to_string(node), "is dead", "a node that is alive"});
    }
  };
  check_node("source", message.source);
  check_node("destination", message.destination);
  if (found.empty() && places_[message.source].node == places_[message.destination].node)
    found.push_back({"destination", std::to_string(message.destination),
                     fmt::format("is where {} is", message.source), "another node"});
  if (message.flits < 1 || message.flits > kMostFlits)
    found.push_back({"flits", std::to_string(message.flits), "is out of range",
                     fmt::format("allowed are whole numbers from 1 to {}", kMostFlits)});
  if (message.injected < now_ || message.injected > kLastCycle)
    found.push_back({"cycle", std::to_string(message.injected),
                     fmt::format("is out of range; the network is in cycle {}", now_),
                     fmt::format("allowed are whole numbers from there to {}", kLastCycle)});
  return found;
}

Diagnostics MessageNetwork::Inject(const Message& message) {
  Diagnostics found = FaultsOf(message);
  if (!found.empty()) return found;
  if (message.injected == now_) {
    Enqueue(message);
  } else {
    later_.push({message, injected_++});
  }
  return {};
}

void MessageNetwork::Enqueue(const Message& message) {
  const Place& from = places_[message.source];
  const Place& to = places_[message.destination];
  const int injector = plan_.InjectorOf(from.node, to.node);
  const std::uint32_t slot = packets_.Add({.source = from.node,
                                           .destination = to.node,
                                           .flits = message.flits,
                                           .injector = static_cast<std::uint16_t>(injector),
                                           .source_rank = from.rank,
                                           .destination_rank = to.rank,
                                           .created = message.injected});
  if (slot >= messages_.size()) messages_.resize(slot + 1);
  messages_[slot] = message;
  queues_.Add(from.node.value() * ports_ + static_cast<std::uint32_t>(injector), slot);
  silent_ = 0;
}

Diagnostics MessageNetwork::Hold(std::uint32_t node, bool hold) {
  if (node >= nodes()) return {NotOfANode("node", node, nodes())};
  held_[places_[node].node.index()] = hold;
  if (!hold) silent_ = 0;
  return {};
}

Result<MessageNetwork::Stop> MessageNetwork::Advance(Cycle until) {
  while (now_ < until && wrong_.empty()) {
    if (moves()) {
      RunCycle();
    } else {
      now_ = NextChange(until);
      BeginCycle();
    }
  }
  if (!wrong_.empty()) return wrong_;
  return !moves() && packets_.live() > 0 ? Stop::kStuck : Stop::kCycle;
}

Result<MessageNetwork::Stop> MessageNetwork::Next(Cycle until) {
  const std::uint64_t before = delivered_;
  while (now_ < until && wrong_.empty()) {
    if (under_way() == 0) return Stop::kIdle;
    if (moves()) {
      RunCycle();
      if (delivered_ > before && wrong_.empty()) return Stop::kDelivered;
    } else if (later_.empty()) {
      return Stop::kStuck;
    } else {
      now_ = NextChange(until);
      BeginCycle();
    }
  }
  if (!wrong_.empty()) return wrong_;
  return Stop::kCycle;
}

// The next cycle in which a message is offered, when nothing else can happen.
Cycle MessageNetwork::NextChange(Cycle until) const {
  return later_.empty() ? until : std::min(until, later_.top().message.injected);
}

void MessageNetwork::BeginCycle() {
  while (!later_.empty() && later_.top().message.injected <= now_) {
    Enqueue(later_.top().message);
    later_.pop();
  }
}

// From between takes and offers of a cycle to there in the next.
void MessageNetwork::RunCycle() {
  ++silent_;
  Enter();
  if (engine_->Step() > 0) silent_ = 0;
  ++now_;
  BeginCycle();
  Take();
}

void MessageNetwork::Enter() {
  queues_.ForEachWaiting([&](std::uint32_t stream) {
    if (engine_->Ready(stream)) EnterFlit(stream);
  });
}

void MessageNetwork::EnterFlit(std::uint32_t stream) {
  const std::uint32_t slot = queues_.First(stream);
  PacketTable::Entry& entry = packets_[slot];
  const FlitRef flit{slot, entry.injected, entry.injected + 1 == entry.packet.flits};
  if (flit.head()) messages_[slot].entered = now_;
  engine_->Enter(stream, entry.packet, flit);
  ++entry.injected;
  silent_ = 0;
  if (flit.tail) queues_.RemoveFirst(stream);
}

void MessageNetwork::Take() {
  for (const std::uint32_t stream : engine_->Offering())
    if (!held_[stream / ports_]) TakeFlit(stream);
}

void MessageNetwork::TakeFlit(std::uint32_t stream) {
  const std::optional<FlitRef> flit = engine_->Take(stream);
  silent_ = 0;
  if (!flit) {
    wrong_ = {{"hardware", fmt::format("stream {}", stream),
               fmt::format("offers a flit that was not sent to it, in cycle {}", now_),
               "hardware that `toroid simulate` has passed", Fault::kUnable}};
  } else if (flit->tail) {
    Finish(flit->slot);
  }
}

// The message is copied, as the slots may move while it is told.
void MessageNetwork::Finish(std::uint32_t slot) {
  Message message = messages_[slot];
  message.delivered = now_;
  const Packet& packet = packets_[slot].packet;
  loads_.Add(packet.source, packet.destination, packet.flits);
  packets_.Release(slot);
  ++delivered_;
  deliver_(message);
}

std::string MessageNetwork::Standstill() const {
  constexpr std::size_t kNamed = 5;
  std::vector<std::string> nodes;
  for (const std::uint32_t stream : engine_->Offering()) {
    const std::string node = plan_.host().NodeText(NodeId{stream / ports_});
    if (nodes.empty() || nodes.back() != node) nodes.push_back(node);
  }
  const std::string who =
      nodes.empty() ? "no node is held that it waits for"
                    : "held nodes have flits offered to them: " +
                          Joined(std::span(nodes).first(std::min(kNamed, nodes.size())), ", ") +
                          (nodes.size() > kNamed ? " and others" : "");
  return fmt::format("nothing moves in cycle {}, and {} under way; {}", now_,
                     Counted(packets_.live(), "message is", "messages are"), who);
}

std::vector<LinkLoad> MessageNetwork::Links() const {
  std::map<std::pair<NodeId, NodeId>, std::uint64_t> loads;
  for (const LinkLoad& link : loads_.Loaded()) loads[{link.from, link.to}] = link.load;
  std::vector<LinkLoad> links;
  const degraded::DegradedHost host = plan_.survivors();
  for (const NodeId node : host.survivors()) {
    for (int port = 0; port < host.ports(); ++port) {
      if (const std::optional<NodeId> to = host.Next(node, port))
        links.push_back({node, *to, loads[{node, *to}]});
    }
  }
  return links;
}

}  // namespace toroid
