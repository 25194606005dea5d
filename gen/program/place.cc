// List scheduling of a program whose durations are known.
//
// The idea: play the program on a network in which no message waits. A message that may go is
// placed at once: it gets the first cycle from then on in which each link of its route, its
// injector and its ejector are free for all of its flits, and takes them. So it is known when it
// leaves and when it arrives, and with that what may start next. Messages are placed in the order
// in which they may go, those of one cycle in the order of the program. What is placed never moves,
// so two messages never meet.
//
// Example, line:3, one port, K = 0, messages of 4 flits from 0 to 2 and from 1 to 2, both from
// cycle 0 on, and 0 calculates for 3 cycles when its first is away and then sends one to 1. 0 -> 2
// is placed in cycle 0 and has the second link in the cycles 1 to 4 after its offer, so 1 -> 2 is
// placed in cycle 5. The first has left before cycle 4, so 0 -> 1 may go in cycle 7, and does.
//
// Where it does not apply: durations that only the run tells. Sinks that are not always ready make
// messages late, and then they may meet.
//
// Source: greedy list scheduling with reservations, as gen/schedule/list.cc.
#include "gen/program/place.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "gen/placing/placer.h"
#include "gen/placing/uses.h"
#include "gen/program/play.h"

namespace toroid {
namespace {

class MessagePlacer {
 public:
  MessagePlacer(Program& program, const MessageRoutes& routes, Ports ports, const Timing& timing,
                const Progress& progress)
      : program_(program),
        routes_(routes),
        ports_(ports),
        timing_(timing),
        play_(program),
        placer_(ResourceBound(routes.host())),
        stage_(progress, "placing messages", program.messages()) {}

  void Place() {
    play_.Begin(0);
    for (auto cycle = NextCycle(); cycle; cycle = NextCycle()) {
      stage_.Tick(0);
      SayWhatHappens(*cycle);
      play_.Advance(*cycle, [this](std::uint32_t send, Cycle now) { return Placed(send, now); });
    }
    for (std::uint32_t i = 0; i < play_.times().size(); ++i) {
      Operation& one = program_.operations[i];
      if (!one.is_message()) continue;
      one.not_before = play_.times()[i].start;
      one.clock = kNoOperation;
    }
    program_.promises = true;
    program_.promised_end = play_.last_end();
  }

 private:
  // A message has left, or has arrived.
  struct News {
    Cycle cycle = 0;
    std::uint32_t send = 0;
    bool arrives = false;
    bool operator<(const News& other) const {  // the queue's first is the greatest
      return std::tuple(other.cycle, other.send, other.arrives) < std::tuple(cycle, send, arrives);
    }
  };

  std::optional<Cycle> NextCycle() const {
    auto next = play_.NextDue();
    if (news_.empty()) return next;
    return std::min(next.value_or(news_.top().cycle), news_.top().cycle);
  }

  void SayWhatHappens(Cycle now) {
    for (; !news_.empty() && news_.top().cycle <= now; news_.pop()) {
      const News& news = news_.top();
      if (news.arrives) {
        play_.Arrived(news.send, now);
      } else {
        play_.Left(news.send, now);
      }
    }
  }

  Cycle Placed(std::uint32_t number, Cycle now) {
    stage_.Tick();
    const Operation& send = program_.operations[number];
    const NodeId from = program_.NodeOf(send.from), to = program_.NodeOf(send.to);
    FindUses(routes_, ports_, from, to, uses_);
    const Cycle flits = timing_.Length(send.flits);
    const Cycle cycle = placer_.EarliestFrom(now, uses_, flits);
    placer_.Take(cycle, uses_, flits);
    news_.push({.cycle = cycle + flits, .send = number});
    news_.push({.cycle = cycle + routes_.CyclesOver(from, to) + timing_.interface + flits - 1,
                .send = number,
                .arrives = true});
    return cycle;
  }

  Program& program_;
  const MessageRoutes& routes_;
  Ports ports_;
  Timing timing_;
  Play play_;
  Placer placer_;
  std::priority_queue<News> news_;
  std::vector<Use> uses_;  // scratch
  Stage stage_;
};

}  // namespace

void PlaceMessages(Program& program, const MessageRoutes& routes, Ports ports, const Timing& timing,
                   const Progress& progress) {
  MessagePlacer(program, routes, ports, timing, progress).Place();
}

Program MessagesOf(const Program& program) {
  Program messages;
  messages.places = program.places;
  messages.promises = program.promises;
  messages.promised_end = program.promised_end;
  messages.cycle_lower_bound = program.cycle_lower_bound;
  for (const Operation& one : program.operations) {
    if (!one.is_message() || program.IsLocal(one)) continue;
    messages.operations.push_back(
        {.from = one.from, .to = one.to, .flits = one.flits, .not_before = one.not_before});
  }
  messages.SortByCycle();
  return messages;
}

}  // namespace toroid
