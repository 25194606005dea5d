// The schedule unit against gen/schedule: the cycle of every message of every node, for every task
// of small hosts, in Icarus Verilog.
//
// A testbench has many units and shows them every address of their host one after another. Hosts of
// one size share a testbench.
#include "gen/plan/schedule_unit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

#include "gen/rtl/library.h"
#include "tests/emitted/emitted.h"

namespace toroid::test::schedule_unit_test {
namespace {

// One unit: a schedule of one task on one host.
struct Unit {
  Embedding embedding;
  Schedule schedule;
  int levels = 1;
  int time_bits = 1;
  Cycle hop_cycles = 1;
};

std::string HostText(int axes, int levels, bool wraps) {
  std::string text = wraps ? "torus:" : "mesh:";
  for (int a = 0; a < axes; ++a) text += (a > 0 ? "x" : "") + std::to_string(1 << levels);
  return text;
}

// Appends the unit if there is one.
void AddUnit(const Embedding& embedding, ScheduleKind kind, Task task, Ports ports, int flits,
             std::vector<Unit>& units, Cycle hop_cycles = 1) {
  if (!UnitCovers(kind, ports, task, embedding)) return;
  const auto schedule =
      MakeScheduleOn({embedding.host(), nullptr, hop_cycles}, kind, embedding, task, ports, flits);
  if (!schedule) return;
  const auto last = static_cast<std::uint64_t>(schedule->messages.back().cycle);
  const int time_bits = std::max(1, static_cast<int>(std::bit_width(last)));
  units.push_back({embedding, *schedule, embedding.guest().axes() / embedding.host().axes(),
                   time_bits, hop_cycles});
}

// Every task, schedule and number of ports on the mesh and on the torus of these axes; every
// `stride`-th of them.
std::vector<Unit> UnitsOn(int axes, int levels, std::size_t stride = 1) {
  std::vector<Unit> units;
  const int d = axes * levels;
  for (const bool wraps : {false, true}) {
    const Graph host = Graph::Parse(HostText(axes, levels, wraps)).value();
    const auto kind = wraps ? EmbeddingKind::kXor : EmbeddingKind::kStandard;
    const Graph guest = Graph::Parse("hypercube:" + std::to_string(d)).value();
    const Embedding embedding = Embedding::Create(kind, guest, host, BitOrder::kCyclic).value();
    std::size_t number = 0;
    for (int first = 0; first < d; ++first) {
      for (int count = 1; first + count <= d; ++count) {
        for (const int flits : {1, 3, 16}) {
          if (number++ % stride != 0) continue;
          const Task task{first, count};
          for (const ScheduleKind schedule :
               {ScheduleKind::kStream, ScheduleKind::kOffset, ScheduleKind::kCalmant}) {
            AddUnit(embedding, schedule, task, Ports::kAll, flits, units);
            AddUnit(embedding, schedule, task, Ports::kOne, flits, units);
            if (flits != 3 || schedule == ScheduleKind::kStream) continue;
            AddUnit(embedding, schedule, task, Ports::kAll, flits, units, 4);
            AddUnit(embedding, schedule, task, Ports::kOne, flits, units, 9);
          }
        }
      }
    }
  }
  return units;
}

std::string Name(const Unit& unit) {
  const Schedule& schedule = unit.schedule;
  return std::string(ToString(schedule.kind)) + " <" + std::to_string(schedule.task.first) + "," +
         std::to_string(schedule.task.count) + "> L=" + std::to_string(schedule.message_flits) +
         " ports " + std::string(ToString(schedule.ports)) + " on " +
         unit.embedding.host().ToString();
}

int AddressBits(const Unit& unit) { return unit.embedding.guest().axes(); }

// An address is the coordinates side by side, the first in the most significant bits.
std::uint32_t AddressOf(const Unit& unit, NodeId node) {
  std::uint32_t address = 0;
  for (const int x : unit.embedding.host().CoordinatesOf(node))
    address = address * (1U << unit.levels) + static_cast<std::uint32_t>(x);
  return address;
}

// The cycles of a unit's messages, [address][message].
using Table = std::vector<std::vector<std::uint64_t>>;

Table Expected(const Unit& unit) {
  const Schedule& schedule = unit.schedule;
  Table table(unit.embedding.host().size(),
              std::vector<std::uint64_t>(static_cast<std::size_t>(schedule.task.count)));
  for (const ScheduledMessage& message : schedule.messages) {
    const auto j = static_cast<std::size_t>(message.cube_dimension.value() - schedule.task.first);
    table[AddressOf(unit, message.node)][j] = static_cast<std::uint64_t>(message.cycle);
  }
  return table;
}

std::string Instance(const Unit& unit, std::size_t number) {
  const Schedule& schedule = unit.schedule;
  const bool rings =
      unit.embedding.kind() == EmbeddingKind::kXor && unit.embedding.host().Wraps(Axis{0});
  const int kind = schedule.kind == ScheduleKind::kStream   ? 0
                   : schedule.kind == ScheduleKind::kOffset ? 1
                                                            : 2;
  const int count = schedule.task.count;
  std::ostringstream text;
  text << "  wire [" << count * unit.time_bits - 1 << ":0] at" << number << ";\n  wire ["
       << count - 1 << ":0] send" << number << ";\n  reg [" << unit.time_bits - 1 << ":0] now"
       << number << " = 0;\n  toroid_schedule_unit #(.KIND(" << kind << "), .AXES("
       << unit.embedding.host().axes() << "), .LEVELS(" << unit.levels << "), .RINGS(" << rings
       << "), .FIRST(" << schedule.task.first << "), .COUNT(" << count << "), .MESSAGE_FLITS("
       << schedule.message_flits << "), .HOP_CYCLES(" << unit.hop_cycles << "), .TIME_BITS("
       << unit.time_bits << "), .PORTS_ALL(" << (schedule.ports == Ports::kAll) << ")) unit"
       << number << " (.coordinates(code[" << AddressBits(unit) - 1
       << ":0]), .running(running), .now(now" << number << "), .send(send" << number
       << "), .send_at(at" << number << "));\n";
  return text.str();
}

// Prints "at UNIT ADDRESS" and the cycles of its messages, for all units and addresses; all units
// have as many address bits. Then, at four addresses, as all behave alike, prints "send UNIT
// ADDRESS RUNNING NOW" and the sends, in the cycle of one of the messages, in another one, and
// while the timer stands.
std::string CyclesBench(const std::vector<Unit>& units) {
  std::ostringstream wires;
  std::ostringstream steps;
  for (std::size_t u = 0; u < units.size(); ++u) {
    wires << Instance(units[u], u);
    steps << "      $display(\"at " << u << " %0d";
    const int count = units[u].schedule.task.count;
    for (int j = 0; j < count; ++j) steps << " %0d";
    steps << "\", code";
    for (int j = 0; j < count; ++j)
      steps << ", at" << u << "[" << j * units[u].time_bits << "+:" << units[u].time_bits << "]";
    steps << ");\n";
    const std::string number = std::to_string(u);
    const std::string show = "      #1 $display(\"send " + number +
                             " %0d %0d %0d %b\", code, running, now" + number + ", send" + number +
                             ");\n";
    steps << "      if (code < 4) begin\n      running = 1;\n      now" << u << " = at" << u
          << "[(code % " << count << ") * " << units[u].time_bits << "+:" << units[u].time_bits
          << "];\n"
          << show << "      now" << u << " = now" << u << " ^ 1;\n"
          << show << "      now" << u << " = now" << u << " ^ 1;\n      running = 0;\n"
          << show << "      end\n";
  }
  return "`timescale 1ns / 1ns\nmodule tb;\n  reg [31:0] code;\n  reg running = 0;\n" +
         wires.str() + "  initial begin\n    for (code = 0; code < " +
         std::to_string(1 << AddressBits(units.front())) + "; code = code + 1) begin\n      #1;\n" +
         steps.str() + "    end\n    $finish;\n  end\nendmodule\n";
}

EmittedFiles UnitFiles() {
  EmittedFiles files;
  const auto library = rtl::Library(TemplateRoot() / "lib", "toroid");
  for (const auto& [name, text] : *library) {
    if (name == "toroid_schedule_unit.v" || name.starts_with("toroid_send_"))
      files["rtl/" + name] = text;
  }
  return files;
}

std::string RunBench(EmittedFiles files, const std::string& bench) {
  files["tb.v"] = bench;
  const EmittedFolder folder(files);
  const Outcome outcome = folder.Run("iverilog -g2005 -o tb -s tb tb.v rtl/*.v && vvp -n tb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output.substr(0, 2000);
  return outcome.output;
}

struct Comparison {
  std::size_t cycles = 0;
  std::size_t differences = 0;
  std::string first_difference;
};

// "RUNNING NOW BITS" by the cycles that the unit has just shown.
void CompareSent(const Unit& unit, const std::vector<std::uint64_t>& cycles,
                 std::istringstream& words, const std::string& line, Comparison& result) {
  bool running = false;
  std::uint64_t now = 0;
  std::string sent;
  words >> running >> now >> sent;
  std::string expected;  // the last message first
  for (const std::uint64_t cycle : cycles)
    expected.insert(expected.begin(), running && cycle == now ? '1' : '0');
  result.cycles += cycles.size();
  if (sent == expected) return;
  if (result.differences++ == 0) result.first_difference = Name(unit) + ", " + line;
}

Comparison CompareCycles(const EmittedFiles& files, const std::vector<Unit>& units) {
  Comparison result;
  std::vector<Table> found(units.size());
  std::istringstream lines(RunBench(files, CyclesBench(units)));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string tag;
    std::size_t unit = 0;
    std::size_t address = 0;
    if (!(words >> tag >> unit >> address)) continue;
    if (tag == "send") {
      CompareSent(units.at(unit), found.at(unit).at(address), words, line, result);
      continue;
    }
    if (tag != "at") continue;
    EXPECT_EQ(found.at(unit).size(), address) << line;
    found[unit].emplace_back();
    for (std::uint64_t cycle = 0; words >> cycle;) found[unit].back().push_back(cycle);
  }
  for (std::size_t u = 0; u < units.size(); ++u) {
    const Table expected = Expected(units[u]);
    result.cycles += expected.size() * expected.front().size();
    EXPECT_EQ(found[u].size(), expected.size()) << Name(units[u]);
    for (std::size_t address = 0; address < expected.size() && address < found[u].size();
         ++address) {
      if (expected[address] == found[u][address]) continue;
      if (result.differences++ == 0)
        result.first_difference = Name(units[u]) + ", address " + std::to_string(address);
    }
  }
  return result;
}

void ExpectEqual(const std::vector<Unit>& units) {
  ASSERT_FALSE(units.empty());
  const Comparison result = CompareCycles(UnitFiles(), units);
  EXPECT_EQ(result.differences, 0U) << result.first_difference;
  std::cout << units.size() << " units, " << result.cycles << " cycles compared\n";
}

class ScheduleUnit : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(ScheduleUnit, SendsEveryMessageWhenTheScheduleSays) {
  const auto [axes, levels] = GetParam();
  ExpectEqual(UnitsOn(axes, levels));
}

INSTANTIATE_TEST_SUITE_P(Hosts, ScheduleUnit,
                         testing::Values(std::pair(1, 1), std::pair(1, 2), std::pair(1, 3),
                                         std::pair(1, 4), std::pair(1, 5), std::pair(1, 6),
                                         std::pair(2, 1), std::pair(2, 2), std::pair(2, 3),
                                         std::pair(3, 1), std::pair(3, 2)),
                         [](const auto& test) {
                           return std::to_string(test.param.first) + "axes" +
                                  std::to_string(test.param.second) + "levels";
                         });

// The coordinates of the task's own axes do not matter there; with one port and all.
TEST(ScheduleUnitOnCubes, SendsEveryMessageWhenTheScheduleSays) {
  std::vector<Unit> units;
  const Graph cube = Graph::Parse("hypercube:4").value();
  for (const EmbeddingKind kind : {EmbeddingKind::kIdentity, EmbeddingKind::kStandard}) {
    const Embedding embedding = Embedding::Create(kind, cube, cube, BitOrder::kCyclic).value();
    for (const ScheduleKind schedule :
         {ScheduleKind::kStream, ScheduleKind::kOffset, ScheduleKind::kCalmant}) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const Task task : {Task{0, 4}, Task{1, 2}, Task{3, 1}})
          AddUnit(embedding, schedule, task, ports, 3, units);
      }
    }
  }
  EXPECT_EQ(units.size(), 2U * (3 * 6 - 2));  // stream has no formula for one port but of <3,1>
  ExpectEqual(units);
}

TEST(ScheduleUnitSampled, OnThreeAxesOfEight) { ExpectEqual(UnitsOn(3, 3, 7)); }

TEST(ScheduleUnitSampled, OnTwoAxesOfSixteenAndFourOfFour) {
  ExpectEqual(UnitsOn(2, 4, 7));
  ExpectEqual(UnitsOn(4, 2, 7));
}

// ---- planted faults: the same comparison must see them ----

struct Fault {
  std::string name;
  std::string file;
  std::string from;
  std::string to;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class ScheduleUnitTwin : public testing::TestWithParam<Fault> {};

TEST_P(ScheduleUnitTwin, IsNoticed) {
  EmittedFiles files = UnitFiles();
  std::string& text = files.at("rtl/toroid_send_" + GetParam().file);
  const auto at = text.find(GetParam().from);
  ASSERT_NE(at, text.npos);
  text.replace(at, GetParam().from.size(), GetParam().to);
  const bool long_axes = GetParam().file == "step.v";  // shorter ones have one window
  EXPECT_GT(CompareCycles(files, long_axes ? UnitsOn(2, 3, 7) : UnitsOn(2, 2, 4)).differences, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, ScheduleUnitTwin,
    testing::Values(Fault{"HalfNotInverted", "stream.v", ": ~differ", ": differ"},
                    Fault{"PositionNotInverted", "stream.v", "^ {GROUP_BITS{minus}}", ""},
                    Fault{"LineOrder", "offset.v", "^ (LEVEL == LOWER)", "^ (LEVEL != LOWER)"},
                    Fault{"PairsNotTurned", "calmant.v", "AXES * (TURNS - 1)",
                          "AXES * (TURNS - 1) + 1"},
                    Fault{"LaterPartsLower", "step.v", "cycle_of(part_begin(p))", "cycle_of(BASE)"},
                    Fault{"RoutesOverlooked", "step.v", "route_of(upper) > reach_at",
                          "route_of(upper) < reach_at"},
                    Fault{"OneSubtractionTooFew", "modulo.v", "<= MOST)", "< MOST / 2)"}),
    [](const auto& test) { return test.param.name; });

// ---- size ----

// Synthesizes the unit for an iCE40 with the coordinates as inputs; fails if it takes more than
// `most` look-up tables, or none.
Outcome Synthesize(const std::string& parameters, int most) {
  EmittedFiles files = UnitFiles();
  files["size.ys"] = "read_verilog rtl/*.v\nhierarchy -top toroid_schedule_unit " + parameters +
                     "\nsynth_ice40 -top toroid_schedule_unit\nselect -assert-min 1 "
                     "t:SB_LUT4\nselect -assert-max " +
                     std::to_string(most) + " t:SB_LUT4\n";
  return EmittedFolder(files).Run("yosys -q size.ys");
}

std::string Parameters(int kind, int axes, int rings, int time_bits) {
  const auto set = [](const char* name, int value) {
    return std::string(" -chparam ") + name + " " + std::to_string(value);
  };
  return set("KIND", kind) + set("AXES", axes) + set("RINGS", rings) + set("COUNT", 3 * axes) +
         set("TIME_BITS", time_bits);
}

// Full tasks on axes of 8, messages of 16 flits. The limits are slightly above
// docs/spec/schedule-unit.md section 7.
TEST(ScheduleUnitSize, IsAFewDozenLuts) {
  for (const auto& [parameters, most] :
       {std::pair{Parameters(0, 2, 1, 6), 24}, std::pair{Parameters(0, 3, 1, 6), 34},
        std::pair{Parameters(1, 2, 1, 7), 36}, std::pair{Parameters(2, 2, 0, 7), 50}}) {
    const Outcome outcome = Synthesize(parameters, most);
    EXPECT_EQ(outcome.exit_code, 0) << parameters << outcome.output;
  }
}

TEST(ScheduleUnitSize, ATooLargeOneIsNoticed) {
  const Outcome outcome = Synthesize(Parameters(0, 2, 1, 6), 4);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("Assertion failed"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace toroid::test::schedule_unit_test
