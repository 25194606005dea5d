// Names of the networks of a sweep.
#include <gtest/gtest.h>

#include "sim/report/page.h"

namespace toroid::sim_report_network_labels_test {
namespace {

using Labels = std::vector<std::string>;
const NetworkOptions kWhole = {
    {"traffic", "uniform"}, {"host", "torus:8x8"}, {"buffer-depth", "4"}};

NetworkOptions With(std::string option, std::string value) {
  NetworkOptions options = kWhole;
  std::erase_if(options, [&](const auto& one) { return one.first == option; });
  options.emplace_back(std::move(option), std::move(value));
  return options;
}

TEST(NetworkLabels, NameTrafficAndHostOfOneNetwork) {
  EXPECT_EQ(NetworkLabels({kWhole}), (Labels{"uniform, torus:8x8"}));
  EXPECT_EQ(NetworkLabels({With("dead-links", "0-1")}), (Labels{"uniform, torus:8x8"}));
}

TEST(NetworkLabels, NameWhatIsDead) {
  EXPECT_EQ(NetworkLabels({kWhole, With("dead-links", "random:1:2"), With("dead-links", "random:4"),
                           With("dead-links", "0-1,8-9"), With("dead-links", "0-1"),
                           With("dead-nodes", "random:3:1"), With("dead-nodes", "7")}),
            (Labels{"whole", "1 dead link, draw 2", "4 dead links", "dead links 0-1,8-9",
                    "dead link 0-1", "3 dead nodes, draw 1", "dead node 7"}));
}

TEST(NetworkLabels, NameOptionsThatDiffer) {
  EXPECT_EQ(NetworkLabels({kWhole, With("buffer-depth", "8")}), (Labels{"buffers 4", "buffers 8"}));
  EXPECT_EQ(NetworkLabels({kWhole, With("host", "mesh:8x8")}), (Labels{"torus:8x8", "mesh:8x8"}));
  EXPECT_EQ(NetworkLabels({kWhole, With("link-stages", "2")}),
            (Labels{"link-stages none", "link-stages 2"}));
  NetworkOptions dead = With("dead-links", "random:1:1");
  NetworkOptions deep = dead;
  deep[2].second = "8";
  EXPECT_EQ(NetworkLabels({dead, deep}), (Labels{"buffers 4", "buffers 8"}));
  EXPECT_EQ(NetworkLabels({kWhole, deep}),
            (Labels{"buffers 4, whole", "buffers 8, 1 dead link, draw 1"}));
}

}  // namespace
}  // namespace toroid::sim_report_network_labels_test
