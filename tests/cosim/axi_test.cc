// AXI4 endpoints between managers and memories (docs/spec/axi4.md, section 10): both networks equal
// their models in every event, data and order are right, and what runs alone takes the predicted
// cycles. Mistakes that are planted in the hardware are found.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/cosim/simulate.h"

namespace toroid::axi_test {
namespace {

Simulated RunAxi(const std::string& options, const std::string& tables = "",
                 const std::string& transactions = "") {
  const Scratch scratch;
  std::string all = options + " --traffic axi";
  if (!tables.empty()) all += " --config '" + scratch.Write("net.toml", tables) + "'";
  if (!transactions.empty()) all += " --trace '" + scratch.Write("table.csv", transactions) + "'";
  return Simulate(all);
}

const std::string kSmall = "[axi]\nmax-burst = 16\nread-buffer = 16\nwrite-buffer = 16\n";
const std::string kMixed =
    "[axi]\nids = \"source\"\nthreads = 2\nuser-width = 3\n"
    "[[axi.node]]\nnodes = \"0-4\"\nrole = \"manager\"\n"
    "[[axi.node]]\nnodes = \"5-8\"\nrole = \"subordinate\"\n"
    "[[axi.node]]\nnodes = \"9,10\"\nrole = \"subordinate\"\nprotocol = \"axi4-lite\"\n"
    "[[axi.node]]\nnodes = \"11-13\"\nrole = \"both\"\n";
const std::string kMapped =
    "[axi]\nid-width = 2\n[[axi.map]]\nbase = 0\nsize = 65536\nnode = 5\n"
    "[[axi.map]]\nbase = 65536\nsize = 4096\nnode = 2\n";

struct Case {
  const char* name;
  std::string options;
  std::string tables = {};
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

class AxiSimulation : public testing::TestWithParam<Case> {};

TEST_P(AxiSimulation, EqualsTheModelsAndKeepsDataAndOrder) {
  const Simulated run = RunAxi(GetParam().options + " --requests 400", GetParam().tables);
  ExpectPerfectMatch(run);
  const auto& axi = run.report["axi"];
  const int managers = axi["managers"];
  EXPECT_EQ(axi["reads"]["count"].get<int>() + axi["writes"]["count"].get<int>(),
            400 + 2 * managers);
  EXPECT_EQ(axi["refused"], 0);
  int beats = 0;
  for (const auto& pair : axi["pairs"])
    beats += pair["reads"]["beats"].get<int>() + pair["writes"]["beats"].get<int>();
  EXPECT_EQ(beats, axi["reads"]["beats"].get<int>() + axi["writes"]["beats"].get<int>());
}

INSTANTIATE_TEST_SUITE_P(
    Networks, AxiSimulation,
    testing::Values(Case{"torus", "--host torus:2x2"},
                    Case{"mixed", "--host torus:3x5 --flit-width 64", kMixed},
                    Case{"flat", "--host mesh:2x3 --rtl flat", kSmall},
                    Case{"stages", "--host ring:6 --link-stages 1 --buffer-depth 4", kMapped},
                    Case{"dead", "--host torus:3x4 --dead-nodes 5 --dead-links '0-1,7>11'", kSmall},
                    Case{"twisted", "--host twisted:3x6"},
                    Case{"slow", "--host line:3 --sink-ready 0.5 --flit-width 512", kSmall},
                    Case{"timeouts", "--host torus:2x2 --flit-width 512",
                         "[axi]\ntimeout = 500\n"}),
    [](const auto& test) { return test.param.name; });

// Node 1 is reached from node 2 alone: three links from node 0 instead of one, each way. Requests
// to the dead node are refused.
TEST(AxiTransactions, GoAroundWhatIsDead) {
  const Simulated run = RunAxi("--host torus:2x4 --dead-links 0-1 --dead-nodes 5", "",
                               "cycle,node,kind,address,beats,id\n0,0,read,0x20000000,4,1\n"
                               "1000,0,write,0xa0000000,2,0\n");
  ExpectPerfectMatch(run);
  const auto& axi = run.report["axi"];
  EXPECT_EQ(axi["managers"], 7);
  EXPECT_EQ(axi["refused"], 1);
  EXPECT_EQ(axi["predicted"], 1);
  EXPECT_EQ(axi["pairs"][0]["subordinate"], 1);
  EXPECT_EQ(axi["pairs"][0]["reads"]["latency"]["max"], 3 + 3 + 2 + 8 + 1);
  std::uint64_t flits = 0;
  for (const auto& link : run.report["links"]["loads"]) flits += link[2].get<std::uint64_t>();
  EXPECT_EQ(flits, 3 * 2 + 3 * 4);
  EXPECT_EQ(run.report["host"]["dead"].dump(), R"({"links":[[0,1],[1,0]],"nodes":[5]})");
}

// A manager on node 0 of ring:6, memories everywhere: distances 0 to 3.
const std::string kOneManager =
    "[[axi.node]]\nnodes = \"0\"\nrole = \"both\"\n[[axi.node]]\nnodes = \"1-5\"\nrole = "
    "\"subordinate\"\n";

// AX7.3 and AX7.4 by hand: H = 2 head flits, a memory that answers after a cycle.
TEST(AxiTransactions, TakeTheCyclesOfTheSpecification) {
  const Simulated run = RunAxi("--host ring:6", kOneManager,
                               "cycle,node,kind,address,beats,id\n"
                               "0,0,read,0x20000000,4,1\n1000,0,write,0x60000000,1,2\n"
                               "\n# near\n2000,0,write,0,8,3\n3000,0,read,0x1000,256,0\n");
  ExpectPerfectMatch(run);
  const auto& axi = run.report["axi"];
  EXPECT_EQ(axi["predicted"], 4);
  EXPECT_EQ(axi["pairs"][0]["subordinate"], 0);
  EXPECT_EQ(axi["pairs"][0]["reads"]["latency"]["max"], 2 + 4 + 1);
  EXPECT_EQ(axi["pairs"][0]["writes"]["latency"]["max"], 2 + 8 + 8 + 1 + 1);
  EXPECT_EQ(axi["pairs"][1]["subordinate"], 1);
  EXPECT_EQ(axi["pairs"][1]["reads"]["latency"]["max"], 2 + 2 + 8 + 1);
  EXPECT_EQ(axi["pairs"][1]["zero_load_read"], 2 + 2 + 8 + 1);
  EXPECT_EQ(axi["pairs"][2]["subordinate"], 3);
  EXPECT_EQ(axi["pairs"][2]["writes"]["latency"]["max"], 6 + 2 + 1 + 2 + 5 + 1);
}

TEST(AxiTransactions, AreRefusedWhereTheSpecificationSaysSo) {
  const Simulated run =
      RunAxi("--host ring:6", kOneManager + "[axi]\nmax-burst = 64\n",
             "cycle,node,kind,address,beats,id\n0,0,read,0xe0000000,3,1\n0,0,write,0xffc,2,1\n"
             "0,0,write,0x20000000,128,0\n0,0,read,0x40000000,64,0\n");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["axi"]["refused"], 3);
}

// Several managers read the word that another writes: the answers show whose read was which.
TEST(AxiTransactions, AreToldApartWhereSeveralReadTheSame) {
  std::string table = "cycle,node,kind,address,beats,id\n";
  for (int i = 0; i < 60; ++i) {
    for (const char* reader : {"5", "4", "1"})
      table += std::string("0,") + reader + ",read,0,1,0\n";
    table += "0,2,write,0,1,0\n";
  }
  const Simulated run = RunAxi("--host ring:6", "", table);
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["axi"]["reads"]["count"], 180);
}

// Reads and writes of nodes 0 and 2 to node 1, whose memory stops or goes mute in the middle of
// bursts, and later goes on; node 3 asks node 2.
std::string HangingTable(const std::string& state) {
  std::string table = "cycle,node,kind,address,beats,id\n105,1," + state + ",,,\n900,1,go,,,\n";
  for (int i = 0; i < 40; ++i) {
    const std::string at = std::to_string(i * 40);
    table += at + ",0,read,0x20001000,8,0\n" + at + ",0,write,0x20000000,8,1\n" + at +
             ",2,read,0x20001000,8,2\n" + at + ",3,read,0x40000000,8,3\n";
  }
  return table;
}

TEST(AxiTimeouts, AnswerForMemoriesThatHang) {
  for (const std::string state : {"stop", "mute"}) {
    for (const std::string ids : {"one", "source"}) {
      const Simulated run = RunAxi("--host ring:6", "[axi]\ntimeout = 64\nids = \"" + ids + "\"\n",
                                   HangingTable(state));
      ExpectPerfectMatch(run);
      const auto& axi = run.report["axi"];
      EXPECT_GE(axi["timed_out"], 20) << state;
      EXPECT_LE(axi["timed_out"], 90) << state;  // it is asked again once it goes on
      for (const auto& pair : axi["pairs"]) {
        if (pair["manager"] == 3) {
          EXPECT_LE(pair["reads"]["latency"]["max"], 40) << state;
        }
      }
    }
  }
}

TEST(AxiTimeouts, AreMissedWithoutThem) {
  const Simulated run = RunAxi("--host ring:6 --watchdog 2000", "",
                               "cycle,node,kind,address,beats,id\n"
                               "10,1,mute,,,\n20,0,read,0x20000000,8,0\n");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.report.dump().find("nothing has moved since cycle"), std::string::npos);
}

// By the command that generate prints.
TEST(AxiSimulation, HasTheHardwareHashOfWhatGenerateWrites) {
  const Scratch scratch;
  const Outcome made = RunToroid(
      "generate --local axi4 --host torus:2x2 --dead-links '0>1' --reset active-low "
      "--node-clocks 0-1 --out '" +
      scratch.Path("out") + "' --config '" + scratch.Write("net.toml", kSmall) + "'");
  const std::string head = "toroid simulate ";
  const std::size_t at = made.out.find(head) + head.size();
  const Simulated run =
      Simulate(made.out.substr(at, made.out.find('\n', at) - at) + " --requests 20");
  ExpectPerfectMatch(run);
  EXPECT_NE(made.out.find("hardware " + run.report["hardware_hash"].get<std::string>()),
            std::string::npos);
}

TEST(AxiSimulation, RunsWithoutTheModel) {
  const Simulated run = Simulate("--host torus:2x2 --traffic axi --requests 100 --engine rtl");
  EXPECT_EQ(run.code, 0) << run.report.dump(2);
  EXPECT_EQ(run.report["match"], nullptr);
}

struct Mistake {
  const char* name;
  const char* file;  // below rtl_templates/lib
  const char* was;
  const char* is;
  const char* said;  // part of what is said
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class AxiMistake : public testing::TestWithParam<Mistake> {};

TEST_P(AxiMistake, IsFound) {
  const auto& [name, file, was, is, said] = GetParam();
  const Scratch scratch;
  const std::string folder = Templates(scratch, std::string("lib/") + file, was, is);
  const Outcome run = RunShell("TOROID_TEMPLATES=" + folder +
                               " \"$TOROID\" simulate --quiet --host torus:2x2 --traffic axi "
                               "--requests 200 --watchdog 2000");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find(said), std::string::npos) << run.out;
}

constexpr const char* kManagerSide = "axi/toroid_axi_manager.v";
constexpr const char* kSubordinateSide = "axi/toroid_axi_subordinate.v";
INSTANTIATE_TEST_SUITE_P(
    Planted, AxiMistake,
    testing::Values(
        Mistake{"data", kSubordinateSide, "assign m_axi_wdata = request_data[DATA_WIDTH-1:0];",
                "assign m_axi_wdata = request_data[DATA_WIDTH-1:0] & ~1;",
                "no manager has sent it with these data"},
        Mistake{"prot", kSubordinateSide, "assign m_axi_arprot = fields_q[LEN+17+:3];",
                "assign m_axi_arprot = 3'd0;", "no manager has asked for it"},
        Mistake{"id", kManagerSide, "assign s_axi_rid = read_refused ? read_id : r_id;",
                "assign s_axi_rid = read_id;", "R of ID"},
        Mistake{"response", kManagerSide, "assign s_axi_bresp = b_resp | {2{refused_b}};",
                "assign s_axi_bresp = 2'b10;", "BRESP is 2, not 0"},
        Mistake{"last", kManagerSide, "assign s_axi_rlast = read_refused ? read_made : r_last;",
                "assign s_axi_rlast = 1'b1;", "RLAST comes too early"},
        Mistake{"credit", "router/toroid_credit.v", "{DEPTH{1'b1}}", "{DEPTH{1'b1}} >> 1",
                "model and hardware differ"},
        Mistake{"stuck", kSubordinateSide, "assign m_axi_bready = ~rst;",
                "assign m_axi_bready = 1'b0;", "B is not taken"},
        Mistake{"cycles", kManagerSide, "wire read_can = waits[0] & ",
                "reg late_q;\n  always @(posedge clk) late_q <= waits[0];\n"
                "  wire read_can = waits[0] & late_q & ",
                "was answered in"}),
    [](const auto& test) { return test.param.name; });

// Values of all signals in the file, by place and cycle. The edge that ends cycle c is at 50 + 10
// c.
class WaveValues {
 public:
  WaveValues(const Scratch& scratch, const std::string& wave, int cycles) {
    const Outcome built =
        RunShell("cc -O1 -w -I\"$(verilator --getenv VERILATOR_ROOT)\"/include/gtkwave -o '" +
                 scratch.Path("read_wave") + "' '" + Checkout("tests/cosim/read_wave.c") +
                 "' -lz -lpthread");
    EXPECT_EQ(built.code, 0) << built.err;
    std::string command = "'" + scratch.Path("read_wave") + "' '" + wave + "'";
    for (int cycle = 0; cycle < cycles; ++cycle) command += " " + std::to_string(49 + 10 * cycle);
    std::istringstream lines(RunShell(command).out);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name;
      words >> name;
      for (std::string value; words >> value;) values_[name].push_back(value);
    }
  }

  std::size_t size() const { return values_.size(); }
  // Of the wrap's ports and wires, and what is in it.
  std::string At(const std::string& name, int cycle) const {
    const auto found = values_.find("top.toroid_wrap." + name);
    EXPECT_NE(found, values_.end()) << name;
    return found == values_.end() ? "" : found->second.at(static_cast<std::size_t>(cycle));
  }
  // The first cycle in which a wire is high; -1: none.
  int FirstHigh(const std::string& name, int cycles) const {
    for (int cycle = 0; cycle < cycles; ++cycle)
      if (At(name, cycle) == "1") return cycle;
    return -1;
  }

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

// A write of two beats that is asked for in cycle 3, alone, from node 0 to node 1: BVALID comes
// when AX7.4 says. Its packet, and the answer's, each cross a link of their own network a cycle
// after they are sent there.
TEST(AxiWave, ShowsBothNetworksAndTheirEndpointsInTheCyclesOfTheRun) {
  constexpr int kCycles = 40;
  const Scratch scratch;
  const std::string wave = scratch.Path("run.fst");
  const Simulated run = RunAxi("--host ring:3 --engine both --wave '" + wave + "'",
                               kSmall +
                                   "[[axi.node]]\nnodes = \"0\"\nrole = \"manager\"\nname = "
                                   "\"cpu\"\n[[axi.node]]\nnodes = \"1,2\"\nrole = "
                                   "\"subordinate\"\n",
                               "cycle,node,kind,address,beats,id\n3,0,write,0x40000000,2,1\n");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["axi"]["predicted"], 1);
  const int latency = run.report["axi"]["writes"]["latency"]["max"];
  const WaveValues values(scratch, wave, kCycles);
  EXPECT_EQ(values.FirstHigh("cpu_s_axi_awvalid", kCycles), 3);
  EXPECT_EQ(values.FirstHigh("cpu_s_axi_bvalid", kCycles), 3 + latency);
  EXPECT_EQ(values.FirstHigh("m2_axi_awvalid", kCycles), -1);
  EXPECT_EQ(values.At("cpu_s_axi_awaddr", 3), "01000000000000000000000000000000");
  for (const auto& [sends, network, node] : {std::tuple("c0_s0_axis_tvalid", "c0_network", 0),
                                             std::tuple("c1_s1_axis_tvalid", "c1_network", 1)}) {
    const int sent = values.FirstHigh(sends, kCycles);
    EXPECT_GT(sent, 3);
    const std::string block = std::string(network) + ".axis0[" + std::to_string(node) + "].";
    EXPECT_EQ(
        values.FirstHigh(block + (node == 0 ? "axis0_plus_valid" : "axis0_minus_valid"), kCycles),
        sent + 1);
  }
}

}  // namespace
}  // namespace toroid::axi_test
