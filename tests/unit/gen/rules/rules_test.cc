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
#include <vector>

#include "gen/options/options.h"
#include "gen/options/rule_text.h"
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
      {generate, "--guest hypercube:2 --embedding xor --partition 2x2 --router scheduled"},
      {generate, kCube + "--router scheduled --translation computed"},
      {simulate, kTask + "--schedule offset --barrier-cycles 1"},
      {cost, kCube + "--schedule offset --barrier hardware"},
      {simulate, kTask + "--schedule offset --router scheduled --sink-ready 0.5"},
      {generate, "--traffic uniform"},
      {simulate, "--traffic uniform --router scheduled"},
      {simulate, "--traffic trace --trace a.csv --router scheduled"},
      {simulate, kTask + "--router scheduled"},
      {simulate, kTask + "--schedule offset --router scheduled --coverage a.json"},
      {generate, "--target ice40 --storage lutram"},
      {generate, "--target xilinx --storage gated"},
      {generate, kCube + "--classes 2 --schedule offset --task 0,4"},
      {generate, kCube + "--classes 2 --relay"},
      {generate, kCube + "--classes 2 --translation computed"},
      {generate, "--link-stages 1 --router scheduled"},
      {generate, kCube + "--link-stages 1 --schedule offset --task 0,4"},
      {generate, kCube + "--link-stages 1 --relay"},
      {generate, kCube + "--link-stages 1 --translation exchanged"},
      {generate, "--link-stages 1 --load words"},
      {simulate, kTask + "--ports all --schedule stream --link-stages 1"},
      {simulate, kExchange + "--translation exchanged --rtl lanes"},
      {simulate, "--traffic axi --engine model"},
      {simulate, "--traffic axi --rtl lanes"},
      {simulate, "--traffic axi --wave a.fst"},
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
      {generate, "--local axi4 --tkeep --user-bits 2"},
      {generate, "--node-clocks all --router scheduled"},
      {generate, kCube + "--node-clocks all --schedule offset --task 0,4"},
      {generate, kCube + "--node-clocks all --relay"},
      {generate, kCube + "--node-clocks all --translation computed"},
      {simulate, "--traffic uniform --load tables"},
      {generate, kCube + "--router scheduled --schedule offset --pipelining 2 --load tables"},
      {generate, "--load tables"},
      {generate, kCube + "--load address-units"},
      {generate, "--router scheduled --load address-units"},
      {generate, kCube + "--router scheduled --load address-units --address physical"},
      {generate, kCube + "--router scheduled --load address-units --address logical "
                         "--atu-stages 1"},
      {generate, kCube + "--router scheduled --load address-units --schedule offset --task 0,4"},
      {check, "--load words"},
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
      {simulate, "--traffic trace --trace a.csv --export a.goal"},
      {generate, "--router scheduled --dead-links 0-1"},
      {generate, kCube + "--relay --dead-links 0-1"},
      {generate, kCube + "--translation exchanged --dead-links 0-1"},
      {generate, kCube + "--schedule offset --task 0,4 --dead-nodes 3"},
      {cost, kCube + "--schedule offset --dead-links 0-1"},
      {cost, "--collective complete-exchange --router scheduled --dead-links 0-1"},
      {Command::kSchedule, kCube + "--task 0,4 --schedule offset --dead-links 0-1"},
      {simulate, kTask + "--schedule list --schedule-units send --dead-links 0-1"},
      {simulate, "--traffic all-reduce --method bucket --dead-links 0-1"},
      {simulate, "--traffic complete-exchange --method phases --router scheduled --dead-links 0-1"},
      {simulate, "--traffic uniform --coverage a.json --dead-links 0-1"},
      {generate, "--load routes --link-stages 1"},
      {generate, kCube + "--load routes --translation computed"},
      {check, "--dead-links 0-1"},
      {check, "--collective all-reduce"},
      {check, "--collective all-reduce --router scheduled --routes"},
      {check,
       "--collective all-reduce --router scheduled --barrier hardware --load words "
       "--message-flits 3 --task 0,3"},
      {check, "--elements 9"},
      {check, "--root 3"},
      {check, "--dead-nodes 5"},
      {check, kCube + "--routes"},
      {check, "--routes --without dateline"},
      {check, kCube + "--task 0,4"},
      {check, kCube + "--schedule offset"},
      {check, kCube + "--task 0,4 --schedule none"},
      {check, "--ports all --message-flits 2 --router scheduled"},
      {check, kCube + "--task 0,4 --schedule offset --router scheduled --without dateline"},
      {check, kCube + "--task 0,4 --schedule offset --router scheduled --without netlist --barrier "
                      "hardware --load words"},
      {generate, "--seed 3"},
      {generate, "--task 0,4 --traffic exchange --pipelining 2 --elements 9 --message-flits 2"},
      {generate, kCube + "--schedule offset --pipelining 2 --task 0,4 --traffic exchange "
                         "--message-flits 2"},
      {generate, kCube + "--schedule offset --task 0,4 --elements 9"},
      {generate, kCube + "--schedule offset"},
      {generate, kCube + "--schedule list --traffic exchange --task 0,4"},
      {generate, kCube + "--schedule offset --traffic exchange"},
      {cost, kCube + "--bit-order block --schedule offset --pipelining 2 --per-flit 2 --by-block "
                     "--collective all-reduce"},
      {cost, kCube + "--schedule offset --root 1"},
      {cost, "--collective all-reduce --root 1"},
      {cost, kCube + "--schedule offset --by-block --elements 2 --pipelining 2 --report a.html"},
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
  for (const char* line : {"address = \"logical\"", "translation = \"computed\"",
                           "load = \"tables\"", "schedule-units = \"send\"",
                           "barrier = \"hardware\"", "relay = true", "moved-from = \"0,0\"",
                           "export = \"a.goal\"", "dead-links = \"0-1\"", "dead-nodes = \"5\""}) {
    const Result<Spec> spec =
        test::ParseFile(Command::kSimulate, std::string(line) + "\n" + kMachine + kProgram);
    EXPECT_FALSE(spec.ok()) << line;
    if (!spec) EraseFired(places, spec.diagnostics());
  }
  for (const auto& [rule, blamed] : places)
    ADD_FAILURE() << "no line breaks " << blamed->option << " " << blamed->word << ": "
                  << rule->because << rule->needs.text();
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
  EXPECT_GT(words, 100);
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
