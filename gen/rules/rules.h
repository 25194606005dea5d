// Which options go together: one row for each reason why an option cannot be had.
//
// The folder's idea: a rule is data. The same rows judge a command line, a TOML file, a [[program]]
// table and a Plan that a program makes; documents list them; tests see that each can be broken by
// a line, and that no earlier row hides it. What is no row is a function: what an embedding or a
// schedule asks of its graphs, sizes, boxes that meet.
//
// Example: Refuse({"--protect", "--counters"}, {Is("--router", "scheduled")}, "is not supported
// with scheduled routers yet", "it goes with --router buffered") refuses `--protect parity --router
// scheduled`, and not `--protect none --router scheduled`, which asks for nothing. One row lists
// all options that a kind of network lacks for the same reason; docs/rules.md shows them as a
// matrix.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "gen/rules/option_name.h"
#include "gen/support/result.h"

namespace toroid {

// What a rule may ask besides options.
enum class Fact {
  kGenerates,  // the command
  kSimulates,
  kChecks,
  kCosts,
  kSchedules,
  kAboutTasks,    // it checks or generates
  kUnits,         // nodes have schedule units
  kTable,         // whose schedule is a table, not a formula
  kCubeGuest,     // the guest is a hypercube
  kPattern,       // the traffic is a pattern,
  kHostMethod,    // a collective operation between host nodes,
  kExchange,      // a complete exchange between host nodes, to run or to cost,
  kSets,          // sets of messages between guest neighbours,
  kGuestTraffic,  // anything between guest nodes that is scheduled, sets too
  kShared,        // several programs share the machine
  kRanks,         // processes of mpirun share the run
  kRoutes,        // routers read routing tables
  kTwisted,       // the host is a twisted torus
};

// What is known of the options. Options that the command does not take have no text.
class Facts {
 public:
  virtual ~Facts() = default;
  virtual std::string Text(OptionName option) const = 0;  // the value, or the default
  virtual bool Given(OptionName option) const = 0;
  // Whether it was given so that it matters whether anything uses it: not with its default, and no
  // flag that only omits something.
  virtual bool Asks(OptionName option) const = 0;
  virtual bool Holds(Fact fact) const = 0;
  virtual std::string Form(OptionName option) const = 0;  // how its value is written, "GRAPH"
};

// A condition.
struct Term {
  enum class Kind { kFact, kGiven, kAsks, kIs, kHas } kind = Kind::kFact;
  OptionName option = {};
  std::string_view word = {};
  Fact fact = Fact::kGenerates;
  bool negated = false;

  constexpr Term() = default;
  constexpr Term(Fact known) : fact(known) {}  // NOLINT(google-explicit-*)
  constexpr Term(Kind of, OptionName name, std::string_view text = {})
      : kind(of), option(name), word(text) {}
  bool operator==(const Term&) const = default;
};
constexpr Term Given(OptionName option) { return {Term::Kind::kGiven, option}; }
constexpr Term Asks(OptionName option) { return {Term::Kind::kAsks, option}; }
// The option's value, given or its default, is `word`, or one of several: "trees,phases".
constexpr Term Is(OptionName option, std::string_view word) {
  return {Term::Kind::kIs, option, word};
}
// `word` is in the option's list.
constexpr Term Has(OptionName option, std::string_view word) {
  return {Term::Kind::kHas, option, word};
}
constexpr Term Not(Term term) {
  term.negated = !term.negated;
  return term;
}

// A few of something, in a row.
template <class Item, std::size_t most>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<Item> items) : size_(items.size()) {
    std::size_t i = 0;
    for (const Item& item : items) items_[i++] = item;
  }
  constexpr const Item* begin() const { return items_; }
  constexpr const Item* end() const { return items_ + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }

 private:
  Item items_[most] = {};
  std::size_t size_ = 0;
};

// An option to blame: where it asks for something, or where its value, given or its default, is
// `word` or has it in its list.
struct Blamed {
  OptionName option;
  std::string_view word = {};

  constexpr Blamed() = default;
  consteval Blamed(const char* name) : option(name) {}  // NOLINT(google-explicit-*)
  constexpr Blamed(OptionName name, std::string_view value) : option(name), word(value) {}
};
constexpr Blamed At(OptionName option, std::string_view word) { return {option, word}; }

struct Rule {
  using Names = Few<Blamed, 20>;
  using Terms = Few<Term, 6>;
  Names options;  // each for itself
  Terms when;     // all hold, and not
  Terms unless;   // all of these, if there are any
  // "{--schedule}" stands for that option's value.
  std::string_view because;
  std::string_view remedy;
  OptionName needs;  // instead of both: an option that must be given beside those
};
// Each of the options is refused.
constexpr Rule Refuse(Rule::Names options, Rule::Terms when, std::string_view because,
                      std::string_view remedy, Rule::Terms unless = {}) {
  return {options, when, unless, because, remedy, {}};
}
// Each of the options needs another, where it is given.
constexpr Rule Need(Rule::Names options, OptionName needs, Rule::Terms when = {},
                    Rule::Terms unless = {}) {
  return {options, when, unless, {}, {}, needs};
}

std::span<const Rule> AllRules();
// Rules for [[program]] tables alone, which come before the others: the hardware knows nothing of
// the programs.
std::span<const Rule> RulesOfSharedMachines();

bool IsBroken(const Rule& rule, const Blamed& blamed, const Facts& facts);
// The rules that are broken: for each option the first in the table, with the option's text as
// value.
Diagnostics BrokenRules(std::span<const Rule> rules, const Facts& facts);
// That the option must be given: "traffic task needs --task i,M".
Diagnostic Missing(OptionName option, std::string_view by, const Facts& facts);

}  // namespace toroid
