// Packets that name their destination by the number of a table entry (docs/spec/translation.md,
// TL1.6), in whole networks, in Icarus Verilog: every entry of every node that has it, by the
// injector it belongs to, and every number that is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <sstream>
#include <tuple>
#include <vector>

#include "gen/plan/translation.h"
#include "tests/emitted/emitted.h"

namespace toroid::test::translation_send_test {
namespace {

// Entry by entry, the host node that it leads each node to, worked out from the embedding: "+" and
// "-" on each axis, of a hypercube its cube dimensions (TL1.2).
using Places = std::vector<std::vector<std::optional<NodeId>>>;

std::optional<NodeId> NeighbourOf(const Graph& guest, NodeId node, int axis, Direction direction) {
  if (guest.kind() == Kind::kHypercube) return NodeId{node.value() ^ 1U << axis};
  if (guest.length(Axis{axis}) == 2) {
    const bool first = guest.Coordinate(node, Axis{axis}) == 0;
    return guest.Neighbour(node, Axis{axis}, first ? Direction::kPlus : Direction::kMinus);
  }
  return guest.Neighbour(node, Axis{axis}, direction);
}

Places PlacesOf(const Plan& plan) {
  const Embedding& embedding = *plan.embedding();
  const Graph& guest = embedding.guest();
  Places places;
  for (int a = 0; a < guest.axes(); ++a) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
      if (direction == Direction::kMinus && guest.length(Axis{a}) == 2) continue;
      places.emplace_back();
      for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
        const auto held = embedding.GuestsOf(NodeId{n});
        const auto next =
            held.empty() ? std::nullopt : NeighbourOf(guest, held.front(), a, direction);
        places.back().push_back(next ? std::optional(embedding.HostOf(*next)) : std::nullopt);
      }
    }
  }
  return places;
}

// One packet: the local ports that send it, and their values of tdest.
struct Shot {
  std::vector<bool> ports;
  std::uint32_t dest;
};

std::string Bits(const std::vector<bool>& bits) {
  std::string text = std::to_string(bits.size()) + "'b";
  for (std::size_t i = bits.size(); i > 0; --i) text += bits[i - 1] ? '1' : '0';
  return text;
}

// Makes the tables and then fires one shot after another. Prints arrivals and refusals with the
// number of the shot and the node.
std::string Testbench(const Plan& plan, const std::vector<Shot>& shots) {
  const std::size_t locals = plan.host().size() * static_cast<std::size_t>(plan.local_ports());
  std::ostringstream text;
  text << "`timescale 1ns / 1ns\nmodule tb;\n  localparam N = " << plan.host().size()
       << ", L = " << plan.local_ports() << ", A = " << plan.address_bits()
       << ", W = " << plan.hardware().flit_width << ";\n"
       << "  reg clk = 0, rst = 1, start = 0;\n  reg [N*L-1:0] fire = 0;\n  reg [A-1:0] dest = 0;\n"
       << "  wire [N*L-1:0] ready, valid, error;\n  wire [N*L*A-1:0] user;\n"
       << "  wire [N-1:0] table_ready;\n  always #5 clk = ~clk;\n"
       << "  net_top dut (.clk(clk), .rst(rst), .s_axis_tvalid(fire), .s_axis_tready(ready), "
          ".s_axis_tdata({N*L*W{1'b1}}), .s_axis_tlast({N*L{1'b1}}), .s_axis_tdest({N*L{dest}}), "
          ".s_axis_by_entry({N*L{1'b1}}), .m_axis_tvalid(valid), .m_axis_tready({N*L{1'b1}}), "
          ".m_axis_tuser(user), .error(error), .table_start(start), .table_ready(table_ready)";
  if (plan.partition())
    text << ", .base(" << plan.physical_bits() << "'d"
         << plan.AddressOf(plan.host().NodeAt(plan.partition()->base())) << ")";
  text
      << ");\n  integer cycle, n;\n  task shoot(input integer number, input [N*L-1:0] ports, input "
         "[A-1:0] to);\n    begin\n      fire = ports; dest = to;\n      if ((ready & ports) !== "
         "ports) $display(\"not ready %0d\", number);\n      for (cycle = 0; cycle < 30; cycle = "
         "cycle + 1) begin\n        for (n = 0; n < N * L; n = n + 1) begin\n          if "
         "(valid[n]) "
         "$display(\"%0d arrived %0d %0d\", number, n / L, user[n*A+:A]);\n          if (error[n]) "
         "$display(\"%0d refused %0d 0\", number, n / L);\n        end\n        @(negedge clk);\n  "
         "      fire = 0;\n      end\n    end\n  endtask\n"
      << "  initial begin\n    repeat (4) @(negedge clk);\n    rst = 0;\n    repeat (2) @(negedge "
         "clk);\n    shoot(0, {N*L{1'b0}}, {A{1'b0}});\n    start = 1;\n    @(negedge clk);\n    "
         "start = 0;\n    while (table_ready !== {N{1'b1}}) @(negedge clk);\n";
  for (std::size_t i = 0; i < shots.size(); ++i)
    text << "    shoot(" << i + 1 << ", " << Bits(shots[i].ports) << ", " << plan.address_bits()
         << "'d" << shots[i].dest << ");\n";
  text << "    $display(\"done " << locals << "\");\n    $finish;\n  end\nendmodule\n";
  return text.str();
}

using Line = std::tuple<int, std::string, std::uint32_t, std::uint32_t>;

struct Expected {
  std::vector<Shot> shots;
  std::vector<Line> lines;  // shot, "arrived" or "refused", node, from which address
};

Expected EverythingOf(const Plan& plan) {
  const auto nodes = plan.host().size();
  const auto ports = static_cast<std::size_t>(plan.local_ports());
  const auto port_of = [&](std::uint32_t node, int q) {
    return node * ports + static_cast<std::size_t>(q);
  };
  Expected expected;
  const Places places = PlacesOf(plan);
  const auto shoot = [&](std::uint32_t dest) -> Shot& {
    expected.shots.push_back({std::vector<bool>(nodes * ports, false), dest});
    return expected.shots.back();
  };
  for (std::uint32_t e = 0; e < places.size(); ++e) {
    Shot& there = shoot(e);
    for (std::uint32_t n = 0; n < nodes; ++n) {
      const auto to = places[e][n];
      if (!to) continue;
      there.ports[port_of(n, static_cast<int>(plan.InjectorOf(NodeId{n}, *to)))] = true;
      expected.lines.emplace_back(static_cast<int>(expected.shots.size()), "arrived", to->value(),
                                  plan.WireAddressOf(NodeId{n}));
    }
    Shot& absent = shoot(e);
    for (std::uint32_t n = 0; n < nodes; ++n) {
      if (places[e][n]) continue;
      absent.ports[port_of(n, 0)] = true;
      expected.lines.emplace_back(static_cast<int>(expected.shots.size()), "refused", n, 0U);
    }
  }
  // Numbers that are too large, and numbers of entry 0 with a bit above.
  std::vector<std::uint32_t> codes;
  std::uint32_t above = 1;
  while (above < places.size()) above <<= 1;
  above = std::max(above, 2U);
  for (auto code = static_cast<std::uint32_t>(places.size()); code < above; ++code)
    codes.push_back(code);
  for (; above < 1U << plan.address_bits(); above <<= 1) codes.push_back(above);
  for (const std::uint32_t code : codes) {
    shoot(code).ports[port_of(code % nodes, 0)] = true;
    expected.lines.emplace_back(static_cast<int>(expected.shots.size()), "refused", code % nodes,
                                0U);
  }
  std::ranges::sort(expected.lines);
  return expected;
}

std::vector<Line> Seen(const std::string& output) {
  std::vector<Line> lines;
  std::istringstream in(output);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    int shot = 0;
    std::string what;
    std::uint32_t node = 0;
    std::uint32_t source = 0;
    if (words >> shot >> what >> node >> source)
      lines.emplace_back(shot, what, node, source);
    else if (!line.starts_with("done"))
      lines.emplace_back(-1, line, 0, 0);
  }
  std::ranges::sort(lines);
  return lines;
}

// Nodes without an injector for a port would hold a refused packet for ever, so port 0 is the
// first.
std::vector<Line> SeenOf(const Network& network, EmittedFiles files, const Expected& expected) {
  files["tb.v"] = Testbench(PlanOf(network), expected.shots);
  const Outcome outcome =
      EmittedFolder(files).Run("iverilog -g2005 -o tb -s tb tb.v -c net.f && vvp -n tb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_NE(outcome.output.find("done"), std::string::npos);
  return Seen(outcome.output);
}

Network Made(const char* guest, const char* host, const char* embedding, TableMethod method,
             Ports ports = Ports::kOne, Address address = Address::kLogical) {
  return {.host = host,
          .ports = ports,
          .embedding = embedding,
          .guest = guest,
          .address = address,
          .translation = method};
}

std::vector<Network> Cases() {
  const TableMethod computed = TableMethod::kComputed;
  const TableMethod exchanged = TableMethod::kExchanged;
  std::vector<Network> cases = {
      Made("ring:15", "torus:3x5", "tao", computed, Ports::kAll),
      Made("ring:15", "torus:3x5", "tao", exchanged, Ports::kAll, Address::kPhysical),
      Made("mesh:3x3", "hypercube:4", "gray", exchanged),
      Made("mesh:5x3", "hypercube:4", "gray", computed),
      Made("hypercube:3", "line:8", "by-weight", computed),
      Made("torus:3x3x2", "mesh:6x3", "tao", computed, Ports::kOne, Address::kPhysical),
      Made("line:2", "ring:2", "identity", computed),
      Made("ring:15", "mesh:5x6", "tao", computed),
  };
  cases.back().partition = {3, 5};
  cases.back().base = {2, 1};
  return cases;
}

class SendingByEntry : public testing::TestWithParam<Network> {};

TEST_P(SendingByEntry, ReachesEveryGuestNeighbourAndRefusesEveryOtherNumber) {
  const Expected expected = EverythingOf(PlanOf(GetParam()));
  EXPECT_EQ(SeenOf(GetParam(), FilesOf(GetParam()), expected), expected.lines);
  std::cout << expected.lines.size() << " packets\n";
}

INSTANTIATE_TEST_SUITE_P(Networks, SendingByEntry, testing::ValuesIn(Cases()),
                         [](const testing::TestParamInfo<Network>& test) {
                           std::string name = NameOf(test.param) + "_" + test.param.guest;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

TEST(SendingByEntryTwin, AnEntryOfAnotherAndANumberTooLargeAreNoticed) {
  const Network network = Made("ring:15", "mesh:3x5", "tao", TableMethod::kComputed);
  const Expected expected = EverythingOf(PlanOf(network));
  for (const auto& [was, is] :
       {std::pair{".index(s_axis_tdest[0:0])", ".index(~s_axis_tdest[0:0])"},
        {" && s_axis_tdest[4:1] == 4'd0", ""}}) {
    EmittedFiles files = FilesOf(network);
    std::string& node = files.at("rtl/net_node.v");
    ASSERT_NE(node.find(was), node.npos) << was;
    node.replace(node.find(was), std::string(was).size(), is);
    EXPECT_NE(SeenOf(network, files, expected), expected.lines) << was;
  }
}

}  // namespace
}  // namespace toroid::test::translation_send_test
