#include "gen/command_line/dead_parts.h"

#include <utility>

namespace toroid {

Result<degraded::DegradedHost> ReadDegradedHost(const Values& values, const Graph& host) {
  degraded::Dead dead;
  Diagnostics found;
  const auto read = [&](OptionName option, auto parse, auto& list) {
    if (!values.Given(option)) return;
    auto parsed = parse(values.Text(option), host);
    if (!parsed) {
      found.insert(found.end(), parsed.diagnostics().begin(), parsed.diagnostics().end());
    } else {
      list = std::move(parsed).value();
    }
  };
  read("--dead-links", degraded::ParseDeadLinks, dead.links);
  read("--dead-nodes", degraded::ParseDeadNodes, dead.nodes);
  if (!found.empty()) return found;
  return degraded::DegradedHost::Create(host, dead);
}

}  // namespace toroid
