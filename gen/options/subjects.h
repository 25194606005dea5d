// What a command can be about, where that is one of several things: a table of those, each with the
// options that choose it and those that go with it. So no rule says that one of them lacks what
// belongs to another.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "gen/options/options.h"
#include "gen/rules/rules.h"

namespace toroid {

struct Subject {
  Command command;
  std::string_view name;        // "a check of routes"
  Few<OptionName, 2> by;        // chosen if one of these is given; none: if no other is chosen
  Few<OptionName, 16> options;  // of those that some subjects of the command have, and others not

  bool Uses(OptionName option) const;
};
std::span<const Subject> AllSubjects();
// Null if the command is always about the same; what a run sends is said by --traffic instead.
// The text of --host: on a twisted torus a check is about routes unless an option says otherwise.
const Subject* SubjectOf(Command command, const std::function<bool(OptionName)>& is_given,
                         std::string_view host);
// "a check of a schedule (--schedule)": the subjects of the command that have the option.
std::string SubjectsWith(Command command, OptionName option);

// Whether a file has the option above its tables: it is about the network, whatever a command does
// with that.
bool IsShared(const Option& option);

}  // namespace toroid
