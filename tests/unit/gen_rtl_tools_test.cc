// The emitted files as other programs see them: linters and Yosys on whole networks, Icarus Verilog on the address units.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>

#include "gen/rtl/rtl.h"
#include "tests/unit/scratch.h"

namespace toroid {
namespace {

using nlohmann::json;
using test::Outcome;
using test::RunCommand;
using test::Scratch;

struct Case {
  const char* host;
  const char* embedding;  // "" for none
  const char* guest;
  Ports ports;
  Address address;
  BitOrder order = BitOrder::kBlock;
  Arbiter arbiter = Arbiter::kRoundRobin;
};

Plan PlanOf(const Case& c) {
  const Graph host = Graph::Parse(c.host).value();
  std::optional<Embedding> embedding;
  if (*c.embedding != '\0') {
    embedding = Embedding::Create(*ParseEmbeddingKind(c.embedding), Graph::Parse(c.guest).value(), host, c.order).value();
  }
  HardwareOptions hardware;
  hardware.ports = c.ports;
  hardware.address = c.address;
  hardware.arbiter = c.arbiter;
  hardware.name = "net";
  return Plan::Create(host, embedding, hardware).value();
}

// So that a failure names its case.
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << " " << c.embedding; }

std::string CaseName(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  const std::string text = std::string(c.host) + "_" + c.embedding + "_" + std::string(ToString(c.order)) + "_" +
                           std::string(ToString(c.ports)) + "_" + std::string(ToString(c.address)) + "_" + std::string(ToString(c.arbiter));
  return std::regex_replace(text, std::regex("[^A-Za-z0-9]+"), "_");
}

// ---- whole networks ----

class Network : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto rendered = RenderRtl(PlanOf(GetParam()), "toroid generate");
    ASSERT_TRUE(rendered.ok()) << ToString(rendered.diagnostics().front());
    files_ = *rendered;
    Write();
  }
  void Write() { ASSERT_TRUE(WriteTree(folder(), files_).ok()); }
  std::filesystem::path folder() const { return scratch_.path() / "out"; }
  Outcome In(const std::string& command) const { return RunCommand(folder(), command); }

  static constexpr const char* kVerilator = "verilator --lint-only -Wall $(find lint -name '*.vlt' 2>/dev/null) -f toroid.f";
  static constexpr const char* kIcarus = "iverilog -g2005 -Wall -t null -s net_top -c toroid.f";
  static constexpr const char* kRead = "$(sed -n 's/^rtl/read_verilog rtl/; s/$/;/; /^read/p' toroid.f)";

  Scratch scratch_;
  EmittedFiles files_;
};

TEST_P(Network, IsCleanUnderThreeTools) {
  for (const std::string& command : {std::string(kVerilator), std::string(kIcarus),
                                     "yosys -q -p \"" + std::string(kRead) + " hierarchy -check -top net_top; proc; check -assert\""}) {
    const Outcome outcome = In(command);
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_EQ(outcome.output, "") << command;
  }
}

TEST_P(Network, ALooseWireIsNoticed) {
  std::string& top = files_.at("rtl/net_top.v");
  const auto at = top.find("_out_valid(from_");
  ASSERT_NE(at, top.npos);
  top.insert(at + 11, "missing_");
  Write();
  EXPECT_NE(In(kVerilator).exit_code, 0);
  EXPECT_NE(In(kIcarus).exit_code, 0);
}

// The module of that name, or made from it by its parameters, as Yosys elaborated it.
json Elaborated(const json& netlist, const std::string& name) {
  for (const auto& [found, module] : netlist["modules"].items()) {
    const bool variant = found.find("\\" + name) != std::string::npos && found.starts_with("$paramod");
    if (found == name || variant) return module;
  }
  return nullptr;
}

TEST_P(Network, ManifestPortsAreTheElaboratedOnes) {
  const json manifest = json::parse(files_.at("manifest.json"));
  std::size_t compared = 0;
  for (const std::string top : {"net_node", "net_top", "net_atu_forward", "net_atu_inverse"}) {
    if (!files_.contains("rtl/" + top + ".v")) continue;
    const Outcome outcome =
        In("yosys -q -p \"read_verilog rtl/*.v; hierarchy -top " + top + "; proc; write_json netlist.json\"; cat netlist.json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    const json netlist = json::parse(outcome.output.substr(outcome.output.find('{')));
    for (const json& module : manifest["modules"]) {
      const bool router = top == "net_node" && module["role"] == "router";
      if (module["name"] != top && !router) continue;
      const json found = Elaborated(netlist, module["name"]);
      ASSERT_FALSE(found.is_null()) << module["name"];
      EXPECT_EQ(found["ports"].size(), module["ports"].size()) << module["name"];
      for (const json& port : module["ports"]) {
        const json& seen = found["ports"][port["name"].get<std::string>()];
        ASSERT_FALSE(seen.is_null()) << port;
        EXPECT_EQ(seen["direction"], port["direction"]) << port;
        EXPECT_EQ(seen["bits"].size(), port["width"].get<std::size_t>()) << port;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 50U);
}

// Pairs of different nodes: each node with the next, with the one half the network away, and with its mirror image.
std::vector<std::pair<std::uint32_t, std::uint32_t>> SomePairs(std::uint32_t size) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t i = 0; i < size; ++i) {
    for (const std::uint32_t j : {(i + 1) % size, (i + size / 2) % size, size - 1 - i}) {
      if (i != j) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

// Sends one flit for each pair, one after the other, and expects it at its destination, and only there, from its source.
std::string PairsTestbench(const Plan& plan) {
  const int locals = static_cast<int>(plan.host().size()) * plan.local_ports();
  std::ostringstream text;
  text << "module tb;\n localparam L = " << plan.local_ports() << ", NL = " << locals << ", A = " << plan.address_bits()
       << ", W = " << plan.hardware().flit_width << ", N = " << plan.host().size() << ";\n"
       << R"(
 reg clk, rst; initial clk = 0; always #5 clk = ~clk;
 reg [NL-1:0] valid; wire [NL-1:0] ready, arrived, last, error; reg [NL*W-1:0] data; wire [NL*W-1:0] found;
 reg [NL*A-1:0] dest; wire [NL*A-1:0] user; wire [N-1:0] busy;
 net_top dut (.clk(clk), .rst(rst), .s_axis_tvalid(valid), .s_axis_tready(ready), .s_axis_tdata(data), .s_axis_tlast({NL{1'b1}}),
   .s_axis_tdest(dest), .m_axis_tvalid(arrived), .m_axis_tready({NL{1'b1}}), .m_axis_tdata(found), .m_axis_tlast(last),
   .m_axis_tuser(user), .error(error), .busy(busy));
 integer delivered, q, wait_cycles; initial delivered = 0;
 task send(input integer port, input [A-1:0] to, input integer node, input [A-1:0] from, input [7:0] payload);
   begin
     while (ready[port] !== 1) @(negedge clk);
     valid = 0; valid[port] = 1; dest = 0; dest[port*A +: A] = to; data = 0; data[port*W +: 8] = payload;
     @(negedge clk) valid = 0;
     for (wait_cycles = 0; wait_cycles < 60 && arrived === 0; wait_cycles = wait_cycles + 1) @(negedge clk);
     for (q = 0; q < NL; q = q + 1)
       if (arrived[q] === 1) delivered = delivered + (q / L == node && user[q*A +: A] === from && found[q*W +: 8] === payload ? 1 : 1000000);
     @(negedge clk);
     if (arrived !== 0 || busy !== 0 || error !== 0) $display("not quiet after port %0d", port);
   end
 endtask
 initial begin
   rst = 1; valid = 0; data = 0; dest = 0; repeat (3) @(negedge clk); rst = 0; @(negedge clk);
)";
  for (const auto& [i, j] : SomePairs(plan.host().size())) {
    const int port = static_cast<int>(i) * plan.local_ports() + plan.InjectorOf(NodeId{i}, NodeId{j});
    text << "   send(" << port << ", " << plan.WireAddressOf(NodeId{j}) << ", " << j << ", " << plan.WireAddressOf(NodeId{i}) << ", "
         << (i * 7 + j) % 256 << ");\n";
  }
  text << "   $display(\"%0d\", delivered); $finish;\n end\nendmodule\n";
  return text.str();
}

TEST_P(Network, FlitsReachTheNodeTheyAreAddressedTo) {
  const Plan plan = PlanOf(GetParam());
  files_["tb.v"] = PairsTestbench(plan);
  Write();
  const Outcome outcome = In("iverilog -g2005 -o tb -s tb tb.v -c toroid.f && ./tb");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, std::to_string(SomePairs(plan.host().size()).size()) + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Network,
    testing::Values(Case{"torus:3x5", "", "", Ports::kOne, Address::kPhysical}, Case{"mesh:4x2x3", "", "", Ports::kAll, Address::kPhysical},
                    Case{"ring:2", "", "", Ports::kAll, Address::kPhysical},
                    Case{"torus:2x8", "", "", Ports::kAll, Address::kPhysical, BitOrder::kBlock, Arbiter::kThroughFirst},
                    Case{"torus:4x4", "xor", "hypercube:4", Ports::kAll, Address::kLogical},
                    Case{"mesh:3x5", "identity", "mesh:3x5", Ports::kOne, Address::kLogical},
                    Case{"line:8", "by-weight", "hypercube:3", Ports::kOne, Address::kLogical},
                    Case{"line:8", "by-weight", "hypercube:3", Ports::kOne, Address::kPhysical}),
    CaseName);

TEST(FlatBuild, NodesAlikeShareTheirCode) {
  const Scratch scratch;
  const auto files = RenderRtl(PlanOf({"torus:4x4", "", "", Ports::kOne, Address::kPhysical}), "toroid generate").value();
  ASSERT_TRUE(WriteTree(scratch.path() / "o", files).ok());
  const auto text_size = [&](const std::string& name, const std::string& options) {
    const Outcome outcome = RunCommand(scratch.path() / "o", "verilator --cc --top-module net_top -Mdir " + name + " " + options +
                                                                 " -F toroid.f && cat " + name + "/*.cpp | wc -c");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return std::stol(outcome.output);
  };
  const long shared = text_size("shared", "-F sim/verilator_flat.f");
  const long copied = text_size("copied", "-O3");
  EXPECT_GT(shared, 10000);
  EXPECT_LT(3 * shared, copied);
}

// ---- address units ----

class AddressUnit : public testing::TestWithParam<Case> {
 protected:
  // code -> what the emitted unit answers, or nothing where valid is low.
  using Answers = std::map<std::uint32_t, std::optional<std::uint32_t>>;

  Answers Simulate(const EmittedFiles& files, const std::string& unit, const std::string& input, const std::string& output, int bits) {
    const Scratch scratch;
    const std::string top = std::to_string(bits - 1);
    const std::string testbench = "module tb; reg [" + top + ":0] code; wire [" + top + ":0] answer; wire valid; integer i;\n net_" + unit +
                                  " unit (." + input + "(code), ." + output + "(answer), .valid(valid));\n initial for (i = 0; i < " +
                                  std::to_string(1U << bits) + "; i = i + 1) begin code = i[" + top +
                                  ":0]; #1 $display(\"%0d %b %0d\", code, valid, answer); end\nendmodule\n";
    EXPECT_TRUE(WriteTree(scratch.path() / "o", {{"tb.v", testbench}, {"unit.v", files.at("rtl/net_" + unit + ".v")}}).ok());
    const Outcome outcome = RunCommand(scratch.path() / "o", "iverilog -g2005 -Wall -o tb tb.v unit.v && ./tb");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    Answers answers;
    std::istringstream lines(outcome.output);
    std::uint32_t code = 0;
    std::uint32_t answer = 0;
    for (std::string valid; lines >> code >> valid >> answer;) {
      answers[code] = valid == "1" ? std::optional(answer) : std::nullopt;
      EXPECT_TRUE(valid == "0" || valid == "1") << code;
    }
    return answers;
  }
};

TEST_P(AddressUnit, AnswersEveryCodeAsTheEmbeddingDoes) {
  const Plan plan = PlanOf(GetParam());
  const auto files = RenderRtl(plan, "toroid generate").value();
  Answers forward;
  Answers inverse;
  for (std::uint32_t code = 0; code < 1U << plan.address_bits(); ++code) forward[code] = inverse[code] = std::nullopt;
  for (std::uint32_t i = 0; i < plan.host().size(); ++i) {
    forward[plan.WireAddressOf(NodeId{i})] = plan.AddressOf(NodeId{i});
    inverse[plan.AddressOf(NodeId{i})] = plan.WireAddressOf(NodeId{i});
  }
  EXPECT_EQ(Simulate(files, "atu_forward", "logical", "physical", plan.address_bits()), forward);
  EXPECT_EQ(Simulate(files, "atu_inverse", "physical", "logical", plan.address_bits()), inverse);
  EXPECT_GE(forward.size(), plan.host().size());
}

TEST_P(AddressUnit, TakesOneXorForEachAxisOfFourOrMoreOrNone) {
  const Plan plan = PlanOf(GetParam());
  const auto files = RenderRtl(plan, "toroid generate").value();
  const bool table = plan.embedding()->kind() == EmbeddingKind::kByWeight;
  std::ptrdiff_t expected = 0;
  if (plan.embedding()->kind() == EmbeddingKind::kXor)
    expected = std::ranges::count_if(plan.host().lengths(), [](int l) { return l >= 4; });
  for (const char* unit : {"rtl/net_atu_forward.v", "rtl/net_atu_inverse.v"}) {
    const std::string& text = files.at(unit);
    EXPECT_EQ(std::ranges::count(text, '^'), expected) << unit;
    EXPECT_EQ(text.find("case (") != text.npos, table) << unit;
  }
}

TEST(AddressUnits, AreEmittedButNotInstantiatedUnderPhysicalAddresses) {
  const auto files = RenderRtl(PlanOf({"ring:8", "xor", "hypercube:3", Ports::kOne, Address::kPhysical}), "toroid generate").value();
  ASSERT_TRUE(files.contains("rtl/net_atu_forward.v"));
  EXPECT_EQ(files.at("rtl/net_node.v").find("atu"), std::string::npos);
  EXPECT_EQ(files.at("toroid.f").find("atu"), std::string::npos);
  int units = 0;
  const json manifest = json::parse(files.at("manifest.json"));
  for (const json& module : manifest["modules"]) {
    if (module["role"] != "address unit") continue;
    ++units;
    EXPECT_EQ(module["instantiated"], false);
  }
  EXPECT_EQ(units, 2);
}

INSTANTIATE_TEST_SUITE_P(Embeddings, AddressUnit,
                         testing::Values(Case{"mesh:3x5", "identity", "mesh:3x5", Ports::kOne, Address::kLogical},
                                         Case{"hypercube:4", "identity", "hypercube:4", Ports::kOne, Address::kLogical},
                                         Case{"torus:8x4", "standard", "hypercube:5", Ports::kOne, Address::kLogical},
                                         Case{"torus:8x4", "standard", "hypercube:5", Ports::kOne, Address::kLogical, BitOrder::kCyclic},
                                         Case{"torus:8x4", "xor", "hypercube:5", Ports::kOne, Address::kLogical},
                                         Case{"torus:4x2x8", "xor", "hypercube:6", Ports::kAll, Address::kLogical, BitOrder::kCyclic},
                                         Case{"ring:64", "xor", "hypercube:6", Ports::kOne, Address::kLogical},
                                         Case{"line:16", "by-weight", "hypercube:4", Ports::kOne, Address::kLogical}),
                         CaseName);

}  // namespace
}  // namespace toroid
