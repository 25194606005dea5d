// Networks whose host nodes hold several guest nodes, with logical addresses
// (docs/spec/generated.md, G2.8; docs/spec/sets.md, SE1.3): each guest node reaches every other one
// by its own address, and bad packets are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>

#include "sim/hardware/hardware.h"
#include "sim/run/compare.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/cosim/simulate.h"
#include "tests/support/checkout.h"
#include "tests/support/long_run.h"

namespace toroid::ranks_test {
namespace {

struct Case {
  const char* guest;
  const char* host;
  EmbeddingKind embedding;
  Ports ports;
  RtlEngine rtl = RtlEngine::kNodes;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.guest << " in " << c.host; }
std::string NameOf(const testing::TestParamInfo<Case>& test) {
  const Case& c = test.param;
  return TestName(std::string(c.guest) + "_in_" + c.host + "_" + std::string(ToString(c.ports)) +
                  "_" + std::string(ToString(c.rtl)));
}

Plan PlanOf(const Case& c) {
  const Graph host = Graph::Parse(c.host).value();
  const Embedding embedding =
      Embedding::Create(c.embedding, *Graph::Parse(c.guest), host, BitOrder::kBlock).value();
  return Plan::Create(host, embedding,
                      {.flit_width = 16, .ports = c.ports, .address = Address::kLogical})
      .value();
}

std::unique_ptr<Dut> MakeDut(const Plan& plan, RtlEngine rtl) {
  RunOptions options;
  options.rtl = rtl;
  auto hardware = MakeHardware(plan, options);
  if (!hardware) throw std::runtime_error(ToString(hardware.diagnostics().front()));
  return std::move(hardware).value().dut;
}

// The guest's coordinates side by side, computed independently.
std::uint32_t AddressOf(const Graph& guest, NodeId node) {
  std::uint32_t address = 0;
  for (int a = 0; a < guest.axes(); ++a) {
    int bits = 0;
    while (1 << bits < guest.length(Axis{a})) ++bits;
    address = (address << bits) | static_cast<std::uint32_t>(guest.Coordinate(node, Axis{a}));
  }
  return address;
}

// What the hardware did with one packet.
struct Outcome {
  struct Beat {
    std::uint32_t local, source, id, payload;
    bool last;
  };
  std::vector<Beat> beats;
  std::vector<std::uint32_t> errors;  // injectors, one for each cycle of a pulse
  std::size_t hops = 0;
};

class Driver {
 public:
  Driver(const Plan& plan, Dut& dut) : plan_(plan), dut_(dut) {}

  // A packet of three beats; address and tid are wrong on purpose after the first.
  Outcome Send(std::uint32_t local, std::uint32_t id, std::uint32_t address,
               std::uint32_t payload) {
    Outcome outcome;
    const std::uint32_t ids = (1U << plan_.rank_bits()) - 1;
    const std::uint32_t addresses = (1U << plan_.logical_bits()) - 1;
    for (std::uint32_t beat = 0; beat < 3; ++beat) {
      while (!dut_.Ready(local)) Step(outcome);
      const std::vector<std::uint32_t> words{payload + beat};
      dut_.Inject(local, words, beat == 0 ? address : ~address & addresses, beat == 2,
                  beat == 0 ? id : ~id & ids);
      Step(outcome);
    }
    for (int i = 0; i < 12; ++i) Step(outcome);
    return outcome;
  }

 private:
  void Step(Outcome& outcome) {
    outcome.errors.insert(outcome.errors.end(), dut_.Errors().begin(), dut_.Errors().end());
    for (const std::uint32_t local : std::vector(dut_.Ejecting().begin(), dut_.Ejecting().end())) {
      const Dut::BeatWires beat = dut_.EjectBeat(local);
      outcome.beats.push_back({local, beat.source, beat.id, *beat.payload, beat.last});
      dut_.Accept(local);
    }
    dut_.Step();
    outcome.hops += dut_.Hops().size();
  }

  const Plan& plan_;
  Dut& dut_;
};

class GuestNodes : public testing::TestWithParam<Case> {};

TEST_P(GuestNodes, EachGuestNodeReachesEachOnAnotherNodeUnderItsNameAndNoneOnItsOwn) {
  const Plan plan = PlanOf(GetParam());
  const Embedding& embedding = *plan.embedding();
  const auto dut = MakeDut(plan, GetParam().rtl);
  Driver driver(plan, *dut);
  const auto locals = static_cast<std::uint32_t>(plan.local_ports());
  const std::uint32_t guests = embedding.guest().size();
  std::uint32_t crossed = 0;
  for (std::uint32_t host = 0; host < plan.host().size(); ++host) {
    const auto here = embedding.GuestsOf(NodeId{host});
    for (std::uint32_t id = 0; id < here.size(); ++id) {
      for (std::uint32_t to = 0; to < guests; ++to) {
        const NodeId there = embedding.HostOf(NodeId{to});
        const bool local = there == NodeId{host};
        const std::uint32_t port =
            local ? 0 : static_cast<std::uint32_t>(plan.InjectorOf(NodeId{host}, there));
        const std::uint32_t injector = host * locals + port;
        SCOPED_TRACE(here[id].value() * guests + to);
        const Outcome outcome =
            driver.Send(injector, id, AddressOf(embedding.guest(), NodeId{to}), 8 * to);
        if (local) {
          EXPECT_EQ(outcome.errors, std::vector{injector});
          EXPECT_EQ(outcome.beats.size() + outcome.hops, 0U);
          continue;
        }
        EXPECT_TRUE(outcome.errors.empty());
        ASSERT_EQ(outcome.beats.size(), 3U);
        for (std::uint32_t beat = 0; beat < 3; ++beat) {
          const auto& seen = outcome.beats[beat];
          EXPECT_EQ(seen.local / locals, there.value());
          EXPECT_EQ(seen.source, AddressOf(embedding.guest(), here[id]));
          ASSERT_LT(seen.id, embedding.GuestsOf(there).size());
          EXPECT_EQ(embedding.GuestsOf(there)[seen.id], NodeId{to});
          EXPECT_EQ(seen.payload, 8 * to + beat);
          EXPECT_EQ(seen.last, beat == 2);
        }
        ++crossed;
      }
    }
  }
  EXPECT_GT(crossed, guests);
}

TEST_P(GuestNodes, ATidOrAnAddressThatIsNoGuestNodesIsRefused) {
  const Plan plan = PlanOf(GetParam());
  const Embedding& embedding = *plan.embedding();
  const auto dut = MakeDut(plan, GetParam().rtl);
  Driver driver(plan, *dut);
  std::set<std::uint32_t> addresses;
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n)
    addresses.insert(AddressOf(embedding.guest(), NodeId{n}));
  std::size_t refused = 0;
  const auto expect_refused = [&](std::uint32_t injector, std::uint32_t id, std::uint32_t address) {
    const Outcome outcome = driver.Send(injector, id, address, 1);
    EXPECT_EQ(outcome.errors, std::vector{injector}) << id << " to " << address;
    EXPECT_EQ(outcome.beats.size() + outcome.hops, 0U) << id << " to " << address;
    ++refused;
  };
  for (std::uint32_t host = 0; host < plan.host().size(); ++host) {
    const auto held = static_cast<std::uint32_t>(embedding.GuestsOf(NodeId{host}).size());
    for (std::uint32_t to = 0; to < embedding.guest().size(); ++to) {
      const NodeId there = embedding.HostOf(NodeId{to});
      if (there == NodeId{host}) continue;
      const auto port = static_cast<std::uint32_t>(plan.InjectorOf(NodeId{host}, there));
      const std::uint32_t injector = host * static_cast<std::uint32_t>(plan.local_ports()) + port;
      for (std::uint32_t id = held; id < 1U << plan.rank_bits(); ++id)
        expect_refused(injector, id, AddressOf(embedding.guest(), NodeId{to}));
    }
    for (std::uint32_t code = 0; code < 1U << plan.logical_bits(); ++code) {
      if (!addresses.contains(code))
        expect_refused(host * static_cast<std::uint32_t>(plan.local_ports()), 0, code);
    }
  }
  EXPECT_EQ(refused > 0, GetParam().guest != std::string("mesh:4x4"))
      << "all codes of four ranks of four nodes are right";
}

constexpr EmbeddingKind kTao = EmbeddingKind::kTao;
constexpr EmbeddingKind kGray = EmbeddingKind::kGray;
INSTANTIATE_TEST_SUITE_P(
    Contractions, GuestNodes,
    testing::Values(Case{"ring:12", "mesh:2x2", kTao, Ports::kOne},
                    Case{"torus:6x6", "torus:3x3", kTao, Ports::kAll},
                    Case{"mesh:3x3", "hypercube:2", kGray, Ports::kAll},
                    Case{"mesh:3x3", "hypercube:2", kGray, Ports::kOne, RtlEngine::kFlat},
                    Case{"mesh:4x4", "mesh:2x2", kTao, Ports::kOne},
                    Case{"line:7", "hypercube:2", kGray, Ports::kAll, RtlEngine::kFlat}),
    NameOf);

// ---- physical addresses ----

struct Physical {
  const char* host;
  int processes;
  Ports ports;
  RtlEngine rtl = RtlEngine::kNodes;
};
void PrintTo(const Physical& c, std::ostream* out) { *out << c.host; }

class ProcessesOfNodes : public testing::TestWithParam<Physical> {};

// Every code of a rank is valid, including those without a process; some codes of an address name
// no node.
TEST_P(ProcessesOfNodes, EachProcessReachesEach) {
  const auto& [graph, processes, ports, rtl] = GetParam();
  const Graph host = Graph::Parse(graph).value();
  const Plan plan =
      Plan::Create(host, {}, {.flit_width = 16, .ports = ports, .processes = processes}).value();
  const auto dut = MakeDut(plan, rtl);
  Driver driver(plan, *dut);
  std::uint32_t codes = 1;
  while (codes < static_cast<std::uint32_t>(processes)) codes *= 2;
  std::map<std::uint32_t, NodeId> nodes;
  std::uint32_t node_codes = 1;
  for (std::uint32_t n = 0; n < host.size(); ++n) nodes[AddressOf(host, NodeId{n})] = NodeId{n};
  for (int a = 0; a < host.axes(); ++a)
    for (int bit = 1; bit < host.length(Axis{a}); bit *= 2) node_codes *= 2;
  const auto locals = static_cast<std::uint32_t>(plan.local_ports());
  std::uint32_t payload = 0;
  for (std::uint32_t from = 0; from < host.size(); ++from) {
    for (std::uint32_t code = 0; code < codes * node_codes; ++code) {
      const auto to = nodes.find(code % node_codes);
      const bool refused = to == nodes.end() || to->second == NodeId{from};
      const std::uint32_t port =
          refused ? 0 : static_cast<std::uint32_t>(plan.InjectorOf(NodeId{from}, to->second));
      const std::uint32_t injector = from * locals + port;
      const std::uint32_t id = (from + code) % codes;
      SCOPED_TRACE(injector * 1000 + code);
      const Outcome outcome = driver.Send(injector, id, code, payload % 1000 * 8);
      if (refused) {
        EXPECT_EQ(outcome.errors, std::vector{injector});
        EXPECT_EQ(outcome.beats.size() + outcome.hops, 0U);
        continue;
      }
      EXPECT_TRUE(outcome.errors.empty());
      ASSERT_EQ(outcome.beats.size(), 3U);
      for (const Outcome::Beat& beat : outcome.beats) {
        EXPECT_EQ(beat.local / locals, to->second.value());
        EXPECT_EQ(beat.source, id * node_codes + AddressOf(host, NodeId{from}));
        EXPECT_EQ(beat.id, code / node_codes);
      }
      EXPECT_EQ(outcome.beats[2].payload, payload++ % 1000 * 8 + 2);
    }
  }
  EXPECT_GT(payload, host.size() * codes);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, ProcessesOfNodes,
    testing::Values(Physical{"mesh:3x5", 3, Ports::kOne}, Physical{"torus:3x3", 4, Ports::kAll},
                    Physical{"ring:5", 2, Ports::kAll, RtlEngine::kFlat},
                    Physical{"torus:2x8", 5, Ports::kAll},
                    Physical{"hypercube:3", 2, Ports::kOne, RtlEngine::kLanes}),
    [](const auto& test) {
      const Physical& c = test.param;
      return TestName(std::string(c.host) + "_" + std::to_string(c.processes) + "_" +
                      std::string(ToString(c.ports)) + "_" + std::string(ToString(c.rtl)));
    });

// ---- sets ----

struct Contraction {
  const char* graphs;
  bool all_ports = false;
  const char* more = "";
};
void PrintTo(const Contraction& c, std::ostream* out) { *out << c.graphs; }
class SetsOfRanks : public testing::TestWithParam<Contraction> {};

// Directed guest edges between different host nodes, and within one.
std::pair<std::uint64_t, std::uint64_t> EdgesOf(const Embedding& embedding) {
  std::pair<std::uint64_t, std::uint64_t> edges;
  const Graph& guest = embedding.guest();
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    for (std::uint32_t m = 0; m < guest.size(); ++m) {
      if (guest.Distance(NodeId{n}, NodeId{m}) != 1) continue;
      ++(embedding.HostOf(NodeId{n}) == embedding.HostOf(NodeId{m}) ? edges.second : edges.first);
    }
  }
  return edges;
}

Embedding EmbeddingOf(const std::string& graphs) {
  const auto word = [&](const std::string& option) {
    const auto from = graphs.find(option) + option.size() + 1;
    return graphs.substr(from, graphs.find(' ', from) - from);
  };
  return Embedding::Create(*ParseEmbeddingKind(word("--embedding")), *Graph::Parse(word("--guest")),
                           *Graph::Parse(word("--host")), BitOrder::kBlock)
      .value();
}

TEST_P(SetsOfRanks, RunAsPredictedWithEveryEventTheModels) {
  const std::string network = std::string(GetParam().graphs) +
                              (GetParam().all_ports ? " --ports all" : "") + GetParam().more;
  const auto [across, within] = EdgesOf(EmbeddingOf(GetParam().graphs));
  ASSERT_GT(within, 0U);
  for (const std::string traffic : {"permutation", "scatter", "exchange"}) {
    for (const std::string schedule : {"none", "list"}) {
      SCOPED_TRACE(traffic + " " + schedule);
      const Simulated run =
          Simulate(network + " --traffic " + traffic + " --schedule " + schedule +
                   " --sets 3 --message-flits 3 --barrier-cycles 2 --no-baseline --flit-width 16");
      ExpectPerfectMatch(run);
      std::uint64_t messages = 0;
      for (const auto& iteration : run.report["iterations"]) {
        messages += iteration["messages"].get<std::uint64_t>();
        const bool meets = iteration["messages_meeting"] > 0;
        EXPECT_EQ(iteration["predicted_cycles"].is_null(), meets);
        EXPECT_EQ(iteration["conflicts"] > 0, meets);
        EXPECT_FALSE(meets && schedule == "list");
        EXPECT_TRUE(meets || iteration["cycles"] == iteration["predicted_cycles"]);
        if (traffic == "exchange") {
          EXPECT_EQ(iteration["messages"], across);
          EXPECT_EQ(iteration["local_messages"], within);
        }
      }
      EXPECT_EQ(run.report["messages"]["delivered"], messages);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, SetsOfRanks,
    testing::Values(Contraction{"--guest ring:12 --host mesh:2x2 --embedding tao"},
                    Contraction{"--guest mesh:4x6 --host mesh:2x3 --embedding tao", true},
                    Contraction{"--guest torus:6x6 --host torus:3x3 --embedding tao", true,
                                " --arbiter round-robin"},
                    Contraction{"--guest torus:6x6 --host torus:3x3 --embedding tao", false,
                                " --buffer-depth 2 --rtl flat"},
                    Contraction{"--guest mesh:3x3 --host hypercube:2 --embedding gray"},
                    Contraction{"--guest mesh:19x19 --host hypercube:5 --embedding gray", true},
                    Contraction{"--guest mesh:19x19 --host hypercube:5 --embedding gray"},
                    Contraction{"--guest torus:6x6 --host hypercube:4 --embedding gray", true},
                    Contraction{"--guest torus:5x5 --host hypercube:4 --embedding gray"},
                    Contraction{"--guest hypercube:6 --host ring:8 --embedding tao", true,
                                " --rtl flat"},
                    Contraction{"--guest hypercube:5 --host torus:4x4 --embedding tao"}),
    [](const auto& test) {
      return TestName(std::string(test.param.graphs).substr(8) +
                      (test.param.all_ports ? " all" : "") + test.param.more);
    });

constexpr const char* kPairOfNodes =
    "--guest ring:12 --host mesh:2x2 --embedding tao --no-baseline ";

TEST(SetsOfManyRanks, ThatStayOnTheirNodesTakeNoCycles) {
  const Simulated run = Simulate(
      "--guest line:4 --host line:2 --embedding tao --no-baseline --traffic permutation --sets 40 "
      "--barrier-cycles 5");
  ExpectPerfectMatch(run);
  int silent = 0;
  for (const auto& iteration : run.report["iterations"]) {
    EXPECT_GT(iteration["messages"].get<int>() + iteration["local_messages"].get<int>(), 0);
    if (iteration["messages"] != 0) continue;
    ++silent;
    EXPECT_EQ(iteration["cycles"], 0);
    EXPECT_EQ(iteration["predicted_cycles"], 0);
  }
  EXPECT_GT(silent, 0);
  EXPECT_LT(silent, 40);
  EXPECT_EQ(run.report["predicted_cycles"], run.report["cycles"]);
}

TEST(SetsOfManyRanks, OfWhichAllStayOnTheirNodesAreAnError) {
  for (int seed = 1; seed < 100; ++seed) {
    const Simulated run = Simulate(
        "--guest line:4 --host line:2 --embedding tao --no-baseline --traffic permutation --sets 1 "
        "--engine model --seed " +
        std::to_string(seed));
    if (run.code == 0) continue;
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err,
              "toroid: error: --traffic: permutation: sends nothing over a link: all messages "
              "drawn are between guest nodes of one host "
              "node; give another --seed, or more --sets\n");
    return;
  }
  FAIL() << "no set stays on its nodes";
}

TEST(SetsOfManyRanks, SayHowManyMessagesStayOnTheirNodes) {
  const toroid::Outcome text = RunToroid("simulate " + std::string(kPairOfNodes) +
                                         "--engine model --traffic exchange --sets 2");
  EXPECT_NE(
      text.out.find("32 more messages are between guest nodes of one host node and cross no link"),
      std::string::npos)
      << text.out;
}

TEST(ExchangeOfRanks, TakesWhatTheTableOfTheDocumentSays) {
  std::ifstream document(Checkout("docs/spec/sets.md"));
  ASSERT_TRUE(document);
  const std::regex row(
      R"(\| (\S+) \| (\S+) \| (\S+) \| (\d+) of (\d+) \| (\d+) \| (one|all) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|)");
  int rows = 0;
  for (std::string line; std::getline(document, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    const std::string graphs = "--guest " + cells[1].str() + " --host " + cells[2].str() +
                               " --embedding " + cells[3].str();
    const auto [across, within] = EdgesOf(EmbeddingOf(graphs + " "));
    EXPECT_EQ(std::to_string(across), cells[4]) << line;
    EXPECT_EQ(std::to_string(across + within), cells[5]) << line;
    const std::string run = graphs + " --ports " + cells[7].str();
    const std::string bound = cells[6];
    EXPECT_EQ(OfLengths(run, "lower_bound"), bound + "/" + bound + "/" + bound) << line;
    EXPECT_EQ(OfLengths(run, "conflicts"), cells[8]) << line;
    EXPECT_EQ(OfLengths(run, "reference_cycles"), cells[9]) << line;
    EXPECT_EQ(OfLengths(run + " --schedule list", "reference_cycles"), cells[10]) << line;
    EXPECT_EQ(OfLengths(run, "least_cycles"), cells[11]) << line;
    ++rows;
  }
  EXPECT_GE(rows, 18);
}

TEST(PatternsOfRanks, TakeTurnsAmongThem) {
  int left = LongOr(100, 2);
  for (const char* network : {"--guest torus:6x6 --host torus:3x3 --embedding tao",
                              "--guest mesh:7x7 --host hypercube:2 --embedding gray --ports all",
                              "--guest ring:12 --host mesh:2x2 --embedding tao --address physical",
                              "--host torus:3x5 --processes 3 --ports all",
                              "--host torus:8x8 --processes 2 --rtl lanes"}) {
    if (left-- == 0) break;
    ExpectPerfectMatch(Simulate(std::string(network) +
                                " --traffic uniform --rate 0.5 --packet-flits 3 --cycles 300 "
                                "--sink-ready 0.8 --refused 0.1"));
  }
}

}  // namespace
}  // namespace toroid::ranks_test
