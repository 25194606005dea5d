// Messages on a network of either engine: they wait at their injectors, enter flit by flit, and are
// followed to their destination.
//
// The C interface (toroid.h) is a thin layer around this. It drives the network as the testbench of
// `toroid simulate` does (sim/bench/driver.h), so messages take the same cycles.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <vector>

#include "gen/metrics/loads.h"
#include "gen/plan/plan.h"
#include "sim/library/message_engine.h"
#include "sim/packets/injector_queues.h"
#include "sim/packets/packet_table.h"

namespace toroid {

// In some cycle, between what its sinks take and what may enter.
class MessageNetwork {
 public:
  static constexpr std::uint32_t kMostFlits = 1U << 24;
  static constexpr Cycle kLastCycle = Cycle{1} << 60;

  struct Message {
    std::uint64_t tag = 0;
    std::uint32_t source = 0;  // a guest node if there are any, else a host node
    std::uint32_t destination = 0;
    std::uint32_t flits = 1;
    Cycle injected = 0;   // the cycle that it is for
    Cycle entered = 0;    // its first flit entered
    Cycle delivered = 0;  // its last flit was taken
  };
  // Called while the network runs. It may inject.
  using Deliver = std::function<void(const Message&)>;

  // An engine in cycle 0, made from the plan, which must outlive this.
  MessageNetwork(const Plan& plan, std::unique_ptr<MessageEngine> engine, Deliver deliver);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(places_.size()); }
  Cycle now() const { return now_; }
  std::size_t under_way() const { return packets_.live() + later_.size(); }

  // Empty: the message will be offered in cycle message.injected.
  Diagnostics Inject(const Message& message);
  // Empty: done.
  Diagnostics Hold(std::uint32_t node, bool hold);

  // Why it stopped: in cycle `until`, there with nothing that moves though messages are under way,
  // or because something was delivered, or everything.
  enum class Stop { kCycle, kStuck, kDelivered, kIdle };
  // Diagnostics of Advance and Next: the hardware is wrong, and this of no further use.
  Result<Stop> Advance(Cycle until);
  // Stops where something is delivered, or where it is known that nothing will be.
  Result<Stop> Next(Cycle until);
  // Who waits: a text for kStuck.
  std::string Standstill() const;

  // All links, with the flits of the messages that were delivered.
  std::vector<LinkLoad> Links() const;

 private:
  // Where a node is: its place on the wires.
  struct Place {
    NodeId node;
    std::uint32_t rank = 0;
  };
  struct Later {
    Message message;
    std::uint64_t number = 0;  // of those for one cycle, the first one injected is the first
    bool operator<(const Later& other) const {
      return message.injected != other.message.injected ? message.injected > other.message.injected
                                                        : number > other.number;
    }
  };

  void ListPlaces();
  Diagnostics FaultsOf(const Message& message) const;
  bool moves() const { return silent_ <= most_silent_; }
  Cycle NextChange(Cycle until) const;
  void Enqueue(const Message& message);
  void BeginCycle();
  void Enter();
  void EnterFlit(std::uint32_t stream);
  void RunCycle();
  void Take();
  void TakeFlit(std::uint32_t stream);
  void Finish(std::uint32_t slot);

  const Plan& plan_;
  std::uint32_t ports_;  // streams into a node, and out of it
  std::unique_ptr<MessageEngine> engine_;
  Deliver deliver_;
  std::vector<Place> places_;  // by node

  Cycle now_ = 0;
  // Cycles since a flit moved or a message came. After so many that every flit and credit on a link
  // has come to its end, a cycle is like the one before (docs/spec/testbench.md, V7.1).
  Cycle silent_ = 0;
  Cycle most_silent_;
  std::priority_queue<Later> later_;  // for cycles to come
  std::uint64_t injected_ = 0;
  PacketTable packets_;            // offered, and not delivered
  std::vector<Message> messages_;  // by slot
  InjectorQueues queues_;
  std::vector<bool> held_;  // by node of the host
  LinkLoads loads_;
  std::uint64_t delivered_ = 0;
  Diagnostics wrong_;  // what the hardware did that it must not
};

}  // namespace toroid
