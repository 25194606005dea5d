// The example for astra-sim, called as astra-sim calls it: by sends, receives and events of ranks.
#include <gtest/gtest.h>
#include <toroid.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "examples/astra-sim/backend.h"
#include "gen/workload/workload.h"
#include "tests/library/network.h"
#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::astra_sim_test {
namespace {

using test::Network;
using test::Opened;
using toroid_backend::Endpoint;
using toroid_backend::Fabric;

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The ranks of a network, with flits of 4 bytes, and handlers that are functions.
class Ranks {
 public:
  explicit Ranks(const std::string& options, std::uint64_t cycle_picoseconds = 1000)
      : network_(Opened(options)), fabric_(network_.get(), {cycle_picoseconds, 4}) {
    for (std::uint32_t rank = 0; rank < toroid_nodes(network_.get()); ++rank)
      endpoints_.emplace_back(fabric_, static_cast<int>(rank));
  }

  void Send(int from, int to, int tag, std::uint64_t bytes, std::function<void()> then = {}) {
    endpoints_[static_cast<std::size_t>(from)].sim_send(nullptr, bytes, 0, to, tag, nullptr, Call,
                                                        Kept(std::move(then)));
  }
  void Receive(int to, int from, int tag, std::uint64_t bytes, std::function<void()> then = {}) {
    endpoints_[static_cast<std::size_t>(to)].sim_recv(nullptr, bytes, 0, from, tag, nullptr, Call,
                                                      Kept(std::move(then)));
  }
  void At(long double delta, std::function<void()> then,
          AstraSim::time_type_e unit = AstraSim::NS) {
    endpoints_[0].sim_schedule({unit, delta}, Call, Kept(std::move(then)));
  }
  long double Now() { return endpoints_[0].sim_get_time().time_val; }
  // Runs to the end; every handler must have been called.
  void Run() {
    EXPECT_TRUE(fabric_.Run()) << fabric_.fault();
    EXPECT_EQ(called_, handlers_.size());
    EXPECT_EQ(toroid_under_way(network_.get()), 0U);
  }
  std::string Fault() {
    EXPECT_FALSE(fabric_.Run());
    return fabric_.fault();
  }
  toroid_network* network() const { return network_.get(); }
  Endpoint& endpoint(int rank) { return endpoints_[static_cast<std::size_t>(rank)]; }
  std::size_t called() const { return called_; }

 private:
  struct Handler {
    Ranks* ranks;
    std::function<void()> then;
    bool called = false;
  };
  void* Kept(std::function<void()> then) {
    return &handlers_.emplace_back(Handler{this, std::move(then)});
  }
  static void Call(void* argument) {
    Handler& handler = *static_cast<Handler*>(argument);
    EXPECT_FALSE(handler.called);
    handler.called = true;
    ++handler.ranks->called_;
    if (handler.then) handler.then();
  }

  Network network_;
  Fabric fabric_;
  std::deque<Endpoint> endpoints_;
  std::deque<Handler> handlers_;
  std::size_t called_ = 0;
};

// A function that writes down the time in which it is called.
std::function<void()> Noted(Ranks& ranks, std::vector<long double>& times) {
  return [&] { times.push_back(ranks.Now()); };
}
using Times = std::vector<long double>;

TEST(AstraSim, MessagesTakeTheirCyclesInNanoseconds) {
  // 6 links and 16 flits: cycle 23
  for (const auto& [picoseconds, time] :
       std::vector<std::pair<std::uint64_t, int>>{{1000, 23}, {1280, 29}, {300, 6}, {2500, 57}}) {
    Ranks ranks("--host torus:8x8", picoseconds);
    Times times;
    ranks.Send(0, 27, 1, 64, Noted(ranks, times));
    ranks.Receive(27, 0, 1, 64, Noted(ranks, times));
    ranks.Run();
    EXPECT_EQ(times, Times(2, time)) << picoseconds;
  }
  // a flit is begun for the 65th byte; a message without bytes has one
  Ranks ranks("--host torus:8x8");
  Times times;
  ranks.Send(0, 27, 1, 65, Noted(ranks, times));
  ranks.Receive(27, 0, 1, 65);
  ranks.Send(1, 28, 1, 0, Noted(ranks, times));
  ranks.Receive(28, 1, 1, 0);
  ranks.Run();
  EXPECT_EQ(times, Times({8, 24}));
  EXPECT_EQ(ranks.endpoint(0).get_BW_at_dimension(0), 4.0);
}

TEST(AstraSim, ReceivesMayComeFirstOrLateAndTagsAreKeptApart) {
  Ranks ranks("--host torus:8x8");
  Times first, second, late;
  ranks.Receive(27, 0, 2, 4, Noted(ranks, second));
  ranks.Receive(27, 0, 1, 64, Noted(ranks, first));
  ranks.Send(0, 27, 1, 64);
  ranks.Send(0, 27, 2, 4);
  ranks.Send(27, 0, 1, 4);  // the other way is another route
  ranks.At(100, [&] { ranks.Receive(0, 27, 1, 4, Noted(ranks, late)); });
  ranks.Run();
  EXPECT_EQ(first, Times{23});
  EXPECT_EQ(second, Times{24});
  EXPECT_EQ(late, Times{100});
}

TEST(AstraSim, SendsAndReceivesOfARouteGoTogetherInTheirOrder) {
  Ranks ranks("--host ring:4");
  std::string order;
  for (const char which : {'a', 'b', 'c'})
    ranks.Receive(1, 0, 7, static_cast<std::uint64_t>(which), [&, which] { order += which; });
  for (const char which : {'a', 'b', 'c'}) ranks.Send(0, 1, 7, static_cast<std::uint64_t>(which));
  ranks.Run();
  EXPECT_EQ(order, "abc");
}

TEST(AstraSim, EventsComeInTheirOrderBehindWhatArrivesThen) {
  // cycle 23 begins after 57.5 ns of cycles of 2.5
  for (const auto& [picoseconds, time] :
       std::vector<std::pair<std::uint64_t, int>>{{1000, 23}, {2500, 57}}) {
    Ranks ranks("--host torus:8x8", picoseconds);
    std::string order;
    ranks.At(time, [&] {
      order += 'a';
      ranks.At(0, [&] { order += 'c'; });
    });
    ranks.At(time - 1, [&] { order += '-'; });
    ranks.At(time, [&] { order += 'b'; });
    ranks.Send(0, 27, 1, 64, [&] { order += 's'; });
    ranks.Receive(27, 0, 1, 64, [&] { order += 'r'; });
    ranks.Run();
    EXPECT_EQ(order, "-srabc") << picoseconds;
  }
}

TEST(AstraSim, EventsMayHaveOtherUnits) {
  Ranks ranks("--host ring:4");
  Times times;
  ranks.At(2, Noted(ranks, times), AstraSim::US);
  ranks.At(1500000, Noted(ranks, times), AstraSim::FS);
  ranks.Run();
  EXPECT_EQ(times, Times({1, 2000}));
}

TEST(AstraSim, AHandlerIsNotCalledWhileItIsHandedOver) {
  Ranks ranks("--host ring:4");
  std::string order;
  ranks.Send(0, 1, 1, 4);
  ranks.At(100, [&] {
    ranks.Receive(1, 0, 1, 4, [&] { order += 'b'; });
    order += 'a';
  });
  ranks.Run();
  EXPECT_EQ(order, "ab");
}

TEST(AstraSim, AMessageEntersInTheFirstCycleThatBeginsNoEarlier) {
  Ranks ranks("--host ring:4", 2500);  // cycles 4 and 5 begin in 10 and 12 ns
  Times times;
  ranks.At(10, [&] { ranks.Send(0, 1, 1, 20, Noted(ranks, times)); });
  ranks.At(11, [&] { ranks.Send(2, 3, 1, 20, Noted(ranks, times)); });
  ranks.Receive(1, 0, 1, 20);
  ranks.Receive(3, 2, 1, 20);
  ranks.Run();
  EXPECT_EQ(times, Times({27, 30}));  // cycles 4 + 7 and 5 + 7
}

// Whatever a cycle is: an answer enters in the cycle in which its question arrives.
TEST(AstraSim, AnswersLoseNoCycle) {
  for (const std::uint64_t picoseconds : {1000, 1192, 1280, 300, 2500, 10007}) {
    Ranks ranks("--host ring:4", picoseconds);
    int left = 1000;
    std::function<void(int)> answer = [&](int from) {
      if (left-- == 0) return;
      const int to = (from + 1) % 4;
      ranks.Receive(to, from, left, 20, [&, to] { answer(to); });
      ranks.Send(from, to, left, 20);
    };
    answer(0);
    ranks.Run();
    EXPECT_EQ(toroid_cycle(ranks.network()), 1000 * (1 + 1 + 5));
    EXPECT_EQ(ranks.Now(), 7 * picoseconds);
  }
}

TEST(AstraSim, ManyMessagesAreAllDeliveredOnce) {
  Ranks ranks("--host torus:4x4 --ports all");
  std::mt19937 random(1);
  const auto below = [&](int bound) { return static_cast<int>(random() % unsigned(bound)); };
  constexpr int kMessages = 5000;
  for (int i = 0; i < kMessages; ++i) {
    const int from = below(16);
    const int to = (from + 1 + below(15)) % 16;
    const int tag = below(3);
    const auto send = [&ranks, from, to, tag] { ranks.Send(from, to, tag, 40); };
    const auto receive = [&ranks, from, to, tag] { ranks.Receive(to, from, tag, 40); };
    ranks.At(below(3000), send);
    ranks.At(below(3000), receive);
  }
  ranks.Run();
  EXPECT_EQ(ranks.called(), 4U * kMessages);
}

TEST(AstraSim, DifferentBytesAreAFault) {
  Ranks ranks("--host ring:4");
  ranks.Send(0, 1, 7, 64);
  ranks.Receive(1, 0, 7, 60);
  EXPECT_EQ(ranks.Fault(), "rank 0 to rank 1, tag 7: 64 bytes are sent, 60 received");
  Ranks other("--host ring:4");
  other.Receive(1, 0, 7, 60);
  other.Send(0, 1, 7, 64);
  EXPECT_EQ(other.Fault(), "rank 0 to rank 1, tag 7: 64 bytes are sent, 60 received");
}

TEST(AstraSim, WhatHasNoPartnerIsAFault) {
  Ranks ranks("--host ring:4");
  ranks.Send(0, 1, 7, 64);
  ranks.Receive(1, 0, 8, 64);
  EXPECT_EQ(ranks.Fault(), "rank 0 to rank 1, tag 8: received and never sent");
  Ranks other("--host ring:4");
  other.Send(0, 1, 7, 64);
  EXPECT_EQ(other.Fault(), "rank 0 to rank 1, tag 7: sent and never received");
}

TEST(AstraSim, WhatTheNetworkRefusesIsAFaultAndEndsTheRun) {
  const auto fault_of = [](int to, std::uint64_t bytes) {
    Ranks ranks("--host ring:4");
    // astra-sim does not look at what a send returns
    ranks.At(5, [&] { ranks.Send(0, to, 7, bytes); });
    ranks.At(6, [] { ADD_FAILURE() << "the run goes on"; });
    return ranks.Fault();
  };
  EXPECT_TRUE(Has(fault_of(4, 4), "rank 0 to rank 4, tag 7: toroid: error: destination: 4: "));
  EXPECT_TRUE(Has(fault_of(-1, 4), "rank 0 to rank -1, tag 7: toroid: error: destination: "));
  EXPECT_TRUE(Has(fault_of(0, 4), "rank 0 to rank 0, tag 7: toroid: error: "));
  EXPECT_TRUE(Has(fault_of(1, std::uint64_t{1} << 27), "toroid: error: flits: 33554432: "));
  EXPECT_TRUE(Has(fault_of(1, std::uint64_t{1} << 34), "toroid: error: flits: 4294967295: "));
  Ranks past("--host ring:4");
  past.At(-1, [] {});
  EXPECT_EQ(past.Fault(), "an event is scheduled for the past, or for a time after 10^15 ns");
}

TEST(AstraSim, ANetworkThatHangsIsAFault) {
  Ranks ranks("--host ring:4");
  toroid_hold(ranks.network(), 1, 1);
  ranks.Send(0, 1, 7, 64);
  ranks.Receive(1, 0, 7, 64);
  EXPECT_TRUE(Has(ranks.Fault(), "held nodes have flits offered to them")) << ranks.Fault();
}

// A GOAL program whose sends wait for messages that their ranks received, or calculate after these.
std::string DrawGoal(std::uint32_t ranks, std::uint32_t messages) {
  std::mt19937 random(3);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  std::vector<std::ostringstream> of(ranks);
  std::vector<std::vector<std::string>> done(ranks);  // labels that a send may require
  for (std::uint32_t i = 0; i < messages; ++i) {
    const std::size_t from = below(ranks), to = (from + 1 + below(ranks - 1)) % ranks;
    const std::size_t bytes = 4 * (1 + below(12));
    of[from] << "s" << i << ": send " << bytes << "b to " << to << " tag " << i << "\n";
    of[to] << "r" << i << ": recv " << bytes << "b from " << from << " tag " << i << "\n";
    if (!done[from].empty()) {
      const std::size_t back = 1 + below(std::min<std::size_t>(3, done[from].size()));
      of[from] << "s" << i << " requires " << done[from][done[from].size() - back] << "\n";
    }
    done[to].push_back("r" + std::to_string(i));
    if (below(4) > 0) continue;
    of[to] << "c" << i << ": calc " << 1 + below(40) << "\nc" << i << " requires r" << i << "\n";
    done[to].push_back("c" + std::to_string(i));
  }
  std::ostringstream text;
  text << "num_ranks " << ranks << "\n";
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    text << "rank " << rank << " {\n" << of[rank].str() << "}\n";
  return text.str();
}

// Plays a program of sends, receives and calculations as astra-sim's ranks do: what need not wait
// any longer starts in the order of the file.
class Player {
 public:
  Player(const Workload& program, Ranks& ranks)
      : program_(program), ranks_(ranks), missing_(program.operations.size()) {
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
      for (const Event event : program.AfterOf(program.operations[i])) {
        EXPECT_FALSE(event.is_start());
        waiters_[event.operation()].push_back(i);
        ++missing_[i];
      }
      if (missing_[i] == 0) MayStart(i);
    }
  }
  long double end() const { return end_; }
  std::size_t ended() const { return ended_; }

 private:
  void MayStart(std::uint32_t number) {
    if (ready_.empty()) ranks_.At(0, [this] { StartAll(); });
    ready_.insert(number);
  }
  void StartAll() {
    for (const std::uint32_t number : std::exchange(ready_, {})) Start(number);
  }
  void Start(std::uint32_t number) {
    const Operation& one = program_.operations[number];
    const int from = static_cast<int>(one.from), to = static_cast<int>(one.to);
    const int tag = static_cast<int>(one.tag);
    const auto end = [this, number] { End(number); };
    if (one.kind == OperationKind::kSend) {
      ranks_.Send(from, to, tag, one.bytes, end);
    } else if (one.kind == OperationKind::kReceive) {
      ranks_.Receive(to, from, tag, one.bytes, end);
    } else {
      ASSERT_EQ(one.kind, OperationKind::kCalculate);
      long double& free = free_[{one.from, one.cpu}];
      free = std::max(free, ranks_.Now()) + static_cast<long double>(one.cycles);
      ranks_.At(free - ranks_.Now(), end);
    }
  }
  void End(std::uint32_t number) {
    ++ended_;
    end_ = ranks_.Now();
    for (const std::uint32_t waiter : waiters_[number])
      if (--missing_[waiter] == 0) MayStart(waiter);
  }

  const Workload& program_;
  Ranks& ranks_;
  std::vector<std::uint32_t> missing_;  // dependencies that have not ended
  std::map<std::uint32_t, std::vector<std::uint32_t>> waiters_;
  std::map<std::pair<Process, std::uint32_t>, long double> free_;  // when a processor is
  std::set<std::uint32_t> ready_;
  std::size_t ended_ = 0;
  long double end_ = 0;
};

TEST(AstraSim, AChakraTraceTakesTheCyclesOfSimulate) {
  const Scratch scratch;
  const std::string goal = scratch.Write("drawn.goal", DrawGoal(16, 3000));
  const std::string trace = scratch.Path("drawn");
  for (const std::string network :
       {"--host torus:4x4", "--host mesh:4x4 --ports all --link-stages 1"}) {
    SCOPED_TRACE(network);
    const std::string simulate = "simulate --quiet --engine model --format json " + network;
    const Outcome made =
        RunToroid(simulate + " --traffic trace --trace '" + goal + "' --export '" + trace + ".et'");
    ASSERT_EQ(made.code, 0) << made.err;
    const Outcome simulated = RunToroid(simulate + " --traffic trace --trace '" + trace + "'");
    ASSERT_EQ(simulated.code, 0) << simulated.err;

    WorkloadSetting setting;
    setting.places = 16;
    const auto program = ReadWorkload(trace, setting);
    ASSERT_TRUE(program.ok());
    ASSERT_GT(program.value().operations.size(), 6500U);
    Ranks ranks(network);
    Player player(program.value(), ranks);
    ranks.Run();
    EXPECT_EQ(player.ended(), program.value().operations.size());
    EXPECT_EQ(player.end(),
              nlohmann::json::parse(simulated.out)["reference_cycles"].get<long double>());
  }
}

// The program, with ranks that each send 10 flits to the next one.
class AstraSimProgram : public testing::Test {
 protected:
  Outcome Run(const std::string& workload, const std::string& network,
              const std::string& more = "") const {
    return RunShell("'" TOROID_ASTRA_SIM "' --workload-configuration=" + workload +
                    " --system-configuration none --remote-memory-configuration none"
                    " --network-configuration '" +
                    scratch_.Write("network.txt", network) + "' " + more);
  }
  void ExpectFault(const Outcome& outcome, const std::string& text) const {
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(Has(outcome.err, "astra_sim_toroid: ") && Has(outcome.err, text))
        << outcome.out << outcome.err;
  }

  Scratch scratch_;
  const std::string time_ = " --ns-per-cycle 1.192 --bytes-per-flit 64";
};

TEST_F(AstraSimProgram, RunsRanksOnTheNetworkOfAFile) {
  const Outcome example = Run("next", ReadFile(Checkout("examples/astra-sim/ring_8.txt")));
  EXPECT_EQ(example.out, "8 messages in 12 cycles, 14 ns\n") << example.err;
  EXPECT_EQ(example.code, 0);
  const Outcome torus = Run("next", "--npus-count 4,8\n--host torus:8x4" + time_,
                            "--num-queues-per-dim=2 --comm-scale 0.5");
  EXPECT_TRUE(torus.out.starts_with("32 messages in ")) << torus.err;
}

TEST_F(AstraSimProgram, NamesWhatIsWrong) {
  const std::string ring = "--host ring:8" + time_;
  ExpectFault(Run("next", ring, "--what"), "--what: not an option");
  ExpectFault(Run("next", ring, "--comm-scale"), "--comm-scale: needs a value");
  ExpectFault(Run("", ring), "--workload-configuration: is needed");
  ExpectFault(Run("next", ring, "--comm-scale=0"), "--comm-scale: 0: must be a number above 0");
  ExpectFault(Run("next", ring, "--num-queues-per-dim=1.5"), "1.5: must be a whole number");
  ExpectFault(Run("next", ring, "--network-configuration=none"), "none: cannot be read");
  ExpectFault(Run("next", "--host ring:8 --ns-per-cycle 1"), "--bytes-per-flit: is needed");
  ExpectFault(Run("next", "--host ring:8 --bytes-per-flit 4"), "--ns-per-cycle: is needed");
  ExpectFault(Run("next", "--host ring:8 --ns-per-cycle 1x"), "--ns-per-cycle: 1x: must be");
  ExpectFault(Run("next", "--host ring:1" + time_), "toroid: error: --host: ring:1: ");
  for (const char* counts : {"4", "3,2", "16", "8,1000000000,1000000000"})
    ExpectFault(Run("next", ring + " --npus-count " + counts), "the network has 8 nodes");
  ExpectFault(Run("lacks-a-send", ring), "rank 1 to rank 0, tag 2: received and never sent");
  ExpectFault(Run("does-not-finish", ring), "rank 3 has not finished");
  ExpectFault(Run("throws", ring), "of astra-sim");
}

}  // namespace
}  // namespace toroid::astra_sim_test
