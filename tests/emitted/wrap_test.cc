// What is written to take a network into a design: the wrap with a name for every stream, and the
// testbench that shows it at work.
#include <gtest/gtest.h>

#include <string>

#include "tests/emitted/emitted.h"

namespace toroid::test {
namespace {

std::vector<Network> WrappedNetworks() {
  return {{.host = "torus:3x5"},
          {.host = "torus:2x3", .ports = Ports::kAll, .storage = Storage::kLutram},
          {.host = "line:4", .embedding = "standard", .guest = "hypercube:2"},
          {.host = "torus:3x2", .link_stages = 2},
          {.host = "torus:3x2", .protect = Protection::kParity},
          {.host = "mesh:2x3", .ports = Ports::kAll, .embedding = "tao", .guest = "mesh:4x6"},
          {.host = "hypercube:3", .embedding = "gray", .guest = "mesh:2x3"},
          {.host = "torus:4x4", .embedding = "xor", .guest = "hypercube:2", .partition = {2, 2}}};
}

class Wraps : public testing::TestWithParam<Network> {};

std::string Lint(const std::string& top) {
  return "verilator --lint-only -Wall -Wno-UNUSED --top-module " + top +
         " -F toroid.f wrap/net_wrap.v";
}

TEST_P(Wraps, AreCleanAndTheirInstanceConnectsEveryPort) {
  const EmittedFolder folder(FilesOf(GetParam()));
  Outcome lint = folder.Run(Lint("net_wrap"));
  EXPECT_EQ(lint.exit_code, 0) << lint.output;
  EXPECT_EQ(lint.output, "");
  // Verilator warns of a port that is not connected; the wires are declared by their use.
  lint =
      folder.Run("{ echo 'module user;'; cat wrap/net_instance.vh; echo endmodule; } > user.v && " +
                 Lint("user") + " user.v -Wno-IMPLICIT -Wno-WIDTH -Wno-UNDRIVEN -Wno-DECLFILENAME");
  EXPECT_EQ(lint.exit_code, 0) << lint.output;
  EXPECT_EQ(lint.output, "");
}

INSTANTIATE_TEST_SUITE_P(Networks, Wraps, testing::ValuesIn(WrappedNetworks()), TestName);

// Every stream of the wrap is the bit, or field, of its number: a number is put on each, and read
// inside.
TEST(Wrap, GivesEachStreamItsNumber) {
  const EmittedFolder folder(FilesOf({.host = "torus:2x3", .ports = Ports::kAll}));
  std::string bench = "module bench;\n  wire [17:0] ready;\n  net_wrap dut (\n";
  for (int i = 0; i < 18; ++i) {
    const std::string s = ".s" + std::to_string(i) + "_axis_";
    const std::string m = ".m" + std::to_string(i) + "_axis_";
    bench += s + "tdata(32'd" + std::to_string(1000 + i) + "), " + s + "tlast(1'b" +
             std::to_string(i % 2) + "), " + m + "tready(1'b" + std::to_string(i / 3 % 2) +
             "), .s" + std::to_string(i) + "_error(ready[" + std::to_string(i) + "]),\n";
  }
  bench += R"(.clk(1'b0), .rst(1'b1));
  integer i;
  initial begin
    #1;
    force dut.network.error = 18'h2a5c3;
    #1;
    for (i = 0; i < 18; i = i + 1) begin
      if (dut.network.s_axis_tdata[32*i+:32] !== 1000 + i) $display("tdata %0d", i);
      if (dut.network.s_axis_tlast[i] !== i % 2) $display("tlast %0d", i);
      if (dut.network.m_axis_tready[i] !== i / 3 % 2) $display("tready %0d", i);
    end
    if (ready !== 18'h2a5c3) $display("error %b", ready);
    $display("read");
  end
endmodule
)";
  const Outcome outcome =
      folder.Run("cat > bench.v <<'END'\n" + bench +
                 "END\niverilog -g2005 -s bench -o bench rtl/*.v wrap/net_wrap.v bench.v 2>&1 && "
                 "vvp -n bench");
  EXPECT_EQ(outcome.output, "read\n");
}

class Benches : public testing::TestWithParam<Network> {};

TEST_P(Benches, PassOnTheNetworkAsItIs) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const Outcome run = folder.Run("make -s -C sim ARGS='+packets=300 +seed=3'");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("PASS: 300 packets of "), std::string::npos) << run.output;
}

INSTANTIATE_TEST_SUITE_P(Networks, Benches, testing::ValuesIn(WrappedNetworks()), TestName);

TEST(Bench, RunsUnderVerilatorToo) {
  const EmittedFolder folder(FilesOf({.host = "line:3"}));
  const Outcome run = folder.Run("make -s -C sim verilator ARGS=+packets=100");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("PASS: 100 packets of "), std::string::npos) << run.output;
}

struct Mistake {
  const char* name;
  const char* file;
  const char* before;
  const char* after;
  const char* said;  // by the bench
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class BenchFinds : public testing::TestWithParam<Mistake> {};

TEST_P(BenchFinds, TheMistake) {
  EmittedFiles files = FilesOf({.host = "torus:3x4"});
  const Mistake& mistake = GetParam();
  std::string& text = files.at("rtl/net_" + std::string(mistake.file) + ".v");
  const std::size_t at = text.find(mistake.before);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(mistake.before).size(), mistake.after);
  const Outcome run = EmittedFolder(files).Run("make -s -C sim ARGS=+packets=300");
  EXPECT_NE(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find(mistake.said), std::string::npos) << run.output;
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, BenchFinds,
    testing::Values(
        Mistake{"PayloadAltered", "link_input", "assign flit = oldest | filling;",
                "assign flit = (oldest | filling) ^ (oldest[0] << 7);", "not the flit that is due"},
        Mistake{"SourceAltered", "injector",
                "assign flit = {tail, 1'b0, address_q, source, payload};",
                "assign flit = {tail, 1'b0, address_q, ~source, payload};", "FAIL: stream"},
        Mistake{"PacketsMixed", "ejector", "else if (push) free_q <= tail;",
                "else if (push) free_q <= 1'b1;", "packets are mixed"},
        Mistake{"AllRefused", "injector", "wire refuse = first_q ?",
                "wire refuse = 1'b1 ? 1'b1 : first_q ?", "a packet is refused"},
        Mistake{"NothingMoves", "router", "assign inject_taken[p] = grant[POSITIONS-1];",
                "assign inject_taken[p] = 1'b0;", "FAIL"}),
    [](const auto& test) { return test.param.name; });

// Traffic that has rules of its own is not what the bench sends.
TEST(Bench, IsLeftOutWhereRandomPacketsAreNotMeant) {
  for (const Network& network : {Network{.host = "line:4",
                                .embedding = "standard",
                                .guest = "hypercube:2",
                                .unit_task = UnitTask{ScheduleKind::kStream, {0, 2}, 16}},
                                 Network{.host = "torus:4x4", .router = RouterKind::kScheduled}}) {
    const EmittedFiles files = FilesOf(network);
    EXPECT_TRUE(files.contains("wrap/net_wrap.v"));
    EXPECT_FALSE(files.contains("sim/net_tb.v"));
    EXPECT_FALSE(files.contains("sim/Makefile"));
    EXPECT_EQ(files.at("toroid.core").find("  sim:\n"), std::string::npos);
  }
}

// FuseSoC takes cores of one name for versions of one another.
TEST(Core, IsNamedAfterItsHardwareAndHasTheBench) {
  const auto core = [](const std::string& host) {
    return FilesOf({.host = host}).at("toroid.core");
  };
  const auto name = [](const std::string& text) {
    const std::size_t at = text.find("\nname: ") + 7;
    return text.substr(at, text.find('\n', at) - at);
  };
  const std::string ring = core("ring:4");
  EXPECT_TRUE(name(ring).starts_with("toroid:network:net_")) << name(ring);
  EXPECT_EQ(name(ring).substr(19, 8), PlanOf({.host = "ring:4"}).hardware_hash().substr(0, 8));
  EXPECT_NE(name(ring), name(core("ring:5")));
  EXPECT_NE(ring.find("  sim:\n    filesets: [rtl, bench]\n    toplevel: net_tb\n"),
            std::string::npos);
  EXPECT_NE(ring.find("      - sim/net_tb.v\n"), std::string::npos);
}

}  // namespace
}  // namespace toroid::test
