// The list of --load images=FILE, and the words sent for it.
#include <gtest/gtest.h>

#include <fstream>

#include "gen/command_line/file_tables.h"
#include "gen/topology/numbering.h"
#include "tests/support/scratch.h"

namespace toroid::gen_command_line_images_test {
namespace {

using Body = std::vector<std::uint32_t>;

// A list and files in one folder; reads the list for a host.
class ImageLists : public testing::Test {
 protected:
  void Put(const std::string& name, const std::string& text) {
    std::ofstream(scratch_.path() / name, std::ios::binary) << text;
  }
  Result<NodeImages> Read(const std::string& list, const std::string& host = "torus:2x3") {
    Put("list", list);
    return ReadImageList((scratch_.path() / "list").string(), *Graph::Parse(host));
  }
  // The diagnostics without the folder's name, one a line.
  std::string FaultsOf(const std::string& list, const std::string& host = "torus:2x3") {
    const Result<NodeImages> images = Read(list, host);
    if (images) return "";
    const std::string folder = scratch_.path().string() + "/";
    std::string text;
    for (const Diagnostic& diagnostic : images.diagnostics())
      text += ToString(diagnostic).substr(15) + "\n";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }

 private:
  test::Scratch scratch_;
};

TEST_F(ImageLists, NameNodesAndFilesOfWords) {
  Put("a.hex", "1 dEadBeef // the second\r\n\n//nothing\n\t0002");
  Put("my file", "7\n");
  Put("same", "00000007");
  const auto images = Read("# programs\n0,3-4 a.hex # boot\r\n\n 1\tmy file\n5  same");
  ASSERT_TRUE(images);
  EXPECT_EQ(images->bodies, (std::vector<Body>{{1, 0xdeadbeef, 2}, {7}}));
  using Nodes = std::vector<std::optional<std::size_t>>;
  EXPECT_EQ(images->of_node, (Nodes{0, 1, std::nullopt, 0, 0, 1}));
  EXPECT_EQ(Read("all my file")->of_node, Nodes(6, 0));
}

TEST_F(ImageLists, AreRefusedByLineAndField) {
  Put("a", "1\n2\n");
  Put("b", "1\n12345678 000000001\n-1 4\n0x3\n");
  Put("empty", "");
  Put("remarks", "// no\n");
  const std::string numbers = "allowed are whole numbers from 0 to 5\n";
  EXPECT_EQ(FaultsOf("6 a"), "list:1: nodes: 6: is out of range; " + numbers);
  EXPECT_EQ(FaultsOf("\n0,,1 a"), "list:2: nodes: is missing; " + numbers);
  EXPECT_EQ(FaultsOf("1,2-x a"), "list:1: nodes: x: is not a whole number; " + numbers);
  EXPECT_EQ(FaultsOf("2-1 a"),
            "list:1: nodes: 2-1: ends before it begins; write first-last upwards\n");
  EXPECT_EQ(FaultsOf("0-3 a\n1 a"),
            "list:2: nodes: 1: has an image already; name each node once\n");
  EXPECT_EQ(FaultsOf("0-3"),
            "list:1: file: 0-3: names no file of words; give a list with lines "
            "such as `0-3,8 boot.hex`\n");
  EXPECT_EQ(FaultsOf("0 none\n6 a"), "list:2: nodes: 6: is out of range; " + numbers +
                                         "list:1: file: none: cannot be read; give a file of "
                                         "32-bit words in hexadecimal digits\n");
  const std::string words = "; give a file of 32-bit words in hexadecimal digits\n";
  EXPECT_EQ(FaultsOf("0 none\n1 none"), "list:1: file: none: cannot be read" + words);
  EXPECT_EQ(FaultsOf("0 empty"), "list:1: file: empty: is empty" + words);
  EXPECT_EQ(FaultsOf("0 remarks"), "list:1: file: remarks: has no words" + words);
  const std::string digits = ": is not a word of 32 bits; allowed are 1 to 8 hexadecimal digits\n";
  EXPECT_EQ(FaultsOf("0 b"),
            "b:2: word: 000000001" + digits + "b:3: word: -1" + digits + "b:4: word: 0x3" + digits);
  const std::string form = "; give a list with lines such as `0-3,8 boot.hex`\n";
  EXPECT_EQ(FaultsOf(""), "--load: list: is empty" + form);
  EXPECT_EQ(FaultsOf("# none"), "--load: list: names no nodes" + form);
}

// Words of all images, by hand from sections 2 and 3 of the specification.
TEST(NodeImagesOf, TakesTheFewerWords) {
  const auto words = [](const std::string& host, const NodeImages& images) {
    return TextOf(ImagesOf(*Graph::Parse(host), images));
  };
  const Body a = {0xa}, b = {0xb, 0xc};
  EXPECT_EQ(words("ring:4", {{a}, {0, 0, 0, 0}}), "000000000\n000000003\n10000000a\n");
  // Two groups by address have 3 and 4 words; a loader alone would have 6.
  EXPECT_EQ(words("ring:4", {{a, b}, {0, std::nullopt, 1, 1}}),
            "000000000\n000000000\n10000000a\n000000002\n000000003\n00000000b\n10000000c\n");
  // By address 3 + 4 + 3 + 4 + 3 + 4, by type 2 + 6, and 3 + 4; node 3 has the address 4.
  EXPECT_EQ(words("mesh:2x3", {{a, b}, {0, 1, 0, 1, 0, 1}}),
            "0c0000000\n000000006\n000000000\n000000001\n000000000\n000000000\n000000001\n"
            "000000000\n100000001\n"
            "020000000\n000000000\n10000000a\n020000001\n000000001\n00000000b\n10000000c\n");
  // Nodes that keep nothing have a separate type.
  const Body long_one(9, 0x5);
  EXPECT_TRUE(words("ring:4", {{long_one}, {0, std::nullopt, 0, std::nullopt}})
                  .starts_with("0c0000000\n000000003\n000000000\n000000001\n000000000\n"
                               "100000001\n020000000\n000000000\n000000005\n"));
}

}  // namespace
}  // namespace toroid::gen_command_line_images_test
