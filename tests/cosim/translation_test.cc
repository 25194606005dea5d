// Translation tables in simulation (docs/spec/translation.md, section 5): the nodes of the hardware
// make their tables, packets are sent by their entries, and hardware and model agree in every
// event.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cosim/simulate.h"

namespace toroid::translation_test {
namespace {

struct Case {
  const char* name;
  std::string options;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

class TablesInSimulation : public testing::TestWithParam<Case> {};

TEST_P(TablesInSimulation, EveryEventEqualsTheModels) {
  ExpectPerfectMatch(Simulate(GetParam().options));
}

std::string Torus(const std::string& shape) {
  return "--host torus:" + shape + " --guest torus:" + shape + " --embedding identity";
}
const std::string kMesh = "--host mesh:4x3 --guest mesh:4x3 --embedding identity";
const std::string kPacked = " --rate 0.8 --cycles 200 --packet-flits 3 --sink-ready 0.7";

// Uniform traffic sends by entries and by addresses; a program along the cube's dimensions sends
// only by entries.
INSTANTIATE_TEST_SUITE_P(
    Networks, TablesInSimulation,
    testing::Values(
        Case{"computed", Torus("3x5") + " --translation computed --traffic uniform" + kPacked},
        Case{"lanes", Torus("2x8") +
                          " --translation computed --traffic uniform --rtl lanes"
                          " --ports all --link-stages 1" +
                          kPacked},
        Case{"exchanged", kMesh +
                              " --translation exchanged --traffic uniform"
                              " --arbiter round-robin" +
                              kPacked},
        Case{"exchanged_on_a_ring",
             "--host ring:6 --guest ring:6 --embedding identity --translation exchanged"
             " --traffic uniform --rate 1 --cycles 300 --packet-flits 2"},
        Case{"exchanged_by_all_ports",
             "--host hypercube:4 --guest mesh:3x3 --embedding gray --translation exchanged"
             " --traffic uniform --ports all --rtl flat --refused 0.1" +
                 kPacked},
        Case{"exchanged_physical",
             "--host mesh:4x3 --guest mesh:4x3 --embedding identity --address physical"
             " --translation exchanged --traffic uniform" +
                 kPacked},
        Case{"program",
             "--host torus:4x4 --guest hypercube:4 --embedding xor --translation computed"
             " --traffic all-reduce --elements 32 --no-baseline"},
        Case{"several_guest_nodes",
             "--host torus:4x4 --guest hypercube:6 --embedding tao --translation computed"
             " --traffic uniform --rtl lanes" +
                 kPacked},
        Case{"partition",
             "--host mesh:5x5 --guest ring:6 --partition 2x3 --base 2,1 --embedding tao"
             " --translation computed --traffic uniform --refused 0.1 --rtl flat" +
                 kPacked},
        Case{"relays",
             "--host torus:4x4 --guest hypercube:4 --embedding xor --bit-order block --ports all"
             " --relay --translation computed --traffic permutation --no-baseline"}),
    [](const auto& test) { return test.param.name; });

// TL5.3: after an exchange the arbiters grant as those of a model that had no exchange.
std::vector<Case> Exchanged() {
  std::vector<Case> all;
  for (const std::string host : {"mesh:4x3", "torus:3x3", "mesh:5", "ring:6", "torus:2x4",
                                 "mesh:2x3x2", "torus:3x4x2", "hypercube:4"})
    for (const std::string ports : {"one", "all"})
      for (const std::string arbiter : {"round-robin", "through-first"})
        all.push_back({"", "--host " + host + " --guest " + host +
                               " --embedding identity --translation exchanged --traffic uniform"
                               " --rate 1 --cycles 300 --packet-flits 2 --sink-ready 0.8 --ports " +
                               ports + " --arbiter " + arbiter});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Proof, TablesInSimulation, testing::ValuesIn(Exchanged()),
                         [](const auto& test) { return std::to_string(test.index); });

// TL5.2.
TEST(TablesInSimulation, SayHowManyPacketsTheySent) {
  const auto sent_by = [](const std::string& options) {
    const Outcome run = RunToroid("simulate --quiet --translation computed --cycles 50 " + options);
    const std::string text = " sent by the number of a table entry";
    const auto end = run.out.find(text);
    EXPECT_NE(end, std::string::npos) << run.out << run.err;
    if (end == std::string::npos) return std::string();
    const auto start = run.out.rfind("note: ", end) + 6;
    return run.out.substr(start, end - start);
  };
  const std::string ring = "--host ring:6 --guest ring:6 --embedding identity --rate 1";
  EXPECT_EQ(sent_by(ring + " --traffic neighbor"), "300 packets were");
  EXPECT_EQ(sent_by(Torus("3x5") + " --traffic neighbor"), "0 packets were");
}

struct Planted {
  const char* name;
  std::string file;
  std::string was;
  std::string is;
  std::string network;
  std::string told;  // in the report
};
void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.name; }

class TablesGoneWrong : public testing::TestWithParam<Planted> {};

TEST_P(TablesGoneWrong, FailTheRun) {
  const auto& [name, file, was, is, network, told] = GetParam();
  const Scratch scratch;
  const Outcome run =
      RunShell("TOROID_TEMPLATES=" + Templates(scratch, file, was, is) +
               " \"$TOROID\" simulate --quiet --traffic uniform --cycles 50 " + network);
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find(told), std::string::npos) << run.out;
}

INSTANTIATE_TEST_SUITE_P(
    Faults, TablesGoneWrong,
    testing::Values(
        Planted{"an_entry_kept_for_another", "lib/translation/toroid_translation_computed.v",
                "building_q & (step_q == e[ENTRY_BITS-1:0])",
                "building_q & (step_q == (e[ENTRY_BITS-1:0] ^ 1'b1))",
                Torus("3x3") + " --translation computed", "entry 0 of its table"},
        Planted{"ready_too_late", "lib/translation/toroid_translation_exchanged.v",
                "localparam LAST = SENDS + 2", "localparam LAST = SENDS + 3",
                Torus("3x3") + " --translation exchanged",
                "its table is not ready in cycle 8 after the start"},
        Planted{"a_packet_sent_by_another_entry", "top/node_translation.v.tpl",
                "? entry_there_<%port%>", "? ~entry_there_<%port%>",
                Torus("3x3") + " --translation computed", "FAILED"},
        Planted{"several_guest_nodes", "lib/translation/toroid_translation_ranks.v",
                "places_q[{rank_q, step_q}] <= {place_rank, place}",
                "places_q[{rank_q, step_q}] <= {~place_rank, place}",
                "--host torus:4x2 --guest hypercube:4 --embedding tao --translation computed",
                "entry 0 of its table"}),
    [](const auto& test) { return test.param.name; });

TEST(TablesInSimulation, AreRefusedWhereTheyCannotBe) {
  const Simulated lanes =
      Simulate(Torus("3x3") + " --translation exchanged --traffic uniform --rtl lanes");
  EXPECT_EQ(lanes.code, 2);
  EXPECT_NE(lanes.err.find("is not supported with --rtl lanes yet"), std::string::npos)
      << lanes.err;
  const Simulated bare = Simulate("--host torus:3x3 --translation computed --traffic uniform");
  EXPECT_EQ(bare.code, 2);
  EXPECT_NE(bare.err.find("no embedding is given"), std::string::npos) << bare.err;
}

}  // namespace
}  // namespace toroid::translation_test
