// The table of rules: some command line breaks each rule, no rule hides another rule of its option,
// and everything that a rule names exists.
#include "gen/rules/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gen/options/help.h"
#include "gen/options/options.h"
#include "gen/support/text.h"
#include "tests/support/checkout.h"
#include "tests/unit/gen/command_line/config_file.h"
#include "tests/unit/gen/command_line/spec_testing.h"

namespace toroid::gen_rules_test {
namespace {

// Whether "a word b" matches "a {--x} b".
bool Fits(std::string_view text, std::string_view pattern) {
  const auto open = pattern.find('{');
  if (open == std::string_view::npos) return text == pattern;
  if (text.substr(0, open) != pattern.substr(0, open)) return false;
  const std::string_view rest = pattern.substr(pattern.find('}') + 1);
  return text.size() >= open + rest.size() && text.ends_with(rest);
}

// A rule with an option that it blames, or that lacks what the rule demands.
using Place = std::pair<const Rule*, const Blamed*>;

std::set<Place> AllPlaces() {
  std::set<Place> places;
  for (const auto rules : {AllRules(), RulesOfSharedMachines()}) {
    for (const Rule& rule : rules)
      for (const Blamed& blamed : rule.options) places.emplace(&rule, &blamed);
  }
  return places;
}

bool IsFired(const Place& place, const Diagnostic& diagnostic) {
  const auto& [rule, blamed] = place;
  const std::string needs(rule->needs), option(blamed->option);
  if (!needs.empty())
    return diagnostic.field == needs && diagnostic.allowed.starts_with(option + " needs " + needs);
  const auto words = SplitAt(diagnostic.value, ',');
  return diagnostic.field == option && Fits(diagnostic.what, rule->because) &&
         (blamed->word.empty() || std::ranges::find(words, blamed->word) != words.end());
}

void EraseFired(std::set<Place>& places, const Diagnostics& found) {
  std::erase_if(places, [&](const Place& place) {
    return std::ranges::any_of(
        found, [&](const Diagnostic& diagnostic) { return IsFired(place, diagnostic); });
  });
}

const std::string kCube = "--guest hypercube:4 --embedding xor ";
const std::string kTask = kCube + "--traffic task --task 0,4 ";
const std::string kRing = "--guest torus:4x4 --embedding identity ";
const std::string kExchange = kRing + "--traffic exchange ";
const std::string kMachine = "host = \"torus:6x8\"\n";
const std::string kProgram =
    "[[program]]\nguest = \"ring:6\"\nembedding = \"tao\"\npartition = \"2x3\"\ntraffic = "
    "\"permutation\"\n";

struct Line {
  Command command;
  std::string words;
};

// A command line for each rule, in the order of the table, on torus:4x4.
std::vector<Line> Lines() {
  const Command simulate = Command::kSimulate, generate = Command::kGenerate;
  const Command check = Command::kCheck, cost = Command::kCost;
  return {
      {generate, "--embedding xor"},
      {generate, "--guest ring:16"},
      {generate, "--schedule offset"},
      {generate, "--guest hypercube:4 --schedule offset"},
      {generate, "--partition 2x2"},
      {generate, "--guest hypercube:2 --partition 2x2"},
      {check, "--bit-order block"},
      {check, kRing + "--bit-order block"},
      {check, "--guest hypercube:4 --embedding tao --bit-order block"},
      {check, "--guest hypercube:4 --embedding gray --bit-order block"},
      {check, kCube + "--walk ring"},
      {check, "--walk ring"},
      {check, kCube + "--dilation 2"},
      {check, "--dilation 2"},
      {simulate, "--traffic uniform --base 0,0"},
      {simulate, "--traffic uniform --moved-from 0,0"},
      {generate, "--guest hypercube:2 --embedding xor --partition 2x2 --base 0,0"},
      {simulate,
       "--traffic uniform --guest hypercube:2 --embedding xor --partition 2x2 "
       "--moved-from 0,0"},
      {simulate,
       "--traffic exchange --guest hypercube:2 --embedding xor --partition 2x2 "
       "--moved-from 0,0 --router scheduled --schedule list --load address-units "
       "--engine model"},
      {generate,
       "--guest hypercube:2 --embedding xor --partition 2x2 --schedule offset --task 0,2"},
      {generate, "--guest hypercube:2 --embedding xor --partition 2x2 --relay"},
      {generate, kCube + "--schedule offset --task 0,4 --relay"},
      {generate, "--in-network reduction"},
      {generate, kCube + "--relay --in-network multicast"},
      {generate, "--processes 2 --in-network multicast"},
      {generate, "--guest hypercube:2 --embedding xor --partition 2x2 --in-network multicast"},
      {simulate, "--traffic uniform --coverage a.json --in-network multicast"},
      {generate, "--dead-links 0-1 --in-network multicast"},
      {generate, "--local axi4 --in-network multicast"},
      {generate, "--in-network multicast --router scheduled --ports all"},
      {generate, kCube + "--schedule offset --task 0,4 --router scheduled --in-network multicast"},
      {generate, "--root 3"},
      {simulate, "--traffic broadcast --router scheduled --in-network multicast --export a.goal"},
      {generate, "--address logical"},
      {generate, "--atu-stages 1"},
      {generate, "--guest hypercube:2 --embedding xor --partition 2x2 --atu-stages 1"},
      {generate, kCube + "--atu-stages 1"},
      {generate, "--translation computed"},
      {generate, "--processes 2 --router scheduled"},
      {generate, kCube + "--processes 2"},
      {generate, kCube + "--address physical --processes 2 --relay"},
      {generate,
       "--router scheduled --buffer-depth 8 --arbiter round-robin --storage lutram "
       "--target ecp5 --classes 2 --protect parity --counters"},
      {generate, kCube + "--router scheduled --relay"},
      {simulate, "--traffic reduce --router scheduled --in-network reduction --rtl lanes"},
      {generate, "--guest hypercube:2 --embedding xor --partition 2x2 --router scheduled"},
      {generate, kCube + "--router scheduled --translation computed"},
      {simulate, kTask + "--schedule offset --barrier-cycles 1"},
      {simulate, kTask + "--schedule offset --router scheduled --sink-ready 0.5"},
      {generate, "--traffic uniform"},
      {simulate, "--traffic uniform --router scheduled"},
      {simulate, kTask + "--router scheduled"},
      {simulate, kTask + "--schedule offset --router scheduled --coverage a.json"},
      {generate, "--target ice40 --storage lutram"},
      {generate, "--target xilinx --storage gated"},
      {generate, kCube + "--classes 2 --schedule offset --task 0,4"},
      {generate, kCube + "--classes 2 --relay"},
      {generate, kCube + "--classes 2 --translation computed"},
      {generate, "--classes 2 --barrier hardware"},
      {generate, kCube + "--link-stages 1 --relay"},
      {generate, kCube + "--link-stages 1 --translation exchanged"},
      {generate, "--link-stages 1 --load words --barrier hardware"},
      {simulate, kTask + "--ports all --schedule stream --link-stages 1"},
      {simulate, kExchange + "--translation exchanged --rtl lanes"},
      {simulate, "--traffic axi --engine model"},
      {simulate, "--traffic axi --rtl lanes"},
      {simulate, "--traffic axi --coverage a.json --export a.goal"},
      {generate, "--local axi4 --ports all"},
      {generate, "--local axi4 --router scheduled"},
      {generate, kCube + "--local axi4 --address physical --schedule offset --task 0,4"},
      {generate, kCube + "--local axi4 --address physical --relay"},
      {generate, kCube + "--local axi4 --address physical --translation computed"},
      {generate, kCube + "--local axi4"},
      {generate, "--local axi4 --processes 2"},
      {generate,
       "--guest hypercube:2 --embedding xor --local axi4 --address physical --partition "
       "2x2"},
      {generate, "--local axi4 --load words"},
      {generate, "--local axi4 --classes 2"},
      {generate, "--local axi4 --barrier hardware"},
      {generate, "--local axi4 --tkeep --user-bits 2"},
      {generate, "--node-clocks all --router scheduled"},
      {generate, kCube + "--node-clocks all --schedule offset --task 0,4"},
      {generate, kCube + "--node-clocks all --relay"},
      {generate, kCube + "--node-clocks all --translation computed"},
      {generate, "--node-clocks all --barrier hardware"},
      {simulate, "--traffic uniform --load tables"},
      {generate, kCube + "--router scheduled --schedule offset --pipelining 2 --load tables"},
      {generate, "--load tables"},
      {generate, "--router scheduled --load tree"},
      {generate, kCube + "--load address-units"},
      {generate, "--router scheduled --load address-units"},
      {generate, kCube + "--router scheduled --load address-units --address physical"},
      {generate, kCube + "--router scheduled --load address-units --address logical "
                         "--atu-stages 1"},
      {generate, kCube + "--router scheduled --load address-units --schedule offset --task 0,4"},
      {check, kCube + "--task 0,4 --schedule offset --load words --barrier hardware"},
      {generate, kCube + "--schedule offset --task 0,4 --schedule-units check"},
      {generate, "--router scheduled --schedule-units check"},
      {simulate, kExchange + "--schedule list --router scheduled --schedule-units check"},
      {simulate, kTask + "--schedule offset --schedule-units send --engine model"},
      {simulate, kTask + "--schedule offset --schedule-units send --startup 3"},
      {simulate, kTask + "--schedule offset --router scheduled --release order"},
      {simulate, kTask + "--schedule offset --schedule-units send --release order"},
      {simulate, kTask + "--release order"},
      {simulate, kTask + "--schedule offset --steps 9 --time-limit 3"},
      {simulate, kRing + "--traffic permutation --relay --message-flits 2 --schedule list"},
      {simulate, kExchange + "--schedule offset"},
      {simulate, kExchange + "--schedule list --schedule-units send --split scatter"},
      {simulate, kCube + "--traffic cc-cube --schedule offset --schedule-units send"},
      {simulate,
       "--traffic all-reduce --method bucket --pipelining 2 --barrier hardware --router "
       "scheduled --barrier-cycles 1 --schedule list --time-limit 3 --startup 1 "
       "--release order"},
      {simulate,
       "--traffic all-reduce --method bucket --release order --schedule exact "
       "--time-limit 3"},
      {simulate, kCube + "--traffic complete-exchange --method ring --pipelining 2 --schedule "
                         "offset"},
      {simulate, "--traffic uniform --engine model --rtl nodes"},
      {simulate, "--traffic uniform --engine rtl --rtl nodes --threads 2"},
      {simulate, "--traffic uniform --engine rtl --rtl flat --threads 2"},
      {simulate, "--traffic uniform --engine model --wave a.fst"},
      {simulate, "--traffic uniform --engine rtl --coverage a.json"},
      {simulate, "--traffic uniform --export a.goal"},
      {generate, "--router scheduled --dead-links 0-1"},
      {generate, kCube + "--relay --dead-links 0-1"},
      {generate, "--barrier hardware --dead-links 0-1"},
      {generate, kCube + "--translation exchanged --dead-links 0-1"},
      {generate, kCube + "--schedule offset --task 0,4 --dead-nodes 3"},
      {cost, kCube + "--schedule offset --dead-links 0-1"},
      {cost, "--collective complete-exchange --router scheduled --dead-links 0-1"},
      {Command::kSchedule, kCube + "--task 0,4 --schedule offset --dead-links 0-1"},
      {simulate, kTask + "--schedule list --schedule-units send --dead-links 0-1"},
      {simulate, "--traffic all-reduce --method bucket --dead-links 0-1"},
      {simulate, "--traffic complete-exchange --method phases --router scheduled --dead-links 0-1"},
      {generate, kCube + "--load routes --translation computed"},
      {check, "--collective all-reduce"},
      {check, kCube + "--task 0,4"},
      {check, kCube + "--schedule offset"},
      {check, kCube + "--task 0,4 --schedule none"},
      {check, kCube + "--task 0,4 --schedule offset --router scheduled --without dateline"},
      {check, kCube + "--task 0,4 --schedule offset --router scheduled --without netlist --barrier "
                      "hardware --load words"},
      {generate, kCube + "--schedule offset"},
      {generate, kCube + "--task 0,4"},
      {generate, kCube + "--traffic exchange"},
      {generate, kCube + "--pipelining 2"},
      {generate, kCube + "--schedule offset --traffic exchange"},
      {cost, "--collective all-reduce --root 1"},
      {cost, kCube + "--schedule none"},
      {cost, kCube + "--schedule exact"},
      {cost, kCube + "--schedule list"},
  };
}

TEST(Rules, AreEachBrokenBySomeLine) {
  std::set<Place> places = AllPlaces();
  for (const auto& [command, words] : Lines()) {
    const std::string out = command == Command::kGenerate ? " --out x" : "";
    const Result<Spec> spec = test::Parse(command, "--host torus:4x4 " + words + out);
    EXPECT_FALSE(spec.ok()) << words;
    if (!spec) EraseFired(places, spec.diagnostics());
  }
  for (const std::string words :
       {"--traffic permutation --guest ring:16 --embedding tao --relay --export a.goal "
        "--barrier hardware",
        "--traffic uniform --router scheduled",
        "--traffic uniform --counters --coverage a.json --wave a.fst",
        "--traffic uniform --guest ring:16 --embedding tao --translation computed",
        "--traffic uniform --guest ring:4 --embedding tao --partition 2x2 --load address-units "
        "--moved-from 0,0",
        "--traffic uniform --in-network multicast", "--traffic uniform --rtl nodes",
        "--traffic uniform --rtl flat"}) {
    const Result<Spec> spec = ParseSpec(
        Command::kSimulate, test::Words("--host torus:4x4 " + words), nullptr, /*ranks=*/true);
    EXPECT_FALSE(spec.ok()) << words;
    if (!spec) EraseFired(places, spec.diagnostics());
  }
  for (const char* line :
       {"address = \"logical\"", "translation = \"computed\"", "load = \"tables\"",
        "schedule-units = \"send\"", "barrier = \"hardware\"", "relay = true",
        "moved-from = \"0,0\"", "export = \"a.goal\"", "in-network = \"multicast\"",
        "dead-links = \"0-1\"", "dead-nodes = \"5\""}) {
    const Result<Spec> spec =
        test::ParseFile(Command::kSimulate, kMachine + "[simulate]\n" + line + "\n" + kProgram);
    EXPECT_FALSE(spec.ok()) << line;
    if (!spec) EraseFired(places, spec.diagnostics());
  }
  for (const Line& line :
       {Line{Command::kGenerate, "--out x --router scheduled"},
        Line{Command::kGenerate, "--out x --guest hypercube:2 --embedding xor --partition 2x2"},
        Line{Command::kCheck, "--collective all-reduce"},
        Line{Command::kCheck, "--guest hypercube:5 --embedding xor --task 0,5 --schedule list"}}) {
    const Result<Spec> spec = test::Parse(line.command, "--host twisted:4x8 " + line.words);
    EXPECT_FALSE(spec.ok()) << line.words;
    if (!spec) EraseFired(places, spec.diagnostics());
  }
  for (const auto& [rule, blamed] : places)
    ADD_FAILURE() << "no line breaks " << blamed->option << " " << blamed->word << ": "
                  << rule->because << rule->needs.text();
}

// An option that goes with something else that the command can be about.
TEST(Subjects, HaveTheirOwnOptions) {
  const std::string schedule = kCube + "--task 0,4 --schedule offset ";
  const std::tuple<Command, std::string, std::string> lines[] = {
      {Command::kCheck, "--ports all",
       "--ports: all: is not used by a check of routing; it goes with a check of flows (--flows), "
       "a "
       "check of a collective operation (--collective), a check of a schedule (--schedule)\n"},
      {Command::kCheck, "--dead-nodes 5",
       "--dead-nodes: 5: is not used by a check of routing; it goes with a check of flows "
       "(--flows), a check of routes (--routes), a check of a collective operation "
       "(--collective)\n"},
      {Command::kCheck, "--routes --without dateline",
       "--without: dateline: is not used by a check of routes; it goes with a check of a "
       "collective operation (--collective), a check of a schedule (--schedule), a check of "
       "routing\n"},
      {Command::kCheck, "--out hangs.csv",
       "--out: hangs.csv: is not used by a check of routing; it goes with a check of flows "
       "(--flows)\n"},
      {Command::kCheck, schedule + "--elements 9",
       "--elements: 9: is not used by a check of a schedule; it goes with a check of a collective "
       "operation (--collective)\n"},
      {Command::kCost, kCube + "--schedule offset --by-block --elements 2",
       "--elements: 2: is not used by the cost of blocks; it goes with the cost of a collective "
       "operation (--collective), the cost of a program\n"},
      {Command::kCost, "--collective all-reduce --per-flit 2",
       "--per-flit: 2: is not used by the cost of a collective operation; it goes with the cost of "
       "blocks (--by-block), the cost of a program\n"},
      {Command::kGenerate, "--out x --seed 3",
       "--seed: 3: is not used by a network without schedule units; it goes with units for a set "
       "of messages (--traffic)\n"}};
  for (const auto& [command, words, said] : lines)
    EXPECT_EQ(test::DiagnosticsOf(command, "--host torus:4x4 " + words), said);
}

// A twisted host makes a check one of routes only where nothing else is asked for.
TEST(Subjects, GiveWayToOptionsOnATwistedHost) {
  const std::string host = "--host twisted:4x8 ";
  EXPECT_TRUE(test::Parse(Command::kCheck, host + "--dead-links 0-1"));
  EXPECT_EQ(test::DiagnosticsOf(Command::kCheck, host + "--ports all"),
            "--ports: all: is not used by a check of routes; it goes with a check of flows "
            "(--flows), a check of a collective operation (--collective), a check of a schedule "
            "(--schedule)\n");
  const std::string proved =
      "is proved on routes of dimension order, and a twisted torus has none; leave it out to check "
      "the routes alone, or take a host that is not twisted\n";
  EXPECT_EQ(test::DiagnosticsOf(Command::kCheck, host + "--collective all-reduce --elements 8"),
            "--collective: all-reduce: " + proved);
  EXPECT_EQ(
      test::DiagnosticsOf(Command::kCheck, host + "--guest hypercube:5 --embedding xor --task 0,5 "
                                                  "--schedule list --message-flits 2"),
      "--schedule: list: " + proved);
}

TEST(Subjects, LeaveOutWhatAFileHasForOthers) {
  const std::string file =
      "host = \"torus:4x4\"\nguest = \"hypercube:4\"\nembedding = \"xor\"\nports = \"all\"\n"
      "dead-links = \"0-1\"\n";
  const Result<Spec> routes = test::ParseFile(Command::kCheck, file + "[check]\nroutes = true\n");
  ASSERT_TRUE(routes);
  EXPECT_FALSE(routes->guest);
  EXPECT_TRUE(routes->degraded);
  const Result<Spec> routing = test::ParseFile(Command::kCheck, file);
  ASSERT_TRUE(routing);
  EXPECT_TRUE(routing->guest);
  EXPECT_FALSE(routing->degraded);
  const Result<Spec> schedule =
      test::ParseFile(Command::kCheck, file + "[check]\ntask = \"0,4\"\nschedule = \"stream\"\n");
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->hardware.ports, Ports::kAll);
  const Result<Spec> cost =
      test::ParseFile(Command::kCost, file + "[cost]\ncollective = \"all-reduce\"\n");
  ASSERT_TRUE(cost);
  EXPECT_FALSE(cost->guest);
}

TEST(Rules, NameOptionsAndWordsThatExist) {
  const auto exists = [](OptionName name, std::string_view word) {
    const Option* option = FindOption(name);
    ASSERT_NE(option, nullptr) << name;
    if (word.empty() || word == "1") return;
    const auto choices = ChoicesOf(option->form);
    EXPECT_NE(std::ranges::find(choices, word), choices.end()) << name << " " << word;
  };
  int words = 0;
  for (const Rule& rule : AllRules()) {
    for (const auto& terms : {rule.when, rule.unless}) {
      for (const Term& term : terms) {
        if (term.kind == Term::Kind::kFact) continue;
        for (const std::string_view word : SplitAt(term.word, ',')) exists(term.option, word);
        ++words;
      }
    }
  }
  EXPECT_GT(words, 80);
}

// TOROID_UPDATE_GOLDEN=1 writes the page.
TEST(Rules, AreListedInTheDocuments) {
  const std::string path = Checkout("docs/rules.md");
  if (std::getenv("TOROID_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << RulesPage();
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(text, RulesPage()) << "refresh docs/rules.md by TOROID_UPDATE_GOLDEN=1";
}

TEST(Rules, OfACommandNameItsOptionsAlone) {
  for (const Command command : AllCommands()) {
    for (const RuleText& text : RulesOf(command)) {
      EXPECT_TRUE(std::ranges::any_of(
          text.rule->options,
          [&](const Blamed& blamed) { return Takes(command, *FindOption(blamed.option)); }))
          << ToString(command) << " " << text.options;
    }
  }
  EXPECT_GT(RulesOf(Command::kGenerate).size(), 40U);
  EXPECT_EQ(RulesOf(Command::kDoctor).size(), 0U);
}

TEST(Rules, HaveAReasonAndAWayOut) {
  for (const Rule& rule : AllRules()) {
    EXPECT_FALSE(rule.options.empty());
    EXPECT_EQ(rule.because.empty(), rule.remedy.empty());
    EXPECT_NE(rule.because.empty(), rule.needs.text().empty()) << rule.because;
  }
}

}  // namespace
}  // namespace toroid::gen_rules_test
