// Removes events that wait for no remaining event. Each event that stays waits for another that
// stays, so following these waits leads round a cycle.
#include "gen/program/event_graph.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "gen/support/random.h"

namespace toroid {

template <class Visit>
void EventGraph::ForBlockers(std::size_t event, Visit visit) const {
  const Operation& operation = program_.operations[event / 2];
  if (event % 2 == 1) {
    visit(event - 1);
    if (operation.kind == OperationKind::kReceive) visit(Event::StartOf(operation.match).number());
    return;
  }
  for (const Event after : program_.AfterOf(operation)) visit(after.number());
}

EventGraph::EventGraph(const Program& program, const Progress& progress)
    : program_(program), progress_(progress), waiters_(size(), size(), [this](auto visit) {
        Stage stage(progress_, "looking at dependencies");
        for (std::size_t e = 0; e < size(); ++e) {
          stage.Tick();
          ForBlockers(e, [&](std::size_t blocker) { visit(e, blocker); });
        }
      }) {}

std::vector<std::uint32_t> EventGraph::TakeAway(std::vector<std::uint32_t>& waits,
                                                EventOrder order) const {
  std::deque<std::uint32_t> free;
  for (std::uint32_t e = 0; e < waits.size(); ++e)
    if (waits[e] == 0) free.push_back(e);
  std::vector<std::uint32_t> taken;
  taken.reserve(waits.size());
  Random random(order.seed);
  Stage stage(progress_, "following dependencies");
  while (!free.empty()) {
    stage.Tick();
    if (order.next == EventOrder::Next::kByChance)
      std::swap(free.back(), free[random.Below(free.size())]);
    const bool oldest = order.next == EventOrder::Next::kOldest;
    const std::uint32_t event = oldest ? free.front() : free.back();
    if (oldest) {
      free.pop_front();
    } else {
      free.pop_back();
    }
    taken.push_back(event);
    waiters_.Happened(event, waits, [&](std::uint32_t next) { free.push_back(next); });
  }
  return taken;
}

std::vector<Event> EventGraph::InOrder(EventOrder order) const {
  std::vector<std::uint32_t> waits = waiters_.counts();
  std::vector<Event> events;
  for (const std::uint32_t event : TakeAway(waits, order)) events.emplace_back(event);
  return events;
}

std::vector<std::uint32_t> EventGraph::Cycle() const {
  std::vector<std::uint32_t> waits = waiters_.counts();
  if (TakeAway(waits, {EventOrder::Next::kNewest}).size() == waits.size()) return {};
  std::vector<bool> seen(waits.size());
  std::vector<std::uint32_t> path;
  std::size_t event = 0;
  while (waits[event] == 0) ++event;
  while (!seen[event]) {
    seen[event] = true;
    path.push_back(static_cast<std::uint32_t>(event));
    std::size_t next = event;
    ForBlockers(event, [&](std::size_t blocker) {
      if (waits[blocker] > 0) next = blocker;
    });
    event = next;
  }
  path.erase(path.begin(), std::ranges::find(path, static_cast<std::uint32_t>(event)));
  for (std::uint32_t& one : path) one /= 2;
  path.erase(std::unique(path.begin(), path.end()), path.end());
  return path;
}

}  // namespace toroid
