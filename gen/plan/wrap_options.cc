#include "gen/plan/wrap_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "gen/plan/verilog_name.h"

namespace toroid {
namespace {

int UsedSideBits(const WrapOptions& options, int data_width) {
  return (options.keep ? data_width / 8 : 0) + options.user_bits;
}

}  // namespace

int SideBits(const WrapOptions& options, int data_width) {
  if (options.axi) return AxiFlitWidth(data_width) - data_width;
  return (UsedSideBits(options, data_width) + 7) / 8 * 8;
}

int SpareBits(const WrapOptions& options, int data_width) {
  if (options.axi) return 0;
  return SideBits(options, data_width) - UsedSideBits(options, data_width);
}

bool HasOwnClocks(const WrapOptions& options) {
  return std::ranges::find(options.own_clock, true) != options.own_clock.end();
}

bool HasAsyncReset(const WrapOptions& options) {
  return options.async_reset || HasOwnClocks(options);
}

bool IsPortName(std::string_view text) {
  const bool numbered = text.size() > 1 &&
                        std::string_view("cmns").find(text[0]) != std::string_view::npos &&
                        std::isdigit(static_cast<unsigned char>(text[1])) != 0;
  return IsPlainIdentifier(text) && !numbered && !text.starts_with("near_");
}

std::string NameOfPorts(const WrapOptions& options, NodeId node) {
  if (options.axi) return options.axi->nodes[node.index()].name;
  return options.names.empty() ? "" : options.names[node.index()];
}

std::string StreamsToml(const WrapOptions& options) {
  std::string text;
  for (std::size_t n = 0; n < options.names.size(); ++n)
    if (!options.names[n].empty())
      text += fmt::format("\n[[stream]]\nnode = {}\nname = \"{}\"\n", n, options.names[n]);
  return text;
}

bool IsPlain(const WrapOptions& options) { return options == WrapOptions{}; }

std::string NodesText(const std::vector<bool>& nodes) {
  if (std::ranges::find(nodes, false) == nodes.end()) return "all";
  std::string text;
  for (std::size_t first = 0; first < nodes.size(); ++first) {
    if (!nodes[first]) continue;
    std::size_t last = first;
    while (last + 1 < nodes.size() && nodes[last + 1]) ++last;
    if (!text.empty()) text += ',';
    text += first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
    first = last;
  }
  return text;
}

Fields WrapOptions::fields() {
  return {{"--local", axi ? "axi4" : ""},
          {"--tkeep", &keep},
          {"--user-bits", &user_bits, user_bits > 0, {0, kMostUserBits}},
          {"--reset", WordField{&active_low, "active-high", "active-low"}, active_low},
          {"--async-reset", &async_reset},
          {"--node-clocks", HasOwnClocks(*this) ? NodesText(own_clock) : ""}};
}

std::string OptionsText(WrapOptions options) { return OptionsOf(options.fields()); }

}  // namespace toroid
