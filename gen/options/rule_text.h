// The rules of gen/rules for readers: manual pages, help on a topic, and docs/rules.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/options/command.h"
#include "gen/rules/rules.h"

namespace toroid {

struct RuleText {
  const Rule* rule;
  std::string options;  // "--protect", "--load tables"
  std::string when;     // "with --router scheduled"; empty: always
  std::string reason;   // with the way out: "has no walks; it goes with --embedding tao"
};

// The rules that a line of the command can break, in the order of the table, with its options; of
// one topic, or of all (empty).
std::vector<RuleText> RulesOf(Command command, std::string_view topic = {});
// For terminals: without the marks of code.
std::string WithoutTicks(std::string text);
// docs/rules.md, which a test compares with this.
std::string RulesPage();

}  // namespace toroid
