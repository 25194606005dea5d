// The generator: its renderer, its names, the wiring of the top against brute force, and its files
// against the tools that read them.
#include "gen/rtl/rtl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "gen/rtl/banner.h"
#include "gen/rtl/library.h"
#include "gen/rtl/network.h"
#include "gen/rtl/render.h"
#include "tests/support/scratch.h"

namespace toroid::gen_rtl_test {
namespace {

using nlohmann::json;
using rtl::MakeRows;
using rtl::TakeRow;
using rtl::Values;
using test::Scratch;

struct Case {
  std::string host;
  HardwareOptions hardware;
  std::string embedding = {};  // e.g. "xor"
  std::string guest = {};
  BitOrder order = BitOrder::kBlock;
};

HardwareOptions Hardware(Ports ports, Address address = Address::kPhysical,
                         const std::string& name = "net") {
  HardwareOptions options;
  options.ports = ports;
  options.address = address;
  options.name = name;
  return options;
}

Plan PlanOf(const Case& c) {
  const Graph host = Graph::Parse(c.host).value();
  std::optional<Embedding> embedding;
  if (!c.embedding.empty()) {
    embedding = Embedding::Create(*ParseEmbeddingKind(c.embedding), Graph::Parse(c.guest).value(),
                                  host, c.order)
                    .value();
  }
  return Plan::Create(host, embedding, c.hardware).value();
}

EmittedFiles FilesOf(const Plan& plan) {
  auto files = RenderRtl(plan, "toroid generate --host " + plan.host().ToString());
  if (!files.ok()) {
    for (const Diagnostic& d : files.diagnostics()) ADD_FAILURE() << ToString(d);
    return {};
  }
  return *files;
}

Result<std::string> Render(const std::string& file, const std::string& source,
                           const Values& values) {
  std::string text;
  const Diagnostics found =
      rtl::Render(file, source, values, [&](std::string_view piece) { text += piece; });
  if (!found.empty()) return found;
  return text;
}

std::string FaultOf(const std::string& source, const Values& values) {
  const auto result = Render("t", source, values);
  return result.ok()
             ? ""
             : result.diagnostics().front().value + ": " + result.diagnostics().front().what;
}

// ---- the renderer ----

TEST(Render, SubstitutesAndRepeatsAndLeavesVerilogAlone) {
  const Values values{
      .text = {{"n", "a<b>&\"c\""}},
      .rows = {{"r", {{.text = {{"x", "1"}}, .rows = {}}, {.text = {{"x", "2"}}, .rows = {}}}},
               {"none", {}}}};
  const auto text = Render(
      "t", "{{2{1'b0}}, <%n%>}\n<%#r%>\n  x<%x%> <%n%>;\n<%/r%>\n\n<%#none%>\n  no\n<%/none%>\nend",
      values);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "{{2{1'b0}}, a<b>&\"c\"}\n  x1 a<b>&\"c\";\n  x2 a<b>&\"c\";\n\nend");
}

TEST(Render, AnUnknownNameFails) {
  EXPECT_EQ(FaultOf("<%a%>", {}), "t: uses the unknown name a");
  EXPECT_EQ(FaultOf("<%#a%>x<%/a%>", {}), "t: uses the unknown name a");
}

TEST(Render, AnUnusedValueFailsInRowsToo) {
  EXPECT_EQ(FaultOf("x", {.text = {{"a", ""}}, .rows = {}}), "t: does not use the value a");
  EXPECT_EQ(FaultOf("x", {.text = {}, .rows = {{"r", {}}}}), "t: does not use the rows r");
  EXPECT_EQ(
      FaultOf("<%#r%>x<%/r%>", {.text = {}, .rows = {{"r", {{.text = {{"a", ""}}, .rows = {}}}}}}),
      "t: does not use the value a");
}

TEST(Render, RowsAreRepeatedAndTextIsSubstituted) {
  EXPECT_EQ(FaultOf("<%r%>", {.text = {}, .rows = {{"r", {}}}}), "t: substitutes the rows r");
  EXPECT_EQ(FaultOf("<%#a%>x<%/a%>", {.text = {{"a", "1"}}, .rows = {}}), "t: repeats the text a");
}

MakeRows Counting(int from, int to, const std::string& name) {
  return [=](const TakeRow& take) {
    for (int i = from; i < to; ++i) take({.text = {{name, std::to_string(i)}}, .rows = {}});
  };
}

TEST(Render, RowsMayBeMadeWhileTheyAreWritten) {
  const Values values{
      .text = {{"n", "N"}},
      .rows = {{"listed", {{.text = {}, .rows = {}, .made = {{"inner", Counting(7, 9, "y")}}}}}},
      .made = {{"r", Counting(1, 4, "x")}, {"none", Counting(0, 0, "z")}}};
  const auto text = Render("t",
                           "<%#r%>\n<%x%><%n%>\n<%/r%>\n<%#none%>\n<%z%>\n<%/none%>\n"
                           "<%#listed%>\n<%#inner%>(<%y%>)<%/inner%>\n<%/listed%>\n",
                           values);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "1N\n2N\n3N\n(7)(8)\n");
}

TEST(Render, MadeRowsAreCheckedLikeOthers) {
  const Values values{.text = {}, .rows = {}, .made = {{"r", Counting(0, 1, "x")}}};
  EXPECT_EQ(FaultOf("<%#r%>a<%/r%>", values), "t: does not use the value x");
  EXPECT_EQ(FaultOf("<%#r%><%x%><%y%><%/r%>", values), "t: uses the unknown name y");
  EXPECT_EQ(FaultOf("none", values), "t: does not use the rows r");
  EXPECT_EQ(FaultOf("<%r%>", values), "t: substitutes the rows r");
}

TEST(Render, APieceIsRenderedAsIfItWereTheWholeTemplate) {
  const std::string source = "<%#one%>\nwire <%name%>;\n<%/one%>\n<%#two%>\nwire b;\n<%/two%>\n";
  std::string text;
  const auto render = [&](const std::string& piece, const Values& values) {
    text.clear();
    return rtl::RenderPiece("t", source, piece, values,
                            [&](std::string_view written) { text += written; });
  };
  EXPECT_TRUE(render("one", {.text = {{"name", "a"}}}).empty());
  EXPECT_EQ(text, "wire a;\n");
  EXPECT_TRUE(render("two", {}).empty());
  EXPECT_EQ(text, "wire b;\n");
  ASSERT_EQ(render("two", {.text = {{"name", "a"}}}).size(), 1U);
  const Diagnostics missing = render("three", {});
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].what, "has no piece three");
}

TEST(Render, SectionsThatDoNotNestFail) {
  const Values values{.text = {}, .rows = {{"a", {}}, {"b", {}}}};
  EXPECT_EQ(FaultOf("<%#a%><%#b%><%/a%><%/b%><%/a%>", values),
            "t: ends a, which is not the section that began last");
  EXPECT_EQ(FaultOf("<%#a%>", values), "t: does not end the section a");
  EXPECT_EQ(FaultOf("<%/a%>", values), "t: ends a, which is not the section that began last");
}

TEST(Render, OtherTagsFail) {
  for (const std::string tag :
       {"<%^a%>", "<%>a%>", "<%&a%>", "<%=| |=%>", "<%a", "<%%>", "<%! x%>"}) {
    EXPECT_NE(FaultOf(tag, {.text = {{"a", "1"}}, .rows = {}})
                  .find("neither substitution nor repetition"),
              std::string::npos)
        << tag;
  }
  EXPECT_NE(FaultOf("<%#a%>", {.text = {}, .rows = {{"a", {}}}}), "");  // never closed
}

TEST(Prefix, IsReplacedAtIdentifierBoundariesOnly) {
  EXPECT_EQ(
      rtl::Prefixed("toroid_fifo #() x (toroid_a, my_toroid_b, $toroid_c, toroid, toroid_)", "n1"),
      "n1_fifo #() x (n1_a, my_toroid_b, $toroid_c, toroid, n1_)");
  EXPECT_EQ(rtl::Prefixed("toroid_toroid_x", "n"), "n_toroid_x");
}

// ---- the emitted files ----

TEST(RenderRtl, SamePlanSameBytes) {
  const Plan plan =
      PlanOf({"torus:8x4", Hardware(Ports::kAll, Address::kLogical), "xor", "hypercube:5"});
  const EmittedFiles files = FilesOf(plan);
  EXPECT_EQ(files, FilesOf(plan));
  EXPECT_GE(files.size(), 12U);
  for (const auto& [path, text] : files) {
    EXPECT_EQ(text.find(TemplateRoot().parent_path().string()), std::string::npos) << path;
    if (path == "manifest.json" || path.starts_with("rules/")) continue;
    EXPECT_NE(text.find("SPDX-License-Identifier: Apache-2.0"), std::string::npos) << path;
    EXPECT_NE(text.find(plan.hardware_hash()), std::string::npos) << path;
    EXPECT_NE(text.find("Rebuild: toroid generate --host torus:8x4"), std::string::npos) << path;
  }
}

TEST(RenderRtl, EveryModuleCarriesTheNameAndStandsInAFileOfItsOwn) {
  const EmittedFiles files = FilesOf(PlanOf(
      {"mesh:4x2x3", Hardware(Ports::kOne, Address::kLogical, "alpha"), "identity", "mesh:4x2x3"}));
  int modules = 0;
  const std::regex declaration("(^|\n)module (\\w+)");
  const std::regex foreign("(^|[^A-Za-z0-9_$])toroid_");
  for (const auto& [path, text] : files) {
    if (!path.starts_with("rtl/")) continue;
    ++modules;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, declaration)) << path;
    EXPECT_EQ("rtl/" + found[2].str() + ".v", path);
    EXPECT_TRUE(found[2].str().starts_with("alpha_"));
    EXPECT_FALSE(std::regex_search(found.suffix().first, text.end(), declaration)) << path;
    EXPECT_FALSE(std::regex_search(text, foreign)) << path;
  }
  EXPECT_GE(modules, 5);
}

TEST(RenderRtl, RelaysAreThereOnlyWhereThePlanHasThem) {
  HardwareOptions hardware = Hardware(Ports::kAll, Address::kLogical);
  const EmittedFiles without = FilesOf(PlanOf({"mesh:3x5", hardware, "tao", "ring:15"}));
  for (const auto& [path, text] : without)
    EXPECT_TRUE(path.starts_with("rules/") || text.find("relay") == std::string::npos) << path;
  hardware.relay = true;
  const EmittedFiles with = FilesOf(PlanOf({"mesh:3x5", hardware, "tao", "ring:15"}));
  const auto modules = [](const EmittedFiles& files) {
    return std::ranges::count_if(files, [](const auto& f) { return f.first.starts_with("rtl/"); });
  };
  EXPECT_EQ(modules(with), modules(without) + 4);
  EXPECT_NE(with.at("rtl/net_node.v").find("net_relay #("), std::string::npos);
  EXPECT_NE(with.at("rtl/net_top.v").find("          .start(start),"), std::string::npos);
  EXPECT_TRUE(with.contains("rules/relay.md"));
  const auto manifest = nlohmann::json::parse(with.at("manifest.json"));
  EXPECT_EQ(manifest["relay"],
            nlohmann::json::parse(R"({"specification": 1, "first_steps": 1, "second_steps": 1})"));
  EXPECT_EQ(manifest["link"]["width"], 2 + 2 * 5 + 1 + 5 + 32);
  EXPECT_EQ(manifest["link"]["fields"][4]["name"], "relayed");
  EXPECT_EQ(manifest["link"]["fields"][4]["msb"], 32 + 5);
}

TEST(RenderRtl, ACommandOfSeveralLinesStaysInItsComment) {
  const auto files =
      RenderRtl(PlanOf({"ring:3", Hardware(Ports::kOne)}), "a\nmodule evil;\rb").value();
  EXPECT_NE(files.at("rtl/net_top.v").find("// Rebuild: a module evil; b\n"), std::string::npos);
}

TEST(RenderRtl, MissingTemplatesAreNamed) {
  const Scratch scratch;
  const char* before = std::getenv("TOROID_TEMPLATES");
  const std::string saved = before == nullptr ? "" : before;
  setenv("TOROID_TEMPLATES", scratch.path().c_str(), 1);
  const auto files = RenderRtl(PlanOf({"ring:3", Hardware(Ports::kOne)}), "x");
  before == nullptr ? unsetenv("TOROID_TEMPLATES") : setenv("TOROID_TEMPLATES", saved.c_str(), 1);
  ASSERT_FALSE(files.ok());
  EXPECT_GE(files.diagnostics().size(), 8U);
  for (const Diagnostic& d : files.diagnostics()) EXPECT_EQ(d.field, "templates");
}

TEST(RenderRtl, TooManyNodesAreRefused) {
  const auto files = RenderRtl(PlanOf({"torus:65537", Hardware(Ports::kOne)}), "x");
  ASSERT_FALSE(files.ok());
  EXPECT_EQ(
      ToString(files.diagnostics()[0]),
      "toroid: error: --host: torus:65537: has 65537 nodes; hardware is written for at most 65536");
}

TEST(Picture, ShowsWrapsAndCutsLongAxes) {
  const std::vector<std::string> expected = {"axis 0: length 2",
                                             "axis 1: length 5, wraps",
                                             "",
                                             "~(0,0)-(0,1)-(0,2)- ... -(0,4)~",
                                             "   |     |     |           |",
                                             "~(1,0)-(1,1)-(1,2)- ... -(1,4)~"};
  EXPECT_EQ(rtl::Picture(PlanOf({"torus:2x5", Hardware(Ports::kOne)})), expected);
}

TEST(Banner, IsWrappedAtSpaces) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(rtl::Wrapped("", 8), Lines{""});
  EXPECT_EQ(rtl::Wrapped("ab cd ef", 8), Lines{"ab cd ef"});
  EXPECT_EQ(rtl::Wrapped("ab cd efg", 8), (Lines{"ab cd", "    efg"}));
  EXPECT_EQ(rtl::Wrapped("abcdefghij kl mn o", 8), (Lines{"abcdefghij", "    kl", "    mn o"}));
}

// Ten axes of length 2 make the picture, the summary and the command long.
TEST(Banner, HasFewerThan100Columns) {
  HardwareOptions hardware = Hardware(Ports::kAll, Address::kLogical, std::string(64, 'n'));
  hardware.links.protect = Protection::kParity;
  const Plan plan =
      PlanOf({"torus:2x2x2x2x2x2x2x2x2x2", hardware, "identity", "torus:2x2x2x2x2x2x2x2x2x2"});
  const std::string command =
      "toroid generate --host torus:2x2x2x2x2x2x2x2x2x2 --guest torus:2x2x2x2x2x2x2x2x2x2 "
      "--embedding identity --ports all --protect parity --name N --out DIR";
  const auto files = RenderRtl(plan, command, [](const std::string& path) {
                       return path.find("_top.v") != path.npos || path.ends_with("nn.sdc") ||
                              path.find("_fifo.v") != path.npos;
                     }).value();
  EXPECT_EQ(files.size(), 3U);
  for (const auto& [path, text] : files) {
    std::istringstream lines(text);
    std::string whole;  // the command, taken together again
    bool in_command = false;
    for (std::string line; std::getline(lines, line) && (line[0] == '/' || line[0] == '#');) {
      EXPECT_LT(line.size(), 100U) << path;
      const auto text_at = line.find_first_not_of(" /#");
      in_command = line.find("Rebuild: ") != line.npos ||
                   (in_command && text_at != line.npos && text_at > 4);
      if (in_command) whole += line.substr(text_at) + " ";
    }
    EXPECT_EQ(whole, "Rebuild: " + command + " ") << path;
  }
}

// The text of the top does not grow with the number of nodes, only with the digits of that number.
TEST(Top, HasAsManyLinesForManyNodesAsForFew) {
  const auto lines = [](const std::string& host) {
    const Plan plan = PlanOf({host, Hardware(Ports::kOne)});
    const std::string top = "rtl/net_top.v";
    const auto files =
        RenderRtl(plan, "x", [&](const std::string& path) { return path == top; }).value();
    return std::ranges::count(files.at(top), '\n');
  };
  EXPECT_EQ(lines("torus:5x5"), lines("torus:256x256"));
  EXPECT_EQ(lines("mesh:5x5"), lines("mesh:256x256"));
  EXPECT_LT(lines("torus:32x32"), 150);
}

}  // namespace
}  // namespace toroid::gen_rtl_test
