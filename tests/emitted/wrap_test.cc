// Files that help to use a network in a design: the wrap with a name for every stream, and a
// testbench that shows it at work.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/emitted/emitted.h"

namespace toroid::test::wrap_test {
namespace {

// Tcl for Yosys' interpreter: the commands of the constraints record their arguments.
constexpr std::string_view kReadConstraints = R"(
yosys read_verilog rtl/*.v {*}[glob wrap/*.v]
yosys hierarchy -top net_wrap
yosys tee -q -o ports.txt select -list net_wrap/i:* net_wrap/o:*
foreach line [split [string trim [read [open ports.txt]]] "\n"] {
  set times([string range $line 9 end]) 0
}
set clocks {}
set bounds 0
proc get_ports {names} { return [string map {{[*]} {}} $names] }
proc get_clocks {name} {
  if {$name ni $::clocks} { error "no clock $name" }
  return $name
}
proc note {ports} {
  foreach port $ports {
    if {![info exists ::times($port)]} { error "no port $port" }
    incr ::times($port)
  }
}
proc create_clock {n name p period ports} { lappend ::clocks $name; note $ports }
proc set_input_delay {value c clock ports} { get_clocks $clock; note $ports }
proc set_output_delay {value c clock ports} { get_clocks $clock; note $ports }
proc set_false_path {args} {
  if {[lindex $args 0] eq "-from"} { note [lindex $args 1] } else { incr ::bounds }
}
proc set_max_delay {value f from t to} {
  if {$value <= 0 || $from eq $to} { error "a bound of $value" }
  incr ::bounds
}
source constraints/net_wrap.sdc
foreach {port count} [array get times] {
  if {$count != 1} { puts "$port is constrained $count times" }
}
puts "[array size times] ports read, $bounds bounds"
)";

std::vector<Network> WrappedNetworks() {
  return {{.host = "torus:3x5"},
          {.host = "torus:2x3", .ports = Ports::kAll, .storage = Storage::kLutram},
          {.host = "line:4", .embedding = "standard", .guest = "hypercube:2"},
          {.host = "torus:3x2", .link_stages = 2},
          {.host = "torus:3x2", .protect = Protection::kParity},
          {.host = "mesh:2x3", .ports = Ports::kAll, .embedding = "tao", .guest = "mesh:4x6"},
          {.host = "mesh:3x2", .ports = Ports::kAll, .processes = 3},
          {.host = "hypercube:3", .embedding = "gray", .guest = "mesh:2x3"},
          {.host = "torus:4x4", .embedding = "xor", .guest = "hypercube:2", .partition = {2, 2}},
          {.host = "mesh:2x3", .classes = 2},
          {.host = "torus:3x2", .wrap = {.keep = true, .user_bits = 3, .active_low = true}},
          {.host = "ring:3", .wrap = {.user_bits = 8, .async_reset = true}},
          {.host = "mesh:2x3",
           .ports = Ports::kAll,
           .embedding = "tao",
           .guest = "mesh:4x6",
           .wrap = {.keep = true, .own_clock = std::vector<bool>(6, true)}},
          {.host = "torus:2x3",
           .classes = 2,
           .wrap = {.user_bits = 1,
                    .active_low = true,
                    .own_clock = {true, false, true, true, false, false}}}};
}

class Wraps : public testing::TestWithParam<Network> {};

std::string Lint(const std::string& top) {
  return "verilator --lint-only -Wall -Wno-UNUSED --top-module " + top + " -F net.f wrap/*.v";
}

// The ports of a design for the network's clocks of nodes.
std::string Clocks(const Network& network) {
  std::string ports;
  for (std::size_t n = 0; n < network.wrap.own_clock.size(); ++n)
    if (network.wrap.own_clock[n]) ports += ", input wire n" + std::to_string(n) + "_clk";
  return ports;
}

TEST_P(Wraps, AreCleanAndTheirInstanceConnectsEveryPort) {
  const EmittedFolder folder(FilesOf(GetParam()));
  Outcome lint = folder.Run(Lint("net_wrap"));
  EXPECT_EQ(lint.exit_code, 0) << lint.output;
  EXPECT_EQ(lint.output, "");
  // A design without and with a time scale of its own, which Verilator would ask of every module.
  for (const char* scale : {"", "`timescale 1ns/1ps"}) {
    lint = folder.Run("{ echo '" + std::string(scale) +
                      "'; echo '`default_nettype none'; echo 'module user (input wire clk, input "
                      "wire rst, input wire rst_n" +
                      Clocks(GetParam()) +
                      ");'; cat wrap/net_wires.vh wrap/net_instance.vh; echo endmodule; } > user.v "
                      "&& " +
                      Lint("user") + " user.v -Wno-UNDRIVEN -Wno-DECLFILENAME");
    EXPECT_EQ(lint.exit_code, 0) << lint.output;
    EXPECT_EQ(lint.output, "");
  }
}

// The bench for cocotb; cocotb itself is asked for by nothing here.
TEST_P(Wraps, HaveABenchThatPythonReads) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const Outcome outcome = folder.Run(
      "python3 -c 'import ast; ast.parse(open(\"sim/test_net.py\").read()); print(\"read\")'");
  EXPECT_EQ(outcome.output, "read\n");
}

// Runs the three tools on the units that options put between the ports and the network.
TEST_P(Wraps, AreCleanUnderIcarusAndYosys) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const Outcome icarus = folder.Run("iverilog -g2005 -Wall -t null -s net_wrap -c net.f wrap/*.v");
  EXPECT_EQ(icarus.output, "");
  EXPECT_EQ(icarus.exit_code, 0);
  const Outcome yosys = folder.Run(
      "yosys -q -p 'read_verilog rtl/*.v wrap/*.v; hierarchy -check -top net_wrap; proc; "
      "check -assert; select -assert-none t:$dlatch t:$adlatch t:$sr t:$dlatchsr'");
  EXPECT_EQ(yosys.output, "");
  EXPECT_EQ(yosys.exit_code, 0);
}

// Read as a timing tool reads them: each port of the wrap has one clock, or a delay from a clock,
// or is free; and each clock of a node is bounded against the network's in both directions.
TEST_P(Wraps, HaveConstraintsForEachPort) {
  const EmittedFolder folder(FilesOf(GetParam()));
  const Outcome outcome = folder.Run("cat > check.tcl <<'END'\n" + std::string(kReadConstraints) +
                                     "END\nyosys -q -c check.tcl");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(outcome.output.find("is constrained"), std::string::npos) << outcome.output;
  EXPECT_FALSE(outcome.output.starts_with("0 ports")) << outcome.output;
  const auto clocks = std::ranges::count(GetParam().wrap.own_clock, true);
  EXPECT_TRUE(outcome.output.ends_with("read, " + std::to_string(4 * clocks) + " bounds\n"))
      << outcome.output;
}

INSTANTIATE_TEST_SUITE_P(Networks, Wraps, testing::ValuesIn(WrappedNetworks()), TestName);

TEST(Constraints, ThatLeaveAPortOutAreNoticed) {
  EmittedFiles files = FilesOf({.host = "ring:3"});
  std::string& text = files.at("constraints/net_wrap.sdc");
  text.erase(text.find(" s1_axis_tlast"), 14);
  const Outcome outcome = EmittedFolder(files).Run(
      "cat > check.tcl <<'END'\n" + std::string(kReadConstraints) + "END\nyosys -q -c check.tcl");
  EXPECT_NE(outcome.output.find("s1_axis_tlast is constrained 0 times"), std::string::npos)
      << outcome.output;
}

// The fields beside tdata are where the specification puts them, in both directions.
TEST(Wrap, PacksTkeepAndUserBitsBesideTdata) {
  const EmittedFolder folder(FilesOf({.host = "ring:3", .wrap = {.keep = true, .user_bits = 5}}));
  const std::string bench = R"(module bench;
  wire [31:0] data;
  wire [3:0] keep;
  wire [6:0] user;
  net_wrap dut (.clk(1'b0), .rst(1'b1), .s1_axis_tdata(32'h89abcdef), .s1_axis_tkeep(4'h6),
    .s1_axis_tuser(5'h15), .m2_axis_tdata(data), .m2_axis_tkeep(keep), .m2_axis_tuser(user));
  initial begin
    #1;
    if (dut.network.s_axis_tdata[48+:48] !== {7'd0, 5'h15, 4'h6, 32'h89abcdef}) $display("in");
    force dut.network.m_axis_tdata = {7'h55, 5'h12, 4'h9, 32'h76543210, 96'd0};
    force dut.network.m_axis_tuser = 6'b10_00_00;
    #1;
    if ({keep, data} !== 36'h976543210 || user !== {5'h12, 2'b10}) $display("out");
    $display("read");
  end
endmodule
)";
  const Outcome outcome =
      folder.Run("cat > bench.v <<'END'\n" + bench +
                 "END\niverilog -g2005 -s bench -o bench rtl/*.v wrap/*.v bench.v 2>/dev/null && "
                 "vvp -n bench");
  EXPECT_EQ(outcome.output, "read\n");
}

// An asynchronous reset is active while no clock runs, and ends with the second edge of each clock.
TEST(Wrap, IsResetWithoutAClock) {
  const EmittedFolder folder(
      FilesOf({.host = "ring:3", .wrap = {.active_low = true, .own_clock = {false, true, false}}}));
  const std::string bench = R"(module bench;
  reg clk = 0, own = 0, rst_n = 1;
  wire ready, other_ready, valid;
  net_wrap dut (.clk(clk), .n1_clk(own), .rst_n(rst_n), .s1_axis_tready(ready),
    .s1_axis_tvalid(1'b0), .m1_axis_tvalid(valid), .m1_axis_tready(1'b1));
  task expect(input network, input node, input ready_then, input integer place);
    if (dut.network_rst !== network || dut.n1_rst !== node || ready !== ready_then ||
        valid !== 1'b0)
      $display("%0d: %b %b %b %b", place, dut.network_rst, dut.n1_rst, ready, valid);
  endtask
  initial begin
    #1 rst_n = 0;
    #1 expect(1, 1, 0, 1);
    rst_n = 1;
    #1 own = 1;
    #1 expect(1, 1, 0, 2);
    own = 0;
    #1 own = 1;
    #1 expect(1, 0, 0, 3);
    own = 0;
    #1 own = 1;
    #1 expect(1, 0, 1, 4);
    clk = 1;
    #1 clk = 0;
    #1 expect(1, 0, 1, 5);
    clk = 1;
    #1 expect(0, 0, 1, 6);
    rst_n = 0;
    #1 expect(1, 1, 0, 7);
    $display("read");
  end
endmodule
)";
  const Outcome outcome =
      folder.Run("cat > bench.v <<'END'\n" + bench +
                 "END\niverilog -g2005 -s bench -o bench rtl/*.v wrap/*.v bench.v 2>/dev/null && "
                 "vvp -n bench");
  EXPECT_EQ(outcome.output, "read\n");
}

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

// With several ports packets enter where the tables say.
INSTANTIATE_TEST_SUITE_P(WithTables, Benches,
                         testing::Values(Network{.host = "twisted:3x6", .ports = Ports::kAll},
                                         Network{.host = "torus:3x4",
                                                 .ports = Ports::kAll,
                                                 .dead_links = "0-1,5>6",
                                                 .dead_nodes = "7"}),
                         TestName);

// Some packets are copied to all other nodes.
INSTANTIATE_TEST_SUITE_P(
    WithCopies, Benches,
    testing::Values(Network{.host = "torus:4x3", .in_network = InNetwork::kMulticast, .root = 5},
                    Network{.host = "mesh:2x4",
                            .protect = Protection::kParity,
                            .in_network = InNetwork::kMulticast,
                            .link_stages = 2},
                    Network{.host = "ring:5",
                            .classes = 2,
                            .flit_width = 8,
                            .in_network = InNetwork::kMulticast},
                    Network{.host = "mesh:2x3",
                            .wrap = {.keep = true, .own_clock = std::vector<bool>(6, true)},
                            .in_network = InNetwork::kMulticast}),
    TestName);

TEST(Bench, RunsUnderVerilatorToo) {
  for (const std::optional<InNetwork> copies :
       {std::optional<InNetwork>(), std::optional(InNetwork::kMulticast)}) {
    const EmittedFolder folder(FilesOf({.host = "line:3", .in_network = copies}));
    const Outcome run = folder.Run("make -s -C sim verilator ARGS=+packets=100");
    EXPECT_EQ(run.exit_code, 0) << run.output;
    EXPECT_NE(run.output.find("PASS: 100 packets of "), std::string::npos) << run.output;
  }
}

struct Mistake {
  const char* name;
  const char* file;  // a module of the network, or "wrap/net_..." of one with clocks and tkeep
  const char* before;
  const char* after;
  const char* said;     // by the bench
  bool copies = false;  // the network's routers copy flits
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class BenchFinds : public testing::TestWithParam<Mistake> {};

TEST_P(BenchFinds, TheMistake) {
  const Mistake& mistake = GetParam();
  const bool of_wrap = std::string(mistake.file).starts_with("wrap/");
  EmittedFiles files =
      FilesOf(of_wrap ? Network{.host = "torus:3x4",
                                .wrap = {.keep = true, .own_clock = std::vector<bool>(12, true)}}
                      : Network{.host = "torus:3x4",
                                .in_network = mistake.copies ? std::optional(InNetwork::kMulticast)
                                                             : std::nullopt});
  std::string& text = files.at(std::string(of_wrap ? "" : "rtl/net_") + mistake.file + ".v");
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
                "assign flit = {tail, 1'b0, address, source, payload};",
                "assign flit = {tail, 1'b0, address, ~source, payload};", "FAIL: stream"},
        Mistake{"PacketsMixed", "ejector", "else if (push) free_q <= tail;",
                "else if (push) free_q <= 1'b1;", "packets are mixed"},
        Mistake{"AllRefused", "injector", "wire refuse = first_q ?",
                "wire refuse = 1'b1 ? 1'b1 : first_q ?", "a packet is refused"},
        Mistake{"TkeepAltered", "wrap/net_wrap", "near_s3_axis_tkeep, near_s3_axis_tdata}",
                "~near_s3_axis_tkeep, near_s3_axis_tdata}", "not the flit that is due"},
        Mistake{"WordOverwritten", "wrap/net_crossing", "ready_q <= gray(written) !=",
                "ready_q <= 1'b1 | gray(written) !=", "FAIL: stream"},
        Mistake{"WordLost", "wrap/net_crossing", "if (load) valid_q <= pop;", "valid_q <= pop;",
                "FAIL: "},
        Mistake{"NodesStayInReset", "wrap/net_reset", "<= {first_q, 1'b0};", "<= {first_q, 1'b1};",
                "FAIL: "},
        Mistake{"BusyInTheEnd", "wrap/net_wrap", ".busy(busy)", ".busy()", "busy zzzzzzzzzzzz"},
        Mistake{"CopySentTwice", "link_input", ".clear(grant & {OUTPUTS{~channel}})",
                ".clear({OUTPUTS{1'b0}})", "not the copy that is due", true},
        Mistake{"CopyLost", "link_input", "~|(set & ~grant)", "|grant", "FAIL: stream", true},
        Mistake{"CopyToTooFew", "route", "{1'b1, exist & (LATER | ", "{1'b1, exist & (LATER & ",
                "not the copy that is due, or none", true},
        Mistake{"CopyWithoutTlast", "injector", "s_last | copy", "s_last",
                "not the copy that is due, or none", true},
        Mistake{"CopyOfALaterPacket", "injector", "first_q ? copied : copied_q", "copied_q",
                "FAIL: stream", true},
        Mistake{"RootWaits", "injector", "taken | ~(full | (valid & push))", "~(valid | push)",
                "the root has to wait", true},
        Mistake{"NothingMoves", "router", "assign inject_taken[p] = grant[POSITIONS-1];",
                "assign inject_taken[p] = 1'b0;", "FAIL"}),
    [](const auto& test) { return test.param.name; });

// A design asks for a core by its name: other options are the same core. What depends on it gets
// the files of its default target.
TEST(Core, IsNamedByNameAloneAndGivesTheWrap) {
  const auto core = [](const std::string& host) { return FilesOf({.host = host}).at("net.core"); };
  const std::string ring = core("ring:4");
  const std::string name = "\nname: toroid:network:net:" + std::string(kToolVersion) + "\n";
  EXPECT_NE(ring.find(name), std::string::npos) << ring;
  EXPECT_NE(core("ring:5").find(name), std::string::npos);
  const std::string hash = PlanOf({.host = "ring:4"}).hardware_hash().substr(0, 8);
  EXPECT_NE(ring.find(", hardware " + hash + "\"\n"), std::string::npos);
  EXPECT_NE(ring.find("  default:\n    filesets: [rtl, wrap]\n    toplevel: net_wrap\n"),
            std::string::npos);
  EXPECT_NE(ring.find("  sim:\n    filesets: [rtl, wrap, bench]\n    toplevel: net_tb\n"),
            std::string::npos);
  EXPECT_NE(ring.find("      - sim/net_tb.v\n"), std::string::npos);
}

// The test in Python sets whatever no bus model drives.
TEST(Cocotb, DrivesInputsOfNoStream) {
  const auto test = [](const Network& network) { return FilesOf(network).at("sim/test_net.py"); };
  const std::string box =
      test({.host = "torus:4x4", .embedding = "xor", .guest = "hypercube:2", .partition = {2, 2}});
  EXPECT_NE(box.find("\nIDLE = [\"base\"]"), std::string::npos) << box;
  EXPECT_NE(box.find("\nNODES = 16\n"), std::string::npos);
  const std::string empty = test({.host = "hypercube:3", .embedding = "gray", .guest = "mesh:2x3"});
  EXPECT_NE(empty.find("    (\"s7_axis\", \"clk\", \"m7_axis\", \"clk\"),\n"), std::string::npos);
}

// Ports of nodes with a name begin with it: in streams, in several ports, classes and clocks.
TEST(Wrap, NamesPortsOfNodes) {
  const auto wrap = [](const Network& network) { return FilesOf(network).at("wrap/net_wrap.v"); };
  const WrapOptions named{.own_clock = {false, true, false}, .names = {"", "cpu0", ""}};
  const std::string plain = wrap({.host = "ring:3", .wrap = named});
  for (const char* port : {"cpu0_s_axis_tvalid", "cpu0_m_axis_tdata", "cpu0_s_error", "cpu0_clk",
                           "ASSOCIATED_BUSIF cpu0_s_axis:cpu0_m_axis", "s2_axis_tlast"})
    EXPECT_NE(plain.find(port), std::string::npos) << port;
  EXPECT_EQ(plain.find(" s1_axis"), std::string::npos);
  EXPECT_NE(wrap({.host = "ring:3", .classes = 2, .wrap = named}).find(" cpu0_c1_m_axis_tlast,"),
            std::string::npos);
  EXPECT_NE(
      wrap({.host = "ring:3", .ports = Ports::kAll, .wrap = named}).find(" cpu0_s1_axis_tlast,"),
      std::string::npos);
}

TEST(Rules, ThatFilesCiteAreThere) {
  const EmittedFiles files = FilesOf({.host = "torus:3x3", .dead_nodes = "4"});
  const auto has = [&](const char* page, const char* rule) {
    const auto found = files.find(page);
    return found != files.end() && found->second.find(rule) != std::string::npos;
  };
  EXPECT_TRUE(has("rules/router.md", "**R5.8 "));
  EXPECT_TRUE(has("rules/degraded.md", "**DG7.5"));
  EXPECT_FALSE(files.contains("rules/relay.md"));
}

}  // namespace
}  // namespace toroid::test::wrap_test
