#include "tests/fuzz/input_files.h"

#include <fstream>
#include <vector>

namespace toroid::fuzz {
namespace {

std::string Text(int number) { return std::to_string(number); }

}  // namespace

std::string TableText(Dice& dice, int ranks) {
  std::string text = dice.Word(
      {"source,destination,flits,after\n", "# a table\r\nsource, destination, flits, after\r\n"});
  for (int i = 0; i < 4; ++i) {
    const int source = dice.Below(ranks - 1);
    text += Text(source) + "," + Text(dice.Between(source + 1, ranks - 1)) + "," +
            Text(dice.Between(1, 9)) + "," + (i > 0 && dice.OneIn(3) ? Text(i) : "") + "\n";
  }
  return text;
}

std::string GoalText(Dice& dice, int ranks) {
  const std::string size = Text(dice.Between(0, 99)) + "b";
  const std::string last = Text(ranks - 1);
  return "num_ranks " + Text(ranks) + "\nrank 0 {\na: calc " + Text(dice.Below(50)) + "\nb: send " +
         size + " to " + last + " tag 7\nb " + dice.Word({"requires", "irequires"}) +
         " a\n}\nrank " + last + " { recv " + size + " from 0 tag 7 }\n";
}

namespace {

// A field of a protobuf message: a number below 2^14, and text, before it its length.
std::string ChakraNumber(int field, int value) {
  std::string text{static_cast<char>(field << 3)};
  if (value > 127) text += static_cast<char>((value & 127) | 128), value >>= 7;
  return text + static_cast<char>(value);
}
std::string ChakraLength(const std::string& text) {
  return ChakraNumber(0, static_cast<int>(text.size())).substr(1) + text;
}
std::string ChakraText(int field, const std::string& text) {
  return static_cast<char>(field << 3 | 2) + ChakraLength(text);
}

}  // namespace

void WriteChakra(Dice& dice, const std::string& name, int ranks) {
  const auto has = [](const std::string& attribute, const std::string& value) {
    return ChakraText(10, ChakraText(1, attribute) + value);
  };
  const std::string wait = ChakraNumber(3, 4) + ChakraNumber(7, dice.Below(50));
  const std::string sum = ChakraNumber(1, 1) + ChakraNumber(3, 7) + ChakraNumber(5, 0) +
                          has("comm_type", ChakraNumber(9, dice.Pick(std::vector{0, 2, 6, 7}))) +
                          has("comm_size", ChakraNumber(9, dice.Between(1, 200))) +
                          has("pg_name", static_cast<char>(((29 << 3) & 127) | 2 | 128) +
                                             std::string(1, '\1') + ChakraLength("all"));
  std::string all;
  for (int rank = 0; rank < ranks; ++rank) {
    std::ofstream(name + "." + Text(rank) + ".et", std::ios::binary)
        << ChakraLength(ChakraText(1, "0.0.4")) << ChakraLength(wait) << ChakraLength(sum);
    all += (rank > 0 ? "," : "") + Text(rank);
  }
  std::ofstream(name + ".json") << "{\"all\": [" << all << "]}";
}

void WriteImages(Dice& dice, const std::string& out, int nodes) {
  const std::string words = out + ".words";
  const std::string last = Text(nodes - 1);
  std::ofstream(words) << dice.Word({"1\n", "// none\n  dEadBeef 00000002 // two\r\n3"});
  std::ofstream(out + ".images") << dice.Pick(
      std::vector<std::string>{"all " + words, "# some\n\n0," + last + "\t" + words + "\r\n",
                               "0-" + last + "  " + words + "  # all\n"});
}

}  // namespace toroid::fuzz
