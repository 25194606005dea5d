// A message depends on the messages that have arrived since its node last sent, and on the last
// message sent, which depends on all that had arrived before.
#include "gen/collective/program_builder.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/support/integers.h"

namespace toroid {

Operation MessageOf(const Transfer& transfer, const CollectiveProgram& program) {
  return {.adds = transfer.adds,
          .from = transfer.from.value(),
          .to = transfer.to.value(),
          .flits = program.contents[transfer.content].flits,
          .content = transfer.content,
          .to_content = transfer.to_content,
          .not_before = transfer.cycle};
}

ProgramBuilder::ProgramBuilder(const CollectiveTask& task, std::uint64_t elements,
                               const Graph& host, std::size_t threads, const Timing& timing)
    : host_(host), timing_(timing), states_(SizeOf(threads, host.size())), round_(threads) {
  program_.task = task;
  program_.elements = elements;
}

std::uint32_t ProgramBuilder::AddContent(const std::vector<ElementRange>& ranges) {
  Content content{.first_range = static_cast<std::uint32_t>(program_.ranges.size()),
                  .ranges = static_cast<std::uint32_t>(ranges.size())};
  for (const ElementRange& range : ranges) content.flits += range.count;
  program_.ranges.insert(program_.ranges.end(), ranges.begin(), ranges.end());
  program_.contents.push_back(content);
  return static_cast<std::uint32_t>(program_.contents.size() - 1);
}

Cycle ProgramBuilder::ArrivalOf(const Operation& message) const {
  return message.not_before + timing_.Length(message.flits) - 1 +
         host_.Distance(NodeId{message.from}, NodeId{message.to}) + timing_.interface;
}

Cycle ProgramBuilder::ReadyAt(std::size_t thread, NodeId node) const {
  const State& state = states_[thread * host_.size() + node.index()];
  Cycle ready = state.sent ? program_.operations[*state.sent].not_before : 0;
  for (const std::uint32_t number : state.arrived)
    ready = std::max(ready, ArrivalOf(program_.operations[number]));
  return ready;
}

void ProgramBuilder::Send(std::size_t thread, const Transfer& transfer) {
  assert(FlitsOf(transfer.content) > 0);
  State& state = StateOf(thread, transfer.from);
  std::vector<Event> events;
  for (const std::uint32_t number : state.arrived) events.push_back(Event::EndOf(number));
  if (state.sent) events.push_back(Event::StartOf(*state.sent));
  state.arrived.clear();
  state.sent = program_.Add(MessageOf(transfer, program_), events);
  round_[thread].push_back(*state.sent);
}

void ProgramBuilder::EndRound(std::size_t thread) {
  for (const std::uint32_t number : std::exchange(round_[thread], {}))
    StateOf(thread, NodeId{program_.operations[number].to}).arrived.push_back(number);
}

CollectiveProgram ProgramBuilder::Finish() {
  program_.SortByCycle();
  return std::move(program_);
}

// A message fits where each of its links and ports is free for all of its flits, and for its
// startup. gen/placing finds the first such cycle. Backwards, what is first on the way is last.

Occupancy::Occupancy(const MessageRoutes& routes, Ports ports, const Timing& timing,
                     TimeDirection direction)
    : routes_(routes),
      ports_(ports),
      timing_(timing),
      direction_(direction),
      placer_(ResourceBound(routes.host())) {}

Cycle Occupancy::Place(NodeId from, NodeId to, Cycle flits, Cycle ready) {
  FindUses(routes_, ports_, from, to, uses_);
  if (direction_ == TimeDirection::kBackwards) {
    const Cycle last = uses_.back().delay;
    for (Use& use : uses_) use.delay = last - use.delay;
  }
  const Cycle length = timing_.Length(flits);
  const Cycle cycle = placer_.EarliestFrom(ready, uses_, length);
  placer_.Take(cycle, uses_, length);
  return cycle;
}

}  // namespace toroid
