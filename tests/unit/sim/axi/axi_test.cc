// Transactions of AXI4 managers: the addresses of beats, what becomes of a request, what is drawn,
// and tables (docs/spec/axi4.md).
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/axi/transactions.h"

namespace toroid::axi {
namespace {

Plan PlanWith(const std::string& host, AxiOptions axi = {}, int width = 32) {
  const Graph graph = *Graph::Parse(host);
  if (axi.nodes.empty()) axi.nodes.resize(graph.size());
  HardwareOptions hardware = {.flit_width = width};
  hardware.wrap.axi = std::move(axi);
  return Plan::Create(graph, std::nullopt, std::move(hardware)).value();
}

std::vector<std::uint64_t> AddressesOf(const Request& request) {
  std::vector<std::uint64_t> addresses;
  for (int beat = 0; beat < request.beats; ++beat) addresses.push_back(BeatAddress(request, beat));
  return addresses;
}

TEST(AxiBeats, HaveTheAddressesOfTheProtocol) {
  using Addresses = std::vector<std::uint64_t>;
  EXPECT_EQ(AddressesOf({.address = 3, .beats = 3, .size = 2}), (Addresses{3, 4, 8}));
  EXPECT_EQ(AddressesOf({.address = 6, .beats = 3, .size = 1}), (Addresses{6, 8, 10}));
  EXPECT_EQ(AddressesOf({.address = 0x38, .beats = 4, .size = 2, .burst = Burst::kWrap}),
            (Addresses{0x38, 0x3c, 0x30, 0x34}));
  EXPECT_EQ(AddressesOf({.address = 5, .beats = 2, .size = 2, .burst = Burst::kFixed}),
            (Addresses{5, 5}));
}

// A node and a response, "2 okay" or "decerr".
std::string FateOf(const Plan& plan, const Request& request) {
  Transaction one;
  one.request = request;
  Decide(plan, one);
  const char* response = one.response == Response::kOkay     ? "okay"
                         : one.response == Response::kSlvErr ? "slverr"
                                                             : "decerr";
  return (one.subordinate ? std::to_string(one.subordinate->value()) + " " : "") + response;
}

TEST(AxiRequests, AreAnsweredOnTheirWayWhereTheSpecificationSaysSo) {
  AxiOptions axi = {.max_burst = 16};
  axi.nodes.resize(6);
  axi.nodes[2] = {AxiRole::kManager};
  axi.nodes[4].lite = true;
  const Plan plan = PlanWith("ring:6", axi);  // 3 bits of an address are a node
  const auto at = [](std::uint64_t node, std::uint64_t offset) { return (node << 29) + offset; };
  EXPECT_EQ(FateOf(plan, {.address = at(5, 0x1000), .beats = 16, .size = 2}), "5 okay");
  EXPECT_EQ(FateOf(plan, {.address = at(5, 0x1000), .beats = 17, .size = 2}), "decerr");
  EXPECT_EQ(FateOf(plan, {.address = at(2, 0), .size = 2}), "decerr");
  EXPECT_EQ(FateOf(plan, {.address = at(6, 0), .size = 2}), "decerr");
  EXPECT_EQ(FateOf(plan, {.address = at(4, 0), .beats = 1, .size = 2}), "4 okay");
  EXPECT_EQ(FateOf(plan, {.address = at(4, 0), .beats = 2, .size = 2}), "slverr");
  EXPECT_EQ(FateOf(plan, {.address = at(0, 0xffc), .beats = 1, .size = 2}), "0 okay");
  EXPECT_EQ(FateOf(plan, {.address = at(0, 0xffc), .beats = 2, .size = 2}), "decerr");
  EXPECT_EQ(FateOf(plan, {.address = at(0, 0), .beats = 1, .size = 3}), "decerr");
  const auto wrap = [&](std::uint64_t address, int beats) {
    return FateOf(plan, {.address = address, .beats = beats, .size = 2, .burst = Burst::kWrap});
  };
  EXPECT_EQ(wrap(0x20, 8), "0 okay");
  EXPECT_EQ(wrap(0x22, 8), "decerr");
  EXPECT_EQ(wrap(0x20, 6), "decerr");
}

TEST(AxiRequests, ReachTheNodeOfTheirRange) {
  AxiOptions axi;
  axi.ranges = {{0x10000, 0x1000, 3}, {0x20000, 0x10000, 1}};
  const Plan plan = PlanWith("ring:4", axi);
  EXPECT_EQ(FateOf(plan, {.address = 0x10ffc, .size = 2}), "3 okay");
  EXPECT_EQ(FateOf(plan, {.address = 0x11000, .size = 2}), "decerr");
  EXPECT_EQ(FateOf(plan, {.address = 0xfffc, .size = 2}), "decerr");
  EXPECT_EQ(FateOf(plan, {.address = 0x2fff0, .size = 2}), "1 okay");
}

// Every kind is drawn, and each request is one that the network carries.
TEST(AxiDraws, AreOfAllKindsAndReachAMemory) {
  AxiOptions axi = {.id_width = 2, .user_width = 3, .max_burst = 64};
  axi.nodes.resize(15);
  axi.nodes[3] = {AxiRole::kManager};
  axi.nodes[7] = {AxiRole::kSubordinate, true};
  const Plan plan = PlanWith("torus:3x5", axi, 64);
  const Transactions drawn = DrawTransactions(plan, 3000, 7);
  ASSERT_EQ(drawn.size(), 3000U);
  std::set<Burst> bursts;
  std::set<int> sizes, longest;
  std::set<std::uint32_t> managers, memories;
  for (const Transaction& one : drawn) {
    ASSERT_TRUE(one.subordinate);
    ASSERT_EQ(one.response, Response::kOkay);
    bursts.insert(one.request.burst);
    sizes.insert(one.request.size);
    longest.insert(one.request.beats);
    managers.insert(one.manager.value());
    memories.insert(one.subordinate->value());
    ASSERT_LT(one.id, 4U);
    ASSERT_EQ(one.strobes.size(), one.write ? static_cast<std::size_t>(one.request.beats) : 0U);
    ASSERT_EQ(one.data.size(), 2 * one.strobes.size());
  }
  EXPECT_EQ(bursts.size(), 3U);
  EXPECT_EQ(sizes, (std::set{0, 1, 2, 3}));
  EXPECT_EQ(*longest.rbegin(), 64);
  EXPECT_EQ(managers.size(), 14U);
  EXPECT_FALSE(managers.contains(7));
  EXPECT_EQ(memories.size(), 14U);
  EXPECT_FALSE(memories.contains(3));
  const Transactions again = DrawTransactions(plan, 3000, 7);
  const Transactions other = DrawTransactions(plan, 3000, 8);
  EXPECT_EQ(drawn[5].request, again[5].request);
  EXPECT_NE(drawn[5].request.address, other[5].request.address);
}

std::string FaultsOf(const std::string& text) {
  AxiOptions axi;
  axi.nodes.resize(4);
  axi.nodes[2] = {AxiRole::kSubordinate};
  const auto read = ReadTransactions(PlanWith("ring:4", axi), "a.csv", text, 1);
  std::string faults;
  if (!read)
    for (const Diagnostic& fault : read.diagnostics()) faults += ToString(fault) + "\n";
  return faults;
}

const std::string kHead = "cycle,node,kind,address,beats,id\n";

TEST(AxiTable, IsReadAsItIsWritten) {
  const auto read = ReadTransactions(
      PlanWith("ring:4"), "a.csv",
      "# mine\n" + kHead + "5, 1, read, 0x40001000, 4, 3\n\n9,0,write,4096,2,0\r\n", 1);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->transactions.size(), 2U);
  const Transaction& first = read->transactions.at(0);
  EXPECT_EQ(first.earliest, 5);
  EXPECT_EQ(first.manager, NodeId{1});
  EXPECT_FALSE(first.write);
  EXPECT_EQ(first.request.address, 0x40001000U);
  EXPECT_EQ(first.request.beats, 4);
  EXPECT_EQ(first.request.size, 2);
  EXPECT_EQ(first.id, 3U);
  EXPECT_EQ(first.subordinate, NodeId{1});
  EXPECT_TRUE(read->transactions.at(1).write);
  EXPECT_EQ(read->transactions.at(1).data.size(), 2U);
}

TEST(AxiTable, SaysWhatMemoriesDo) {
  const auto read =
      ReadTransactions(PlanWith("ring:4"), "a.csv",
                       kHead + "0,0,read,0,1,0\n7,1,mute,,,\n5,2,stop,,,\n9,1,go,,,\n", 1);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->changes.size(), 3U);
  EXPECT_EQ(read->changes[0].memory, NodeId{1});
  EXPECT_EQ(read->changes[0].from, 7);
  EXPECT_EQ(read->changes[0].state, MemoryState::kMute);
  EXPECT_EQ(read->changes[1].state, MemoryState::kStopped);
  EXPECT_EQ(read->changes[2].state, MemoryState::kGoes);
}

TEST(AxiTable, IsRefusedWithEachFault) {
  EXPECT_EQ(FaultsOf("cycle,node\n"),
            "toroid: error: a.csv:1: header: cycle,node: does not name the columns; the first line "
            "is cycle,node,kind,address,beats,id\n");
  EXPECT_EQ(FaultsOf(kHead),
            "toroid: error: a.csv:2: table: has no transaction; a line for each\n");
  EXPECT_EQ(
      FaultsOf(kHead + "0,0,reed,0,1,0\n0,2,read,0x1ffffffff,257,16\n1,2\n"),
      "toroid: error: a.csv:2: kind: reed: is none of the kinds; allowed are read, write, "
      "stop, mute, go\n"
      "toroid: error: a.csv:3: beats: 257: is out of range; allowed are whole numbers from 1 "
      "to 256\n"
      "toroid: error: a.csv:3: id: 16: is out of range; allowed are whole numbers from 0 to "
      "15\n"
      "toroid: error: a.csv:3: address: 0x1ffffffff: is not an address of 32 bits; write it as "
      "4096 or 0x1000\n"
      "toroid: error: a.csv:3: node: 2: has no manager; give a node that has one\n"
      "toroid: error: a.csv:4: fields: are 2; the first line is "
      "cycle,node,kind,address,beats,id\n");
}

}  // namespace
}  // namespace toroid::axi
