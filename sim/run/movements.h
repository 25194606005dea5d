// Follows each flit through the network by an engine's log: when it entered, and where it waited.
//
// Wires do not name flits. But all packets from one node to another take the same route and never
// pass each other, so the flit that leaves a node for a link is the first that is there of its
// source and destination. (Flits on scheduled routers name their source only. Those of one source
// that are at a node came by one link and wait nowhere, so they do not pass each other either.)
//
// What the network itself copies or adds along a tree has no message of its own: its flits on a
// link, one after the other, are listed as a message over this link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"
#include "sim/report/movements.h"

namespace toroid {

class Movements {
 public:
  // Numbers listed at most, so that two runs fit a page.
  static constexpr std::size_t kMostNumbers = std::size_t{1} << 18;

  // The plan must outlive this.
  explicit Movements(const Plan& plan, std::size_t most = kMostNumbers);

  // Adds the log that begins with cycle `start`, the first cycle after those already added. The log
  // must have named its packets.
  void See(Cycle start, const EventLog& log);
  MovementsReport Report() const;

 private:
  // The source and destination of a flit, as wires show them.
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr std::size_t kUnlisted = SIZE_MAX;  // its message is not listed

  struct Flit {
    std::size_t message = kUnlisted;
    NodeId source, destination;
    Key key = {};                       // from the first link on
    Cycle due = 0;                      // when it moves on if nothing is in its way
    MovementsReport::Train train = {};  // a wait for each link crossed
  };
  struct Message {
    std::vector<NodeId> route;
    MovementsReport::Message report;
  };

  void Enter(Cycle now, std::uint32_t local, const NamedFlit& named);
  void Cross(Cycle now, const WireRecord& record);
  void Leave(Cycle now, std::uint32_t local, const NamedFlit& named);

  std::size_t NewMessage(const NamedFlit& named);
  // Lists a message, unless there are too many, or one before it was left out.
  std::size_t List(std::vector<NodeId> route, Cycle created);
  void CrossAlongTree(Cycle now, const WireRecord& record, NodeId to);
  // Takes the flit that crosses a link of its node; none if it is unknown.
  std::optional<Flit> TakeCrossing(const WireRecord& record);
  Key KeyOf(const WireRecord& record) const;
  // Whether the flit's next link leads there.
  bool IsOnRoute(const Flit& flit, NodeId to) const;
  void Wait(Flit& flit, Cycle now) const;
  // Nothing more is followed: what comes from this cycle on is not listed.
  void StopAt(Cycle cycle);

  const Plan& plan_;
  std::size_t most_;
  std::size_t numbers_ = 0;  // listed
  // Flits of listed messages under way. A message whose flits enter has always some.
  std::size_t moving_ = 0;
  Cycle end_ = 0;  // after the last event
  std::optional<Cycle> until_;
  std::vector<Message> messages_;      // by the cycle of entry
  std::vector<std::size_t> entering_;  // by injector: the message whose flits enter
  // By node and port: the message of the tree's flits there, and when the next would follow.
  std::map<std::pair<std::uint32_t, std::uint8_t>, std::pair<std::size_t, Cycle>> on_tree_;
  std::vector<std::deque<Flit>> at_injectors_;  // by injector
  std::vector<std::deque<Flit>> at_nodes_;      // by node: those that came by a link, or are on it
};

}  // namespace toroid
