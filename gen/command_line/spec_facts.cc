#include "gen/command_line/spec_facts.h"

#include <algorithm>

#include "gen/command_line/file_tables.h"
#include "gen/plan/schedule_unit.h"
#include "gen/support/text.h"

namespace toroid {

SpecFacts::SpecFacts(const Values& values, const std::optional<TrafficRequest>& traffic,
                     const SpecSource& source)
    : values_(values), source_(source) {
  if (traffic) family_ = FamilyOf(*traffic);
  const auto host = values.GraphOf("--host");
  twisted_ = host && host->IsTwisted();
}

// A number is as it is written without zeros in front; a file of images is of words. Rules know no
// operators.
std::string SpecFacts::Text(OptionName name) const {
  const Option& option = *FindOption(name);
  if (name == "--local" && family_ == Family::kAxi) return "axi4";
  if (!Takes(values_.command(), option)) return "";
  const std::string text = values_.Text(name);
  if (name == "--address" && text.empty())
    return values_.Given("--embedding") ? "logical" : "physical";
  if (name == "--in-network") return text.substr(0, text.find(':'));
  if (name == "--load" && text.find(kImages) != std::string::npos) return text + ",words";
  return option.type == ValueType::kWhole && !text.empty() ? std::to_string(values_.Whole(name))
                                                           : text;
}

// One process a node is what there is without the option.
bool SpecFacts::Asks(OptionName option) const {
  return values_.Asks(option) && (option != "--processes" || Text(option) != "1");
}

std::string SpecFacts::Form(OptionName option) const {
  return std::string(FormFor(values_.command(), *FindOption(option)));
}

bool SpecFacts::HasUnits() const {
  switch (values_.command()) {
    case Command::kSimulate: return values_.Given("--schedule-units");
    case Command::kGenerate: return values_.Given("--schedule");
    case Command::kCheck: return values_.Given("--schedule") && values_.Given("--task");
    default: return false;
  }
}

// Units of a whole program have none.
bool SpecFacts::HasTable() const {
  const auto kind = ParseScheduleKind(values_.Text("--schedule"));
  const bool program = Is(Command::kGenerate) ? values_.Given("--pipelining")
                                              : values_.Text("--traffic") == "cc-cube";
  return kind && NeedsTable(*kind) && !program;
}

bool SpecFacts::LoadsRoutes() const {
  const std::string load = values_.Text("--load");
  const auto words = SplitAt(load, ',');
  return std::ranges::find(words, "routes") != words.end();
}

bool SpecFacts::Holds(Fact fact) const {
  switch (fact) {
    case Fact::kGenerates: return Is(Command::kGenerate);
    case Fact::kSimulates: return Is(Command::kSimulate);
    case Fact::kChecks: return Is(Command::kCheck);
    case Fact::kCosts: return Is(Command::kCost);
    case Fact::kSchedules: return Is(Command::kSchedule);
    case Fact::kAboutTasks: return Is(Command::kCheck) || Is(Command::kGenerate);
    case Fact::kUnits: return HasUnits();
    case Fact::kTable: return HasTable();
    case Fact::kCubeGuest: {
      const auto guest = values_.GraphOf("--guest");
      return guest && guest->kind() == Kind::kHypercube;
    }
    case Fact::kPattern: return family_ == Family::kPattern;
    case Fact::kHostMethod: return family_ == Family::kCollective;
    case Fact::kExchange:
      return Text("--collective") == "complete-exchange" ||
             (family_ == Family::kCollective && Text("--traffic") == "complete-exchange");
    case Fact::kSets: return family_ == Family::kSets;
    case Fact::kGuestTraffic:
      return family_ == Family::kProgram || family_ == Family::kAlgorithm ||
             family_ == Family::kSets;
    case Fact::kShared: return source_.in_box;
    case Fact::kRanks: return source_.ranks;
    case Fact::kRoutes: return HasDead(values_, source_.file) || twisted_ || LoadsRoutes();
    case Fact::kTwisted: return twisted_;
  }
  return false;
}

}  // namespace toroid
