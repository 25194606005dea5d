#include "gen/rules/rules.h"

#include <algorithm>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

// Whether `word` is one of a list's words: "tables" of "tables,address-units".
bool InList(std::string_view list, std::string_view word) {
  const auto words = SplitAt(list, ',');
  return std::ranges::find(words, word) != words.end();
}

// The text with the values of the options that it names in braces.
std::string Filled(std::string_view text, const Facts& facts) {
  std::string filled;
  while (true) {
    const auto open = text.find('{');
    filled += text.substr(0, open);
    if (open == std::string_view::npos) return filled;
    const auto close = text.find('}', open);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    filled += facts.Text(OptionName::Of(name));
    text.remove_prefix(close + 1);
  }
}

}  // namespace

bool IsBroken(const Rule& rule, const Blamed& blamed, const Facts& facts) {
  const auto holds = [&](const Term& term) {
    switch (term.kind) {
      case Term::Kind::kFact: return facts.Holds(term.fact);
      case Term::Kind::kGiven: return facts.Given(term.option);
      case Term::Kind::kAsks: return facts.Asks(term.option);
      case Term::Kind::kIs: return InList(term.word, facts.Text(term.option));
      case Term::Kind::kHas: return InList(facts.Text(term.option), term.word);
    }
    return false;
  };
  const auto all = [&](const auto& terms) {
    return std::ranges::all_of(terms,
                               [&](const Term& term) { return holds(term) != term.negated; });
  };
  const bool needs = !rule.needs.text().empty();
  const bool blames = needs                 ? facts.Given(blamed.option) && !facts.Given(rule.needs)
                      : blamed.word.empty() ? facts.Asks(blamed.option)
                                            : InList(facts.Text(blamed.option), blamed.word);
  return blames && all(rule.when) && (rule.unless.empty() || !all(rule.unless));
}

Diagnostics BrokenRules(std::span<const Rule> rules, const Facts& facts) {
  Diagnostics found;
  const auto add = [&](OptionName option, Diagnostic diagnostic) {
    if (std::ranges::find(found, option.text(), &Diagnostic::field) == found.end())
      found.push_back(std::move(diagnostic));
  };
  for (const Rule& rule : rules) {
    for (const Blamed& blamed : rule.options) {
      if (!IsBroken(rule, blamed, facts)) continue;
      const OptionName option = blamed.option;
      if (rule.needs.text().empty()) {
        add(option, {std::string(option), facts.Text(option), Filled(rule.because, facts),
                     Filled(rule.remedy, facts)});
      } else {
        add(rule.needs, Missing(rule.needs, option.text(), facts));
      }
    }
  }
  return found;
}

Diagnostic Missing(OptionName option, std::string_view by, const Facts& facts) {
  const std::string form = facts.Form(option);
  return {std::string(option), "", "is missing",
          std::string(by) + " needs " + std::string(option) + (form.empty() ? "" : " " + form)};
}

}  // namespace toroid
