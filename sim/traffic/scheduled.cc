// A schedule as a program: its messages, sorted by cycle, without dependencies. Released otherwise,
// they have no cycles and wait for each other: by `order` for the one before at the same injector,
// by `exchange` at a node, in groups of equal cycle. A group's messages are sent when all events of
// the groups before it have happened: messages sent, and messages arrived. A join stands for these.
//
// Example: under `exchange` node 0 sends in cycles 0 and 5 and receives in 0 and 9. Its second
// message begins when the first has gone and that of cycle 0 has arrived.
//
// No deadlock: of the messages that have not arrived, one of the least cycle waits for nothing.
#include <map>
#include <utility>

#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

// Adds released messages, in the order of the schedule.
class Releaser {
 public:
  Releaser(const Plan& plan, const ReleasedBy& by, Program& program)
      : plan_(plan), by_(by), program_(program) {}

  void Add(Operation message) {
    const NodeId from = program_.NodeOf(message.from), to = program_.NodeOf(message.to);
    const bool exchanges = by_.release == Release::kExchange;
    const Cycle group = std::exchange(message.not_before, 0);
    Station& sender =
        exchanges ? StationOf(from.value(), group)
                  : StationOf(from.value() * static_cast<std::uint32_t>(plan_.local_ports()) +
                                  static_cast<std::uint32_t>(plan_.InjectorOf(from, to)),
                              static_cast<Cycle>(program_.operations.size()));
    std::vector<Event> after;
    if (const auto gate = GateOf(sender, message.from)) after.push_back(*gate);
    message.kind = OperationKind::kSend;
    message.delay = by_.startup;
    message.match = static_cast<std::uint32_t>(program_.operations.size()) + 1;
    const std::uint32_t send = program_.Add(message, after);
    message.kind = OperationKind::kReceive;
    message.delay = 0;
    message.match = send;
    message.first_after = message.afters = 0;
    const std::uint32_t receive = program_.Add(message);
    sender.events.push_back(Event::EndOf(send));
    sender.sends_behind = true;
    if (exchanges) StationOf(to.value(), group).events.push_back(Event::EndOf(receive));
  }

 private:
  // Where messages meet: an injector, or with `exchange` a node.
  struct Station {
    Cycle group = 0;
    std::vector<Event> before;  // events of the groups before, which the gate does not stand for
    std::vector<Event> events;  // of this group
    std::optional<Event> gate;
    bool sends_behind = false;  // the events after the gate have a send, which came after it
  };

  Station& StationOf(std::uint32_t number, Cycle group) {
    Station& station = stations_[number];
    if (station.group == group) return station;
    station.group = group;
    station.before.insert(station.before.end(), station.events.begin(), station.events.end());
    station.events.clear();
    return station;
  }

  // The event after which a message of this group may begin; none if it may at once.
  std::optional<Event> GateOf(Station& station, Process process) {
    if (station.before.empty()) return station.gate;
    if (station.gate && !station.sends_behind) station.before.push_back(*station.gate);
    station.gate = station.before.front();
    if (station.before.size() > 1) {
      station.gate = Event::EndOf(
          program_.Add({.kind = OperationKind::kJoin, .from = process}, station.before));
    }
    station.before.clear();
    station.sends_behind = false;
    return station.gate;
  }

  const Plan& plan_;
  const ReleasedBy& by_;
  Program& program_;
  std::map<std::uint32_t, Station> stations_;
};

}  // namespace

ProcessPlaces PlacesOf(const Plan& plan) {
  if (!plan.embedding()) return nullptr;
  const Embedding& embedding = *plan.embedding();
  std::vector<ProcessPlace> places;
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n)
    places.push_back({embedding.HostOf(NodeId{n}), embedding.RankOf(NodeId{n})});
  return std::make_shared<const std::vector<ProcessPlace>>(std::move(places));
}

std::shared_ptr<const Program> ProgramOf(const Plan& plan, ProcessPlaces places,
                                         const Schedule& schedule, const ReleasedBy& by) {
  auto program = std::make_shared<Program>();
  program->places = std::move(places);
  const auto process_at = [&](NodeId node, std::uint32_t rank) {
    return plan.embedding() ? plan.embedding()->GuestsOf(node)[rank].value() : node.value();
  };
  const auto& unit = plan.hardware().schedule_unit.task;
  const std::vector<int> numbers =
      unit ? UnitNumbers(schedule, unit->task.first) : std::vector<int>();
  Releaser releaser(plan, by, *program);
  program->operations.reserve(by.release == Release::kCycle ? schedule.messages.size() : 0);
  for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
    const ScheduledMessage& message = schedule.messages[m];
    const Operation operation{.from = process_at(message.node, message.from_rank),
                              .to = process_at(message.to, message.to_rank),
                              .tag = unit ? static_cast<std::uint32_t>(numbers[m]) : 0,
                              .flits = static_cast<std::uint32_t>(schedule.message_flits),
                              .not_before = message.cycle};
    if (by.release == Release::kCycle) {
      program->operations.push_back(operation);
    } else {
      releaser.Add(operation);
    }
  }
  for (const auto& [from, to] : schedule.local)
    program->local.emplace_back(from.value(), to.value());
  program->local_flits = static_cast<std::uint32_t>(schedule.message_flits);
  program->lower_bound = schedule.lower_bound;
  program->cycle_lower_bound = schedule.lower_bound * program->local_flits;
  if (by.release != Release::kCycle) return program;
  program->steps = schedule.steps;
  program->promises = schedule.claims_conflict_free();
  if (!schedule.messages.empty()) program->promised_end = schedule.end() + plan.interface_latency();
  return program;
}

}  // namespace toroid
