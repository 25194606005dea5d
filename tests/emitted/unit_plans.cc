#include "tests/emitted/unit_plans.h"

#include <optional>
#include <regex>

namespace toroid::test {
namespace {

struct TaoCase {
  const char* guest;
  const char* host;
  std::optional<tao::Walk> walk = {};
};

constexpr auto kLine = tao::Walk::kLine;
constexpr auto kFold = tao::Walk::kFold;
constexpr auto kRing = tao::Walk::kRing;

const std::vector<TaoCase>& TaoTable() {
  static const std::vector<TaoCase> table = {
      // equal shapes, rings laid flat
      {"torus:3x5", "mesh:5x3"},
      {"ring:7", "line:7"},
      {"ring:16", "line:16"},
      {"ring:31", "line:31"},
      {"torus:6x5x2", "mesh:2x6x5"},
      {"ring:300", "line:300"},
      // expansion
      {"line:6", "mesh:2x3"},
      {"line:15", "mesh:3x5"},
      {"line:240", "mesh:15x16"},
      {"line:143", "mesh:11x13"},
      {"line:105", "mesh:3x5x7"},
      {"line:120", "mesh:2x3x4x5"},
      {"line:96", "mesh:2x3x2x4x2"},
      {"ring:6", "mesh:2x3"},
      {"ring:15", "mesh:3x5"},
      {"ring:15", "torus:3x5"},
      {"ring:25", "mesh:5x5"},
      {"ring:27", "mesh:3x3x3"},
      {"ring:27", "torus:3x3x3"},
      {"ring:256", "mesh:16x16"},
      {"ring:240", "mesh:16x15"},
      {"ring:240", "torus:15x16"},
      {"ring:143", "mesh:11x13"},
      {"ring:143", "torus:11x13"},
      {"ring:121", "mesh:11x11"},
      {"ring:169", "torus:13x13"},
      {"ring:33", "mesh:3x11"},
      {"ring:91", "mesh:7x13"},
      {"ring:135", "mesh:15x9"},
      {"ring:165", "mesh:15x11"},
      {"ring:169", "mesh:13x13"},
      {"ring:225", "mesh:15x15"},
      {"ring:140", "mesh:14x10"},
      {"ring:196", "mesh:14x14"},
      {"ring:315", "mesh:9x5x7"},
      {"ring:961", "mesh:31x31"},
      {"ring:36", "mesh:2x18"},
      {"ring:60", "mesh:4x3x5"},
      {"ring:105", "torus:3x5x7"},
      {"ring:81", "torus:3x3x3x3"},
      {"ring:120", "mesh:2x3x4x5"},
      {"ring:162", "mesh:2x3x3x3x3"},
      {"ring:64", "hypercube:6"},
      {"torus:4x8", "mesh:2x2x2x4"},
      {"torus:3x6", "mesh:3x2x3"},
      {"torus:9x10", "torus:3x3x2x5"},
      {"torus:6x12", "mesh:6x3x2x2"},
      {"mesh:12x10", "mesh:3x4x2x5"},
      {"line:60", "mesh:3x4x5", kRing},
      {"line:60", "mesh:3x4x5", kFold},
      {"ring:60", "torus:5x3x4", kLine},
      {"ring:84", "torus:7x3x4", kFold},
      {"ring:96", "mesh:12x8", kFold},
      {"ring:90", "mesh:9x10", kFold},
      {"ring:20", "mesh:10x2", kFold},
      {"ring:64", "hypercube:6", kFold},
      {"ring:75", "mesh:3x5x5", kRing},
      {"ring:1001", "mesh:7x11x13"},
      {"ring:961", "torus:31x31"},
      {"ring:999", "mesh:3x3x3x37"},
      // simple reduction
      {"mesh:3x5", "line:15"},
      {"torus:5x3", "ring:15"},
      {"mesh:3x3x3", "ring:27"},
      {"torus:11x13", "line:143"},
      {"mesh:2x3x4x5", "line:120"},
      {"torus:3x4x5x2", "mesh:12x10"},
      {"mesh:7x5x3x2", "torus:21x10"},
      {"hypercube:6", "mesh:8x8"},
      {"hypercube:5", "ring:32"},
      {"torus:3x3x3x3", "torus:9x9"},
      {"mesh:17x17x17", "line:4913"},
      // general reduction; a forced walk keeps the choice from simple ones that cost as much
      {"mesh:3x3x6", "mesh:6x9", kLine},
      {"torus:3x3x6", "mesh:6x9", kFold},
      {"torus:3x3x6", "torus:9x6", kRing},
      {"torus:5x7x9", "torus:15x21"},
      {"torus:5x5x6", "mesh:10x15"},
      {"mesh:5x7x6", "torus:10x21"},
      {"torus:4x4x6", "mesh:8x12", kLine},
      {"torus:3x5x7x4", "mesh:6x10x7"},
      {"torus:9x11x15", "mesh:27x55"},
      // squares
      {"mesh:4x4x4", "mesh:8x8"},
      {"torus:4x4x4", "mesh:8x8"},
      {"torus:9x9x9", "mesh:27x27"},
      // chains for shapes that are not square
      {"mesh:5x5x6x6", "mesh:20x45"},
      {"torus:4x4x9", "torus:6x24"},
      {"torus:8x8", "mesh:4x4x4"},
      {"torus:27x27", "mesh:9x9x9"},
      {"mesh:4x4x4x4x4", "mesh:32x32"},
      {"torus:4x4x4x4x4", "torus:32x32"},
      // axes of 2 and 4 read as each other: twos of the guest, its fours, the host's
      {"mesh:2x2", "ring:4"},
      {"hypercube:3", "ring:8"},
      {"hypercube:4", "torus:4x4"},
      {"hypercube:6", "torus:4x16"},
      {"torus:2x2x3", "ring:12"},
      {"torus:2x3x2x2x2", "torus:8x6"},
      {"mesh:2x2x16", "mesh:4x4x4"},
      {"mesh:3x4", "mesh:2x6"},
      {"torus:4x3x3", "mesh:6x6"},
      {"mesh:4x16", "torus:8x8"},
      {"mesh:2x2x3", "torus:3x4"},
      {"torus:2x6", "torus:3x4"},
      {"torus:8x8", "torus:4x4x4"},
  };
  return table;
}

const std::vector<Pair>& GrayPairs() {
  static const std::vector<Pair> pairs = {
      // Gray codes that leave nodes empty, and a cube with dimensions to spare
      {"mesh:3x4", "hypercube:4"},
      {"mesh:7x6x3", "hypercube:8"},
      {"line:700", "hypercube:10"},
      {"hypercube:5", "hypercube:8"},
      {"mesh:8x8", "hypercube:7"},
      // direct meshes
      {"mesh:3x5", "hypercube:4"},
      {"mesh:5x3", "hypercube:4"},
      {"mesh:7x9", "hypercube:6"},
      {"mesh:11x11", "hypercube:7"},
      {"mesh:3x3x3", "hypercube:5"},
      {"mesh:3x7x3", "hypercube:6"},
      {"mesh:5x5x5", "hypercube:7"},
      {"mesh:9x3x9", "hypercube:8"},
      {"mesh:5x7x7", "hypercube:8"},
      // products
      {"mesh:6x10", "hypercube:6"},
      {"mesh:12x20", "hypercube:8"},
      {"mesh:3x5x4", "hypercube:6"},
      {"mesh:21x9x5", "hypercube:10"},
      {"mesh:9x25", "hypercube:8"},
      {"mesh:6x3x7x3", "hypercube:9"},
      {"mesh:5x10x11", "hypercube:10"},
      // planes
      {"mesh:5x6", "hypercube:5"},
      {"mesh:13x19", "hypercube:8"},
      {"mesh:31x33", "hypercube:10"},
      {"mesh:3x23x5", "hypercube:9"},
      // tori: rings by two and four, odd and even
      {"ring:6", "hypercube:4"},
      {"ring:5", "hypercube:3"},
      {"ring:13", "hypercube:4"},
      {"ring:14", "hypercube:4"},
      {"ring:15", "hypercube:4"},
      {"ring:1001", "hypercube:10"},
      {"ring:1002", "hypercube:10"},
      {"torus:5x7", "hypercube:6"},
      {"torus:11x11", "hypercube:8"},
      {"torus:9x13", "hypercube:8"},
      {"torus:5x10", "hypercube:6"},
      {"torus:6x10", "hypercube:6"},
      {"torus:3x2x9", "hypercube:7"},
      {"torus:21x45", "hypercube:10"},
      // rings through lines
      {"torus:3x5", "hypercube:4"},
      {"torus:5x6", "hypercube:5"},
      {"torus:7x9", "hypercube:6"},
      // many to one: even, uneven, nodes with none, several uneven axes
      {"mesh:3x3", "hypercube:2"},
      {"mesh:8x8", "hypercube:4"},
      {"line:9", "hypercube:3"},
      {"mesh:19x19", "hypercube:5"},
      {"mesh:5x6x7", "hypercube:4"},
      {"hypercube:7", "hypercube:3"},
      {"mesh:9x9", "hypercube:6"},
      {"mesh:3x3x3x3", "hypercube:4"},
      {"mesh:7x11", "hypercube:3"},
      {"mesh:64x30", "hypercube:10"},
      {"mesh:19x19", "hypercube:4"},
      // blocks in front of direct meshes, products and planes: even, uneven, with nodes to spare
      {"mesh:6x10", "hypercube:4", 3},
      {"mesh:12x20", "hypercube:6", 3},
      {"mesh:5x5x5", "hypercube:4", 3},
      {"mesh:17x9", "hypercube:6", 3},
      {"mesh:14x18", "hypercube:6", 3},
      {"mesh:23x22", "hypercube:7", 3},
      {"mesh:10x10x10", "hypercube:7", 3},
      {"mesh:10x14x14", "hypercube:8", 3},
      {"mesh:21x6", "hypercube:6", 3},
      {"mesh:41x5", "hypercube:6", 3},
      {"mesh:26x37", "hypercube:8", 3},
      {"mesh:27x27x27", "hypercube:9", 3},
      // folded cubes: by two and by four, a table, products, a plane
      {"mesh:3x5", "hypercube:3", 3},
      {"mesh:3x5", "hypercube:2", 3},
      {"mesh:3x3x3", "hypercube:4", 3},
      {"mesh:3x21", "hypercube:5", 3},
      {"mesh:11x11", "hypercube:6", 3},
      {"mesh:11x11", "hypercube:5", 3},
      {"mesh:7x9", "hypercube:5", 3},
      {"mesh:5x5x5", "hypercube:6", 3},
      // ranks with fewer digits than their codes have room for
      {"mesh:6x3", "hypercube:2", 3},
      {"mesh:4x7", "hypercube:1", 3},
      {"mesh:4x4x5x3", "hypercube:2", 3},
      {"mesh:7x2x3", "hypercube:3", 3},
      {"mesh:4x2x8x3", "hypercube:4", 3},
      // rings of one column, whose factors have no dimension, with dimensions to spare
      {"torus:4", "hypercube:3"},
      {"torus:2", "hypercube:2"},
      {"torus:2x3", "hypercube:5"},
      {"torus:4x4", "hypercube:5"},
      {"torus:4x3", "hypercube:5"},
      {"torus:4x2x3", "hypercube:7"},
      // blocks on rings: even, uneven, at the end of an odd ring of two and of four columns, one
      // block, and with dimensions to spare
      {"torus:8x8", "hypercube:4"},
      {"torus:6x6", "hypercube:4"},
      {"torus:6x10", "hypercube:4"},
      {"ring:11", "hypercube:2"},
      {"torus:5x5", "hypercube:4", 3},
      {"torus:3x3x3", "hypercube:3", 3},
      {"torus:9x5x2", "hypercube:3"},
      {"torus:5x3x4", "hypercube:1"},
      {"torus:40x56", "hypercube:7"},
      // out and back: the last block with 1, 2, 3 and all of its places, on two axes, and in front
      // of a table; and lines of blocks
      {"ring:9", "hypercube:2"},
      {"ring:26", "hypercube:3"},
      {"ring:19", "hypercube:3"},
      {"ring:20", "hypercube:3"},
      {"torus:5x5", "hypercube:4"},
      {"torus:6x10", "hypercube:4", 2},
      {"torus:9x26", "hypercube:5"},
      {"torus:7x9", "hypercube:5", 3},
      {"torus:15x25", "hypercube:6", 3},
  };
  return pairs;
}

const std::vector<Pair>& ContractionPairs() {
  static const std::vector<Pair> pairs = {
      {"ring:12", "line:3"},           // mirror and blocks
      {"ring:15", "ring:5"},           // odd blocks
      {"line:15", "line:3"},           // blocks of 5
      {"mesh:6x6", "mesh:3x3"},        // blocks on two axes
      {"torus:6x6", "mesh:3x3"},       // mirrors on two axes
      {"torus:12x12", "mesh:6x6"},     // the same, wide
      {"torus:4x6", "torus:4x3"},      // one axis
      {"torus:3x7", "ring:7"},         // drop
      {"mesh:5x3x4", "line:4"},        // drop two
      {"hypercube:6", "hypercube:3"},  // drop axes of 2
      {"hypercube:5", "ring:8"},       // and join, a ring of 4 of them
      {"hypercube:5", "line:8"},       // as digits alone
      {"torus:2x6x2", "ring:6"},       // axes of 2
      {"ring:24", "mesh:2x3"},         // then expansion
      {"ring:45", "torus:3x5"},        // odd, then expansion
      {"torus:6x10", "mesh:3x5"},      // mirrors alone
      {"torus:9x10", "torus:3x3x5"},   // blocks, then expansion
      {"mesh:6x10x2", "line:15"},      // blocks and drop, then reduction
      {"torus:6x4x10", "mesh:12x5"},   // then simple reduction
      {"torus:3x3x12", "mesh:6x9"},    // then general reduction
      {"torus:25x25", "mesh:5x5"},     // wide odd blocks
      {"ring:1000", "line:8"},         // a large load factor
      {"mesh:2x6x5", "torus:3x4"},     // drop, then a ring of 4 as twos
      {"torus:3x8", "mesh:2x6"},       // mirror, then a line of 4 as twos
  };
  return pairs;
}

}  // namespace

std::vector<Network> MapPlans() {
  std::vector<Network> cases;
  const auto add = [&](const char* embedding, const char* guest, const char* host, BitOrder order) {
    Network network{.host = host, .embedding = embedding, .guest = guest, .order = order};
    network.name =
        NameOf(network) + std::regex_replace("_of_" + network.guest, std::regex(":"), "_");
    cases.push_back(network);
  };
  const BitOrder block = BitOrder::kBlock;
  const BitOrder cyclic = BitOrder::kCyclic;
  add("identity", "torus:8x4", "torus:8x4", block);
  add("identity", "torus:3x5", "torus:3x5", block);
  add("identity", "mesh:6x2x7", "mesh:6x2x7", block);
  add("identity", "hypercube:6", "hypercube:6", block);
  for (const BitOrder order : {block, cyclic}) {
    add("standard", "hypercube:6", "ring:64", order);
    add("standard", "hypercube:6", "torus:8x4x2", order);
    add("xor", "hypercube:6", "ring:64", order);
    add("xor", "hypercube:6", "torus:8x4x2", order);
    add("xor", "hypercube:10", "torus:4x2x128", order);
    add("xor", "hypercube:5", "mesh:2x16", order);
  }
  add("xor", "hypercube:2", "ring:4", block);
  add("by-weight", "hypercube:1", "line:2", block);
  add("by-weight", "hypercube:3", "line:8", block);
  add("by-weight", "hypercube:6", "line:64", block);
  add("gray", "mesh:8x8", "hypercube:6", block);
  add("gray", "mesh:4x2x8", "mesh:2x2x2x2x2x2", block);
  add("gray", "torus:8x4", "hypercube:5", block);
  // Host nodes without a guest node.
  add("gray", "mesh:3x5", "hypercube:4", block);
  add("gray", "mesh:3x4", "torus:2x2x2x2", block);
  add("gray", "ring:6", "hypercube:4", block);
  add("gray", "hypercube:3", "hypercube:5", block);
  add("gray", "mesh:3x3x7", "hypercube:6", block);
  return cases;
}

std::vector<Network> TaoPlans() {
  std::vector<Network> cases;
  for (const TaoCase& row : TaoTable()) {
    Network network{.host = row.host, .embedding = "tao", .guest = row.guest, .walk = row.walk};
    network.name = std::regex_replace(network.guest + "_in_" + network.host, std::regex(":"), "_");
    if (row.walk) network.name += "_" + std::string(ToString(*row.walk));
    cases.push_back(network);
  }
  return cases;
}

std::vector<Network> PlansOf(const std::vector<Pair>& pairs, const std::string& embedding) {
  std::vector<Network> cases;
  for (const Pair& pair : pairs) {
    Network network{.host = pair.host,
                    .embedding = embedding,
                    .guest = pair.guest,
                    .address = Address::kPhysical};
    network.dilation = pair.dilation;
    network.name = std::regex_replace(network.guest + "_in_" + network.host, std::regex(":"), "_");
    if (pair.dilation > 1) network.name += "_at_" + std::to_string(pair.dilation);
    cases.push_back(network);
  }
  return cases;
}

std::vector<Network> GrayPlans() { return PlansOf(GrayPairs(), "gray"); }

std::vector<Network> ContractionPlans() { return PlansOf(ContractionPairs(), "tao"); }

Network StagedPlan(const std::string& embedding, const std::string& guest, const std::string& host,
                   int stages) {
  Network network{
      .host = host, .embedding = embedding, .guest = guest, .address = Address::kPhysical};
  network.atu_stages = stages;
  network.name =
      std::regex_replace(embedding + "_" + guest + "_in_" + host + "_" + std::to_string(stages),
                         std::regex("[:-]"), "_");
  return network;
}

std::vector<Network> StagedPlans(const std::vector<int>& stages) {
  std::vector<Network> cases;
  for (const int n : stages) {
    cases.push_back(StagedPlan("tao", "ring:143", "mesh:11x13", n));
    cases.push_back(StagedPlan("tao", "ring:256", "mesh:16x16", n));
    cases.push_back(StagedPlan("tao", "ring:105", "torus:3x5x7", n));
    cases.push_back(StagedPlan("tao", "ring:143", "torus:11x13",
                               n));  // x_2 beside bit 2 of x, both carried along
    cases.push_back(StagedPlan("tao", "ring:182", "mesh:14x13", n));  // the same
    cases.push_back(StagedPlan("tao", "torus:3x3x12", "mesh:6x9", n));
    cases.push_back(StagedPlan("tao", "ring:200", "line:8", n));
    cases.push_back(StagedPlan("gray", "mesh:19x19", "hypercube:5", n));
    cases.push_back(StagedPlan("gray", "torus:21x45", "hypercube:10", n));
    cases.push_back(StagedPlan("gray", "mesh:12x20", "hypercube:8", n));
    cases.push_back(StagedPlan("xor", "hypercube:6", "torus:8x8", n));
    cases.push_back(StagedPlan("identity", "mesh:3x5", "mesh:3x5", n));
    cases.push_back(StagedPlan("by-weight", "hypercube:3", "line:8", n));
  }
  return cases;
}

std::vector<Network> PrintedPlans() {
  std::vector<Network> plans = PlansOf(
      {
          {"mesh:3x4", "hypercube:4"},       // Gray codes
          {"hypercube:5", "hypercube:8"},    // dimensions to spare
          {"mesh:7x9", "hypercube:6"},       // a direct mesh
          {"mesh:12x20", "hypercube:8"},     // a product
          {"mesh:5x6", "hypercube:5"},       // a plane
          {"torus:5x7", "hypercube:6"},      // rings by two
          {"ring:1001", "hypercube:10"},     // a long ring by two
          {"ring:13", "hypercube:4"},        // a ring by four
          {"torus:9x13", "hypercube:8"},     // rings by four
          {"mesh:19x19", "hypercube:5"},     // uneven blocks
          {"mesh:17x9", "hypercube:6", 3},   // blocks in front of a product
          {"mesh:11x11", "hypercube:6", 3},  // a cube folded by two
          {"mesh:3x5", "hypercube:2", 3},    // and by four
      },
      "gray");
  const auto add = [&](std::vector<Network> more) {
    plans.insert(plans.end(), more.begin(), more.end());
  };
  add(PlansOf(
      {
          {"ring:15", "mesh:3x5"},          // a table of the whole unit
          {"ring:143", "mesh:11x13"},       // the ring walk, long divisions
          {"ring:256", "mesh:16x16"},       // divisions by 2^k - 1
          {"ring:315", "mesh:9x5x7"},       // the ring walk on three axes
          {"torus:3x5", "mesh:5x3"},        // rings laid flat, axes in another order
          {"torus:11x13", "line:143"},      // reduction
          {"torus:9x11x15", "mesh:27x55"},  // general reduction
          {"mesh:4x4x4", "mesh:8x8"},       // squares
          {"torus:2x6", "torus:3x4"},       // a ring of 4 as twos
          {"ring:12", "line:3"},            // mirror and blocks
          {"hypercube:5", "ring:8"},        // drop and join
          {"ring:1000", "line:8"},          // a large load factor
      },
      "tao"));
  for (const auto& [guest, host, walk] :
       {TaoCase{"ring:96", "mesh:12x8", kFold}, {"ring:60", "torus:5x3x4", kLine}}) {
    plans.push_back(PlansOf({{guest, host}}, "tao")[0]);
    plans.back().walk = walk;
  }
  for (const Network& network : MapPlans()) {
    const bool odd = network.embedding == "identity" && network.host == "mesh:6x2x7";
    const bool xors = network.embedding == "xor" && network.host == "torus:8x4x2";
    const bool table = network.host == "line:8";
    if (odd || xors || table) plans.push_back(network);
  }
  add(PlansOf({{"hypercube:7", "torus:4x8"}, {"hypercube:3", "line:2"}}, "xor"));
  add({StagedPlan("tao", "ring:143", "mesh:11x13", 2), StagedPlan("tao", "ring:200", "line:8", 3),
       StagedPlan("tao", "ring:182", "mesh:14x13", 5),
       StagedPlan("gray", "mesh:19x19", "hypercube:5", 3),
       StagedPlan("xor", "hypercube:6", "torus:8x8", 1),
       StagedPlan("by-weight", "hypercube:3", "line:8", 2)});
  return plans;
}

}  // namespace toroid::test
