// Values that fit an option's type alone, and lines of the few networks that hardware is built for.
#include <algorithm>

#include "tests/fuzz/valid.h"

namespace toroid::fuzz {
std::string AnyValue(Dice& dice, const Option& option, Command command) {
  switch (option.type) {
    case ValueType::kFlag: return "";
    case ValueType::kText:
    case ValueType::kFiles: return "word";
    case ValueType::kShard: return dice.Word({"1/1", "1/2", "2/2"});
    case ValueType::kGraph: return AnyShape(dice).Text(dice);
    case ValueType::kTask:
      return std::to_string(dice.Below(3)) + "," + std::to_string(dice.Between(1, 3));
    case ValueType::kLengths: return "2x3";
    case ValueType::kCoordinates: return "1,0";
    case ValueType::kChoice: {
      const auto choices = ChoicesOf(FormFor(command, option));
      return std::string(dice.Pick(choices));
    }
    case ValueType::kWhole: {
      const bool bounded = option.high <= 1'000'000'000'000;
      if (dice.OneIn(8)) return std::to_string(bounded && dice.OneIn(2) ? option.high : option.low);
      const auto steps = std::min<std::int64_t>(100, (option.high - option.low) / option.multiple);
      return std::to_string(option.low +
                            option.multiple * dice.Between(0, static_cast<int>(steps)));
    }
    case ValueType::kProbability:
    case ValueType::kPositiveProbability: return dice.Word({"1", "0.5", "1e-1"});
    case ValueType::kOutput: return "never.html";
    case ValueType::kInNetwork: return dice.Word({"multicast", "reduction", "reduction:min"});
    case ValueType::kLoads: return "words";
    case ValueType::kIdentifier: return dice.Word({"net", "my_net"});
    case ValueType::kCycles: return dice.Word({"0", "1", "2.5", "567", "1e3"});
  }
  return "";
}

Valid ValidHardwareLine(Dice& dice, const std::string& folder) {
  Valid valid;
  Line& line = valid.line;
  line.command = Command::kSimulate;
  if (dice.OneIn(3)) {
    line.typed = {
        {"--host", "ring:64"},    {"--guest", "hypercube:6"}, {"--embedding", "xor"},
        {"--traffic", "task"},    {"--task", "0,6"},          {"--message-flits", "16"},
        {"--schedule", "stream"}, {"--ports", "all"},         {"--schedule-units", "send"}};
    if (dice.OneIn(2)) {
      line.Set("--router", "scheduled");
      line.Set("--schedule-units", "check");
    }
  } else if (dice.OneIn(4)) {
    line.typed = {{"--host", "ring:4"},
                  {"--traffic", "axi"},
                  {"--requests", std::to_string(dice.Between(1, 200))}};
  } else {
    line.typed = {{"--host", "ring:4"},
                  {"--flit-width", "16"},
                  {"--traffic", dice.Word({"uniform", "neighbor", "bit-complement", "bit-reverse",
                                           "shuffle", "tornado", "random-permutation", "hotspot"})},
                  {"--rate", dice.Word({"0.5", "1"})},
                  {"--cycles", std::to_string(dice.Between(20, 300))},
                  {"--packet-flits", std::to_string(dice.Between(1, 5))}};
    if (dice.OneIn(4)) line.Set("--wave", folder + "/wave.fst");
  }
  line.Set("--engine", dice.Word({"both", "rtl"}));
  if (dice.OneIn(2) && !line.Has("--wave")) line.Set("--rtl", dice.Word({"auto", "nodes"}));
  if (dice.OneIn(2)) line.Set("--seed", std::to_string(dice.Below(1000)));
  if (dice.OneIn(2)) line.Set("--without", "idle-skip");
  if (dice.OneIn(2)) line.Set("--format", dice.Word({"text", "json"}));
  if (dice.OneIn(3) && !line.Has("--router")) line.Set("--sink-ready", "0.5");
  return valid;
}

}  // namespace toroid::fuzz
