// What processes do: messages and calculations, and what each of them comes after.
//
// The folder's idea: everything that a network is sent, except random patterns, is a list of
// operations with dependencies. Schedules (gen/schedule), collective operations (gen/collective)
// and files (gen/workload) make it. sim/traffic plays it, sim/run reports it, sim/export writes it,
// and meetings.h finds out beforehand whether two messages of it meet.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/support/id.h"

namespace toroid {

using Process = std::uint32_t;

enum class OperationKind : std::uint8_t {
  kMessage,    // ends when it has arrived
  kSend,       // a message that ends when it has left its sender; it has a receive
  kReceive,    // ends when its message has arrived
  kCalculate,  // ends after its cycles
  kJoin,       // takes no time: it ends when all that it comes after has happened
};
// "message", "send", "receive", "calculate", "join".
std::string_view ToString(OperationKind kind);

// The start or the end of an operation. Events are numbered: 2 i is the start of operation i, and
// 2 i + 1 its end.
class Event {
 public:
  constexpr explicit Event(std::uint32_t number = 0) : number_(number) {}
  static constexpr Event StartOf(std::uint32_t operation) { return Event(2 * operation); }
  static constexpr Event EndOf(std::uint32_t operation) { return Event(2 * operation + 1); }

  constexpr std::uint32_t number() const { return number_; }
  constexpr std::uint32_t operation() const { return number_ / 2; }
  constexpr bool is_start() const { return number_ % 2 == 0; }
  bool operator==(const Event&) const = default;

 private:
  std::uint32_t number_;
};

inline constexpr std::uint32_t kNoOperation = std::numeric_limits<std::uint32_t>::max();

struct Operation {
  OperationKind kind = OperationKind::kMessage;
  bool adds = false;  // a message with data: adds to what the receiver has; else it replaces that
  // A message that the network copies, or adds to others, along its tree (docs/spec/in-network.md)
  // only enters at its sender; what comes of it only leaves, at each receiver. Others do both.
  bool enters = true;
  bool leaves = true;
  Process from = 0;           // the sender of a message; of a calculation or join, who does it
  Process to = 0;             // the receiver of a message
  std::uint32_t tag = 0;      // of a file's message; with schedule units, the unit's number of it
  std::uint32_t cpu = 0;      // a calculation's
  std::uint32_t flits = 0;    // a message's
  std::uint32_t content = 0;  // of a message with data: its place at the sender
  std::uint32_t to_content = 0;        // and its place at the receiver
  std::uint32_t match = kNoOperation;  // a send's receive, a receive's send
  std::uint32_t clock = kNoOperation;  // `not_before` counts from the end of this operation, which
                                       // it comes after; none: from the program's start
  std::uint32_t first_after = 0;       // index in `after` of the program
  std::uint32_t afters = 0;
  Cycle not_before = 0;     // it starts no earlier
  Cycle delay = 0;          // from the end of its dependencies to its start
  Cycle cycles = 0;         // a calculation's
  std::uint64_t bytes = 0;  // a file's message's; 0 if the file says flits
  std::uint64_t line = 0;   // line of the file, from 1 on; of Chakra the node's id

  bool is_message() const { return kind <= OperationKind::kSend; }
  // Whether it goes along the network's tree.
  bool is_in_network() const { return !enters || !leaves; }
  Process by() const { return kind == OperationKind::kReceive ? to : from; }
};

// Where a process is.
struct ProcessPlace {
  NodeId node;
  std::uint32_t guest_rank =
      0;  // which of the node's guest nodes it is, where tid tells them apart
};
using ProcessPlaces = std::shared_ptr<const std::vector<ProcessPlace>>;  // by process

// A lockstep step of a schedule: it starts at `start` and lasts `length` cycles.
struct Step {
  Cycle start = 0;
  Cycle length = 0;
  bool operator==(const Step&) const = default;
};

struct Program {
  std::vector<Operation> operations;  // those of messages alone are sorted by `not_before`
  std::vector<Event> after;           // the dependencies of all operations
  ProcessPlaces places;               // null: process n is at node n
  // between processes of one node: these messages cross no link and take no time
  std::vector<std::pair<Process, Process>> local;
  std::uint32_t local_flits = 0;        // of each of these
  std::vector<Step> steps;              // in which its messages are sent, if they are sent in steps
  std::uint64_t lower_bound = 0;        // messages or flits over the busiest link or port
  std::uint64_t cycle_lower_bound = 0;  // cycles that it takes at least
  bool promises = false;                // that no messages meet
  Cycle promised_end = 0;               // and then the cycles that it takes

  std::uint64_t messages() const;  // that arrive

  std::span<const Event> AfterOf(const Operation& operation) const {
    return std::span(after).subspan(operation.first_after, operation.afters);
  }
  ProcessPlace Where(Process process) const {
    return places ? (*places)[process] : ProcessPlace{NodeId{process}};
  }
  NodeId NodeOf(Process process) const { return Where(process).node; }
  // Whether the message crosses no link.
  bool IsLocal(const Operation& message) const {
    return NodeOf(message.from) == NodeOf(message.to);
  }
  // Adds an operation, and returns its number.
  std::uint32_t Add(const Operation& operation, std::span<const Event> events = {});
  void SetAfter(std::uint32_t number, std::span<const Event> events);
  // Puts the operations into the order of their cycles; equal ones keep theirs. Requires messages
  // alone.
  void SortByCycle();
};

}  // namespace toroid
