// The idea of the forecast: a message of L flits that is offered in cycle t has link e of its route
// in the cycles from t + e h on (h the cycles of a hop), the injector from t on and the ejector
// from t + links h + K on, each for L cycles, if nothing else needs them then. If that holds for
// every message, the program ends exactly with the last of these.
//
// Messages along the network's tree are followed by tree_uses.h.
//
// Example, messages that enter in turn: node 0 of a line, one port, has messages of L = 4 for nodes
// 1 and 2, both offered in cycle 0. The second enters in cycle 4. If messages then meet, only
// bounds are known: the least end, and that at least one message waits.
#include "gen/program/meetings.h"

#include <optional>
#include <utility>

#include "gen/placing/uses.h"
#include "gen/program/tree_uses.h"

namespace toroid {

void MeetingSearch::Add(std::uint32_t message, std::span<const Use> uses, Cycle cycle,
                        Cycle length) {
  const std::size_t links = uses.size() - (ports_ == Ports::kOne ? 2 : 0);
  for (const Use& use : uses.first(links))
    Add(use.resource, message, cycle + use.delay + delays_.link, length);
  if (ports_ == Ports::kAll) return;
  Add(uses[links].resource, message, cycle, length);
  const Use& ejector = uses[links + 1];
  Add(ejector.resource, message, cycle + ejector.delay + delays_.link + delays_.ejector, length);
}

void MeetingSearch::AddPortsOfLinks(std::uint32_t message, std::span<const Use> uses, Cycle cycle,
                                    Cycle length) {
  const std::size_t first = ResourceBound(host_);
  Add(first + uses.front().resource, message, cycle, length);
  Add(first + host_.LinkIndexBound() + uses.back().resource, message,
      cycle + uses.back().delay + delays_.link + delays_.ejector, length);
}

namespace {

class Forecaster {
 public:
  Forecaster(const Program& program, const MessageRoutes& routes, Ports ports, const Timing& timing,
             Entering entering, const Progress& progress)
      : program_(program),
        routes_(routes),
        ports_(ports),
        timing_(timing),
        entering_(entering),
        search_(routes.host(), ports, {.link = routes.hop_cycles(), .ejector = timing.interface}),
        least_(routes, ports),
        free_from_(entering == Entering::kInTurn ? ResourceBound(routes.host()) : 0),
        stage_(progress, "checking for messages that meet", program.operations.size()) {
    if (routes.tree() != nullptr) tree_.emplace(program.operations, routes, search_);
  }

  ProgramForecast Make() {
    times_.reserve(program_.operations.size());
    for (std::uint32_t i = 0; i < program_.operations.size(); ++i) Send(i);
    for (std::uint32_t i = 0; i < program_.operations.size(); ++i) CheckOrder(i);
    FindMeetings();
    if (entering_ == Entering::kInTurn)
      forecast_.least_end = least_.cycles() + timing_.interface;
    else
      forecast_.least_end = static_cast<Cycle>(forecast_.load) + timing_.interface;
    return std::move(forecast_);
  }

 private:
  struct Times {
    Cycle start;
    Cycle end;  // the last eject
  };

  void Send(std::uint32_t number) {
    stage_.Tick();
    const Operation& message = program_.operations[number];
    if (message.is_in_network()) return SendAlongTree(number);
    const NodeId from = program_.NodeOf(message.from), to = program_.NodeOf(message.to);
    FindUses(routes_, ports_, from, to, uses_);
    const Cycle flits = timing_.Length(message.flits);
    const std::size_t links = uses_.size() - (ports_ == Ports::kOne ? 2 : 0);
    Cycle cycle = message.not_before;
    if (entering_ == Entering::kInTurn) {
      Cycle& free = free_from_[uses_[ports_ == Ports::kOne ? links : 0].resource];
      cycle = std::max(cycle, free);
      free = cycle + flits;
      least_.Add(uses_, flits);
    }
    search_.Add(number, uses_, cycle, flits);
    const auto hops = static_cast<Cycle>(links);
    forecast_.hops += static_cast<double>(flits) * static_cast<double>(links);
    times_.push_back({cycle, cycle + flits - 1 + hops * routes_.hop_cycles() + timing_.interface});
    forecast_.end = std::max(forecast_.end, times_.back().end);
  }

  void SendAlongTree(std::uint32_t number) {
    const Operation& message = program_.operations[number];
    const Cycle flits = timing_.Length(message.flits);
    const TreeUses::Times times = tree_->Add(number, flits);
    forecast_.hops += static_cast<double>(flits) * times.links;
    times_.push_back({message.not_before, times.end + flits - 1 + timing_.interface});
    if (message.leaves) forecast_.end = std::max(forecast_.end, times_.back().end);
    if (tree_->MeetAtRoot()) return;
    ++forecast_.early;
    Note("message " + std::to_string(number) + " comes to the root in another cycle than others");
  }

  void CheckOrder(std::uint32_t number) {
    for (const Event event : program_.AfterOf(program_.operations[number])) {
      const Times& other = times_[event.operation()];
      if (times_[number].start >= (event.is_start() ? other.start : other.end)) continue;
      ++forecast_.early;
      Note("message " + std::to_string(number) + " is offered before message " +
           std::to_string(event.operation()) + (event.is_start() ? " is offered" : " has arrived"));
    }
  }

  void FindMeetings() {
    std::vector<bool> meets(program_.operations.size());
    forecast_.load = search_.Find([&](const Occupation& one, const Occupation& other) {
      ++forecast_.conflicts;
      meets[one.message] = meets[other.message] = true;
      Note("messages " + std::to_string(one.message) + " and " + std::to_string(other.message) +
           " meet in cycle " + std::to_string(other.from));
    });
    forecast_.meeting = static_cast<std::uint64_t>(std::ranges::count(meets, true));
  }

  void Note(std::string fault) {
    if (forecast_.first_fault.empty()) forecast_.first_fault = std::move(fault);
  }

  const Program& program_;
  const MessageRoutes& routes_;
  Ports ports_;
  Timing timing_;
  Entering entering_;
  MeetingSearch search_;
  std::optional<TreeUses> tree_;
  LeastMakespan least_;
  std::vector<Cycle> free_from_;  // by injector, in the numbers of resources
  Stage stage_;
  std::vector<Use> uses_;  // scratch
  std::vector<Times> times_;
  ProgramForecast forecast_;
};

}  // namespace

ProgramForecast ForecastOf(const Program& program, const MessageRoutes& routes, Ports ports,
                           const Timing& timing, Entering entering, const Progress& progress) {
  return Forecaster(program, routes, ports, timing, entering, progress).Make();
}

}  // namespace toroid
