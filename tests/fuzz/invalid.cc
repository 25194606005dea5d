#include "tests/fuzz/invalid.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <optional>

namespace toroid::fuzz {
namespace {

const std::string kLong(3000, 'x');

// A value that the option's type refuses; nothing if it takes any.
std::optional<std::string> BadValue(Dice& dice, const Option& option) {
  switch (option.type) {
    case ValueType::kFlag:
    case ValueType::kText:
    case ValueType::kFiles: return std::nullopt;
    case ValueType::kIdentifier: return dice.Word({"module", "1x", "a__b", "end_", "my-net"});
    case ValueType::kOutput: return dice.Word({"x", "page.txt", "a.fst.gz"});
    case ValueType::kInNetwork:
      return dice.Word({"sum", "multicast:or", "reduction:", "reduction:mean",
                        "reduction:min:", "reduction:a.v", "reduction:a.v:0", "reduction:a.v:65",
                        "reduction:a:1", "reduction:min:max", "reduction:or:1a.v:2"});
    case ValueType::kLoads: return dice.Word({"word", "tables,", ",", "images", "images=", "all"});
    case ValueType::kShard: return dice.Word({"0/2", "3/2", "x", "1", "/", "1/", "-1/2", "1/2/3"});
    case ValueType::kGraph:
      return dice.Word({"donut:8", "torus", "torus:", "ring:1", "mesh:4x", "torus:4x1", "ring:4x4",
                        "hypercube:0", "hypercube:25", "hypercube:2x2", "torus:5000x5000", "mesh:a",
                        "torus:-4", "TORUS", "torus:99999999999999999999", "line:0", "mesh:\x1b[2J",
                        "ring:\xff\xfe", "torus:2\n"});
    case ValueType::kTask: return dice.Word({"0", "x,y", "1,2,3", ",", "0;4", "0x1", "\t"});
    case ValueType::kLengths: return dice.Word({"3,5", "x", "3x", "-1x2", "1.5", "2x\x7f"});
    case ValueType::kCoordinates: return dice.Word({"1x2", ",", "1,", "-1,0", "a", "0.5,1"});
    case ValueType::kChoice:
      return dice.Word(
          {"nonsense", "?", "uniforn", "al", "|", "none|all", "\x1b]0;x\x07", " ", "0"});
    case ValueType::kWhole: {
      const std::string low = std::to_string(option.low - 1);
      if (option.multiple > 1 && dice.OneIn(3)) return std::to_string(option.low + 1);
      if (dice.OneIn(4)) return low;
      return dice.Word({"x", "1.5", "0x10", "1e3", "-1", "99999999999999999999999", "-", "+1", " 1",
                        "1 ", "\x01"});
    }
    case ValueType::kProbability:
      return dice.Word({"1.5", "-0.1", "nan", "inf", "half", "1e400", "0x1", "1.0.0", "-", "5 %"});
    case ValueType::kPositiveProbability:
      return dice.Word({"0", "-0", "1.0001", "nan", "inf", "x", "1e999", "-1e-3"});
    case ValueType::kCycles: return dice.Word({"-1", "nan", "1e10", "much", "1,5", "-inf"});
  }
  return std::nullopt;
}

class Mistakes {
 public:
  Mistakes(Dice& dice, const Scratch& scratch)
      : dice_(dice), scratch_(scratch), valid_(ValidLine(dice, scratch.Path("never"))) {}

  Invalid Make() {
    using Mistake = bool (Mistakes::*)();
    struct Kind {
      const char* name;
      Mistake make;
    };
    static const std::vector<Kind> kinds = {
        {"bad value", &Mistakes::BadValueOfAnOption},
        {"bad value", &Mistakes::BadValueOfAnOption},
        {"bad value", &Mistakes::BadValueOfAnOption},
        {"misspelt option", &Mistakes::MisspeltOption},
        {"unknown option", &Mistakes::UnknownOption},
        {"unknown command", &Mistakes::UnknownCommand},
        {"stray word", &Mistakes::StrayWord},
        {"option of another command", &Mistakes::OptionOfAnother},
        {"given twice", &Mistakes::GivenTwice},
        {"value missing", &Mistakes::ValueMissing},
        {"flag with a value", &Mistakes::FlagWithAValue},
        {"required option missing", &Mistakes::RequiredMissing},
        {"half a pair", &Mistakes::HalfAPair},
        {"not used by the traffic", &Mistakes::UnusedByTraffic},
        {"do not go together", &Mistakes::Together},
        {"do not go together", &Mistakes::Together},
        {"do not go together", &Mistakes::Together},
        {"broken file", &Mistakes::BrokenFile},
        {"unknown key", &Mistakes::UnknownKey},
        {"wrong type in the file", &Mistakes::WrongTypeInFile},
        {"bad value in the file", &Mistakes::BadValueInFile}};
    while (true) {
      line().tables.clear();  // else an option that goes leaves them alone
      const Kind& kind = dice_.Pick(kinds);
      if (!(this->*kind.make)()) {
        // the line has no place for such a mistake
        valid_ = ValidLine(dice_, scratch_.Path("never"));
        continue;
      }
      made_.kind = kind.name;
      if (made_.words.empty()) made_.words = WordsOf(line(), scratch_, dice_);
      return made_;
    }
  }

 private:
  Line& line() { return valid_.line; }
  const Network& network() const { return valid_.network; }

  bool Name(std::string_view field) {
    made_.field = std::string(field);
    return true;
  }

  // An option of the command line; null if there is none that will do.
  const Option* AnyTyped(const std::function<bool(const Option&)>& will_do) {
    std::vector<const Option*> found;
    for (const auto& [name, value] : line().typed) {
      const Option* option = FindOption(name);
      if (will_do(*option)) found.push_back(option);
    }
    return found.empty() ? nullptr : dice_.Pick(found);
  }

  bool IsUsed(const Option& option) {
    if (!Takes(line().command, option)) return false;
    const auto traffic = ParseTraffic(line().Get("--traffic"));
    return line().command != Command::kSimulate || Uses(*traffic, option.name);
  }

  // ---- words ----

  bool BadValueOfAnOption() {
    std::vector<const Option*> will_do;
    for (const Option& option : AllOptions()) {
      const bool there = line().typed.contains(std::string(option.name));
      if (!there || option.type == ValueType::kFlag || option.type == ValueType::kText) continue;
      will_do.push_back(&option);
    }
    if (will_do.empty()) return false;
    const Option& option = *dice_.Pick(will_do);
    const bool is_long = dice_.OneIn(12);
    line().Set(std::string(option.name), is_long ? kLong : *BadValue(dice_, option));
    return Name(option.name);
  }

  bool MisspeltOption() {
    const Option* option = AnyTyped([](const Option& one) { return one.type != ValueType::kFlag; });
    if (option == nullptr) return false;
    std::string name(option->name);
    const std::string value = line().Get(name);
    line().typed.erase(name);
    const int at = dice_.Between(2, static_cast<int>(name.size()) - 2);
    const auto place = static_cast<std::size_t>(at);
    switch (dice_.Below(3)) {
      case 0: name.erase(place, 1); break;
      case 1: name.insert(place, 1, name[place]); break;
      default: std::swap(name[place], name[place + 1]); break;
    }
    if (FindOption(name) != nullptr || name == std::string(option->name)) return false;
    line().further = {name, value};
    return Name(name);
  }

  bool UnknownOption() {
    struct Unknown {
      const char* name;
      const char* printed;
    };
    static const std::vector<Unknown> unknown = {
        {"--colour", "--colour"}, {"--\x1b[31m", "--\\x1b[31m"}, {"--", "--"},
        {"--3", "--3"},           {"--\xc3(", "--\\xc3("},       {"-Z9", "-Z9"}};
    const Unknown& one = dice_.Pick(unknown);
    line().further = {one.name, "3"};
    return Name(one.printed);
  }

  bool UnknownCommand() {
    const std::string word =
        dice_.Word({"mop", "", "MAP", "simulat", "\x1b[0m", "-x", "--host", "0"});
    made_.words = WordsOf(line(), scratch_, dice_);
    made_.words.front() = word;
    return Name("command");
  }

  bool StrayWord() {
    line().further = {dice_.Word({"torus:8x8", "x", "3", "-", "-1", "\x07", "=", "schedule"})};
    return Name("command line");
  }

  bool OptionOfAnother() {
    for (const Option& option : AllOptions()) {
      if (Takes(line().command, option) || !dice_.OneIn(4)) continue;
      line().Set(std::string(option.name), AnyValue(dice_, option, line().command));
      return Name(option.name);
    }
    return false;
  }

  bool GivenTwice() {
    const Option* option = AnyTyped([](const Option&) { return true; });
    if (option == nullptr) return false;
    const std::string name(option->name);
    line().further = {name};
    if (option->type != ValueType::kFlag) line().further.push_back(line().Get(name));
    return Name(name);
  }

  bool ValueMissing() {
    const Option* option = AnyTyped([](const Option& one) { return one.type != ValueType::kFlag; });
    if (option == nullptr) return false;
    const std::string name(option->name);
    line().typed.erase(name);
    line().further = {dice_.OneIn(2) ? name : name + "="};
    return Name(name);
  }

  bool FlagWithAValue() {
    const Option* option = AnyTyped([](const Option& one) { return one.type == ValueType::kFlag; });
    if (option == nullptr) return false;
    const std::string name(option->name);
    line().typed.erase(name);
    line().further = {name + "=" + dice_.Word({"", "true", "1", "\x1b"})};
    return Name(name);
  }

  // ---- options that need each other ----

  bool RequiredMissing() {
    std::vector<const Option*> required;
    for (const Option& option : AllOptions()) {
      if ((option.required_by & Bit(line().command)) != 0 && line().Has(std::string(option.name)))
        required.push_back(&option);
    }
    const std::string name(dice_.Pick(required)->name);
    line().Remove(name);
    return Name(name);
  }

  bool HalfAPair() {
    if (!network().guest) return false;
    const std::string name = dice_.Word({"--guest", "--embedding"});
    line().Remove(name);
    return Name(name);
  }

  bool UnusedByTraffic() {
    if (line().command != Command::kSimulate) return false;
    std::vector<const Option*> unused;
    for (const Option& option : AllOptions()) {
      if (Takes(line().command, option) && !IsUsed(option)) unused.push_back(&option);
    }
    const Option& option = *dice_.Pick(unused);
    const std::string value = AnyValue(dice_, option, line().command);
    if (AsksForNothing(line().command, option, value)) return false;
    line().Set(std::string(option.name), value);
    return Name(option.name);
  }

  bool Typed(const std::string& name, const std::string& value, std::string_view field) {
    line().Remove(name);
    line().Set(name, value);
    return Name(field);
  }

  bool Together() {
    // options that conflict with most mistakes
    line().Remove("--classes");
    line().Remove("--local");
    line().Remove("--node-clocks");
    line().Remove("--link-stages");
    line().Remove("--protect");
    switch (line().command) {
      case Command::kMap: return OfTheEmbedding();
      case Command::kSchedule: return dice_.OneIn(3) ? OfTheEmbedding() : OfTheSchedule();
      case Command::kGenerate: return dice_.OneIn(3) ? OfTheEmbedding() : OfTheHardware();
      case Command::kSimulate:
        return dice_.OneIn(4) ? OfTheHardware() : dice_.OneIn(3) ? OfTheSchedule() : OfTheTraffic();
      case Command::kSweep: return OfSweep();
      case Command::kCheck: return dice_.OneIn(3) ? OfCheck() : OfTheEmbedding();
      case Command::kCost: return OfCost();
      default: assert(false);
    }
    return false;
  }

  bool OfTheEmbedding() {
    if (!network().guest || network().box) return false;
    const std::string& embedding = network().embedding;
    if (line().command == Command::kMap && dice_.OneIn(6)) {
      line().Remove("--dead-links");
      return Typed("--dead-nodes", "99999999", "--dead-nodes");
    }
    switch (dice_.Below(5)) {
      case 0:
        if (network().guest->IsCube() || line().Has("--task")) return false;
        return Typed("--bit-order", "block", "--bit-order");
      case 1:
        if (embedding == "tao" || line().command == Command::kSchedule) return false;
        return Typed("--walk", "fold", "--walk");
      case 2:
        if (network().SharesCubeNodes() || line().command == Command::kSchedule) return false;
        return Typed("--dilation", "2", "--dilation");
      case 3:
        if (embedding != "xor" && embedding != "standard") return false;
        return Typed("--host", "ring:128", "--host");
      default:
        if (embedding != "identity" || line().Has("--task")) return false;
        line().Remove("--bit-order");
        return Typed("--guest", "line:97", "--embedding");
    }
  }

  // Whether the schedule can be made invalid without another fault.
  bool OfTheSchedule() {
    if (!line().Has("--schedule")) return false;
    const std::string schedule = line().Get("--schedule");
    if (line().command == Command::kSchedule && dice_.OneIn(6)) {
      const bool tables = schedule == "none" || schedule == "list";
      return Typed("--dead-links", tables ? "0-0" : "0-1", tables ? "--dead-links" : "--schedule");
    }
    const bool formula = schedule == "calmant" || schedule == "offset" || schedule == "stream";
    const bool task = line().Has("--task");
    switch (dice_.Below(5)) {
      case 0:
        if (!formula || network().host.axes() == 1 || network().host.IsCube()) return false;
        return Typed("--bit-order", "block", "--schedule");
      case 1:
        if (schedule == "exact" || !task) return false;
        return Typed("--steps", "3", "--steps");
      case 2:
        if (!task) return false;
        return Typed("--task", dice_.Word({"9,1", "0,9", "-1,1", "0,0", "2147483647,2147483647"}),
                     "--task");
      case 3:
        if (schedule != "exact") return false;
        return Typed("--ports", "all", "--schedule");
      default:
        if (network().HasFormula() || !network().RunsTasks() || network().embedding == "gray")
          return false;
        if (line().Get("--method") != "" && line().Get("--method") != "cc-cube") return false;
        if (schedule == "exact" || network().HasBitOrder() || !network().host.equal()) return false;
        return Typed("--schedule", "offset", "--schedule");
    }
  }

  bool OfTheHardware() {
    const bool generate = line().command == Command::kGenerate;
    switch (dice_.Below(9)) {
      case 8:
        if (!network().guest || line().Get("--address") == "physical") return false;
        return Typed("--processes", "2", "--processes");
      case 7:
        return generate && !line().Has("--load") &&
               Typed("--load", "images=/nowhere/images", "--load");
      case 0:
        return Typed("--name", dice_.Word({"module", "1x", "a__b", "end_", "my-net"}), "--name");
      case 1:
        if (network().guest) return false;
        return Typed("--address", "logical", "--address");
      case 2:
        if (network().box || generate) return false;
        return Typed("--base", "0,0", "--base");
      case 3:
        if (!network().box) return false;
        return Typed("--partition", "100x100x100", "--partition");
      case 4:
        if (network().guest) return false;
        return Typed("--translation", "computed", "--translation");
      case 5:
        if (!generate || network().guest) return false;
        return Typed("--atu-stages", "1", "--atu-stages");
      default:
        if (!line().Has("--relay")) return false;
        return Typed("--ports", "one", "--relay");
    }
  }

  bool OfTheTraffic() {
    const std::string traffic = line().Get("--traffic");
    switch (dice_.Below(8)) {
      case 7: return Typed("--coverage", "seen.csv", "--coverage");
      case 0: return Typed("--format", "csv", "--format");
      case 1: return Typed("--wave", "x.fst", "--wave");
      case 2: return Typed("--rtl", "flat", "--rtl");
      case 3:
        if (traffic != "fft") return false;
        return Typed("--flit-width", "56", "--flit-width");
      case 4:
        if (traffic != "fft") return false;
        return Typed("--elements", "12", "--elements");
      case 5:
        if (traffic != "cc-cube" && traffic != "all-reduce") return false;
        line().Remove("--elements");
        line().Set("--elements", "64");
        return Typed("--pipelining", "65", "--pipelining");
      default:
        if (traffic != "permutation" && traffic != "scatter" && traffic != "exchange") return false;
        if (line().Has("--relay")) return Typed("--message-flits", "2", "--message-flits");
        return Typed("--schedule", "offset", "--schedule");
    }
  }

  // Includes lists with one wrong value.
  bool OfSweep() {
    switch (dice_.Below(7)) {
      case 0: {
        const std::string own = line().Get("--traffic");
        const std::string more = (own.empty() ? "uniform" : own) + ",task";
        return Typed("--traffic", dice_.OneIn(2) ? "fft" : more, "--traffic");
      }
      case 1: return Typed("--rate", dice_.Word({"0", "0.1,0"}), "--rate");
      case 2:
        return Typed("--rate",
                     dice_.Word({"0.5:0.1:0.1", "0.1:0.5", "0.1:1:0", "0.1,1e-1", "0.1:1:1e-9",
                                 "0.1,2", "0.1,,0.2", "0.1:0.5:0.1:1"}),
                     "--rate");
      case 3: return Typed("--seed", dice_.Word({"1:0", "1:5:0", "1,1", "1:5:x", ","}), "--seed");
      case 4:
        line().Remove("--batches");
        line().Set("--batches", "7");
        return Typed("--cycles", "100", "--cycles");
      case 5: return Typed("--latency-limit", dice_.Word({"1", "0"}), "--latency-limit");
      default: return Typed("--plot", "plot.png", "--plot");
    }
  }

  bool OfCheck() {
    switch (dice_.Below(4)) {  // no valid line checks a netlist
      case 0: return Typed("--load", "tables", "--load");
      case 1: return Typed("--load", "words", "--load");
      default: break;
    }
    if (line().Has("--task")) {
      for (const char* name : {"--steps", "--time-limit"}) line().Remove(name);
      return Typed("--schedule", "none", "--schedule");
    }
    const bool ports = !line().Has("--collective") && !line().Has("--flows");  // which have it
    if (ports && dice_.OneIn(2))
      return Typed("--ports", "all", "--ports");  // not the default, which is accepted
    return Typed("--message-flits", "2", "--message-flits");
  }

  bool OfCost() {
    switch (dice_.Below(4)) {
      case 3:
        if (line().Has("--dead-nodes")) return false;
        if (line().Has("--collective")) return Typed("--dead-links", "0-0", "--dead-links");
        line().Remove("--barrier");  // hardware has none with routing tables
        return Typed("--dead-links", "0-1", "--schedule");
      case 0:  // none is the default of a collective, and accepted
        if (line().Has("--collective"))
          return Typed("--schedule", dice_.Word({"exact", "list"}), "--schedule");
        return Typed("--schedule", dice_.Word({"none", "exact", "list"}), "--schedule");
      case 1:
        if (line().Has("--by-block")) return Typed("--elements", "64", "--elements");
        line().Remove("--elements");
        line().Set("--elements", "64");
        return Typed("--pipelining", "65", "--pipelining");
      default:
        if (line().Has("--collective")) return Typed("--bit-order", "block", "--bit-order");
        if (network().host.axes() == 1) return false;
        return Typed("--bit-order", "block", "--schedule");
    }
  }

  // ---- the file ----

  bool BrokenFile() {
    line().in_file.clear();
    line().file_text = dice_.Word({"host = \n", "host\n", "= 3\n", "host = 'x\n", "a = 1\na = 2\n",
                                   "\xff = 1\n", "[[[\n", "x = {\n", "host = 2024-13-45\n",
                                   "\"\\u00\" = 1\n", "[net]\nhost = 1\n"});
    made_.in_file = true;
    return Name("--config");
  }

  bool UnknownKey() {
    const std::string key = dice_.Word({"colour", "hots", "flit_width", "Host", "bit-ordr", "x"});
    TypeAll();
    line().file_text = "# a comment\n" + key + " = 3\n";
    made_.in_file = true;
    return Name("--" + key);
  }

  // Moves the file's options for this command to the command line.
  void TypeAll() {
    for (const auto& [name, value] : line().in_file) {
      if (Takes(line().command, *FindOption(name))) line().typed.insert({name, value});
    }
    line().in_file.clear();
  }

  // The option at fault is in the file, all others are typed.
  bool InFile(const Option& option, const std::string& toml) {
    TypeAll();
    line().typed.erase(std::string(option.name));
    line().file_text = "\n" + std::string(ToString(line().command)) + "." +
                       std::string(option.name.text().substr(2)) + " = " + toml + "\n";
    made_.in_file = true;
    return Name(option.name);
  }

  bool WrongTypeInFile() {
    const Option* option = AnyTyped([](const Option& one) { return !one.only_typed; });
    if (option == nullptr) return false;
    if (option->type == ValueType::kFlag)
      return InFile(*option, dice_.Word({"1", "\"true\"", "[]"}));
    return InFile(*option, dice_.Word({"true", "[1]", "{a = 1}", "1979-05-27", "\"\""}));
  }

  bool BadValueInFile() {
    const Option* option = AnyTyped([](const Option& one) { return IsNumber(one.type); });
    if (option == nullptr) return false;
    return InFile(*option, dice_.Word({"-3", "\"x\"", "nan", "-inf", "1e300"}));
  }

  Dice& dice_;
  const Scratch& scratch_;
  Valid valid_;
  Invalid made_;
};

}  // namespace

Invalid InvalidLine(Dice& dice, const Scratch& scratch) { return Mistakes(dice, scratch).Make(); }

}  // namespace toroid::fuzz
