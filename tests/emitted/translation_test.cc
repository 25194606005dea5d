// Translation tables of emitted networks (docs/spec/translation.md): every entry of every node
// against gen/routing and the embedding, by both methods, in Icarus Verilog and some in Verilator;
// in how many cycles; and that the ports are the user's again.
#include "gen/plan/translation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <tuple>
#include <vector>

#include "tests/emitted/emitted.h"
#include "tests/oracle/translation.h"

namespace toroid::test::translation_test {
namespace {

constexpr auto kComputed = TableMethod::kComputed;
constexpr auto kExchanged = TableMethod::kExchanged;

struct Entry {
  bool valid = false;
  std::uint32_t logical = 0;
  std::uint32_t physical = 0;
  std::uint32_t rank = 0;  // neighbour's, where host nodes hold several guest nodes
  bool operator==(const Entry&) const = default;
};
// By host node, then by entry; with several guest nodes the first rank comes first.
using Tables = std::vector<std::vector<Entry>>;

// Number of ranks asked, including those without a guest node.
std::uint32_t RanksAsked(const Plan& plan) { return 1U << plan.rank_bits(); }

std::uint32_t PackedAddress(const Graph& graph, NodeId node) {
  std::uint32_t address = 0;
  for (int a = 0; a < graph.axes(); ++a) {
    int bits = 1;
    while (1 << bits < graph.length(Axis{a})) ++bits;
    address = address << bits | static_cast<std::uint32_t>(graph.Coordinate(node, Axis{a}));
  }
  return address;
}

// The guest neighbours in the order of entries (TL1.2); nothing at a mesh's edge.
std::vector<std::optional<NodeId>> NeighboursOf(const Graph& guest, NodeId node) {
  std::vector<std::optional<NodeId>> neighbours;
  for (int a = 0; a < guest.axes(); ++a) {
    if (guest.kind() == Kind::kHypercube) {
      neighbours.emplace_back(NodeId{node.value() ^ 1U << a});
    } else if (guest.length(Axis{a}) == 2) {
      const Direction only =
          guest.Coordinate(node, Axis{a}) == 0 ? Direction::kPlus : Direction::kMinus;
      neighbours.push_back(guest.Neighbour(node, Axis{a}, only));
    } else {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus})
        neighbours.push_back(guest.Neighbour(node, Axis{a}, direction));
    }
  }
  return neighbours;
}

Tables ExpectedTables(const Plan& plan) {
  const Embedding& embedding = *plan.embedding();
  Tables tables(plan.host().size());
  for (std::uint32_t n = 0; n < tables.size(); ++n) {
    const auto held = embedding.GuestsOf(NodeId{n});
    for (std::uint32_t rank = 0; rank < RanksAsked(plan); ++rank) {
      const bool holds = rank < held.size();
      for (const auto& next : NeighboursOf(embedding.guest(), holds ? held[rank] : NodeId{0})) {
        Entry entry;
        if (holds && next) {
          entry = {true, PackedAddress(embedding.guest(), *next),
                   PackedAddress(embedding.host(), embedding.HostOf(*next)),
                   embedding.RankOf(*next)};
        }
        tables[n].push_back(entry);
      }
    }
  }
  return tables;
}

// The valid entries agree with gen/routing.
void CompareWithRouting(const Plan& plan, const Tables& tables) {
  const Embedding& embedding = *plan.embedding();
  if (!embedding.IsBijection()) return;
  const routing::TranslationTables computed = routing::ComputedTables(embedding);
  for (std::uint32_t n = 0; n < tables.size(); ++n) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ours;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> theirs;
    for (const Entry& entry : tables[n]) {
      if (entry.valid) ours.emplace_back(entry.logical, entry.physical);
    }
    for (const auto& entry : computed[n]) {
      theirs.emplace_back(PackedAddress(embedding.guest(), entry.guest),
                          PackedAddress(embedding.host(), entry.host));
    }
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
    EXPECT_EQ(ours, theirs) << "node " << n;
  }
}

// ---- the bench ----

std::string Bits(const std::string& name, int width) {
  return "  wire [" + std::to_string(width) + "-1:0] " + name + ";\n";
}

// Pulses `table_start`, prints the cycle in which all tables were ready, and every entry. Then
// every node with an entry 0 sends a packet to it; for each arrival, prints its place, its source
// address and the owner of its payload, -1 for none. The user's streams must be still meanwhile:
// with exchanged tables flits are offered from the pulse's cycle until the tables are ready, and
// none is taken.
std::string Testbench(const Plan& plan) {
  const int nodes = static_cast<int>(plan.host().size());
  const int local = nodes * plan.local_ports();
  const int entries = TableEntries(plan);
  const int entry_bits = std::max(1, BitsFor(static_cast<std::uint32_t>(entries)));
  const bool logical = plan.hardware().address == Address::kLogical;
  const bool exchanged = plan.hardware().translation == kExchanged;
  std::ostringstream text;
  const auto define = [&](const char* name, int value) {
    text << "  localparam " << name << " = " << value << ";\n";
  };
  text << "`timescale 1ns / 1ns\nmodule tb;\n";
  define("N", nodes);
  define("L", plan.local_ports());
  define("E", entries);
  define("EB", entry_bits);
  define("A", plan.address_bits());
  define("W", plan.hardware().flit_width);
  define("LB", plan.logical_bits());
  define("PB", plan.physical_bits());
  define("RB", std::max(1, plan.rank_bits()));
  text << "  reg clk = 0, rst = 1, start = 0, offering = 0, sending = 0;\n  reg [N*EB-1:0] entry = "
          "0;\n  wire [N*L-1:0] s_valid;\n  wire "
          "[N*L*A-1:0] "
          "s_dest;\n"
       << Bits("s_ready", local) << Bits("m_valid", local) << Bits("error", local)
       << Bits("valid", nodes) << Bits("ready", nodes) << Bits("busy", nodes)
       << "  wire [N*L*W-1:0] s_data, m_data;\n  integer s;\n  function [W-1:0] payload_of(input "
          "integer node);\n    integer b;\n    for (b = 0; b < W / 8; b = b + 1) "
          "payload_of[8*b+:8] = 37 * node + 11 * b + 5;\n  endfunction\n  function integer "
          "sender_of(input [W-1:0] data);\n    begin\n      sender_of = -1;\n      for (s = 0; s "
          "< N; s = s + 1) if (data === payload_of(s)) sender_of = s;\n    end\n  endfunction\n"
       << "  reg [N*RB-1:0] rank = 0;\n  wire [N*RB-1:0] of_neighbour;\n"
       << (plan.rank_bits() > 0 ? "" : "  assign of_neighbour = {N*RB{1'b0}};\n")
       << "  wire [N*LB-1:0] logical;\n  wire [N*PB-1:0] physical;\n  wire [N*L*A-1:0] m_user;\n"
       << "  net_top dut (.clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), "
          ".s_axis_tdata(s_data), .m_axis_tdata(m_data),\n"
       << "    .s_axis_tlast({N*L{1'b1}}), .s_axis_tdest(s_dest), .m_axis_tvalid(m_valid), "
          ".m_axis_tready({N*L{1'b1}}), "
          ".m_axis_tuser(m_user),\n"
       << "    .error(error), .busy(busy),";
  if (plan.partition())
    text << " .base(" << plan.physical_bits() << "'d"
         << plan.AddressOf(plan.host().NodeAt(plan.partition()->base())) << "),";
  if (plan.rank_bits() > 0) text << " .table_rank(rank), .table_neighbour_rank(of_neighbour),";
  if (plan.carries_ranks()) text << " .s_axis_tid({N*L*RB{1'b0}}),";
  if (plan.rank_bits() == 0) text << " .s_axis_by_entry({N*L{1'b0}}),";
  text << "\n    .table_start(start), .table_entry(entry), .table_valid(valid), "
          ".table_logical(logical), .table_physical(physical),\n"
       << "    .table_ready(ready));\n  always #5 clk = ~clk;\n  integer cycle, e, n, i, k;\n  "
          "initial begin\n"
       << "    repeat (4) @(posedge clk);\n    #1 rst = 0;\n    if (ready !== {N{1'b0}}) "
          "$display(\"ready too soon\");\n"
       << (plan.local_ports() == 1 ? "    repeat (2) @(posedge clk);\n    #1;\n"
                                   : "")     // ports are ready by then
       << "    start = 1;\n    offering = "  // the first cycle out of reset will do
       << exchanged << ";\n"
       << (exchanged
               ? "    #1 if (|s_ready !== 1'b0) $display(\"not still in the pulse's cycle\");\n"
               : "")
       << "    @(posedge clk);\n    #1 start = 0;\n    cycle = 1;\n"
       << "    while (ready !== {N{1'b1}} && cycle < 1000) begin\n"
       << "      if (|ready !== 1'b0 || |valid !== 1'b0 || &busy !== 1'b1) $display(\"not all at "
          "once in cycle %0d\", cycle);\n";
  if (exchanged)
    text << "      if (|s_ready !== 1'b0 || |m_valid !== 1'b0) $display(\"not still in cycle "
            "%0d\", cycle);\n";
  text
      << "      @(posedge clk);\n      #1 cycle = cycle + 1;\n    end\n    offering = 0;\n    "
         "$display(\"cycles %0d\", cycle);\n"
      << "    for (k = 0; k < " << RanksAsked(plan)
      << "; k = k + 1) for (e = 0; e < (1 << EB); e = e + 1) begin\n      rank = {N{k[RB-1:0]}};\n "
         "     entry = {N{e[EB-1:0]}};\n"
      << "      #1 $display(\"entry %0d %b %b %b %b\", e, valid, logical, physical, "
         "of_neighbour);\n    end\n    entry = 0;\n    #1;\n";
  // One packet of each node, through its first local port.
  text << "    @(negedge clk);\n    sending = 1;\n    @(negedge clk);\n    sending = 0;\n"
       << "    for (i = 0; i < 200; i = i + 1) begin\n      for (n = 0; n < N * L; n = n + 1) "
          "begin\n"
       << "        if (m_valid[n]) $display(\"arrived %0d %0d %0d\", n / L, m_user[n*A+:A], "
          "sender_of(m_data[n*W+:W]));\n"
       << "        if (error[n]) $display(\"error %0d\", n / L);\n      end\n      @(negedge "
          "clk);\n    end\n    $finish;\n  end\n"
       << "  genvar g;\n  generate\n    for (g = 0; g < N * L; g = g + 1) begin\n      assign "
          "s_valid[g] = offering || (g % L == 0 && "
          "sending && "
          "valid[g/L]);\n"
       << "      assign s_data[g*W+:W] = payload_of(g / L);\n"
       << "      assign s_dest[g*A+:A] = offering ? {A{1'b0}} : "
       << (logical ? "logical[g/L*LB+:LB]" : "physical[g/L*PB+:PB]") << ";\n"
       << "    end\n  endgenerate\nendmodule\n";
  return text.str();
}

struct Seen {
  int cycles = 0;
  Tables tables;
  using Arrival = std::tuple<std::uint32_t, std::uint32_t, int>;  // at node, from source, of node
  std::vector<Arrival> arrived;
  // other output of the bench
  std::string rest;
};

std::uint32_t Field(const std::string& bits, std::size_t index, std::size_t width) {
  const std::string field = bits.substr(bits.size() - (index + 1) * width, width);
  EXPECT_EQ(field.find_first_not_of("01"), field.npos) << field;
  return static_cast<std::uint32_t>(std::stoul(field, nullptr, 2));
}

Seen Parsed(const Plan& plan, const std::string& output) {
  Seen seen;
  seen.tables.resize(plan.host().size());
  const auto entries = static_cast<std::size_t>(TableEntries(plan));
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::string valid;
    std::string logical;
    std::string physical;
    std::string rank;
    if (word == "cycles") {
      words >> seen.cycles;
    } else if (int sender = 0; word == "arrived" && words >> first >> second >> sender) {
      seen.arrived.emplace_back(first, second, sender);
    } else if (word == "entry" && words >> first >> valid >> logical >> physical >> rank) {
      for (std::size_t n = 0; n < seen.tables.size(); ++n) {
        Entry entry;
        entry.valid = Field(valid, n, 1) != 0;
        if (entry.valid) {
          entry.logical = Field(logical, n, static_cast<std::size_t>(plan.logical_bits()));
          entry.physical = Field(physical, n, static_cast<std::size_t>(plan.physical_bits()));
          entry.rank = Field(rank, n, static_cast<std::size_t>(std::max(1, plan.rank_bits())));
        }
        if (first < entries) {
          seen.tables[n].push_back(entry);
        } else {
          EXPECT_FALSE(entry.valid) << "entry " << first << " does not exist";
        }
      }
    } else if (!line.starts_with("- ") && !line.empty()) {  // Verilator's own words start so
      seen.rest += line + "\n";
    }
  }
  std::ranges::sort(seen.arrived);
  return seen;
}

constexpr const char* kIcarus = "iverilog -g2005 -o tb -s tb tb.v -c net.f && vvp -n tb";
constexpr const char* kVerilator =
    "OBJCACHE=$(command -v ccache) verilator --binary --timing -O1 -Wno-WIDTH -Wno-UNUSED "
    "-Wno-PINMISSING --top-module tb -CFLAGS -O0 -Mdir obj -o tb tb.v -f net.f "
    ">log 2>&1 || { cat log; exit 1; }; obj/tb";

// Computed tables need no router: it is left empty, and takes no time.
Seen Simulate(const Network& network, EmittedFiles files, const std::string& command = kIcarus) {
  const Plan plan = PlanOf(network);
  if (network.translation == kComputed) {
    std::string& router = files.at("rtl/net_router.v");
    router = router.substr(0, router.find("\n);") + 3) + "\nendmodule\n";
  }
  files["tb.v"] = Testbench(plan);
  const Outcome outcome = EmittedFolder(files).Run(command);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return Parsed(plan, outcome.output);
}

// TL2.2, TL2.3 and TL3.4: the cycle after the start pulse's in which tables are ready.
int ExpectedCycles(const Plan& plan) {
  if (plan.hardware().translation == kComputed)
    return static_cast<int>(RanksAsked(plan)) * TableEntries(plan) + 1;
  const int sends =
      plan.hardware().ports == Ports::kOne ? static_cast<int>(plan.link_ports().size()) : 1;
  return sends + static_cast<int>(plan.interface_latency()) + 2;
}

// With one port every node's packet to its entry 0 arrives; with all ports only packets whose first
// link is the first.
void ExpectArrivals(const Plan& plan, const Tables& tables, const Seen& seen) {
  std::vector<Seen::Arrival> expected;
  std::size_t refused = 0;
  for (std::uint32_t n = 0; n < tables.size(); ++n) {
    if (!tables[n][0].valid) continue;
    NodeId to{0};
    while (plan.AddressOf(to) != tables[n][0].physical) to = NodeId{to.value() + 1};
    if (plan.InjectorOf(NodeId{n}, to) == 0) {
      expected.emplace_back(to.value(), plan.WireAddressOf(NodeId{n}), static_cast<int>(n));
    } else {
      ++refused;
    }
  }
  std::ranges::sort(expected);
  EXPECT_EQ(seen.arrived, expected);
  if (plan.hardware().ports == Ports::kOne) {
    EXPECT_EQ(refused, 0U);
    EXPECT_EQ(seen.rest, "");
  } else {
    EXPECT_EQ(seen.rest.find("not "), std::string::npos) << seen.rest;
    EXPECT_EQ(seen.rest.find("ready"), std::string::npos) << seen.rest;
  }
}

void ExpectRightTables(const Network& network, const Seen& seen) {
  const Plan plan = PlanOf(network);
  const Tables expected = ExpectedTables(plan);
  CompareWithRouting(plan, expected);
  EXPECT_EQ(seen.tables, expected);
  EXPECT_EQ(seen.cycles, ExpectedCycles(plan));
  if (network.translation == kExchanged) ExpectArrivals(plan, expected, seen);
  std::size_t valid = 0;
  for (const auto& table : seen.tables)
    valid += static_cast<std::size_t>(std::ranges::count(table, true, &Entry::valid));
  EXPECT_GT(valid, 0U);
  std::cout << seen.tables.size() << " tables, " << valid << " entries, ready in cycle "
            << seen.cycles << "\n";
}

Network Made(const char* guest, const char* host, const char* embedding, Ports ports = Ports::kOne,
             Address address = Address::kLogical) {
  return {.host = host, .ports = ports, .embedding = embedding, .guest = guest, .address = address};
}

Network InBox(Network network, std::vector<int> partition, Coordinates base) {
  network.partition = std::move(partition);
  network.base = std::move(base);
  return network;
}

// Dilation 1: for both methods.
std::vector<Network> Near() {
  const Ports all = Ports::kAll;
  const Address physical = Address::kPhysical;
  return {
      Made("ring:15", "torus:3x5", "tao"),
      Made("ring:15", "torus:3x5", "tao", all, physical),
      Made("torus:3x3", "torus:3x3", "identity", all),
      Made("mesh:3x2x2", "mesh:3x2x2", "identity", Ports::kOne, physical),
      Made("mesh:2x4", "hypercube:3", "gray", all),
      Made("mesh:3x3", "hypercube:4", "gray"),
      Made("mesh:3x3", "hypercube:4", "gray", Ports::kOne, physical),
      Made("hypercube:3", "hypercube:3", "identity", all),
      Made("line:2", "ring:2", "identity", all),
      Made("line:9", "mesh:3x3", "tao"),
      InBox(Made("ring:6", "mesh:3x4", "tao"), {2, 3}, {1, 1}),
      InBox(Made("mesh:3x2", "torus:4x3", "identity", all, physical), {3, 2}, {0, 1}),
  };
}

std::vector<Network> Far() {
  const Address physical = Address::kPhysical;
  return {
      Made("ring:15", "mesh:3x5", "tao"),
      Made("ring:15", "mesh:3x5", "tao", Ports::kAll, physical),
      Made("hypercube:4", "torus:4x4", "xor"),
      Made("hypercube:4", "ring:16", "standard", Ports::kOne, physical),
      Made("hypercube:3", "line:8", "by-weight"),
      Made("mesh:3x3x2", "mesh:6x3", "tao"),
      Made("torus:3x3x6", "torus:9x6", "tao", Ports::kOne, physical),
      Made("ring:27", "mesh:3x3x3", "tao"),
      Made("mesh:5x3", "hypercube:4", "gray"),
      InBox(Made("ring:15", "mesh:5x6", "tao"), {3, 5}, {2, 1}),
      InBox(Made("hypercube:3", "torus:5x2x3", "xor", Ports::kOne, physical), {4, 2, 1}, {1, 0, 2}),
  };
}

// Several guest nodes a host node, not always equally many.
std::vector<Network> Larger() {
  const Address physical = Address::kPhysical;
  std::vector<Network> networks = {
      Made("ring:12", "mesh:2x2", "tao"),
      Made("torus:6x6", "torus:3x3", "tao", Ports::kAll),
      Made("mesh:4x6", "mesh:2x3", "tao", Ports::kOne, physical),
      Made("hypercube:5", "torus:4x2", "tao", Ports::kAll, physical),
      Made("hypercube:4", "ring:8", "standard"),
      Made("line:4", "line:2", "tao"),
      InBox(Made("ring:18", "mesh:3x4", "tao"), {2, 3}, {1, 1}),
      InBox(Made("hypercube:4", "torus:5x2x3", "tao", Ports::kAll, physical), {4, 2, 1}, {1, 0, 2}),
  };
  for (const char* guest : {"mesh:3x3", "line:7"})
    networks.push_back(Made(guest, "hypercube:2", "gray"));
  return networks;
}

std::vector<Network> With(std::vector<Network> networks, TableMethod method) {
  for (Network& network : networks) network.translation = method;
  return networks;
}

std::vector<Network> AllCases() {
  std::vector<Network> cases = With(Near(), kExchanged);
  for (const auto& more :
       {With(Near(), kComputed), With(Far(), kComputed), With(Larger(), kComputed)})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

std::string CaseName(const testing::TestParamInfo<Network>& test) {
  return NameOf(test.param) + "_" +
         std::regex_replace(test.param.guest, std::regex("[^A-Za-z0-9]"), "_");
}

class TranslationTables : public testing::TestWithParam<Network> {};

TEST_P(TranslationTables, NameEveryGuestNeighbourAndItsPlaceInTheCyclesOfTheFormula) {
  ExpectRightTables(GetParam(), Simulate(GetParam(), FilesOf(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Networks, TranslationTables, testing::ValuesIn(AllCases()), CaseName);

TEST(TranslationTablesInVerilator, AreThoseOfIcarus) {
  for (Network network :
       {Made("ring:6", "mesh:2x3", "tao"), Made("hypercube:2", "line:4", "by-weight")}) {
    network.translation = network.embedding == "tao" ? kExchanged : kComputed;
    ExpectRightTables(network, Simulate(network, FilesOf(network), kVerilator));
  }
}

TEST(TablesManifest, HoldsMethodAndEntriesAndTheFilesNothingOfTheOtherMethod) {
  Network network = Made("hypercube:4", "torus:4x4", "xor");
  const EmittedFiles without = FilesOf(network);
  EXPECT_FALSE(nlohmann::json::parse(without.at("manifest.json")).contains("translation"));
  for (const auto& [path, text] : without) {
    EXPECT_EQ(path.find("translation"), path.npos) << path;
    EXPECT_TRUE(path.starts_with("rules/") || text.find("table_") == text.npos) << path;
  }
  network.translation = kComputed;
  const EmittedFiles files = FilesOf(network);
  EXPECT_EQ(nlohmann::json::parse(files.at("manifest.json"))["translation"],
            nlohmann::json({{"method", "computed"}, {"entries", 4}}));
  EXPECT_TRUE(files.contains("rtl/net_translation_computed.v"));
  EXPECT_FALSE(files.contains("rtl/net_translation_exchanged.v"));
  EXPECT_NE(PlanOf(network).hardware_hash(),
            PlanOf(Made("hypercube:4", "torus:4x4", "xor")).hardware_hash());
}

// ---- planted errors ----

EmittedFiles Altered(const Network& network, const std::string& path, const std::string& from,
                     const std::string& to) {
  EmittedFiles files = FilesOf(network);
  std::string& text = files.at(path);
  EXPECT_NE(text.find(from), text.npos) << from;
  if (text.find(from) != text.npos) text.replace(text.find(from), from.size(), to);
  return files;
}

TEST(TranslationTablesTwin, AStrangerThatIsKeptAStepThatIsWrongAndAPortKeptTooLongAreNoticed) {
  Network exchanged = Made("ring:15", "torus:3x5", "tao");
  exchanged.translation = kExchanged;
  const Tables expected = ExpectedTables(PlanOf(exchanged));
  const std::string unit = "rtl/net_translation_exchanged.v";
  const Seen stranger = Simulate(
      exchanged,
      Altered(exchanged, unit, " & (guest == neighbours[e*LOGICAL_BITS+:LOGICAL_BITS])", ""));
  EXPECT_NE(stranger.tables, expected);
  const Seen late = Simulate(exchanged, Altered(exchanged, unit, "localparam LAST = SENDS + 2",
                                                "localparam LAST = SENDS + 3"));
  EXPECT_NE(late.cycles, ExpectedCycles(PlanOf(exchanged)));
  Network computed = Made("ring:15", "mesh:3x5", "tao");
  computed.translation = kComputed;
  const Seen wrong = Simulate(
      computed, Altered(computed, "rtl/net_translation_neighbours.v", "x - 1'b1", "x + 1'b1"));
  EXPECT_NE(wrong.tables, ExpectedTables(PlanOf(computed)));
  Network larger = Made("ring:12", "mesh:2x2", "tao");
  larger.translation = kComputed;
  const Seen first =
      Simulate(larger, Altered(larger, "rtl/net_translation_ranks.v", "building_q ? rank_q : rank;",
                               "building_q ? {RANK_BITS{1'b0}} : rank;"));
  EXPECT_NE(first.tables, ExpectedTables(PlanOf(larger)));
}

TEST(TranslationTablesOfLargerGuests, AreNotExchanged) {
  const auto host = Graph::Parse("torus:3x3");
  const auto embedding =
      Embedding::Create(EmbeddingKind::kTao, *Graph::Parse("torus:6x6"), *host, BitOrder::kBlock);
  const auto plan = Plan::Create(
      *host, *embedding, {.address = Address::kLogical, .translation = TableMethod::kExchanged});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(
      ToString(plan.diagnostics().front()),
      "toroid: error: --translation: exchanged: guest torus:6x6 puts 4 guest nodes on a host "
      "node; exchanged tables take one guest node on each node; tables of several are computed");
}

}  // namespace
}  // namespace toroid::test::translation_test
