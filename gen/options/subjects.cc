#include "gen/options/subjects.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "gen/options/tables.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// The first that is chosen counts.
constexpr Subject kSubjects[] = {
    {Command::kCheck,
     "a check of flows",
     {"--flows"},
     {"--flows", "--dead-links", "--dead-nodes", "--guest", "--embedding", "--bit-order", "--walk",
      "--dilation", "--ports", "--out"}},
    {Command::kCheck,
     "a check of routes",
     {"--routes"},
     {"--routes", "--dead-links", "--dead-nodes"}},
    {Command::kCheck,
     "a check of a collective operation",
     {"--collective"},
     {"--collective", "--elements", "--root", "--dead-links", "--dead-nodes", "--ports", "--router",
      "--in-network", "--link-stages", "--load", "--without"}},
    {Command::kCheck,
     "a check of a schedule",
     {"--schedule", "--task"},
     {"--guest", "--embedding", "--bit-order", "--walk", "--dilation", "--task", "--schedule",
      "--steps", "--time-limit", "--message-flits", "--ports", "--router", "--link-stages",
      "--barrier", "--load", "--without"}},
    {Command::kCheck,
     "a check of routing",
     {},
     {"--guest", "--embedding", "--bit-order", "--walk", "--dilation", "--in-network",
      "--without"}},
    {Command::kCost,
     "the cost of a collective operation",
     {"--collective"},
     {"--collective", "--elements", "--root", "--in-network", "--report"}},
    {Command::kCost,
     "the cost of blocks",
     {"--by-block"},
     {"--by-block", "--guest", "--embedding", "--bit-order", "--schedule", "--per-flit",
      "--barrier"}},
    {Command::kCost,
     "the cost of a program",
     {},
     {"--elements", "--pipelining", "--guest", "--embedding", "--bit-order", "--schedule",
      "--per-flit", "--barrier", "--report"}},
    {Command::kGenerate,
     "units for a program",
     {"--pipelining"},
     {"--pipelining", "--elements", "--schedule"}},
    {Command::kGenerate,
     "units for a set of messages",
     {"--traffic"},
     {"--traffic", "--seed", "--message-flits", "--schedule"}},
    {Command::kGenerate,
     "units for a task",
     {"--schedule", "--task"},
     {"--task", "--message-flits", "--schedule"}},
    {Command::kGenerate, "a network without schedule units", {}, {}},
};

}  // namespace

std::span<const Subject> AllSubjects() { return kSubjects; }

bool Subject::Uses(OptionName option) const {
  const auto lists = [&](const Subject& subject) {
    return std::ranges::find(subject.options, option) != subject.options.end();
  };
  return lists(*this) || std::ranges::none_of(kSubjects, [&](const Subject& other) {
           return other.command == command && lists(other);
         });
}

const Subject* SubjectOf(Command command, const std::function<bool(OptionName)>& is_given,
                         std::string_view host) {
  const auto first = [&](const auto& is_chosen) {
    const auto found = std::ranges::find_if(kSubjects, [&](const Subject& subject) {
      return subject.command == command && is_chosen(subject);
    });
    return found == std::end(kSubjects) ? nullptr : &*found;
  };
  const Subject* said =
      first([&](const Subject& subject) { return std::ranges::any_of(subject.by, is_given); });
  if (said != nullptr) return said;
  if (command == Command::kCheck && host.starts_with("twisted:"))
    return first([](const Subject& subject) { return subject.by.begin()->text() == "--routes"; });
  return first([](const Subject& subject) { return subject.by.empty(); });
}

std::string SubjectsWith(Command command, OptionName option) {
  std::vector<std::string> names;
  for (const Subject& subject : kSubjects) {
    if (subject.command != command || !subject.Uses(option)) continue;
    const bool chosen = !subject.by.empty();
    names.push_back(std::string(subject.name) +
                    (chosen ? fmt::format(" ({})", subject.by.begin()->text()) : ""));
  }
  return Joined(names, ", ");
}

bool IsShared(const Option& option) {
  const bool of_network = option.topic == Topic::kNetwork || option.topic == Topic::kAddresses ||
                          option.topic == Topic::kWrap || option.name == "--barrier";
  return of_network || (option.commands & kNetworkCommands) == kNetworkCommands;
}

}  // namespace toroid
