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

void WriteImages(Dice& dice, const std::string& out, int nodes) {
  const std::string words = out + ".words";
  const std::string last = Text(nodes - 1);
  std::ofstream(words) << dice.Word({"1\n", "// none\n  dEadBeef 00000002 // two\r\n3"});
  std::ofstream(out + ".images") << dice.Pick(
      std::vector<std::string>{"all " + words, "# some\n\n0," + last + "\t" + words + "\r\n",
                               "0-" + last + "  " + words + "  # all\n"});
}

}  // namespace toroid::fuzz
