#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "gen/options/help.h"
#include "gen/options/options.h"
#include "gen/options/subjects.h"
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
    case Fact::kAboutTasks: return "a command about tasks (`check`, `generate`)";
    case Fact::kUnits: return "schedule units";
    case Fact::kTable: return "a table of a schedule";
    case Fact::kCubeGuest: return "a hypercube guest";
    case Fact::kPattern: return "a pattern";
    case Fact::kHostMethod: return "a method between host nodes";
    case Fact::kExchange: return "a complete exchange between host nodes";
    case Fact::kSets: return "sets of messages";
    case Fact::kGuestTraffic: return "traffic between guest nodes";
    case Fact::kShared: return "[[program]] tables";
    case Fact::kRanks: return "processes of `mpirun`";
    case Fact::kRoutes:
      return "routing tables (something is dead, a twisted host, or `--load routes`)";
    case Fact::kTwisted: return "a twisted host";
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
  std::string text =
      fmt::format("{} `{}", term.negated && !is_other ? "without" : "with", term.option.text());
  if (is_other) text += "` other than `";
  if (!is_other && !term.word.empty()) text += ' ';
  const auto words = SplitAt(term.word, ',');
  return text + Joined(words, is_other ? "`, `" : "` or `") + "`";
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
    if (!is_implied && !is_known) texts.push_back(TextOf(term));
  }
  return Joined(texts, " and ");
}

std::string TextOf(const Blamed& blamed) {
  return fmt::format("`{}{}{}`", blamed.option.text(), blamed.word.empty() ? "" : " ", blamed.word);
}

// Of the options those that are wanted.
RuleText TextOf(const Rule& rule, std::optional<Command> known,
                const std::function<bool(const Option&)>& wanted) {
  std::vector<std::string> options;
  for (const Blamed& blamed : rule.options)
    if (wanted(*FindOption(blamed.option))) options.push_back(TextOf(blamed));
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

// Whether the conditions can hold on a line of the command.
bool Concerns(const Rule& rule, Command command) {
  return std::ranges::all_of(rule.when, [&](const Term& term) {
    if (term.kind == Term::Kind::kFact) {
      const auto named = CommandOf(term.fact);
      return !named || (named == command) != term.negated;
    }
    return term.negated || Takes(command, *FindOption(term.option));
  });
}

// The rules from number `first` on.
std::string TableOf(std::span<const Rule> rules, std::size_t first) {
  std::string text = "| | option | is refused | because; what to do |\n|---|---|---|---|\n";
  for (const Rule& rule : rules) {
    const RuleText row = TextOf(rule, std::nullopt, [](const Option&) { return true; });
    text += fmt::format("| <a id=\"rule-{0}\"></a>{0} | {1} | {2} | {3} |\n", first++, row.options,
                        row.when.empty() ? "with `[[program]]` tables" : row.when, row.reason);
  }
  return text;
}

// A column of the matrix: networks for which the term holds.
struct Column {
  std::string_view title;
  Term term;
};
constexpr Column kColumns[] = {
    {"buffered routers", Is("--router", "buffered")},
    {"scheduled routers", Is("--router", "scheduled")},
    {"routing tables", Fact::kRoutes},
    {"schedule units", Fact::kUnits},
    {"AXI4 endpoints", Is("--local", "axi4")},
    {"partition", Given("--partition")},
    {"`mpirun`", Fact::kRanks},
};
constexpr std::string_view kPrograms = "`[[program]]` tables";

// "no `all` [7](#rule-7)" if the option, or its value `all`, is refused whatever else is given;
// "some" if only with other options beside it.
std::string Mark(const Rule& rule, const Blamed& blamed, std::size_t number) {
  const bool always = std::size(rule.when) <= 1 && rule.unless.empty();
  const std::string word = blamed.word.empty() ? "" : fmt::format(" `{}`", blamed.word);
  return fmt::format("{}{} [{}](#rule-{})", always ? "no" : "some", word, number, number);
}

// The marks of an option in a column: of the rules that hold only there.
template <class InColumn>
std::string MarksOf(std::span<const Rule> rules, std::size_t first, std::string_view option,
                    InColumn in_column) {
  std::vector<std::string> marks;
  for (const Rule& rule : rules) {
    for (const Blamed& blamed : rule.options)
      if (blamed.option.text() == option && in_column(rule))
        marks.push_back(Mark(rule, blamed, first));
    ++first;
  }
  return Joined(marks, ", ");
}

std::string Matrix() {
  std::string text = "| option |";
  for (const Column& column : kColumns) text += fmt::format(" {} |", column.title);
  text += fmt::format(" {} |\n|{}\n", kPrograms, "---|---|---|---|---|---|---|---|---|");
  for (const std::string_view option : kOptionNames) {
    std::vector<std::string> cells;
    for (const Column& column : kColumns)
      cells.push_back(MarksOf(AllRules(), 1, option, [&](const Rule& rule) {
        return std::ranges::find(rule.when, column.term) != rule.when.end();
      }));
    cells.push_back(MarksOf(RulesOfSharedMachines(), AllRules().size() + 1, option,
                            [](const Rule&) { return true; }));
    if (std::ranges::any_of(cells, [](const std::string& cell) { return !cell.empty(); }))
      text += fmt::format("| `{}` | {} |\n", option, Joined(cells, " | "));
  }
  return text;
}

template <class Names>
std::string Ticked(const Names& names) {
  std::string text;
  for (const OptionName name : names)
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", name.text());
  return text;
}

std::string SubjectsTable() {
  std::string text =
      "| command | about | if given | options that go with it |\n|---|---|---|---|\n";
  for (const Subject& subject : AllSubjects())
    text += fmt::format("| `{}` | {} | {} | {} |\n", ToString(subject.command), subject.name,
                        subject.by.empty() ? "none of those" : Ticked(subject.by),
                        Ticked(subject.options));
  return text;
}

}  // namespace

std::vector<RuleText> RulesOf(Command command, std::string_view topic) {
  const auto wanted = [&](const Option& option) {
    return Takes(command, option) &&
           (topic.empty() || TopicTable()[static_cast<std::size_t>(option.topic)].name == topic);
  };
  std::vector<RuleText> texts;
  for (const Rule& rule : AllRules()) {
    if (!Concerns(rule, command)) continue;
    RuleText text = TextOf(rule, command, wanted);
    if (!text.options.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string WithoutTicks(std::string text) {
  std::erase(text, '`');
  return text;
}

std::string RulesPage() {
  return "# Which options go together\n\n"
         "What each kind of network lacks: *no* means never, *some* means in the cases that the "
         "rule lists, an empty cell means that the option is supported. The number leads to the "
         "rule, "
         "with its reason and what to do.\n\n" +
         Matrix() +
         "\n## What a command is about\n\n"
         "`check`, `cost` and `generate` are about one of several things. An option that goes with "
         "others of them is refused; one above the tables of a file is left out.\n\n" +
         SubjectsTable() +
         "\n## All rules\n\n"
         "The rules of [gen/rules](../gen/rules/table.cc), as toroid checks them on a command "
         "line, in a TOML file and for a `Plan`. An option is refused only if it asks for "
         "something: its default value never is, unless the first column names the value. If an "
         "option breaks several rules, toroid reports the first. `{--x}` is the value of option "
         "`--x`.\n\n" +
         TableOf(AllRules(), 1) +
         "\n## In [[program]] tables\n\n"
         "The hardware of a machine that several programs share knows nothing of them.\n\n" +
         TableOf(RulesOfSharedMachines(), AllRules().size() + 1);
}

}  // namespace toroid
