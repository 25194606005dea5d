// Programs whose messages are placed: none meet, nothing starts early, and the cycles are those
// worked out by hand from docs/spec/traces.md, section 11.
#include "gen/program/place.h"

#include <gtest/gtest.h>

#include <random>

#include "gen/placing/uses.h"
#include "gen/program/meetings.h"

namespace toroid::gen_program_test {
namespace {

// A message of so many flits, as a send and its receive.
struct Pair {
  std::uint32_t send, receive;
};
Pair AddMessage(Program& program, Process from, Process to, std::uint32_t flits,
                const std::vector<Event>& after = {}, Cycle not_before = 0, Cycle delay = 0) {
  const auto number = static_cast<std::uint32_t>(program.operations.size());
  program.Add({.kind = OperationKind::kSend,
               .from = from,
               .to = to,
               .flits = flits,
               .match = number + 1,
               .not_before = not_before,
               .delay = delay},
              after);
  program.Add(
      {.kind = OperationKind::kReceive, .from = from, .to = to, .flits = flits, .match = number});
  return {number, number + 1};
}

// The example of gen/program/place.cc.
TEST(PlacedMessages, GoInTheFirstCycleInWhichTheirRouteIsFree) {
  Program program;
  const Pair first = AddMessage(program, 0, 2, 4);
  const Pair second = AddMessage(program, 1, 2, 4);
  const std::uint32_t calculation =
      program.Add({.kind = OperationKind::kCalculate, .from = 0, .cycles = 3},
                  std::vector{Event::EndOf(first.send)});
  const Pair third = AddMessage(program, 0, 1, 4, {Event::EndOf(calculation)});
  const Graph line = *Graph::Parse("line:3");
  PlaceMessages(program, line, Ports::kOne, 0);
  EXPECT_EQ(program.operations[first.send].not_before, 0);
  EXPECT_EQ(program.operations[second.send].not_before, 5);
  EXPECT_EQ(program.operations[third.send].not_before, 7);
  EXPECT_TRUE(program.promises);
  EXPECT_EQ(program.promised_end, 11);  // 0 -> 1 arrives in cycle 7 + 1 + 3
}

// With K = 2 all arrive later, and what comes after them starts later.
TEST(PlacedMessages, FollowTheRouterAndTheirDelays) {
  Program program;
  const Pair first = AddMessage(program, 0, 1, 2, {}, 10);
  const Pair second = AddMessage(program, 1, 0, 2, {Event::EndOf(first.receive)}, 0, 4);
  const Graph line = *Graph::Parse("line:2");
  PlaceMessages(program, line, Ports::kAll, 2);
  EXPECT_EQ(program.operations[first.send].not_before, 10);
  EXPECT_EQ(program.operations[second.send].not_before, 10 + 1 + 2 + 1 + 4);
  EXPECT_EQ(program.promised_end, 18 + 4);
}

TEST(PlacedMessages, WithinANodeTakeNoLink) {
  Program program;
  program.places = std::make_shared<const std::vector<ProcessPlace>>(
      std::vector<ProcessPlace>{{NodeId{0}}, {NodeId{0}}, {NodeId{1}}});
  const Pair local = AddMessage(program, 0, 1, 100, {}, 3);
  AddMessage(program, 1, 2, 1, {Event::EndOf(local.receive)});
  const Graph line = *Graph::Parse("line:2");
  PlaceMessages(program, line, Ports::kOne, 0);
  EXPECT_EQ(program.promised_end, 3 + 1);
  EXPECT_EQ(MessagesOf(program).operations.size(), 1U);
}

// Random programs: each message after an earlier one, some later than they could be.
TEST(PlacedMessages, NeverMeet) {
  std::mt19937 engine(5);
  const auto below = [&](std::uint32_t most) {
    return static_cast<std::uint32_t>(engine() % most);
  };
  for (const char* host : {"torus:4x4", "mesh:3x5", "ring:7"}) {
    const Graph graph = *Graph::Parse(host);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      Program program;
      for (std::uint32_t m = 0; m < 400; ++m) {
        const Process from = below(graph.size());
        const Process to = (from + 1 + below(graph.size() - 1)) % graph.size();
        std::vector<Event> after;
        if (m > 0 && below(3) > 0) after.push_back(Event::EndOf(2 * below(m) + 1));
        AddMessage(program, from, to, 1 + below(20), after, below(50), below(5));
      }
      const std::vector<Operation> asked = program.operations;
      PlaceMessages(program, graph, ports, 2);
      const ProgramForecast forecast = ForecastOf(MessagesOf(program), graph, ports, 2);
      EXPECT_EQ(forecast.conflicts, 0U) << forecast.first_fault;
      EXPECT_EQ(forecast.end, program.promised_end);
      for (std::size_t i = 0; i < program.operations.size(); i += 2) {  // the sends
        const Operation& one = program.operations[i];
        EXPECT_GE(one.not_before, asked[i].not_before);
        for (const Event event : program.AfterOf(one)) {
          const Operation& other = program.operations[event.operation() - 1];
          const Cycle links = graph.Distance(NodeId{other.from}, NodeId{other.to});
          EXPECT_GE(one.not_before,
                    other.not_before + links + 2 + Cycle{other.flits} - 1 + asked[i].delay);
        }
      }
    }
  }
}

}  // namespace
}  // namespace toroid::gen_program_test
