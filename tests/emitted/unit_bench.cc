#include "tests/emitted/unit_bench.h"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace toroid::test {
namespace {

// An address written out bit by bit.
std::uint32_t PackedAddress(const Graph& graph, NodeId node) {
  std::string bits;
  const Coordinates coordinates = graph.CoordinatesOf(node);
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    std::string field;
    for (int range = 1, x = coordinates[a]; range < graph.lengths()[a]; range *= 2, x /= 2)
      field.insert(field.begin(), x % 2 == 0 ? '0' : '1');
    bits += field;
  }
  return static_cast<std::uint32_t>(std::stoul(bits, nullptr, 2));
}

// The least number of bits that hold 0 .. values - 1.
int BitsOf(std::uint32_t values) {
  int bits = 0;
  while ((std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

int RankBits(const Plan& plan) { return BitsOf(plan.embedding()->load_factor()); }

std::string Range(int bits) { return bits == 0 ? "" : "[" + std::to_string(bits - 1) + ":0] "; }

// A unit in the testbench: its inputs are fields of `code`, its outputs fields of `answer`.
struct Unit {
  std::string name;
  bool forward;
  int code_bits;
  int answer_bits;
  int rank_bits;
  int count_bits;
  int stages;

  std::string Declaration() const {
    const std::string code = name + "_code";
    const std::string answer = name + "_answer";
    std::string text = "  reg " + Range(code_bits) + code + ";\n  wire " + Range(answer_bits) +
                       answer + ";\n  wire " + name + "_valid;\n";
    if (count_bits > 0) text += "  wire " + Range(count_bits) + name + "_count;\n";
    text +=
        "  " + name + " " + name + "_unit (" + (stages > 0 ? ".clk(clk), " : "") +
        Connected(forward ? "logical" : "physical", code, code_bits, forward ? 0 : rank_bits) +
        Connected(forward ? "physical" : "logical", answer, answer_bits, forward ? rank_bits : 0);
    if (count_bits > 0) text += ".count(" + name + "_count), ";
    return text + ".valid(" + name + "_valid));\n";
  }

  // Ports `port` and, in the lowest bits, member.
  static std::string Connected(const std::string& port, const std::string& wire, int bits,
                               int members) {
    if (members == 0) return "." + port + "(" + wire + "), ";
    const auto part = [&](int msb, int lsb) {
      return wire + "[" + std::to_string(msb) + ":" + std::to_string(lsb) + "]";
    };
    return "." + port + "(" + part(bits - 1, members) + "), .member(" + part(members - 1, 0) +
           "), ";
  }
};

std::vector<Unit> UnitsOf(const std::vector<Network>& cases) {
  std::vector<Unit> units;
  for (const Network& network : cases) {
    const Plan plan = PlanOf(network);
    const int members = RankBits(plan);
    const int counts = members == 0 ? 0 : BitsOf(plan.embedding()->load_factor() + 1);
    units.push_back({network.name + "_atu_forward", true, plan.logical_bits(),
                     plan.physical_bits() + members, members, 0, network.atu_stages});
    units.push_back({network.name + "_atu_inverse", false, plan.physical_bits() + members,
                     plan.logical_bits(), members, counts, network.atu_stages});
  }
  return units;
}

// Prints "unit code valid answer" for every code of every unit, asked one a cycle and answered
// `stages` cycles later. Each unit has its own input: the others rest meanwhile.
std::string Testbench(const std::vector<Network>& cases) {
  std::ostringstream wires;
  std::ostringstream steps;
  for (const Unit& unit : UnitsOf(cases)) {
    const std::string& name = unit.name;
    wires << unit.Declaration();
    const unsigned codes = 1U << unit.code_bits;
    const std::string asked = "i - " + std::to_string(unit.stages);
    steps << "    for (i = 0; i < " << codes + static_cast<unsigned>(unit.stages)
          << "; i = i + 1) begin\n      " << name << "_code = i < " << codes
          << " ? i : ~i;\n      #1 if (i >= " << unit.stages << ") begin\n        $display(\""
          << name << " %0d %b %0d\", " << asked << ", " << name << "_valid, " << name
          << "_answer);\n";
    if (unit.count_bits > 0)
      steps << "        $display(\"" << name << "_count %0d 1 %0d\", " << asked << ", " << name
            << "_count);\n";
    steps << "      end\n"
          << (unit.stages > 0 ? "      #1 clk = 1;\n      #1 clk = 0;\n" : "") << "    end\n";
  }
  return "`timescale 1ns / 1ns\nmodule tb;\n  integer i;\n  reg clk = 0;\n" + wires.str() +
         "  initial begin\n" + steps.str() + "    $finish;\n  end\nendmodule\n";
}

Answers Parsed(const std::string& output) {
  Answers answers;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string unit;
    std::string valid;
    std::uint32_t code = 0;
    std::uint32_t answer = 0;
    // a simulator's own words
    if (!(words >> unit >> code >> valid) || unit.find("_atu_") == unit.npos) continue;
    EXPECT_TRUE(valid == "0" || valid == "1") << line;
    EXPECT_TRUE(valid == "0" || (words >> answer)) << line;
    EXPECT_EQ(answers[unit].size(), code);
    answers[unit].push_back(valid == "1" ? Answer(answer) : std::nullopt);
  }
  return answers;
}

// A module whose output `wrong` is high where a valid code does not come back as the same member of
// its host node.
std::string ThereAndBack(const Network& network) {
  const Plan plan = PlanOf(network);
  const bool members = plan.rank_bits() > 0;
  const std::string member = members ? ".member(member), " : "";
  return "module there_and_back (input wire " + Range(plan.logical_bits()) +
         "code, output wire wrong);\n  wire " + Range(plan.physical_bits()) + "there;\n  wire " +
         Range(plan.logical_bits()) + "back;\n  wire there_ok, back_ok;\n" +
         (members ? "  wire " + Range(plan.rank_bits()) + "member;\n  wire " +
                        Range(plan.count_bits()) + "count;\n"
                  : "") +
         "  " + network.name + "_atu_forward forward (.logical(code), .physical(there), " + member +
         ".valid(there_ok));\n  " + network.name + "_atu_inverse inverse (.physical(there), " +
         member + (members ? ".count(count), " : "") +
         ".logical(back), .valid(back_ok));\n  assign wrong = there_ok && !(back_ok && back == "
         "code" +
         (members ? " && member < count" : "") + ");\nendmodule\n";
}

// A module whose output `wrong` is high for a code whose answer differs from `answers`.
std::string Miter(const Unit& unit, const std::vector<Answer>& answers) {
  std::ostringstream text;
  text << "module " << unit.name << "_miter (input wire " << Range(unit.code_bits)
       << "code, output wire wrong);\n  wire " << Range(unit.answer_bits)
       << "answer;\n  wire valid;\n  " << unit.name << " unit ("
       << Unit::Connected(unit.forward ? "logical" : "physical", "code", unit.code_bits,
                          unit.forward ? 0 : unit.rank_bits)
       << Unit::Connected(unit.forward ? "physical" : "logical", "answer", unit.answer_bits,
                          unit.forward ? unit.rank_bits : 0)
       << ".valid(valid));\n  reg [" << unit.answer_bits
       << ":0] expected;\n  always @* begin\n    case (code)\n";
  for (std::size_t code = 0; code < answers.size(); ++code) {
    if (answers[code])
      text << "      " << code << ": expected = {1'b1, " << unit.answer_bits << "'d"
           << *answers[code] << "};\n";
  }
  text << "      default: expected = 0;\n    endcase\n  end\n  assign wrong = valid != expected["
       << unit.answer_bits << "] || (valid && answer != expected[" << unit.answer_bits - 1
       << ":0]);\nendmodule\n";
  return text.str();
}

}  // namespace

Answers ExpectedAnswers(const std::vector<Network>& cases) {
  Answers answers;
  for (const Network& network : cases) {
    const Plan plan = PlanOf(network);
    const Embedding& embedding = *plan.embedding();
    const int members = RankBits(plan);
    std::vector<Answer> forward(1U << plan.logical_bits());
    std::vector<Answer> inverse(1U << (plan.physical_bits() + members));
    std::vector<Answer> counts(inverse.size());
    for (std::uint32_t host = 0; host < embedding.host().size(); ++host) {
      const std::uint32_t physical = PackedAddress(embedding.host(), NodeId{host}) << members;
      const auto guests = embedding.GuestsOf(NodeId{host});
      for (std::uint32_t m = 0; m < 1U << members; ++m) {
        counts[physical + m] = static_cast<std::uint32_t>(guests.size());
        if (m >= guests.size()) continue;
        EXPECT_EQ(embedding.HostOf(guests[m]), NodeId{host});
        const std::uint32_t logical = PackedAddress(embedding.guest(), guests[m]);
        forward[logical] = physical + m;
        inverse[physical + m] = logical;
      }
    }
    EXPECT_EQ(std::ranges::count(forward, Answer{}),
              std::ssize(forward) - std::ssize(embedding.forward()));
    answers[network.name + "_atu_forward"] = forward;
    answers[network.name + "_atu_inverse"] = inverse;
    if (members > 0) answers[network.name + "_atu_inverse_count"] = counts;
  }
  return answers;
}

EmittedFiles UnitFiles(const std::vector<Network>& cases) {
  EmittedFiles files;
  for (const Network& network : cases) {
    for (const auto& [path, text] : FilesOf(network)) {
      if (path.find("_atu_") != path.npos) files[path] = text;
    }
  }
  return files;
}

Answers Simulate(EmittedFiles files, const std::vector<Network>& cases,
                 const std::string& command) {
  files["tb.v"] = Testbench(cases);
  const EmittedFolder folder(files);
  const Outcome outcome = folder.Run(command);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return Parsed(outcome.output);
}

std::size_t Compare(const Answers& expected, const Answers& found) {
  std::size_t codes = 0;
  std::size_t refused = 0;
  std::size_t differences = 0;
  for (const auto& [unit, answers] : expected) {
    const auto at = found.find(unit);
    EXPECT_NE(at, found.end()) << unit;
    EXPECT_EQ(at == found.end() ? 0 : at->second.size(), answers.size()) << unit;
    if (at == found.end() || at->second.size() != answers.size()) return answers.size();
    const bool counts = unit.ends_with("_count");
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (counts && !answers[i]) continue;  // outside the host's shape
      ++codes;
      refused += answers[i] ? 0U : 1U;
      wrong += answers[i] != at->second[i] ? 1U : 0U;
    }
    if (wrong > 0) std::cout << unit << ": " << wrong << " answers differ\n";
    differences += wrong;
  }
  std::cout << expected.size() << " units, " << codes << " codes compared, " << refused
            << " of them invalid, " << differences << " differences\n";
  return differences;
}

void ExpectClean(const std::vector<Network>& cases, const std::string& yosys) {
  const EmittedFiles files = UnitFiles(cases);
  ASSERT_EQ(files.size(), 2 * cases.size());
  const EmittedFolder folder(files);
  for (const std::string& command :
       {std::string("for f in rtl/*.v; do verilator --lint-only -Wall $f; done"),
        std::string("for f in rtl/*.v; do iverilog -g2005 -Wall -t null $f; done"),
        "yosys -q -p 'read_verilog rtl/*.v; " + yosys + "'"}) {
    const Outcome outcome = folder.Run(command);
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_EQ(outcome.output, "") << command;
  }
}

Outcome ProveAsExpected(const std::vector<Network>& cases, EmittedFiles files,
                        const Answers& expected) {
  std::string script;
  for (const Unit& unit : UnitsOf(cases)) {
    const std::string miter = unit.name + "_miter";
    files[miter + ".v"] = Miter(unit, expected.at(unit.name));
    script += "read_verilog " + miter + ".v rtl/" + unit.name + ".v\nhierarchy -top " + miter +
              "\nproc\nflatten\nmemory\nopt\n" + "sat -verify -prove wrong 0 " + miter +
              "\ndesign -reset\n";
  }
  files["prove.ys"] = script;
  return EmittedFolder(files).Run("yosys -q prove.ys");
}

Outcome ProveThereAndBack(const Network& network, EmittedFiles files) {
  files["there_and_back.v"] = ThereAndBack(network);
  files["prove.ys"] =
      "read_verilog there_and_back.v rtl/*.v\nhierarchy -top "
      "there_and_back\nproc\nflatten\nmemory\nopt\n"
      "sat -verify -prove wrong 0 there_and_back\n";
  return EmittedFolder(files).Run("yosys -q prove.ys");
}

}  // namespace toroid::test
