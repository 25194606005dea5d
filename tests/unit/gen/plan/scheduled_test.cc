// A plan of scheduled routers: turns, the fields of links, the timer, K, and the hardware's hash
// (docs/spec/scheduled-router.md).
#include <gtest/gtest.h>

#include <set>

#include "gen/plan/link_fields.h"
#include "gen/plan/plan.h"

namespace toroid::gen_plan_scheduled_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

Embedding Embedded(const std::string& host, EmbeddingKind kind, int d) {
  return Embedding::Create(kind, Parsed("hypercube:" + std::to_string(d)), Parsed(host),
                           BitOrder::kCyclic)
      .value();
}

Plan Scheduled(const std::string& host, HardwareOptions options = {}) {
  options.router = RouterKind::kScheduled;
  return Plan::Create(Parsed(host), std::nullopt, options).value();
}

HardwareOptions WithTask(const UnitTask& task, Ports ports, bool check_arrivals = false) {
  HardwareOptions options;
  options.ports = ports;
  options.schedule_unit.task = task;
  options.router = RouterKind::kScheduled;
  options.schedule_unit.check_arrivals = check_arrivals;
  return options;
}

// "tail:70 ahead:69 ...": names and lowest bits, from the top down.
std::string FieldText(const Plan& plan, int port) {
  std::string text;
  for (const LinkField& field : FieldsOfLink(plan, port).fields) {
    text += (text.empty() ? "" : " ") + field.name + ":" + std::to_string(field.offset);
    if (field.width > 1) text += "+" + std::to_string(field.width);
  }
  return text;
}

TEST(ScheduledPlan, WithoutAScheduleHasAllTurns) {
  EXPECT_EQ(Scheduled("torus:8x8").turns().ToString(), "0>2 0>3 1>2 1>3");
  EXPECT_EQ(Scheduled("mesh:2x8").turns().ToString(), "0>1 0>2");
  EXPECT_EQ(Scheduled("ring:8").turns().ToString(), "none");
  EXPECT_EQ(Scheduled("hypercube:3").turns().ToString(), "0>1 0>2 1>2");
}

TEST(ScheduledPlan, HasTheTurnsOfItsMessages) {
  const Graph host = Parsed("torus:8x8");
  const auto message = [&](std::array<int, 2> from, std::array<int, 2> to) {
    ScheduledMessage sent;
    sent.node = host.NodeAt(from);
    sent.to = host.NodeAt(to);
    return sent;
  };
  EXPECT_EQ(TurnSet::Of(host, std::vector{message({0, 0}, {1, 7})}).ToString(), "0>3");
  EXPECT_EQ(
      TurnSet::Of(host, std::vector{message({3, 3}, {0, 0}), message({0, 0}, {3, 0})}).ToString(),
      "1>3");
  // (1,1,0) to (0,0,1) of a cube turns twice, though never from axis 0 to axis 2.
  ScheduledMessage twice;
  twice.node = NodeId{6};
  twice.to = NodeId{1};
  EXPECT_EQ(TurnSet::Of(Parsed("hypercube:3"), std::vector{twice}).ToString(), "0>1 1>2");
}

// A message of a cube dimension moves along one axis only.
TEST(ScheduledPlan, OfACubeTaskHasNoTurns) {
  const Embedding embedding = Embedded("torus:8x8", EmbeddingKind::kXor, 6);
  const Plan plan = Plan::Create(embedding.host(), embedding,
                                 WithTask({ScheduleKind::kStream, {0, 6}, 16}, Ports::kAll))
                        .value();
  EXPECT_EQ(plan.turns().ToString(), "none");
  EXPECT_EQ(FieldText(plan, 0), "tail:41 ahead:40 left:38+2 source:32+6 payload:0+32");
  EXPECT_EQ(FieldsOfLink(plan, 0).width, 42);
}

TEST(ScheduledPlan, LaysOutTheFieldsOfLinks) {
  const Plan torus = Scheduled("torus:8x8");
  EXPECT_EQ(FieldText(torus, 0),
            "tail:47 ahead:46 turn_axis1_minus:45 turn_axis1_plus:44 left:42+2 go_axis1:41 "
            "minus_axis1:40 left_axis1:38+2 source:32+6 payload:0+32");
  EXPECT_EQ(FieldText(torus, 2), "tail:41 ahead:40 left:38+2 source:32+6 payload:0+32");
  const LinkFields fields = FieldsOfLink(torus, 1);
  EXPECT_EQ(fields.width, 48);
  EXPECT_EQ(fields.Find(LinkField::Kind::kTurn, 3)->offset, 45);
  EXPECT_EQ(fields.Find(LinkField::Kind::kTurn, 1), nullptr);

  // H = 1, 2 and 3: without ahead, without left, with both. Axis 1 has one port: no minus, and
  // nothing left.
  EXPECT_EQ(FieldText(Scheduled("mesh:3x2x4", {.flit_width = 8}), 0),
            "tail:22 ahead:21 turn_axis2_minus:20 turn_axis2_plus:19 turn_axis1:18 go_axis1:17 "
            "go_axis2:16 minus_axis2:15 left_axis2:13+2 source:8+5 payload:0+8");
}

// N1.3 and section 3: a flit that turns twice carries the fields of its second turn.
TEST(ScheduledPlan, LinksCarryTheFieldsOfAxesThatATurnLeadsTo) {
  const Graph host = Parsed("torus:4x4x4");
  const Embedding embedding = Embedded("torus:4x4x4", EmbeddingKind::kXor, 6);
  const Plan plan =
      Plan::Create(host, embedding, WithTask({ScheduleKind::kOffset, {0, 6}, 1}, Ports::kOne))
          .value();
  const LinkFields of_task = FieldsOfLink(plan, 0);
  EXPECT_EQ(of_task.Find(LinkField::Kind::kGo, 1), nullptr);
  const Plan all = Scheduled("torus:4x4x4");
  const LinkFields first = FieldsOfLink(all, 0);
  EXPECT_EQ(first.Find(LinkField::Kind::kLeft, 2)->width, 1);
  EXPECT_EQ(first.Find(LinkField::Kind::kTurn, 4)->width, 1);
  const LinkFields second_axis = FieldsOfLink(all, 2);
  EXPECT_EQ(second_axis.Find(LinkField::Kind::kGo, 1), nullptr);
}

TEST(ScheduledPlan, TimerCountsToTheLastArrivalOfAFirstFlit) {
  const Embedding embedding = Embedded("torus:8x8", EmbeddingKind::kXor, 6);
  const Plan plan = Plan::Create(embedding.host(), embedding,
                                 WithTask({ScheduleKind::kStream, {0, 6}, 16}, Ports::kAll))
                        .value();
  EXPECT_EQ(plan.schedule_unit()->last_send, 33);
  EXPECT_EQ(plan.schedule_unit()->last_count, 50 - 15) << "the makespan, but for L - 1 flits";
  EXPECT_EQ(plan.schedule_unit()->time_bits, 6);
  HardwareOptions buffered = WithTask({ScheduleKind::kStream, {0, 6}, 16}, Ports::kAll);
  buffered.router = RouterKind::kBuffered;
  const Plan before = Plan::Create(embedding.host(), embedding, buffered).value();
  EXPECT_EQ(before.schedule_unit()->last_count, 33);
}

TEST(ScheduledPlan, TakesHopsAndNoCycleMore) {
  EXPECT_EQ(Scheduled("torus:8x8").interface_latency(), 0);
  EXPECT_EQ(Scheduled("torus:8x8").ZeroLoadLatency(NodeId{0}, NodeId{9}), 2);
  EXPECT_EQ(Plan::Create(Parsed("torus:8x8"), std::nullopt, {}).value().interface_latency(), 2);
}

TEST(ScheduledPlan, HashTellsAProgramFromItsLargestTask) {
  const Embedding embedding = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  std::set<std::string> hashes;
  for (const int pipelining : {0, 1, 2}) {
    UnitTask task{ScheduleKind::kStream, {0, 4}, 4};
    task.pipelining = pipelining;
    hashes.insert(Plan::Create(embedding.host(), embedding, WithTask(task, Ports::kAll))
                      .value()
                      .hardware_hash());
  }
  EXPECT_EQ(hashes.size(), 3U);
}

TEST(ScheduledPlan, HashKnowsRouterTurnsAndChecksButNoBuffers) {
  const Embedding embedding = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  const auto hash = [&](const HardwareOptions& options) {
    return Plan::Create(embedding.host(), embedding, options).value().hardware_hash();
  };
  const UnitTask task{ScheduleKind::kStream, {0, 4}, 4};
  const std::string plain = hash({.router = RouterKind::kScheduled});
  const std::set<std::string> hashes = {
      hash({}), plain, hash({.ports = Ports::kAll, .router = RouterKind::kScheduled}),
      hash(WithTask(task, Ports::kAll)), hash(WithTask(task, Ports::kAll, true))};
  EXPECT_EQ(hashes.size(), 5U);
  EXPECT_EQ(plain, hash({.router = RouterKind::kScheduled,
                         .buffered = {.depth = 9, .arbiter = Arbiter::kRoundRobin}}));
}

TEST(ScheduledPlan, NamesWhatIsInItsWay) {
  const auto fields = [](const Result<Plan>& plan) {
    std::vector<std::string> names;
    if (!plan.ok()) {
      for (const Diagnostic& found : plan.diagnostics()) names.push_back(found.field);
    }
    return names;
  };
  using Names = std::vector<std::string>;
  const auto bends = Embedding::Create(EmbeddingKind::kTao, Parsed("ring:15"), Parsed("mesh:3x5"),
                                       BitOrder::kBlock)
                         .value();
  HardwareOptions options{.ports = Ports::kAll,
                          .router = RouterKind::kScheduled,
                          .address = Address::kLogical,
                          .translation = TableMethod::kComputed,
                          .relay = true,
                          .schedule_unit = {.check_arrivals = true}};
  EXPECT_EQ(fields(Plan::Create(bends.host(), bends, options)),
            (Names{"--relay", "--translation", "--schedule-units"}));
  const auto pairs = Embedding::Create(EmbeddingKind::kTao, Parsed("hypercube:3"), Parsed("ring:4"),
                                       BitOrder::kBlock)
                         .value();
  options = {.router = RouterKind::kScheduled, .address = Address::kLogical};
  EXPECT_EQ(fields(Plan::Create(pairs.host(), pairs, options)), Names{"--address"});
  options.address = Address::kPhysical;
  EXPECT_TRUE(Plan::Create(pairs.host(), pairs, options).ok());
}

}  // namespace
}  // namespace toroid::gen_plan_scheduled_test
