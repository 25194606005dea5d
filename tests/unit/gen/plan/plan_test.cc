#include "gen/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gen/plan/verilog_name.h"

namespace toroid::gen_plan_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

Embedding Embedded(EmbeddingKind kind, const std::string& guest, const std::string& host,
                   BitOrder order = BitOrder::kBlock) {
  return Embedding::Create(kind, Parsed(guest), Parsed(host), order).value();
}

Plan Planned(const std::string& host, HardwareOptions options = {}) {
  return Plan::Create(Parsed(host), std::nullopt, options).value();
}

std::vector<std::string> Fields(const Result<Plan>& result) {
  std::vector<std::string> fields;
  if (result.ok()) return fields;
  for (const Diagnostic& d : result.diagnostics()) fields.push_back(d.field);
  return fields;
}

using Names = std::vector<std::string>;

TEST(Plan, NamesEveryFaultOfAStageAtOnce) {
  HardwareOptions options;
  options.flit_width = 12;
  options.buffered.depth = 1;
  options.name = "8x8";
  const Graph host = Parsed("mesh:2x2x2x2x2x2x2x2x2x2x2");
  const auto plan = Plan::Create(host, std::nullopt, options);
  EXPECT_EQ(Fields(plan), (Names{"--host", "--flit-width", "--buffer-depth", "--name"}));
  options.address = Address::kLogical;  // a rule, and so an earlier stage
  options.atu_stages = 1;
  EXPECT_EQ(Fields(Plan::Create(host, std::nullopt, options)),
            (Names{"--atu-stages", "--address"}));
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(ToString(plan.diagnostics()[0]),
            "toroid: error: --host: mesh:2x2x2x2x2x2x2x2x2x2x2: has 11 axes; hardware is built for "
            "1 to 10 axes");
  EXPECT_EQ(
      ToString(plan.diagnostics()[1]),
      "toroid: error: --flit-width: 12: is out of range; allowed are multiples of 8 from 8 to "
      "640");
}

TEST(Plan, HostsSendToNodesWhoseAddressesHave29Bits) {
  const auto message = [](const char* host) {
    HardwareOptions options;
    options.load.words = true;
    const auto plan = Plan::Create(*Graph::Parse(host), std::nullopt, options);
    return plan ? "" : ToString(plan.diagnostics().front());
  };
  EXPECT_EQ(message("mesh:3x5x5x5x5x5x5x5x5x5"), "");
  EXPECT_EQ(message("mesh:5x5x5x5x5x5x5x5x5x5"),
            "toroid: error: --host: mesh:5x5x5x5x5x5x5x5x5x5: has addresses of 30 bits; what a "
            "host sends names nodes by at most 29 bits");
}

TEST(Plan, TheEmbeddingMustBeForTheHost) {
  const auto embedding = Embedded(EmbeddingKind::kXor, "hypercube:6", "torus:8x8");
  EXPECT_TRUE(Plan::Create(Parsed("torus:8x8"), embedding, {}).ok());
  EXPECT_EQ(Fields(Plan::Create(Parsed("mesh:8x8"), embedding, {})), Names{"--host"});
}

TEST(Plan, WidthsAndDepthsHaveLimits) {
  for (const int width : {8, 32, 512, 640})
    EXPECT_TRUE(Plan::Create(Parsed("ring:4"), {}, {.flit_width = width}).ok()) << width;
  for (const int width : {-8, 0, 7, 9, 36, 648}) {
    EXPECT_EQ(Fields(Plan::Create(Parsed("ring:4"), {}, {.flit_width = width})),
              Names{"--flit-width"})
        << width;
  }
  for (const int depth : {2, 3, 64})
    EXPECT_TRUE(Plan::Create(Parsed("ring:4"), {}, {.buffered = {.depth = depth}}).ok()) << depth;
  for (const int depth : {-1, 0, 1, 65}) {
    EXPECT_EQ(Fields(Plan::Create(Parsed("ring:4"), {}, {.buffered = {.depth = depth}})),
              Names{"--buffer-depth"})
        << depth;
  }
}

TEST(Plan, NamesAreVerilogIdentifiers) {
  for (const std::string name : {"toroid", "a1", "A_b_1", "Net_2", "Module"}) {
    EXPECT_TRUE(Plan::Create(Parsed("ring:4"), {}, {.name = name}).ok()) << name;
  }
  for (const std::string name : {"", "2net", "net-2", "a b", "n\xc3\xa4t", "a$b", "_n", "n_",
                                 "a__b", "_", "module", "wire", "logic", "always_ff", "do"}) {
    EXPECT_EQ(Fields(Plan::Create(Parsed("ring:4"), {}, {.name = name})), Names{"--name"}) << name;
  }
  EXPECT_TRUE(Plan::Create(Parsed("ring:4"), {}, {.name = std::string(64, 'a')}).ok());
  EXPECT_EQ(Fields(Plan::Create(Parsed("ring:4"), {}, {.name = std::string(65, 'a')})),
            Names{"--name"});
}

TEST(Plan, RegistersInAddressUnitsHaveLimitsAndTakePhysicalAddresses) {
  const auto embedding = Embedded(EmbeddingKind::kXor, "hypercube:6", "torus:8x8");
  const Graph host = Parsed("torus:8x8");
  for (const int stages : {0, 1, 16})
    EXPECT_TRUE(Plan::Create(host, embedding, {.atu_stages = stages}).ok()) << stages;
  for (const int stages : {-1, 17})
    EXPECT_EQ(Fields(Plan::Create(host, embedding, {.atu_stages = stages})), Names{"--atu-stages"});
  EXPECT_EQ(Fields(Plan::Create(host, embedding, {.address = Address::kLogical, .atu_stages = 1})),
            Names{"--atu-stages"});
  EXPECT_EQ(Fields(Plan::Create(host, {}, {.atu_stages = 1})), Names{"--atu-stages"});
}

TEST(Plan, ManyToOneNumbersRanks) {
  const auto embedding = Embedded(EmbeddingKind::kGray, "mesh:19x19", "hypercube:5");
  const Graph host = Parsed("hypercube:5");
  const Plan plan = Plan::Create(host, embedding, {}).value();
  EXPECT_EQ(plan.rank_bits(), 4);
  EXPECT_EQ(plan.count_bits(), 4) << "up to 15";
  EXPECT_FALSE(plan.carries_ranks()) << "addresses are physical";
  EXPECT_EQ(plan.carried_bits(), 32);
  EXPECT_EQ(plan.GuestsAt(NodeId{0}), 1U);
  const auto two = Embedded(EmbeddingKind::kTao, "hypercube:3", "ring:4");
  const Plan pairs = Plan::Create(Parsed("ring:4"), two, {}).value();
  EXPECT_EQ(pairs.rank_bits(), 1);
  EXPECT_EQ(pairs.count_bits(), 2) << "up to 2";
  EXPECT_EQ(Planned("ring:4").rank_bits(), 0);
}

TEST(Plan, TidTellsProcessesApartWithPhysicalAddressesToo) {
  const Plan plan = Planned("mesh:3x5", {.flit_width = 16, .processes = 3});
  EXPECT_EQ(plan.tid_bits(), 2);
  EXPECT_TRUE(plan.carries_ranks());
  EXPECT_EQ(plan.address_bits(), 2 + 5);
  EXPECT_EQ(plan.link_address_bits(), 5);
  EXPECT_EQ(plan.carried_bits(), 16 + 2 * 2);
  EXPECT_EQ(plan.GuestsAt(NodeId{14}), 4U) << "every code";
  EXPECT_EQ(plan.WireAddressOf(NodeId{14}, 3), 0b11'10'100U);
  EXPECT_EQ(plan.WireAddressOf(NodeId{14}), 0b10'100U);
  EXPECT_EQ(plan.hardware_hash(),
            Planned("mesh:3x5", {.flit_width = 16, .processes = 4}).hardware_hash());
  EXPECT_NE(plan.hardware_hash(), Planned("mesh:3x5", {.flit_width = 16}).hardware_hash());
  EXPECT_EQ(Planned("mesh:3x5", {.processes = 1}).tid_bits(), 0);
  const Graph ring = Parsed("ring:4");
  const auto two = Embedded(EmbeddingKind::kTao, "hypercube:3", "ring:4");
  const Plan more = Plan::Create(ring, two, {.processes = 8}).value();
  EXPECT_EQ(more.rank_bits(), 1) << "of address units";
  EXPECT_EQ(more.tid_bits(), 3);
}

TEST(Plan, ProcessesNeedATidOfTheirOwn) {
  const auto cube = Embedded(EmbeddingKind::kXor, "hypercube:2", "ring:4");
  const auto fields = [&](HardwareOptions options) {
    options.processes = 2;
    return Fields(Plan::Create(Parsed("ring:4"), cube, options));
  };
  EXPECT_EQ(fields({}), Names{});
  EXPECT_EQ(fields({.address = Address::kLogical}), Names{"--processes"});
  EXPECT_EQ(fields({.router = RouterKind::kScheduled}), Names{"--processes"});
  EXPECT_EQ(fields({.ports = Ports::kAll, .relay = true}), Names{"--processes"});
  EXPECT_EQ(fields({.translation = TableMethod::kComputed}), Names{"--processes"});
  const auto larger = Embedded(EmbeddingKind::kTao, "hypercube:3", "ring:4");
  EXPECT_TRUE(Plan::Create(Parsed("ring:4"), larger,
                           {.processes = 2, .translation = TableMethod::kComputed}));
  EXPECT_EQ(Fields(Plan::Create(Parsed("ring:4"), cube, {.processes = 0})), Names{"--processes"});
  const auto most = Plan::Create(Parsed("torus:4096x4096"), {}, {.processes = 2});
  ASSERT_EQ(Fields(most), Names{"--processes"});
  EXPECT_EQ(most.diagnostics()[0].allowed, "allowed on torus:4096x4096 are 1 to 1");
  EXPECT_TRUE(Plan::Create(Parsed("torus:64x64"), {}, {.processes = 4096}));
  EXPECT_EQ(Fields(Plan::Create(Parsed("ring:4"), {}, {.flit_width = 640, .processes = 2})),
            Names{"--flit-width"});
}

TEST(Keywords, OfVerilogAndSystemVerilogAreKnown) {
  for (const char* word : {"accept_on", "module", "endmodule", "reg", "dist", "bit", "uwire", "xor",
                           "unique0", "s_until_with"}) {
    EXPECT_TRUE(IsVerilogKeyword(word)) << word;
  }
  for (const char* word : {"", "Module", "modul", "modules", "toroid"})
    EXPECT_FALSE(IsVerilogKeyword(word)) << word;
}

TEST(LinkPorts, GoAxisByAxisPlusBeforeMinus) {
  const Plan plan = Planned("torus:4x2x3");
  ASSERT_EQ(plan.link_ports().size(), 5U);
  const std::vector<std::pair<int, std::optional<Direction>>> expected = {{0, Direction::kPlus},
                                                                          {0, Direction::kMinus},
                                                                          {1, std::nullopt},
                                                                          {2, Direction::kPlus},
                                                                          {2, Direction::kMinus}};
  for (std::size_t p = 0; p < expected.size(); ++p) {
    EXPECT_EQ(plan.link_ports()[p].axis, Axis{expected[p].first}) << p;
    EXPECT_EQ(plan.link_ports()[p].direction, expected[p].second) << p;
  }
  EXPECT_EQ(plan.LinkPortOf(Axis{0}, Direction::kMinus), 1);
  EXPECT_EQ(plan.LinkPortOf(Axis{1}, Direction::kPlus), 2);
  EXPECT_EQ(plan.LinkPortOf(Axis{1}, Direction::kMinus), 2) << "a length-2 axis has one port";
  EXPECT_EQ(plan.LinkPortOf(Axis{2}, Direction::kMinus), 4);
}

TEST(LinkPorts, TwoChannelsOnlyWhereTheAxisWraps) {
  EXPECT_EQ(Planned("torus:4x2").Channels(Axis{0}), 2);
  EXPECT_EQ(Planned("torus:4x2").Channels(Axis{1}), 1);
  EXPECT_EQ(Planned("mesh:4x2").Channels(Axis{0}), 1);
}

TEST(LocalPorts, OneOrOneForEachLink) {
  EXPECT_EQ(Planned("torus:4x2x3").local_ports(), 1);
  EXPECT_EQ(Planned("torus:4x2x3", {.ports = Ports::kAll}).local_ports(), 5);
}

TEST(LocalPorts, APacketEntersAtItsFirstHopsLink) {
  int pairs = 0;
  for (const char* text : {"torus:4x2x3", "mesh:4x2x3", "hypercube:4", "ring:6"}) {
    const Plan all = Planned(text, {.ports = Ports::kAll});
    const Plan one = Planned(text);
    for (std::uint32_t n = 0; n < all.host().size(); ++n) {
      for (std::uint32_t m = 0; m < all.host().size(); ++m) {
        if (n == m) continue;
        const Hop first = all.host().Route(NodeId{n}, NodeId{m}).front();
        EXPECT_EQ(all.InjectorOf(NodeId{n}, NodeId{m}),
                  all.LinkPortOf(first.axis, first.direction));
        EXPECT_EQ(one.InjectorOf(NodeId{n}, NodeId{m}), 0);
        ++pairs;
      }
    }
  }
  EXPECT_EQ(pairs, 2 * 24 * 23 + 16 * 15 + 6 * 5);
}

TEST(Addresses, AreCoordinatesSideBySide) {
  const Plan plan = Planned("torus:5x3");
  EXPECT_EQ(plan.address_bits(), 5);
  EXPECT_EQ(BitsOf(plan.host(), Axis{0}), 3);
  EXPECT_EQ(BitsOf(plan.host(), Axis{1}), 2);
  const Coordinates corner = {4, 2};
  EXPECT_EQ(plan.AddressOf(plan.host().NodeAt(corner)), 0b10010U);
  EXPECT_EQ(plan.WireAddressOf(plan.host().NodeAt(corner)), 0b10010U);
}

TEST(Addresses, AreDistinctAndFitTheirBits) {
  for (const char* text : {"torus:5x3x7", "mesh:2x9", "hypercube:6"}) {
    const Plan plan = Planned(text);
    std::set<std::uint32_t> seen;
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) seen.insert(plan.AddressOf(NodeId{n}));
    EXPECT_EQ(seen.size(), plan.host().size()) << text;
    EXPECT_LT(*seen.rbegin(), 1U << plan.address_bits()) << text;
  }
}

TEST(Addresses, TheWidestShapeFitsAWord) {
  const Plan plan = Planned("mesh:5x5x5x5x5x5x5x5x5x5");
  EXPECT_EQ(plan.address_bits(), 30);
  EXPECT_EQ(plan.AddressOf(NodeId{plan.host().size() - 1}), 04444444444U);
}

TEST(Addresses, LogicalOnesAreProcessNumbersOfACube) {
  const auto embedding = Embedded(EmbeddingKind::kXor, "hypercube:5", "torus:4x8");
  const Plan logical =
      Plan::Create(Parsed("torus:4x8"), embedding, {.address = Address::kLogical}).value();
  const Plan physical = Plan::Create(Parsed("torus:4x8"), embedding, {}).value();
  int moved = 0;
  for (std::uint32_t n = 0; n < 32; ++n) {
    const NodeId node = embedding.HostOf(NodeId{n});
    EXPECT_EQ(logical.WireAddressOf(node), n);
    EXPECT_EQ(logical.AddressOf(node), node.value()) << "physical addresses stay";
    EXPECT_EQ(physical.WireAddressOf(node), node.value());
    if (node.value() != n) ++moved;
  }
  EXPECT_GT(moved, 16);
}

TEST(Addresses, LogicalOnesOfOtherGuestsAreTheirCoordinates) {
  const auto embedding = Embedded(EmbeddingKind::kIdentity, "mesh:5x3", "torus:5x3");
  const Plan plan =
      Plan::Create(Parsed("torus:5x3"), embedding, {.address = Address::kLogical}).value();
  EXPECT_EQ(plan.WireAddressOf(NodeId{14}), 0b10010U);
}

TEST(Addresses, AnEmptyNodeHasNoLogicalOne) {
  const auto embedding = Embedded(EmbeddingKind::kGray, "mesh:3x5", "hypercube:4");
  const Plan logical =
      Plan::Create(Parsed("hypercube:4"), embedding, {.address = Address::kLogical}).value();
  const Plan physical = Plan::Create(Parsed("hypercube:4"), embedding, {}).value();
  std::set<std::uint32_t> seen;
  for (std::uint32_t n = 0; n < 16; ++n) {
    EXPECT_EQ(logical.IsAddressable(NodeId{n}),
              std::ranges::count(embedding.forward(), NodeId{n}) == 1)
        << n;
    EXPECT_TRUE(physical.IsAddressable(NodeId{n}));
    if (logical.IsAddressable(NodeId{n})) seen.insert(logical.WireAddressOf(NodeId{n}));
  }
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 16, 17, 18, 19, 20}))
      << "two bits and three";
}

TEST(Addresses, AreAsWideAsTheWiderOfGuestAndHost) {
  const auto narrow = Embedded(EmbeddingKind::kTao, "ring:27", "mesh:3x3x3");
  const auto wide = Embedded(EmbeddingKind::kTao, "mesh:3x3x3", "ring:27");
  const Plan of_host =
      Plan::Create(Parsed("mesh:3x3x3"), narrow, {.address = Address::kLogical}).value();
  const Plan of_guest =
      Plan::Create(Parsed("ring:27"), wide, {.address = Address::kLogical}).value();
  const Plan physical = Plan::Create(Parsed("ring:27"), wide, {}).value();
  for (const Plan& plan : {of_host, of_guest}) EXPECT_EQ(plan.address_bits(), 6);
  EXPECT_EQ(of_host.logical_bits(), 5);
  EXPECT_EQ(of_guest.physical_bits(), 5);
  EXPECT_EQ(of_guest.logical_bits(), 6);
  EXPECT_EQ(physical.address_bits(), 5);
  EXPECT_EQ(Planned("ring:27").logical_bits(), 0);
}

TEST(Addresses, NameEachGuestNodeOfAHostNode) {
  const auto embedding = Embedded(EmbeddingKind::kGray, "mesh:19x19", "hypercube:5");
  const Plan plan = Plan::Create(Parsed("hypercube:5"), embedding,
                                 {.flit_width = 8, .address = Address::kLogical})
                        .value();
  EXPECT_TRUE(plan.carries_ranks());
  EXPECT_EQ(plan.address_bits(), 10) << "of tdest and tuser: two coordinates of 5 bits";
  EXPECT_EQ(plan.link_address_bits(), 5);
  EXPECT_EQ(plan.carried_bits(), 8 + 2 * 4);
  std::set<std::uint32_t> seen;
  for (std::uint32_t n = 0; n < 32; ++n) {
    EXPECT_EQ(plan.GuestsAt(NodeId{n}), embedding.GuestsOf(NodeId{n}).size());
    for (std::uint32_t rank = 0; rank < plan.GuestsAt(NodeId{n}); ++rank) {
      const std::uint32_t guest = embedding.GuestsOf(NodeId{n})[rank].value();
      EXPECT_EQ(plan.WireAddressOf(NodeId{n}, rank), guest / 19 << 5 | guest % 19);
      seen.insert(plan.WireAddressOf(NodeId{n}, rank));
    }
  }
  EXPECT_EQ(seen.size(), 361U);
  const auto narrow = Embedded(EmbeddingKind::kTao, "ring:54", "mesh:3x3x3");
  const Plan few =
      Plan::Create(Parsed("mesh:3x3x3"), narrow, {.address = Address::kLogical}).value();
  EXPECT_EQ(few.address_bits(), 6);
  EXPECT_EQ(few.link_address_bits(), 6);
}

TEST(Plan, RanksAndDataFitTheRoutersPayload) {
  const auto embedding = Embedded(EmbeddingKind::kTao, "ring:12", "mesh:2x2");
  const auto made = Plan::Create(Parsed("mesh:2x2"), embedding,
                                 {.flit_width = 640, .address = Address::kLogical});
  ASSERT_EQ(Fields(made), Names{"--flit-width"});
  EXPECT_EQ(made.diagnostics().front().what,
            "with the 4 bits that distinguish guest nodes of a host node a flit is too wide");
  EXPECT_TRUE(Plan::Create(Parsed("mesh:2x2"), embedding,
                           {.flit_width = 632, .address = Address::kLogical}));
  EXPECT_TRUE(Plan::Create(Parsed("mesh:2x2"), embedding, {.flit_width = 640}));
}

TEST(HardwareHash, IsSixteenHexDigitsAndRepeats) {
  const std::string hash = Planned("torus:8x8").hardware_hash();
  ASSERT_EQ(hash.size(), 16U);
  EXPECT_TRUE(std::ranges::all_of(hash, [](char c) {
    return std::string("0123456789abcdef").find(c) != std::string::npos;
  })) << hash;
  EXPECT_EQ(hash, Planned("torus:8x8").hardware_hash());
}

// The list of versions in docs/spec/router.md.
TEST(RouterSpecVersion, IsTheFirstInWhichTheHardwareIsAsItIs) {
  const Graph mesh = Parsed("mesh:3x5");
  EXPECT_EQ(RouterSpecVersionOf({}, mesh), 1);
  EXPECT_EQ(RouterSpecVersionOf({.links = {.stages = 1}}, mesh), 2);
  EXPECT_EQ(RouterSpecVersionOf({.router = RouterKind::kScheduled}, Parsed("torus:3x5")), 1);
  EXPECT_EQ(RouterSpecVersionOf({.router = RouterKind::kScheduled, .links = {.stages = 1}}, mesh),
            2);
  EXPECT_EQ(RouterSpecVersionOf({.links = {.protect = Protection::kParity}}, mesh), 3);
  EXPECT_EQ(RouterSpecVersionOf({.buffered = {.arbiter = Arbiter::kRoundRobin}}, mesh), 4);
  EXPECT_EQ(RouterSpecVersionOf({}, Parsed("torus:3x5")), 4);
  EXPECT_EQ(RouterSpecVersionOf({}, Parsed("torus:2x2x2")), 1);  // nothing wraps
}

TEST(Plan, ProtectionIsOtherHardware) {
  const Graph host = Parsed("torus:3x5");
  const auto plain = Plan::Create(host, std::nullopt, {});
  const auto plan = Plan::Create(host, std::nullopt, {.links = {.protect = Protection::kParity}});
  ASSERT_TRUE(plain.ok() && plan.ok());
  EXPECT_NE(plan->hardware_hash(), plain->hardware_hash());
  EXPECT_EQ(Fields(Plan::Create(
                host, std::nullopt,
                {.router = RouterKind::kScheduled, .links = {.protect = Protection::kParity}})),
            Names{"--protect"});
}

// Only features that assume one cycle per hop are refused; a plan may have slow links.
TEST(Plan, LinkStagesGoWithWhatDoesNotCountHops) {
  const Graph host = Parsed("mesh:3x5");
  const auto ring = Embedded(EmbeddingKind::kTao, "ring:15", "mesh:3x5");
  const auto refused = [&](const HardwareOptions& options, const auto& embedding,
                           const char* field = "--link-stages") {
    return Fields(Plan::Create(host, embedding, options)) == Names{field};
  };
  for (const int stages : {-1, kMostLinkStages + 1})
    EXPECT_TRUE(refused({.links = {.stages = stages}}, std::optional<Embedding>())) << stages;
  EXPECT_TRUE(
      Plan::Create(host, std::nullopt, {.router = RouterKind::kScheduled, .links = {.stages = 1}}));
  EXPECT_TRUE(refused({.links = {.stages = 1}, .load = {.words = true}}, std::optional<Embedding>(),
                      "--load"));
  EXPECT_TRUE(refused({.ports = Ports::kAll, .links = {.stages = 1}, .relay = true}, ring));
  EXPECT_TRUE(
      Plan::Create(host, ring, {.links = {.stages = 1}, .translation = TableMethod::kComputed}));
  const auto plan =
      Plan::Create(host, std::nullopt, {.buffered = {.depth = 2}, .links = {.stages = 8}});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->LatencyOver(3), 3 * 9 + 2);
  EXPECT_EQ(plan->ZeroLoadLatency(NodeId{0}, NodeId{7}), 3 * 9 + 2);
}

TEST(Plan, WhatTheWrapPacksBesideTdataWidensFlitsToWholeBytes) {
  const auto widths = [](int data, const WrapOptions& wrap) {
    const Plan plan = Planned("torus:4x4", {.flit_width = data, .wrap = wrap});
    EXPECT_EQ(plan.data_width(), data);
    EXPECT_EQ(SideBits(wrap, data), plan.hardware().flit_width - data);
    const Plan again = Plan::Create(plan.host(), std::nullopt, plan.options()).value();
    EXPECT_EQ(again.hardware_hash(), plan.hardware_hash()) << "packed once";
    return std::pair{plan.hardware().flit_width, SpareBits(wrap, data)};
  };
  EXPECT_EQ(widths(64, {}), std::pair(64, 0));
  EXPECT_EQ(widths(64, {.active_low = true}), std::pair(64, 0));
  EXPECT_EQ(widths(64, {.keep = true}), std::pair(72, 0));
  EXPECT_EQ(widths(64, {.keep = true, .user_bits = 3}), std::pair(80, 5));
  EXPECT_EQ(widths(8, {.keep = true}), std::pair(16, 7));
  EXPECT_EQ(widths(32, {.user_bits = 8}), std::pair(40, 0));
  EXPECT_EQ(widths(512, {.keep = true, .user_bits = 64}), std::pair(640, 0));
  const auto wide =
      Plan::Create(Parsed("torus:4x4"), std::nullopt, {.flit_width = 576, .wrap = {.keep = true}});
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.diagnostics().front().what, "with the 72 bits beside tdata a flit is too wide");
  EXPECT_EQ(wide.diagnostics().front().allowed, "allowed are 640 bits together, so 568 at most");
}

// Features timed by the network's clock cannot have ports with another clock.
TEST(Plan, ClocksOfNodesGoWithBufferedRoutersAlone) {
  const Graph host = Parsed("mesh:3x5");
  const auto ring = Embedded(EmbeddingKind::kTao, "ring:15", "mesh:3x5");
  const WrapOptions all = {.own_clock = std::vector<bool>(15, true)};
  const auto refused = [&](const HardwareOptions& options, const char* field = "--node-clocks") {
    return Fields(Plan::Create(host, ring, options)) == Names{field};
  };
  EXPECT_TRUE(refused({.router = RouterKind::kScheduled, .wrap = all}));
  EXPECT_TRUE(refused({.ports = Ports::kAll, .wrap = all, .relay = true}));
  EXPECT_TRUE(refused({.wrap = all, .translation = TableMethod::kComputed}, "--translation"));
  EXPECT_TRUE(refused({.wrap = {.own_clock = std::vector<bool>(14, true)}}));
  EXPECT_TRUE(Plan::Create(host, ring, {.wrap = all}));
  const WrapOptions none = {.own_clock = std::vector<bool>(15, false)};
  EXPECT_TRUE(Plan::Create(host, ring, {.router = RouterKind::kScheduled, .wrap = none}));
}

TEST(WrapOptions, NameNodesInRanges) {
  EXPECT_EQ(NodesText({true, true, true}), "all");
  EXPECT_EQ(NodesText({true, false, true, true, false, true}), "0,2-3,5");
  EXPECT_EQ(OptionsText({}), "");
  EXPECT_EQ(OptionsText({.keep = true,
                         .user_bits = 3,
                         .active_low = true,
                         .async_reset = true,
                         .own_clock = {false, true}}),
            " --tkeep --user-bits 3 --reset active-low --async-reset --node-clocks 1");
}

TEST(HardwareHash, DoesNotDependOnTheName) {
  EXPECT_EQ(Planned("torus:8x8").hardware_hash(),
            Planned("torus:8x8", {.name = "other"}).hardware_hash());
}

TEST(HardwareHash, ChangesWithEverythingElse) {
  const Graph host = Parsed("torus:4x4");
  const auto twisted = Embedded(EmbeddingKind::kXor, "hypercube:4", "torus:4x4");
  const std::vector<Plan> plans = {
      Planned("torus:4x4"),
      Planned("mesh:4x4"),
      Planned("torus:2x8"),
      Planned("torus:4x4", {.flit_width = 64}),
      Planned("torus:4x4", {.buffered = {.depth = 8}}),
      Planned("torus:4x4", {.buffered = {.depth = 8}, .links = {.stages = 1}}),
      Planned("torus:4x4", {.buffered = {.depth = 8}, .links = {.stages = 2}}),
      Planned("torus:4x4", {.ports = Ports::kAll}),
      Planned("torus:4x4", {.wrap = {.keep = true}}),
      Planned("torus:4x4", {.wrap = {.user_bits = 4}}),
      Planned("torus:4x4", {.wrap = {.user_bits = 5}}),
      Planned("torus:4x4", {.wrap = {.active_low = true}}),
      Planned("torus:4x4", {.wrap = {.async_reset = true}}),
      Planned("torus:4x4", {.wrap = {.own_clock = std::vector<bool>(16, true)}}),
      Planned("torus:4x4", {.buffered = {.arbiter = Arbiter::kRoundRobin}}),
      Plan::Create(host, twisted, {}).value(),
      Plan::Create(host, twisted, {.address = Address::kLogical}).value(),
      Plan::Create(host, twisted, {.atu_stages = 1}).value(),
      Plan::Create(host, twisted, {.atu_stages = 2}).value(),
      Plan::Create(host, Embedded(EmbeddingKind::kStandard, "hypercube:4", "torus:4x4"), {})
          .value(),
      Plan::Create(host,
                   Embedded(EmbeddingKind::kXor, "hypercube:4", "torus:4x4", BitOrder::kCyclic), {})
          .value(),
      Plan::Create(host, Embedded(EmbeddingKind::kIdentity, "torus:4x4", "torus:4x4"), {}).value(),
      Plan::Create(host, Embedded(EmbeddingKind::kIdentity, "mesh:4x4", "torus:4x4"), {}).value(),
  };
  std::set<std::string> hashes;
  for (const Plan& plan : plans) hashes.insert(plan.hardware_hash());
  EXPECT_EQ(hashes.size(), plans.size());
}

TEST(Relay, IsThereOnlyIfMessagesHalt) {
  const HardwareOptions options{.ports = Ports::kAll, .address = Address::kLogical, .relay = true};
  const auto bends = Embedded(EmbeddingKind::kTao, "ring:15", "mesh:3x5");
  const Plan plan = Plan::Create(bends.host(), bends, options).value();
  ASSERT_TRUE(plan.relay());
  EXPECT_EQ(plan.relay()->first, 1);
  EXPECT_EQ(plan.relay()->second, 1);
  EXPECT_EQ(plan.carried_bits(), 32 + 1 + 5);

  const auto straight = Embedded(EmbeddingKind::kTao, "torus:6x12", "mesh:6x3x2x2");
  const Plan without = Plan::Create(straight.host(), straight, options).value();
  EXPECT_FALSE(without.relay());
  EXPECT_EQ(without.carried_bits(), 32);
  EXPECT_EQ(
      without.hardware_hash(),
      Plan::Create(straight.host(), straight, {.ports = Ports::kAll, .address = Address::kLogical})
          .value()
          .hardware_hash());
  EXPECT_NE(plan.hardware_hash(),
            Plan::Create(bends.host(), bends, {.ports = Ports::kAll, .address = Address::kLogical})
                .value()
                .hardware_hash());
}

TEST(Relay, NamesWhatIsInItsWay) {
  const auto bends = Embedded(EmbeddingKind::kTao, "ring:15", "mesh:3x5");
  const auto diagnostic = [&](const std::optional<Embedding>& embedding, HardwareOptions options) {
    options.relay = true;
    const auto plan =
        Plan::Create(embedding ? embedding->host() : Parsed("mesh:3x5"), embedding, options);
    return plan.ok() ? "" : ToString(plan.diagnostics().front());
  };
  EXPECT_EQ(diagnostic(bends, {}),
            "toroid: error: --relay: a relay needs an injector and an ejector for each link; give "
            "--ports all too");
  EXPECT_EQ(diagnostic({}, {.ports = Ports::kAll}),
            "toroid: error: --relay: no embedding is given, so there are no neighbours to send to; "
            "give --guest and --embedding");
  EXPECT_EQ(diagnostic(bends, {.flit_width = 640, .ports = Ports::kAll}),
            "toroid: error: --flit-width: 640: with the 6 bits that a relay adds a flit is too "
            "wide; allowed are 640 bits together, so 632 "
            "at most");
  EXPECT_EQ(diagnostic(bends, {.flit_width = 632, .ports = Ports::kAll}), "");
  EXPECT_EQ(diagnostic(Embedded(EmbeddingKind::kTao, "torus:4x4x9", "torus:6x24"),
                       {.ports = Ports::kAll}),
            "toroid: error: --relay: up to 2 messages of one set would wait behind one link for "
            "their second segment; a relay stores one; all segments of routes that bend must have "
            "the same length");
  const auto three_segments =
      Embedding::Create(EmbeddingKind::kTao, Parsed("ring:27"), Parsed("mesh:3x3x3"),
                        BitOrder::kBlock, tao::Walk::kLine)
          .value();
  EXPECT_EQ(diagnostic(three_segments, {.ports = Ports::kAll}),
            "toroid: error: --embedding: tao: the edge from guest node (0) to (26) bends more than "
            "once on the host; routing takes embeddings "
            "whose guest edges leave at most two axes");
  const auto cube = Embedded(EmbeddingKind::kXor, "hypercube:4", "torus:4x4", BitOrder::kCyclic);
  EXPECT_EQ(diagnostic(cube, {.ports = Ports::kAll,
                              .schedule_unit = {.task = UnitTask{.schedule = ScheduleKind::kStream,
                                                                 .task = {0, 4}}}}),
            "toroid: error: --relay: a node sends either when its relay says so or when its "
            "schedule unit does; leave out --relay, or "
            "--schedule and --task");
}

TEST(Relay, HasNoRoomForBendsOfSeveralLengths) {
  const auto made =
      MakeRelay(Embedded(EmbeddingKind::kTao, "torus:9x9x9x9x9", "torus:243x243"), Ports::kAll);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(ToString(made.diagnostics().front()),
            "toroid: error: --relay: up to 3 messages of one set would wait behind one link for "
            "their second segment; a relay stores one; all segments of routes that bend must "
            "have the same length");
}

TEST(Relay, LatencyIsThatOfTheStepsAndTheirCycles) {
  const auto bends = Embedded(EmbeddingKind::kTao, "torus:9x9x9", "torus:27x27");
  const Plan plan =
      Plan::Create(bends.host(), bends, {.ports = Ports::kAll, .relay = true}).value();
  const auto at = [&](int x, int y) { return bends.host().NodeAt(Coordinates{x, y}); };
  EXPECT_EQ(plan.ZeroLoadLatency(at(3, 3), at(3, 4)), 1 + 2);
  EXPECT_EQ(plan.ZeroLoadLatency(at(3, 3), at(3, 5)), 1 + 2 + 5);  // cut after a link
  EXPECT_EQ(plan.ZeroLoadLatency(at(3, 3), at(2, 4)), 1 + 2 + 5);  // bends
  EXPECT_EQ(plan.ZeroLoadLatency(at(26, 3), at(0, 3)), 1 + 2);     // over the wrap link
}

TEST(PlanNames, ParseBack) {
  for (const char* name : {"round-robin", "through-first"})
    EXPECT_EQ(ToString(Parse<Arbiter>(name).value()), name);
  for (const char* name : {"physical", "logical"})
    EXPECT_EQ(ToString(Parse<Address>(name).value()), name);
  EXPECT_FALSE(Parse<Arbiter>("fifo"));
  EXPECT_FALSE(Parse<Address>("Physical"));
}

}  // namespace
}  // namespace toroid::gen_plan_test
