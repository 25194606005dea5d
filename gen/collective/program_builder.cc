// A message depends on the messages that have arrived since its node last sent, and on the last
// message sent, which depends on all that had arrived before.
#include "gen/collective/program_builder.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace toroid {

ProgramBuilder::ProgramBuilder(const CollectiveTask& task, std::uint64_t elements,
                               const Graph& host, std::size_t threads, const Timing& timing)
    : host_(host), timing_(timing), states_(threads * host.size()), round_(threads) {
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

Cycle ProgramBuilder::ArrivalOf(const Transfer& transfer) const {
  return transfer.cycle + timing_.Length(program_.FlitsOf(transfer)) - 1 +
         host_.Distance(transfer.from, transfer.to) + timing_.interface;
}

Cycle ProgramBuilder::ReadyAt(std::size_t thread, NodeId node) const {
  const State& state = states_[thread * host_.size() + node.index()];
  Cycle ready = state.sent ? program_.transfers[*state.sent].cycle : 0;
  for (const std::uint32_t transfer : state.arrived)
    ready = std::max(ready, ArrivalOf(program_.transfers[transfer]));
  return ready;
}

void ProgramBuilder::Send(std::size_t thread, Transfer transfer) {
  assert(program_.FlitsOf(transfer) > 0);
  State& state = StateOf(thread, transfer.from);
  transfer.first_after = static_cast<std::uint32_t>(program_.after.size());
  program_.after.insert(program_.after.end(), state.arrived.begin(), state.arrived.end());
  if (state.sent) program_.after.push_back(*state.sent);
  transfer.afters = static_cast<std::uint32_t>(program_.after.size()) - transfer.first_after;
  state.arrived.clear();
  state.sent = static_cast<std::uint32_t>(program_.transfers.size());
  round_[thread].push_back(*state.sent);
  program_.transfers.push_back(transfer);
}

void ProgramBuilder::EndRound(std::size_t thread) {
  for (const std::uint32_t number : std::exchange(round_[thread], {}))
    StateOf(thread, program_.transfers[number].to).arrived.push_back(number);
}

CollectiveProgram ProgramBuilder::Finish() {
  SortByCycle(program_);
  return std::move(program_);
}

}  // namespace toroid
