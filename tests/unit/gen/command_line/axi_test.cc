// Tables of AXI4 endpoints in configuration files (docs/spec/axi4.md, AX9.1): what they make, and
// what is said of each fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/unit/gen/command_line/config_file.h"

namespace toroid::gen_command_line_axi_test {
namespace {

constexpr const char* kHead = "host = \"torus:3x5\"\ngenerate.out = \"x\"\nlocal = \"axi4\"\n";

// Of a file with these tables below `kHead`, without the file's name: "5: size: ...".
std::string FaultsOfTables(const std::string& tables) {
  const std::string all = test::FileDiagnosticsOf(Command::kGenerate, kHead + tables);
  std::string text;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at);
    std::string line = all.substr(at, end - at);
    if (line.starts_with("net.toml:")) line.erase(0, 9);
    text += line + "\n";
    at = end + 1;
  }
  return text;
}

AxiOptions OptionsOf(const std::string& tables) {
  const Result<Spec> spec = test::ParseFile(Command::kGenerate, kHead + tables);
  EXPECT_TRUE(spec) << FaultsOfTables(tables);
  return spec ? *spec->hardware.wrap.axi : AxiOptions{};
}

TEST(AxiTables, LeaveDefaultsWhereNothingIsSaid) {
  const AxiOptions axi = OptionsOf("");
  EXPECT_EQ(axi.address_width, 32);
  EXPECT_EQ(axi.nodes, std::vector<AxiNode>(15));
  EXPECT_TRUE(axi.ranges.empty());
}

TEST(AxiTables, SetEachValue) {
  const AxiOptions axi = OptionsOf(
      "[axi]\naddress-width = 48\nid-width = 7\nuser-width = 3\nthreads = 8\nmax-burst = 16\n"
      "read-buffer = 64\nwrite-buffer = 16\noutstanding = 9\nids = \"source\"\n"
      "[[axi.node]]\nnodes = \"0,2-3\"\nrole = \"manager\"\n"
      "[[axi.node]]\nnodes = 4\nrole = \"subordinate\"\nprotocol = \"axi4-lite\"\n"
      "[[axi.map]]\nbase = 0x10000\nsize = 65536\nnode = 4\n"
      "[[axi.map]]\nbase = \"0x800000000000\"\nsize = \"0x1000\"\nnode = 4\n");
  AxiOptions wanted = {48, 7, 3, 8, 16, 64, 16, 9, true};
  wanted.nodes.assign(15, {AxiRole::kNone});
  for (const int n : {0, 2, 3}) wanted.nodes[static_cast<std::size_t>(n)] = {AxiRole::kManager};
  wanted.nodes[4] = {AxiRole::kSubordinate, true};
  wanted.ranges = {{0x10000, 0x10000, 4}, {0x800000000000, 0x1000, 4}};
  EXPECT_EQ(axi, wanted);
}

// Nodes that die have no endpoint; a table that gives them one is refused.
TEST(AxiTables, LeaveOutDeadNodes) {
  const std::string dead = "[[dead]]\nnode = \"1,0\"\n";  // 5
  const std::string all = "[[axi.node]]\nnodes = \"all\"\nrole = \"both\"\n";
  for (const std::string& tables : {dead, all + dead}) {
    const AxiOptions axi = OptionsOf(tables);
    for (std::size_t n = 0; n < 15; ++n)
      EXPECT_EQ(axi.nodes[n].role, n == 5 ? AxiRole::kNone : AxiRole::kBoth);
  }
  const std::string both = "[[axi.node]]\nnodes = \"4-5\"\nrole = \"both\"\n";
  EXPECT_EQ(FaultsOfTables(both + dead),
            "5: [[axi.node]] 1: nodes: 4-5: node 5 is dead; leave it out; all means all that are "
            "alive\n");
  EXPECT_EQ(FaultsOfTables("[[axi.map]]\nbase = 0\nsize = 65536\nnode = 5\n" + dead),
            "7: [[axi.map]] 1: node: 5: is a dead node; leave the range out; it is then answered "
            "DECERR\n");
}

TEST(AxiTables, AreWrittenAsTheyAreRead) {
  const AxiOptions axi = OptionsOf(
      "[axi]\naddress-width = 64\nids = \"source\"\n[[axi.node]]\nnodes = \"all\"\nrole = "
      "\"both\"\n"
      "[[axi.map]]\nbase = \"0xf000000000000000\"\nsize = \"0x1000000000000000\"\nnode = 14\n");
  EXPECT_EQ(OptionsOf(TomlText(axi)), axi);
}

TEST(AxiTables, NeedTheOption) {
  EXPECT_EQ(test::FileDiagnosticsOf(Command::kGenerate,
                                    "host = \"ring:4\"\ngenerate.out = \"x\"\n[axi]\n"),
            "--local: streams: leaves the file's [axi] tables unused; give --local axi4\n");
  EXPECT_EQ(test::FileDiagnosticsOf(Command::kCheck, "host = \"ring:4\"\n[axi]\n"), "");
}

TEST(AxiTables, TakeEndpointWidthsOnly) {
  EXPECT_EQ(
      test::FileDiagnosticsOf(Command::kGenerate, std::string(kHead) + "flit-width = 48\n"),
      "net.toml:4: --flit-width: 48: is not a data width of AXI4 endpoints; AXI4 endpoints take "
      "32, 64, 128, 256, 512\n");
}

std::string FaultsOn(const std::string& host, const std::string& tables) {
  return test::FileDiagnosticsOf(
      Command::kGenerate,
      "host = \"" + host + "\"\ngenerate.out = \"x\"\nlocal = \"axi4\"\n" + tables);
}

TEST(AxiTables, AreOfHostsThatAreNotTooLarge) {
  EXPECT_EQ(FaultsOn("torus:64x64", ""), "");
  EXPECT_EQ(FaultsOn("torus:65x64", ""),
            "net.toml:1: --host: torus:65x64: has 4160 nodes; networks of AXI4 endpoints have at "
            "most 4096\n");
  const std::string narrow =
      "[axi]\naddress-width = 32\n[[axi.node]]\nnodes = \"0\"\nrole = \"both\"\n";
  EXPECT_EQ(FaultsOn("torus:5x5x5x5x5", narrow), "");  // 15 bits of a node, 17 of each node's bytes
}

// 512 tables of ranges are many brackets. With all nodes apart, the file is as long as can be.
TEST(AxiTables, OfTheMostRangesAreWrittenAsTheyAreRead) {
  AxiOptions axi = {.address_width = 64, .nodes = std::vector<AxiNode>(4096)};
  for (std::size_t n = 0; n < 4096; n += 2) axi.nodes[n].lite = true;
  for (std::uint64_t r = 0; r < 512; ++r)
    axi.ranges.push_back({0x8000000000000000 + (r << 54), 0x40000000000000, 4095});
  const std::string head = "host = \"torus:64x64\"\ngenerate.out = \"x\"\nlocal = \"axi4\"\n";
  const Result<Spec> spec = test::ParseFile(Command::kGenerate, head + TomlText(axi));
  ASSERT_TRUE(spec) << FaultsOn("torus:64x64", TomlText(axi));
  EXPECT_EQ(spec->hardware.wrap.axi, axi);
  const std::string more = "[[axi.map]]\nbase = 0\nsize = 4096\nnode = 0\n";
  const std::string all = TomlText(axi) + more;
  EXPECT_EQ(FaultsOn("torus:64x64", all),
            "net.toml:" + std::to_string(std::ranges::count(head + all, '\n') - 2) +
                ": [[axi.map]] 513: base: 0x0: is that of range 513; allowed are 512 ranges\n");
}

// Equal text for the hash would mean equal hardware.
TEST(AxiTables, DifferInTheirTextForTheHash) {
  const std::vector<AxiNode> both(4);
  std::vector<AxiNode> lite = both;
  lite[2].lite = true;
  std::vector<AxiNode> none = both;
  none[3].role = AxiRole::kNone;
  const std::vector<AxiOptions> all = {{.nodes = both},
                                       {.nodes = lite},
                                       {.nodes = none},
                                       {.address_width = 33, .nodes = both},
                                       {.id_width = 5, .nodes = both},
                                       {.user_width = 1, .nodes = both},
                                       {.threads = 2, .nodes = both},
                                       {.max_burst = 16, .nodes = both},
                                       {.read_buffer = 256, .nodes = both},
                                       {.write_buffer = 256, .nodes = both},
                                       {.outstanding = 5, .nodes = both},
                                       {.ids_by_source = true, .nodes = both},
                                       {.nodes = both, .ranges = {{0, 4096, 1}}},
                                       {.nodes = std::vector<AxiNode>(4, {.timeout = 50})},
                                       {.nodes = std::vector<AxiNode>(4, {.timeout = 51})},
                                       {.nodes = both, .ranges = {{0, 4096, 2}}},
                                       {.nodes = both, .ranges = {{0, 8192, 1}}},
                                       {.nodes = both, .ranges = {{8192, 4096, 1}}}};
  std::set<std::string> hashes;
  for (const AxiOptions& axi : all) {
    const auto plan =
        Plan::Create(Graph::Parse("ring:4").value(), std::nullopt, {.wrap = {.axi = axi}});
    ASSERT_TRUE(plan);
    hashes.insert(plan->hardware_hash());
  }
  EXPECT_EQ(hashes.size(), all.size());
}

TEST(AxiTables, GoWithAGuestLargerThanTheHost) {
  const Result<Spec> spec = test::ParseFile(
      Command::kGenerate,
      "host = \"ring:3\"\ngenerate.out = \"x\"\nlocal = \"axi4\"\nguest = \"ring:6\"\n"
      "embedding = \"tao\"\naddress = \"physical\"\n");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->hardware.processes, 1);
}

// That of [axi] is of subordinates whose table gives none.
TEST(AxiTables, GiveTimeouts) {
  const Result<Spec> spec = test::ParseFile(
      Command::kGenerate,
      "host = \"ring:5\"\ngenerate.out = \"x\"\nlocal = \"axi4\"\n[axi]\ntimeout = 100\n"
      "[[axi.node]]\nnodes = \"0\"\nrole = \"manager\"\n"
      "[[axi.node]]\nnodes = \"1,2\"\nrole = \"both\"\n"
      "[[axi.node]]\nnodes = \"3\"\nrole = \"subordinate\"\ntimeout = 0\n"
      "[[axi.node]]\nnodes = \"4\"\nrole = \"subordinate\"\ntimeout = 16777215\n");
  ASSERT_TRUE(spec);
  const AxiOptions& axi = *spec->hardware.wrap.axi;
  std::vector<int> timeouts;
  for (const AxiNode& node : axi.nodes) timeouts.push_back(node.timeout);
  EXPECT_EQ(timeouts, (std::vector<int>{0, 100, 100, 0, 16777215}));
  const Result<Spec> again = test::ParseFile(
      Command::kGenerate,
      "host = \"ring:5\"\ngenerate.out = \"x\"\nlocal = \"axi4\"\n" + TomlText(axi));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again->hardware.wrap.axi, axi);
}

struct Fault {
  const char* tables;
  const char* told;
};

TEST(AxiTables, AreToldTheirFaults) {
  const std::string nodes = "[[axi.node]]\nnodes = \"0-3\"\nrole = \"both\"\n";  // lines 4 to 6
  const Fault kFaults[] = {
      {"[axi]\nthread = 4\n",
       "5: [axi]: thread: is not a key of this table; allowed are address-width, id-width, "
       "user-width, "
       "threads, max-burst, read-buffer, write-buffer, outstanding, ids, timeout\n"},
      {"[axi]\ntimeout = 15\n",
       "5: [axi]: timeout: 15: is out of range; allowed are 16 to 16777215 cycles, or 0 for "
       "none\n"},
      {"[axi]\ntimeout = 16777216\n",
       "5: [axi]: timeout: 16777216: is not a number of this size; give a small whole number\n"},
      {"[[axi.node]]\nnodes = \"0\"\nrole = \"both\"\ntimeout = 1\n",
       "7: [[axi.node]] 1: timeout: 1: is out of range; allowed are 16 to 16777215 cycles, or 0 "
       "for "
       "none\n"},
      {"[axi]\nthreads = 3\n",
       "5: [axi]: threads: 3: is not a number of threads; allowed are 1, 2, 4, 8, 16\n"},
      {"[axi]\nthreads = \"many\"\n",
       "5: [axi]: threads: many: is not a number of this size; give a small whole number\n"},
      {"[axi]\nid-width = [1]\n",
       "5: [axi]: id-width: is not a string or a number in the file; allowed are strings, numbers "
       "and true or false\n"},
      {"[axi]\naddress-width = 65\nid-width = 0\n",
       "5: [axi]: address-width: 65: is out of range; allowed are 32 to 64 bits\n"
       "6: [axi]: id-width: 0: is out of range; allowed are 1 to 16 bits\n"},
      {"[axi]\nread-buffer = 128\n",
       "5: [axi]: read-buffer: 128: is below max-burst, 256: a longest burst would never leave; "
       "give as many beats as max-burst, or more\n"},
      {"[axi]\nwrite-buffer = 500\n",
       "5: [axi]: write-buffer: 500: is not a buffer's size; allowed are the powers of two from 4 "
       "to 4096 beats\n"},
      {"[axi]\nids = \"two\"\n",
       "5: [axi]: ids: two: is none of the words; allowed are one, source\n"},
      {"[axi.map]\nbase = 0\n",
       "4: map: is not a list of tables; write [[axi.map]] before the keys of each\n"},
      {"[axi]\nnode = []\n",
       "5: node: is not a list of tables; write [[axi.node]] before the keys of each\n"},
      {"[axi.maps]\nbase = 0\n",
       "4: [axi]: maps: is not a string or a number in the file; allowed are strings, numbers and "
       "true or false\n"},
      {"[[axi.node]]\nnodes = \"0-15\"\nrole = \"both\"\n",
       "5: [[axi.node]] 1: nodes: 0-15: '0-15' names no nodes of the host; allowed are all, or "
       "numbers from 0 to 14 such as 0,1-14\n"},
      {"[[axi.node]]\nnodes = \"0\"\n", "4: [[axi.node]] 1: role: is missing; write role = ...\n"},
      {"[[axi.node]]\nnodes = \"0\"\nrole = \"master\"\n",
       "6: [[axi.node]] 1: role: master: is not a role; allowed are manager, subordinate, both, "
       "none\n"},
      {"[[axi.node]]\nnodes = \"0\"\nrole = \"manager\"\n",
       "6: [[axi.node]] 1: role: no node has a subordinate; give one to a node\n"},
  };
  for (const auto& [tables, told] : kFaults) EXPECT_EQ(FaultsOfTables(tables), told) << tables;
  EXPECT_EQ(FaultsOfTables(nodes + "[[axi.node]]\nnodes = \"3\"\nrole = \"none\"\n"),
            "8: [[axi.node]] 2: nodes: 3: node 3 is in [[axi.node]] 1 already; each node is in one "
            "table at most\n");
  const auto map = [&](const std::string& base, const std::string& size, int node) {
    return nodes + "[[axi.map]]\nbase = " + base + "\nsize = " + size +
           "\nnode = " + std::to_string(node) + "\n";
  };
  EXPECT_EQ(FaultsOfTables(map("0", "2048", 1)),
            "9: [[axi.map]] 1: size: 0x800: is not the size of a range; allowed are the powers of "
            "two from 0x1000\n");
  EXPECT_EQ(FaultsOfTables(map("0x1000", "0x2000", 1)),
            "8: [[axi.map]] 1: base: 0x1000: is not a multiple of the size; allowed are the "
            "multiples of 0x2000\n");
  EXPECT_EQ(FaultsOfTables(map("0x100000000", "0x1000", 1)),
            "8: [[axi.map]] 1: base: 0x100000000: with the size 0x1000 is beyond the addresses of "
            "32 bits; the last address is 0xffffffff\n");
  EXPECT_EQ(FaultsOfTables(map("-1", "0x1000", 1)),
            "8: [[axi.map]] 1: base: -1: is not an address or a size; give a whole number of at "
            "most 64 bits, such as \"0x80000000\"\n");
  EXPECT_EQ(FaultsOfTables(map("0", "0x1000", -1)),
            "10: [[axi.map]] 1: node: -1: is not a node's number; give a whole number\n");
  EXPECT_EQ(FaultsOfTables(map("0", "0x1000", 15)),
            "10: [[axi.map]] 1: node: 15: is not a node of torus:3x5; allowed are 0 to 14\n");
  EXPECT_EQ(FaultsOfTables(map("0", "0x1000", 5)),
            "10: [[axi.map]] 1: node: 5: has no subordinate; give it the role subordinate or both "
            "in an [[axi.node]] table\n");
  EXPECT_EQ(FaultsOfTables(map("0", "0x10000", 1) +
                           "[[axi.map]]\nbase = 0x8000\nsize = 0x1000\nnode = 2\n"),
            "12: [[axi.map]] 2: base: 0x8000: overlaps range 1, 0x0 to 0xffff; ranges have no "
            "address in common\n");
}

TEST(AxiTables, NameOneNodeEach) {
  const std::string role = "role = \"both\"\n";
  const AxiOptions axi = OptionsOf("[[axi.node]]\nnodes = 2\n" + role + "name = \"cpu0\"\n");
  EXPECT_EQ(axi.nodes[2].name, "cpu0");
  const auto faults = [&](const std::string& tables) { return FaultsOfTables(tables); };
  EXPECT_NE(faults("[[axi.node]]\nnodes = \"2-3\"\n" + role + "name = \"cpu\"\n")
                .find("is for one node, and nodes names 2"),
            std::string::npos);
  for (const char* name : {"", "0a", "a__b", "s3", "near_x"})
    EXPECT_NE(faults("[[axi.node]]\nnodes = 2\n" + role + "name = \"" + name + "\"\n")
                  .find("is not a name for ports"),
              std::string::npos)
        << name;
  const std::string twice = "[[axi.node]]\nnodes = 2\n" + role + "name = \"a\"\n[[axi.node]]\n" +
                            "nodes = 3\n" + role + "name = \"a\"\n";
  EXPECT_NE(faults(twice).find("is that of another node"), std::string::npos);
}

TEST(StreamTables, NameOneNodeEach) {
  const std::string head = "host = \"ring:4\"\ngenerate.out = \"x\"\n";
  const auto spec =
      test::ParseFile(Command::kGenerate, head + "[[stream]]\nnode = 2\nname = \"cpu0\"\n");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->hardware.wrap.names, (std::vector<std::string>{"", "", "cpu0", ""}));
  const auto again = test::ParseFile(Command::kGenerate, head + StreamsToml(spec->hardware.wrap));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->plan->hardware_hash(), spec->plan->hardware_hash());
  const auto faults = [&](const std::string& tables) {
    return test::FileDiagnosticsOf(Command::kGenerate, head + tables);
  };
  for (const auto& [tables, said] : std::vector<std::pair<std::string, std::string>>{
           {"[[stream]]\nnode = 4\nname = \"a\"\n", "node"},
           {"[[stream]]\nnode = 1\n", "name: is missing"},
           {"[[stream]]\nnode = \"0-1\"\nname = \"a\"\n", "is not one node"},
           {"[[stream]]\nnode = 1\nname = \"n1\"\n", "is not a name for ports"},
           {"[[stream]]\nnode = 1\nname = \"a\"\nrole = 1\n", "is not a key of this table"},
           {"[[stream]]\nnode = 1\nname = \"a\"\n[[stream]]\nnode = 1\nname = \"b\"\n",
            "has a name already"},
           {"[[stream]]\nnode = 1\nname = \"a\"\n[[stream]]\nnode = 2\nname = \"a\"\n",
            "is that of another node"}})
    EXPECT_NE(faults(tables).find(said), std::string::npos) << tables << faults(tables);
}

}  // namespace
}  // namespace toroid::gen_command_line_axi_test
