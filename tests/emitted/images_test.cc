// Images sent by a host through an emitted network: every node shows exactly the words of its own
// image, in the specified cycles (docs/spec/broadcast.md W1.5, W2.6, W2.7, W4.1). The bench,
// images_tb.v, prints the nodes' words; the expected words are computed here from the words sent,
// by the rules of section 2.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "gen/plan/barrier.h"
#include "gen/plan/node_images.h"
#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::images_test {
namespace {

struct Case {
  const char* name;
  const char* host;
  std::uint32_t bodies;     // different ones
  std::uint32_t every = 1;  // node n keeps body n / every modulo `of`, where there is one
  std::uint32_t of = 1;
  bool loader = false;  // whether a loader saves words
  const char* dead_links = "";
  std::vector<std::uint32_t> dead_nodes = {};
  bool IsWhole() const { return *dead_links == '\0' && dead_nodes.empty(); }
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

// Bodies of 3 words, the last of 7.
NodeImages ImagesOf(const Case& one) {
  const std::uint32_t nodes = Graph::Parse(one.host)->size();
  NodeImages images;
  for (std::uint32_t body = 0; body < one.bodies; ++body) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t i = 0; i < (body + 1 == one.bodies ? 7U : 3U); ++i)
      words.push_back((body << 16 | i) * 0x9e3779b1U);
    images.bodies.push_back(words);
  }
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const std::size_t body = std::size_t{n} / one.every % one.of;
    const bool keeps = body < one.bodies && std::ranges::count(one.dead_nodes, n) == 0;
    images.of_node.push_back(keeps ? std::optional(body) : std::nullopt);
  }
  return images;
}

Network NetworkOf(const Case& one) {
  std::string dead_nodes;
  for (const std::uint32_t n : one.dead_nodes)
    dead_nodes += (dead_nodes.empty() ? "" : ",") + std::to_string(n);
  return {.host = one.host,
          .router = one.IsWhole() ? RouterKind::kScheduled : RouterKind::kBuffered,
          .broadcast = true,
          .images = ImagesOf(one),
          .dead_links = one.dead_links,
          .dead_nodes = dead_nodes};
}

constexpr Cycle kNever = -1;

// By node the steps from the root, or kNever: on a whole host those of BA1.3, else those of DG7.12.
std::vector<Cycle> DistancesOf(const Case& one) {
  const Graph host = *Graph::Parse(one.host);
  std::vector<Cycle> to_middle;
  for (std::uint32_t n = 0; n < host.size(); ++n)
    to_middle.push_back(DistanceFromRoot(host, NodeId{n}));
  if (one.IsWhole()) return to_middle;
  const auto is_dead = [&](std::uint32_t n) { return std::ranges::count(one.dead_nodes, n) > 0; };
  std::set<std::pair<std::uint32_t, std::uint32_t>> dead_links;
  std::istringstream words(one.dead_links);
  for (std::string word; std::getline(words, word, ',');) {
    std::uint32_t from = 0, to = 0;
    char mark = 0;
    std::istringstream(word) >> from >> mark >> to;
    dead_links.insert({from, to});
    if (mark == '-') dead_links.insert({to, from});
  }
  std::uint32_t root = host.size();
  for (std::uint32_t n = 0; n < host.size(); ++n)
    if (!is_dead(n) && (root == host.size() || to_middle[n] < to_middle[root])) root = n;
  std::vector<Cycle> distances(host.size(), kNever);
  distances[root] = 0;
  for (Cycle step = 0; std::ranges::count(distances, step) > 0; ++step)
    for (std::uint32_t from = 0; from < host.size(); ++from)
      for (std::uint32_t to = 0; to < host.size(); ++to)
        if (distances[from] == step && distances[to] == kNever && !is_dead(to) &&
            host.Distance(NodeId{from}, NodeId{to}) == 1 && !dead_links.contains({from, to}))
          distances[to] = step + 1;
  return distances;
}

// The outputs of a node, cycle by cycle, for the words that the host offers from cycle 0 on.
class ShownBy {
 public:
  ShownBy(std::uint32_t address, Cycle delay) : address_(address), delay_(delay) {}

  void Hear(Cycle cycle, std::uint32_t word, bool last) {
    if (place_ == 0) {
      kind_ = word >> 30;
      by_type_ = (word >> 29 & 1) != 0;
      first_ = word & 0x1fffffff;
    } else if (place_ == 1) {
      const std::uint32_t own = by_type_ ? type_ : address_;
      mine_ = first_ <= own && own <= (word & 0x1fffffff);
    } else if (mine_ && kind_ == 0) {
      shown.emplace_back(cycle + delay_, fmt::format("{} {:08x}", last ? 1 : 0, word));
    } else if (mine_ && kind_ == 3 && !by_type_ && first_ + place_ - 2 == address_) {
      type_ = word;
    }
    place_ = last ? 0 : place_ + 1;
  }

  std::vector<std::pair<Cycle, std::string>> shown;

 private:
  std::uint32_t address_;
  Cycle delay_;
  std::uint32_t place_ = 0, kind_ = 0, first_ = 0, type_ = 0;
  bool by_type_ = false, mine_ = false;
};

using Lines = std::vector<std::string>;

// "cycle node last word", by cycle and then by node.
Lines Expected(const Case& one, const std::string& hex) {
  const Graph host = *Graph::Parse(one.host);
  std::vector<std::tuple<Cycle, std::uint32_t, std::string>> all;
  const std::vector<Cycle> distances = DistancesOf(one);
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    if (distances[n] == kNever) continue;
    ShownBy node(AddressIn(host, NodeId{n}), 1 + distances[n]);
    std::istringstream words(hex);
    Cycle cycle = 0;
    for (std::string line; words >> line; ++cycle)
      node.Hear(cycle, static_cast<std::uint32_t>(std::stoul(line.substr(1), nullptr, 16)),
                line.front() == '1');
    for (const auto& [at, text] : node.shown) all.emplace_back(at, n, text);
  }
  std::ranges::sort(all);
  Lines lines;
  for (const auto& [cycle, n, text] : all) lines.push_back(fmt::format("{} {} {}", cycle, n, text));
  return lines;
}

constexpr std::uint32_t kMostForIcarus = 64;  // nodes; Verilator runs larger networks

// The bench's lines.
Lines Simulated(const EmittedFiles& emitted, std::uint32_t nodes) {
  EmittedFiles files = emitted;
  std::ifstream bench(Checkout("tests/emitted/images_tb.v"));
  files["images_tb.v"] = {std::istreambuf_iterator<char>(bench), std::istreambuf_iterator<char>()};
  const EmittedFolder folder(files);
  const auto words = std::ranges::count(files.at("net_images.hex"), '\n');
  const std::string command =
      nodes > kMostForIcarus
          ? fmt::format(
                "verilator --binary --timing -Wno-fatal -O3 --top-module images_tb "
                "-GNODES={} -GWORDS={} images_tb.v -F net.f >log 2>&1 && "
                "obj_dir/Vimages_tb",
                nodes, words)
          : fmt::format(
                "iverilog -g2005 -s images_tb -Pimages_tb.NODES={} "
                "-Pimages_tb.WORDS={} -o tb images_tb.v -c net.f && vvp -n tb",
                nodes, words);
  const Outcome outcome = folder.Run(command);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::istringstream output(outcome.output);
  Lines lines;
  for (std::string line; std::getline(output, line);) {
    if (!line.empty() && line.find_first_of("0123456789") == 0) lines.push_back(line);
  }
  return lines;
}

// Each node's words are exactly those of its image, whatever way they came.
void ExpectOwnImages(const NodeImages& images, const Lines& lines) {
  std::vector<std::vector<std::uint32_t>> got(images.of_node.size());
  for (const std::string& line : lines) {
    std::istringstream fields(line);
    Cycle cycle = 0;
    std::size_t node = 0;
    std::string last, word;
    fields >> cycle >> node >> last >> word;
    ASSERT_LT(node, got.size());
    got[node].push_back(static_cast<std::uint32_t>(std::stoul(word, nullptr, 16)));
  }
  for (std::size_t n = 0; n < got.size(); ++n) {
    const auto body = images.of_node[n];
    EXPECT_EQ(got[n], body ? images.bodies[*body] : std::vector<std::uint32_t>{}) << "node " << n;
  }
}

std::ptrdiff_t CountOf(const std::string& text, const std::string& part) {
  std::ptrdiff_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

void ExpectShown(const Case& one) {
  const EmittedFiles files = FilesOf(NetworkOf(one));
  const std::string& hex = files.at("net_images.hex");
  const Graph host = *Graph::Parse(one.host);
  const Lines lines = Simulated(files, host.size());
  EXPECT_EQ(lines, Expected(one, hex));
  ExpectOwnImages(ImagesOf(one), lines);
  // W4.1: the sum of the lengths, and the depth of the tree
  const auto manifest = nlohmann::json::parse(files.at("manifest.json"));
  const nlohmann::json& told = manifest.at("broadcast").at("images");
  const auto words = std::ranges::count(hex, '\n');
  EXPECT_EQ(told.at("words"), words);
  EXPECT_EQ(told.at("cycles"), words + std::ranges::max(DistancesOf(one)));
  EXPECT_EQ(told.at("images"),
            std::ranges::count(hex, '\n') - CountOf(hex, "\n0") - (hex.starts_with('0') ? 1 : 0));
  EXPECT_EQ(hex.substr(1, 1) == "c", one.loader) << hex;  // kind 3 first
}

// The twin: a node that takes the type of the node before it shows another's image.
TEST(WrongLoaders, ShowOtherImages) {
  const Case one{"TwoInTurn", "torus:4x4", 2, 1, 2, true};
  EmittedFiles files = FilesOf(NetworkOf(one));
  std::string& loader = files.at("rtl/net_loader.v");
  const std::string right = "at_q == here";
  const auto at = loader.find(right);
  ASSERT_NE(at, std::string::npos);
  loader.replace(at, right.size(), "at_q + 1'b1 == here");
  EXPECT_NE(Simulated(files, 16), Expected(one, files.at("net_images.hex")));
}

class EmittedImages : public testing::TestWithParam<Case> {};
TEST_P(EmittedImages, ReachTheirNodesInTheCyclesOfTheSpecification) { ExpectShown(GetParam()); }

const auto kCaseName = [](const auto& test) { return test.param.name; };
INSTANTIATE_TEST_SUITE_P(
    Networks, EmittedImages,
    testing::Values(Case{"OneForAll", "torus:4x4", 1}, Case{"TwoHalves", "torus:4x4", 2, 8, 2},
                    Case{"TwoInTurn", "torus:4x4", 2, 1, 2, true},
                    Case{"SomeNodes", "torus:4x4", 3, 1, 5, true},
                    Case{"OddShape", "mesh:3x5", 2, 1, 2, true},
                    Case{"Lopsided", "torus:2x8", 4, 3, 5},
                    Case{"AroundDeadParts", "torus:4x4", 3, 1, 5, true, "9-13,6>7", {10}},
                    Case{"OnADeadLine", "mesh:3x5", 2, 1, 2, true, "2-7,6-7"},
                    Case{"FourOf64", "torus:8x8", 4, 1, 4, true},
                    Case{"AllOf64Differ", "torus:8x8", 64, 1, 64}),
    kCaseName);
INSTANTIATE_TEST_SUITE_P(Proof, EmittedImages,
                         testing::Values(Case{"FourOf1024", "torus:32x32", 4, 1, 4, true},
                                         Case{"AllOf1024Differ", "torus:32x32", 1024, 1, 1024}),
                         kCaseName);

}  // namespace
}  // namespace toroid::test::images_test
