#include <gtest/gtest.h>

#include "sim/lanes/layout.h"

namespace toroid::lanes::sim_lanes_bundle_test {
namespace {

// Two words of five wires each, at places 10 and 20 on, and two single wires, without a place.
struct Words {
  std::vector<Signal> a, b;
  Signal select = 100;
  Signal other = 101;
  std::vector<Gate> gates;
  std::vector<Statement> statements;
  std::vector<Signal> others_read;
  Signal next = 200;

  Words() {
    for (Signal i = 0; i < 5; ++i) a.push_back(10 + i), b.push_back(20 + i);
  }
  Signal Add(Op op, Signal x, Signal y, Signal s = kZero) {
    gates.push_back({op, next, x, y, s});
    return next++;
  }
  // Places 30 on get select ? b : a.
  void Choose() {
    for (std::size_t i = 0; i < 5; ++i)
      statements.push_back({30 + i, Add(Op::kMux, a[i], b[i], select)});
  }
  Bundled Make(std::size_t fewest = 2) const {
    const auto place = [](Signal signal) -> std::optional<std::size_t> {
      if (signal >= 100) return std::nullopt;
      return signal;
    };
    return MakeBundles(statements, gates, others_read, place, fewest);
  }
};

TEST(LanesBundle, WordsThatAreChosenAlikeAreOne) {
  Words words;
  words.Choose();
  const Bundled bundled = words.Make();
  ASSERT_EQ(bundled.bundles.size(), 1U);
  const Bundle& bundle = bundled.bundles[0];
  EXPECT_EQ(bundle.target, 30U);
  EXPECT_EQ(bundle.count, 5U);
  ASSERT_EQ(bundle.gates.size(), 1U);
  const std::map<Signal, std::size_t> moving = {{10, 10}, {20, 20}};
  EXPECT_EQ(bundle.moving, moving);
  EXPECT_TRUE(bundled.others.empty());
  EXPECT_TRUE(bundled.gates.empty());
}

TEST(LanesBundle, AnotherGateLeafPlaceKindOrTargetEndsABundle) {
  const auto sizes = [](auto&& alter) {
    Words words;
    words.Choose();
    alter(words);
    std::vector<std::size_t> counts;
    for (const Bundle& bundle : words.Make().bundles) counts.push_back(bundle.count);
    return counts;
  };
  const std::vector<std::size_t> both = {3, 2};
  EXPECT_EQ(sizes([](Words& w) { w.gates[2].op = Op::kAnd; }), (std::vector<std::size_t>{2, 2}));
  EXPECT_EQ(sizes([](Words& w) { w.gates[2].select = w.other; }), (std::vector<std::size_t>{2, 2}));
  EXPECT_EQ(sizes([](Words& w) { w.gates[2].b = 40; }), (std::vector<std::size_t>{2, 2}));
  EXPECT_EQ(sizes([](Words& w) { w.statements[3].kind = w.statements[4].kind = 1; }), both);
  EXPECT_EQ(sizes([](Words& w) { w.statements[3].target = 50, w.statements[4].target = 51; }),
            both);
}

TEST(LanesBundle, AGateThatOthersReadStaysOutside) {
  Words words;
  words.Choose();
  words.others_read = {words.statements[0].value};
  const Bundled bundled = words.Make();
  ASSERT_EQ(bundled.bundles.size(), 1U);
  EXPECT_EQ(bundled.bundles[0].target, 31U);
  ASSERT_EQ(bundled.gates.size(), 1U);
  EXPECT_EQ(bundled.gates[0].out, words.statements[0].value);
}

TEST(LanesBundle, AGateForAllIsALeaf) {
  Words words;
  const Signal shared = words.Add(Op::kNot, words.select, kZero);
  for (std::size_t i = 0; i < 5; ++i)
    words.statements.push_back({30 + i, words.Add(Op::kAnd, words.a[i], shared)});
  const Bundled bundled = words.Make();
  ASSERT_EQ(bundled.bundles.size(), 1U);
  ASSERT_EQ(bundled.gates.size(), 1U);
  EXPECT_EQ(bundled.gates[0].out, shared);
  EXPECT_FALSE(bundled.bundles[0].moving.contains(shared));
}

TEST(LanesBundle, FewOnesStayAsTheyAre) {
  Words words;
  words.Choose();
  EXPECT_EQ(words.Make(5).bundles.size(), 1U);
  const Bundled bundled = words.Make(6);
  EXPECT_TRUE(bundled.bundles.empty());
  EXPECT_EQ(bundled.others.size(), 5U);
  EXPECT_EQ(bundled.gates.size(), 5U);
}

}  // namespace
}  // namespace toroid::lanes::sim_lanes_bundle_test
