// Routing tables that a host loads into an emitted network while it runs, and a link that breaks
// (docs/spec/degraded.md, DG9.5). The bench, loaded_routes_tb.v, checks that every packet arrives
// once.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::loaded_routes_test {
namespace {

EmittedFiles FilesWithout(const std::string& dead_links) {
  return FilesOf({.host = "torus:4x4", .loaded_routes = true, .dead_links = dead_links});
}

// Lets the bench drive what `node` reads of a port: "axis1_plus_in_valid", and the bench's bits.
void Redirect(std::string& top, const std::string& port, int node, const std::string& bits) {
  const std::string connection = "." + port + "(";
  const auto begin = top.find(connection);
  ASSERT_NE(begin, std::string::npos) << port;
  const auto inside = begin + connection.size();
  const auto end = top.find("),\n", inside);
  const std::string wire = top.substr(inside, end - inside);
  top.replace(inside, wire.size(),
              fmt::format("NODE == {} && loaded_routes_tb.dead ? loaded_routes_tb.{} : {}", node,
                          bits, wire));
}

// The link between nodes 5 and 6, which is one of axis 1.
void RedirectDeadLink(std::string& top) {
  Redirect(top, "axis1_plus_in_valid", 6, "dead_valid[0]");
  Redirect(top, "axis1_plus_in_channel", 6, "dead_channel[0]");
  Redirect(top, "axis1_plus_in_flit", 6, "dead_flit[41:0]");
  Redirect(top, "axis1_plus_out_credit", 5, "dead_credit[1:0]");
  Redirect(top, "axis1_minus_in_valid", 5, "dead_valid[1]");
  Redirect(top, "axis1_minus_in_channel", 5, "dead_channel[1]");
  Redirect(top, "axis1_minus_in_flit", 5, "dead_flit[83:42]");
  Redirect(top, "axis1_minus_out_credit", 6, "dead_credit[3:2]");
}

class LoadedRoutes : public testing::TestWithParam<int> {};

TEST_P(LoadedRoutes, SurviveALinkThatBreaks) {
  EmittedFiles files = FilesWithout("");
  files["before.hex"] = files.at("net_routes.hex");
  files["after.hex"] = FilesWithout("5-6").at("net_routes.hex");
  ASSERT_NE(files.at("before.hex"), files.at("after.hex"));
  std::ifstream bench(Checkout("tests/emitted/loaded_routes_tb.v"));
  files["loaded_routes_tb.v"] = {std::istreambuf_iterator<char>(bench),
                                 std::istreambuf_iterator<char>()};
  RedirectDeadLink(files.at("rtl/net_top.v"));
  const EmittedFolder folder(files);
  const Outcome outcome = folder.Run(
      fmt::format("iverilog -g2005 -s loaded_routes_tb -P loaded_routes_tb.FAIL={} -o bench "
                  "loaded_routes_tb.v rtl/*.v && vvp -n bench",
                  GetParam()));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_NE(outcome.output.find("PASS delivered=3072 "), std::string::npos) << outcome.output;
  // what fails at once leaves packets behind
  EXPECT_EQ(outcome.output.find("stuck_nodes=0") == std::string::npos, GetParam() == 1);
}

INSTANTIATE_TEST_SUITE_P(Cases, LoadedRoutes, testing::Values(0, 1),
                         [](const testing::TestParamInfo<int>& test) {
                           return std::string(test.param == 0 ? "retired" : "fails_at_once");
                         });

}  // namespace
}  // namespace toroid::test::loaded_routes_test
