#include <algorithm>

#include "gen/degraded/degraded_host.h"
#include "gen/support/text.h"
#include "sim/report/page.h"

namespace toroid {
namespace {

// Empty where the network does not have the option.
std::string ValueOf(const NetworkOptions& options, const std::string& name) {
  const auto found = std::ranges::find(options, name, &NetworkOptions::value_type::first);
  return found == options.end() ? "" : found->second;
}

// "2 dead links, draw 7" of "random:2:7", "dead links 0-1,4-5" of a list.
std::string DeadText(const std::string& part, const std::string& value) {
  if (!value.starts_with(degraded::kRandom))
    return fmt::format("dead {}{} {}", part, value.find(',') == std::string::npos ? "" : "s",
                       value);
  const std::string drawn = value.substr(degraded::kRandom.size());
  const auto count = drawn.substr(0, drawn.find(':'));
  const std::string text = fmt::format("{} dead {}{}", count, part, count == "1" ? "" : "s");
  return count == drawn ? text : text + ", draw " + drawn.substr(count.size() + 1);
}

std::string TextOf(const std::string& option, const std::string& value) {
  if (option == "traffic" || option == "host") return value;
  if (option == "dead-links") return DeadText("link", value);
  if (option == "dead-nodes") return DeadText("node", value);
  if (option == "buffer-depth") return "buffers " + value;
  return option + " " + (value.empty() ? "none" : value);
}

// The options that some network has, in order.
std::vector<std::string> NamesIn(const std::vector<NetworkOptions>& networks) {
  std::vector<std::string> names;
  for (const NetworkOptions& options : networks) {
    for (const auto& [name, value] : options)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

std::vector<std::string> NetworkLabels(const std::vector<NetworkOptions>& networks) {
  std::vector<std::string> names = {"traffic", "host"};
  if (networks.size() > 1) {
    names = NamesIn(networks);
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::all_of(networks, [&](const NetworkOptions& other) {
        return ValueOf(other, name) == ValueOf(networks.front(), name);
      });
    });
  }
  const bool some_dead =
      std::ranges::any_of(names, [](const std::string& name) { return name.starts_with("dead-"); });
  std::vector<std::string> labels;
  for (const NetworkOptions& options : networks) {
    std::vector<std::string> words;
    for (const std::string& name : names) {
      const std::string value = ValueOf(options, name);
      if (!name.starts_with("dead-") || !value.empty()) words.push_back(TextOf(name, value));
    }
    if (some_dead && ValueOf(options, "dead-links").empty() &&
        ValueOf(options, "dead-nodes").empty())
      words.push_back("whole");
    labels.push_back(Joined(words, ", "));
  }
  return labels;
}

}  // namespace toroid
