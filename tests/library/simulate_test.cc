// The same messages through `toroid simulate` and through libtoroid take the same cycles, each of
// them.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <utility>

#include "gen/command_line/spec.h"
#include "sim/run/engines.h"
#include "sim/run/stimulus.h"
#include "tests/library/network.h"
#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::simulate_test {
namespace {

using test::AllOf;
using test::Network;
using test::Opened;
using test::Taken;

// A message of a run: source, destination, flits, offered and delivered.
using Row = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Cycle, Cycle>;

std::vector<std::string> WordsOf(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Traffic of a run that is written down: `rows` in the order in which they were offered.
class Written : public Traffic {
 public:
  Written(const Plan& plan, std::unique_ptr<Traffic> traffic, std::vector<Row>& rows)
      : plan_(plan), traffic_(std::move(traffic)), rows_(rows) {}

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    const std::size_t before = packets.size();
    traffic_->Offer(now, packets);
    for (std::size_t i = before; i < packets.size(); ++i) {
      const Packet& one = packets[i];
      under_way_[KeyOf(one)].push_back(rows_.size());
      rows_.emplace_back(NumberOf(one.source, one.source_rank),
                         NumberOf(one.destination, one.destination_rank), one.flits, now, -1);
    }
  }
  void Injected(const Packet& packet, Cycle now) override { traffic_->Injected(packet, now); }
  void Sent(const Packet& packet, Cycle now) override { traffic_->Sent(packet, now); }
  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    traffic_->Received(packet, index, words);
  }
  void Crossed(Cycle now, bool relayed) override { traffic_->Crossed(now, relayed); }
  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    std::deque<std::size_t>& first = under_way_[KeyOf(packet)];
    std::get<4>(rows_[first.front()]) = now;
    first.pop_front();
    traffic_->Delivered(packet, now, stalled);
  }
  bool Exhausted() const override { return traffic_->Exhausted(); }
  Cycle NextOffer() const override { return traffic_->NextOffer(); }

 private:
  // Packets between two nodes arrive in order.
  static std::pair<NodeId, NodeId> KeyOf(const Packet& packet) {
    return {packet.source, packet.destination};
  }
  std::uint32_t NumberOf(NodeId node, std::uint32_t rank) const {
    return plan_.embedding() ? plan_.embedding()->GuestsOf(node)[rank].value() : node.value();
  }

  const Plan& plan_;
  std::unique_ptr<Traffic> traffic_;
  std::vector<Row>& rows_;
  std::map<std::pair<NodeId, NodeId>, std::deque<std::size_t>> under_way_;
};

std::vector<Row> RowsOfSimulate(const std::string& network, const std::string& traffic) {
  const Spec spec = ParseSpec(Command::kSimulate, WordsOf(network + " " + traffic)).value();
  const SimulationRequest& request = spec.simulation;
  const Stimulus stimulus = Stimulus::Create(*spec.plan, request).value();
  std::vector<Row> rows;
  ModelRun run(*spec.plan, std::make_unique<Written>(*spec.plan, stimulus.Make(*spec.plan), rows),
               TestbenchOptionsOf(request));
  while (!run.over()) run.Run(1000, nullptr);
  EXPECT_FALSE(run.bench().stuck());
  return rows;
}

void ExpectTheSame(const std::string& network, const std::string& traffic,
                   int engine = TOROID_MODEL) {
  SCOPED_TRACE(network + " " + traffic);
  std::vector<Row> rows = RowsOfSimulate(network, traffic);
  const Network net = Opened(network, engine);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [source, destination, flits, offered, delivered] = rows[i];
    ASSERT_EQ(toroid_inject(net.get(), source, destination, flits, i, offered), TOROID_OK)
        << toroid_error(net.get());
  }
  const auto all = AllOf(net.get());
  ASSERT_EQ(all.size(), rows.size());
  ASSERT_GT(all.size(), 100U);
  for (const toroid_message& one : all) {
    ASSERT_EQ(Row(one.source, one.destination, one.flits, one.injected, one.delivered),
              rows[one.tag])
        << "message " << one.tag;
  }
}

TEST(AsSimulate, PatternsTakeTheSameCycles) {
  ExpectTheSame("--host torus:8x8", "--traffic uniform --rate 0.35 --packet-flits 3 --cycles 500");
  ExpectTheSame(
      "--host mesh:4x5 --ports all --arbiter round-robin --link-stages 2 --buffer-depth 8",
      "--traffic tornado --rate 0.6 --cycles 300");
  ExpectTheSame("--host torus:4x4x2 --dead-links 0-1,5>7", "--traffic uniform --rate 0.2");
  ExpectTheSame("--host twisted:4x8 --flit-width 8", "--traffic hotspot --rate 0.05");
}

TEST(AsSimulate, RanksThatShareNodesTakeTheSameCycles) {
  ExpectTheSame("--host hypercube:2 --guest mesh:6x6 --embedding gray",
                "--traffic uniform --rate 0.5");
}

TEST(AsSimulate, SetsTakeTheSameCycles) {
  ExpectTheSame("--host torus:8x8 --guest hypercube:6 --embedding xor --bit-order cyclic",
                "--traffic permutation --sets 4 --message-flits 5");
}

// Of the format of its name, made from a collective operation.
void ExpectTheSameOfExported(const std::string& file) {
  const Scratch scratch;
  const std::string network = "--host torus:4x4 --ports all";
  const Outcome made = RunToroid("simulate --quiet --engine model " + network +
                                 " --traffic all-reduce --method bucket --elements 320 --export '" +
                                 scratch.Path(file) + "'");
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string trace =
      file.ends_with(".et") ? scratch.Path(file.substr(0, file.size() - 3)) : scratch.Path(file);
  ExpectTheSame(network, "--traffic trace --trace " + trace);
}

TEST(AsSimulate, GoalTakesTheSameCycles) { ExpectTheSameOfExported("sum.goal"); }
TEST(AsSimulate, ChakraTakesTheSameCycles) { ExpectTheSameOfExported("sum.et"); }

TEST(AsSimulate, TheVerilogTakesTheSameCycles) {
  ExpectTheSame("--host torus:3x5", "--traffic uniform --rate 0.3 --packet-flits 2 --cycles 200",
                TOROID_NODES);
}

TEST(LongAsSimulate, EveryEngineTakesTheSameCycles) {
  for (const int engine : {TOROID_NODES, TOROID_LANES, TOROID_FLAT}) {
    ExpectTheSame("--host mesh:3x3 --ports all --link-stages 1",
                  "--traffic uniform --rate 0.5 --packet-flits 2 --cycles 200", engine);
    ExpectTheSame("--host hypercube:2 --guest mesh:6x6 --embedding gray",
                  "--traffic uniform --rate 0.5", engine);
  }
}

// A program whose messages wait for others, of which the callers of the library keep track.
struct Waiting {
  std::uint32_t source, destination, flits, after;  // the message that it waits for; itself: none
  Cycle delay;
};

std::vector<Waiting> DrawProgram(std::uint32_t nodes, std::uint32_t count) {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  std::vector<Waiting> program;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t source = below(nodes);
    const std::uint32_t after = i < nodes ? i : i - 1 - below(nodes);
    program.push_back({source, (source + 1 + below(nodes - 1)) % nodes, 1 + below(9), after,
                       static_cast<Cycle>(below(3) == 0 ? below(60) : 0)});
  }
  return program;
}

std::string TableOf(const std::vector<Waiting>& program) {
  std::ostringstream table;
  table << "id,source,destination,flits,after,delay\n";
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Waiting& one = program[i];
    table << i << "," << one.source << "," << one.destination << "," << one.flits << ",";
    if (one.after != i) table << one.after;
    table << "," << (one.after != i ? one.delay : 0) << "\n";
  }
  return table.str();
}

// Runs the program as the simulator of something else would: with a calendar of its own.
Cycle RunClosedLoop(toroid_network* net, const std::vector<Waiting>& program) {
  std::multimap<std::uint32_t, std::uint32_t> waiters;  // by the message that they wait for
  std::set<std::pair<Cycle, std::uint32_t>> calendar;   // what is to be sent, and when
  for (std::uint32_t i = 0; i < program.size(); ++i) {
    if (program[i].after == i) {
      calendar.emplace(0, i);
    } else {
      waiters.emplace(program[i].after, i);
    }
  }
  Cycle last = 0;
  while (true) {
    while (!calendar.empty() && calendar.begin()->first == toroid_cycle(net)) {
      const std::uint32_t i = calendar.begin()->second;
      calendar.erase(calendar.begin());
      EXPECT_EQ(toroid_inject(net, program[i].source, program[i].destination, program[i].flits, i,
                              toroid_cycle(net)),
                TOROID_OK);
    }
    const Cycle due = calendar.empty() ? TOROID_FOREVER : calendar.begin()->first;
    const toroid_status status = toroid_next(net, due);
    if (status == TOROID_IDLE && calendar.empty()) return last;
    if (status == TOROID_IDLE) toroid_advance(net, due);
    for (const toroid_message& one : Taken(net)) {
      last = one.delivered;
      const auto [first, end] = waiters.equal_range(static_cast<std::uint32_t>(one.tag));
      for (auto next = first; next != end; ++next)
        calendar.emplace(one.delivered + program[next->second].delay, next->second);
    }
  }
}

TEST(AsSimulate, ProgramsThatWaitForDeliveriesTakeTheSameCycles) {
  const Scratch scratch;
  const std::string network = "--host torus:4x4";
  const auto program = DrawProgram(16, 2000);
  const std::string table = scratch.Write("program.csv", TableOf(program));
  const Outcome simulated = RunToroid("simulate --quiet --format json --engine model " + network +
                                      " --traffic trace --trace '" + table + "'");
  ASSERT_EQ(simulated.code, 0) << simulated.err;
  const auto report = nlohmann::json::parse(simulated.out);
  const Network net = Opened(network);
  EXPECT_EQ(RunClosedLoop(net.get(), program), report["reference_cycles"].get<Cycle>());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> links;
  std::vector<toroid_link> crossed(toroid_links(net.get(), nullptr, 0));
  toroid_links(net.get(), crossed.data(), crossed.size());
  for (const auto& link : crossed)
    if (link.flits > 0) links[{link.from, link.to}] = link.flits;
  EXPECT_EQ(links.size(), report["trace"]["links"].size());
  for (const auto& link : report["trace"]["links"])
    EXPECT_EQ((links[{link["from"], link["to"]}]), link["flits"].get<std::uint64_t>());
}

}  // namespace
}  // namespace toroid::simulate_test
