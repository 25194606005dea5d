#include "gen/options/rule_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <span>

#include "gen/options/options.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// The command that the fact names; none if it is about something else.
std::optional<Command> CommandOf(Fact fact) {
  switch (fact) {
    case Fact::kGenerates: return Command::kGenerate;
    case Fact::kSimulates: return Command::kSimulate;
    case Fact::kChecks: return Command::kCheck;
    case Fact::kCosts: return Command::kCost;
    case Fact::kSchedules: return Command::kSchedule;
    default: return std::nullopt;
  }
}

// Names of the facts that are no commands.
std::string_view NameOf(Fact fact) {
  switch (fact) {
    case Fact::kUnits: return "schedule units";
    case Fact::kTable: return "a table of a schedule";
    case Fact::kCubeGuest: return "a hypercube guest";
    case Fact::kPattern: return "a pattern";
    case Fact::kTrace: return "a trace";
    case Fact::kHostMethod: return "a method between host nodes";
    case Fact::kSets: return "sets of messages";
    case Fact::kGuestTraffic: return "traffic between guest nodes";
    case Fact::kShared: return "[[program]] tables";
    case Fact::kRoutes: return "routing tables (something is dead, or `--load routes`)";
    default: return "";
  }
}

// "with --router scheduled", "without --guest", "in generate".
std::string TextOf(const Term& term) {
  if (term.kind == Term::Kind::kFact) {
    if (const auto command = CommandOf(term.fact))
      return fmt::format("{} `{}`", term.negated ? "outside" : "in", ToString(*command));
    return fmt::format("{} {}", term.negated ? "without" : "with", NameOf(term.fact));
  }
  const bool is_other = term.negated && term.kind == Term::Kind::kIs;
  return fmt::format("{} `{}{}{}`", term.negated && !is_other ? "without" : "with",
                     term.option.text(),
                     is_other            ? "` other than `"
                     : term.word.empty() ? ""
                                         : " ",
                     term.word);
}

// Without the command that is known.
std::string TextOf(const Rule::Terms& terms, std::optional<Command> known) {
  std::vector<std::string> texts;
  for (const Term& term : terms) {
    const bool is_implied =  // by what is said of its value
        term.kind == Term::Kind::kGiven && !term.negated &&
        std::ranges::any_of(terms, [&](const Term& other) {
          return other.kind == Term::Kind::kIs && other.option == term.option;
        });
    const auto command =
        term.kind == Term::Kind::kFact ? CommandOf(term.fact) : std::optional<Command>();
    const bool is_known = known && command && (command == known) != term.negated;
    if (term.kind != Term::Kind::kAt && !is_implied && !is_known) texts.push_back(TextOf(term));
  }
  return Joined(texts, " and ");
}

RuleText TextOf(const Rule& rule, std::optional<Command> known = {}) {
  const auto at = std::ranges::find(rule.when, Term::Kind::kAt, &Term::kind);
  const std::string word = at == rule.when.end() ? "" : " " + std::string(at->word);
  std::vector<std::string> options;
  for (const OptionName option : rule.options)
    options.push_back(fmt::format("`{}{}`", option.text(), word));
  const bool needs = !rule.needs.text().empty();
  std::string when = TextOf(rule.when, known);
  if (needs)
    when = fmt::format("without `{}`{}{}", rule.needs.text(), when.empty() ? "" : " ", when);
  if (!rule.unless.empty())
    when += fmt::format("{}unless {}", when.empty() ? "" : ", ", TextOf(rule.unless, known));
  return {&rule, Joined(options, ", "), when,
          needs ? fmt::format("it needs {}", rule.needs.text())
                : fmt::format("{}; {}", rule.because, rule.remedy)};
}

// Whether a line of the command can break the rule.
bool Concerns(const Rule& rule, Command command) {
  const auto takes = [&](OptionName option) { return Takes(command, *FindOption(option)); };
  const auto may_hold = [&](const Term& term) {
    if (term.kind == Term::Kind::kFact) {
      const auto named = CommandOf(term.fact);
      return !named || (named == command) != term.negated;
    }
    return term.negated || term.kind == Term::Kind::kAt || takes(term.option);
  };
  return std::ranges::any_of(rule.options, takes) && std::ranges::all_of(rule.when, may_hold);
}

std::string TableOf(std::span<const Rule> rules) {
  std::string text = "| option | is refused | because; what to do |\n|---|---|---|\n";
  for (const Rule& rule : rules) {
    const RuleText row = TextOf(rule);
    text += fmt::format("| {} | {} | {} |\n", row.options, row.when.empty() ? "always" : row.when,
                        row.reason);
  }
  return text;
}

}  // namespace

std::vector<RuleText> RulesOf(Command command) {
  std::vector<RuleText> texts;
  for (const Rule& rule : AllRules())
    if (Concerns(rule, command)) texts.push_back(TextOf(rule, command));
  return texts;
}

std::string WithoutTicks(std::string text) {
  std::erase(text, '`');
  return text;
}

std::string RulesPage() {
  return "# Which options go together\n\n"
         "The rules of [gen/rules](../gen/rules/table.cc), as toroid checks them on a command "
         "line, in a TOML file and for a `Plan`. An option is refused only if it asks for "
         "something: its "
         "default value never is, unless the value stands in the first column. If an option breaks "
         "several rules, toroid reports the first. `{--x}` is the value of option `--x`.\n\n" +
         TableOf(AllRules()) +
         "\n## In [[program]] tables\n\n"
         "The hardware of a machine that several programs share knows nothing of them.\n\n" +
         TableOf(RulesOfSharedMachines());
}

}  // namespace toroid
