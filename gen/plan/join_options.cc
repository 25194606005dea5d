#include "gen/plan/join_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "gen/plan/verilog_name.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr const char* kInNetworkOption = "--in-network";
constexpr std::string_view kModuleForm =
    "write reduction:OPERATOR:FILE.v:L, L being the module's latency in cycles";

// What follows the operator: "adder.v:4".
Result<OperatorModule> ParseModule(std::string_view value, std::string_view text) {
  const auto colon = text.rfind(':');
  const std::string_view path = text.substr(0, colon);
  const auto latency = colon == text.npos ? std::nullopt : NumberIn<int>(text.substr(colon + 1));
  if (!latency)
    return Diagnostic{kInNetworkOption, std::string(value),
                      Printable(text, 80) + " is neither an operator nor a module with a latency",
                      fmt::format("allowed are {}; or {}",
                                  Joined(SplitAt(kWords<WordOperator>, '|'), ", "), kModuleForm)};
  if (*latency < 1 || *latency > kMostOperatorLatency)
    return Diagnostic{kInNetworkOption, std::string(value),
                      fmt::format("the latency {} is out of range", *latency),
                      fmt::format("allowed are 1 to {} cycles", kMostOperatorLatency)};
  OperatorModule module{.path = std::string(path), .latency = *latency};
  if (!path.ends_with(".v") || !IsPlainIdentifier(module.name()) || IsVerilogKeyword(module.name()))
    return Diagnostic{kInNetworkOption, std::string(value),
                      Printable(path, 80) + " is not named after a module",
                      "give a file MODULE.v: letters, digits and single underscores"};
  return module;
}

// The names that follow `module` in Verilog, wherever that stands: too many do no harm.
std::vector<std::string_view> ModulesIn(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  constexpr std::string_view kModule = "module";
  const auto in_name = [](char c) {
    return c == '_' || c == '$' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  std::vector<std::string_view> names;
  for (auto at = text.find(kModule); at != text.npos; at = text.find(kModule, at + 1)) {
    const auto begin = text.find_first_not_of(kSpaces, at + kModule.size());
    if ((at > 0 && in_name(text[at - 1])) || begin == text.npos || begin == at + kModule.size())
      continue;
    const auto end = std::ranges::find_if_not(text.substr(begin), in_name);
    names.push_back(text.substr(begin, static_cast<std::size_t>(end - text.begin()) - begin));
  }
  return names;
}

}  // namespace

std::string OperatorModule::name() const { return std::filesystem::path(path).stem().string(); }

Result<InNetworkOptions> ParseInNetwork(std::string_view value) {
  const auto colon = value.find(':');
  const auto kind = Parse<InNetwork>(value.substr(0, colon));
  if (!kind || (colon != value.npos && *kind == InNetwork::kMulticast))
    return Diagnostic{kInNetworkOption, std::string(value), "is not one of the choices",
                      DidYouMean(value, SplitAt(kWords<InNetwork>, '|')) +
                          "allowed are multicast, reduction, reduction:OPERATOR, "
                          "reduction:OPERATOR:FILE.v:L"};
  InNetworkOptions options{.kind = *kind};
  if (colon == value.npos) return options;
  std::string_view rest = value.substr(colon + 1);
  const auto next = rest.find(':');
  options.join.by = Parse<WordOperator>(rest.substr(0, next));
  if (options.join.by && next == rest.npos) return options;
  if (options.join.by) rest = rest.substr(next + 1);
  auto module = ParseModule(value, rest);
  if (!module) return module.diagnostics();
  options.join.module = std::move(module).value();
  return options;
}

std::string InNetworkText(InNetwork kind, const JoinOptions& join) {
  std::string text(ToString(kind));
  if (kind == InNetwork::kMulticast || join.IsPlainSum()) return text;
  if (join.by) text += ":" + std::string(ToString(*join.by));
  if (join.module) text += fmt::format(":{}:{}", join.module->path, join.module->latency);
  return text;
}

std::optional<Diagnostic> OperatorDiagnostic(const JoinOptions& join, std::string_view name,
                                             int width) {
  const auto because = [&](std::string what, std::string allowed) {
    return Diagnostic{kInNetworkOption, InNetworkText(InNetwork::kReduction, join), std::move(what),
                      std::move(allowed)};
  };
  if (join.by == WordOperator::kFloat32 && !join.module)
    return because("needs a module that adds", "write reduction:float32:FILE.v:L");
  if (join.by == WordOperator::kFloat32 && width % 32 != 0)
    return because(fmt::format("the payload has {} bits, not a multiple of 32", width),
                   "give another --flit-width, and nothing beside tdata");
  if (!join.module) return std::nullopt;
  const OperatorModule& module = *join.module;
  if (module.latency < 1 || module.latency > kMostOperatorLatency)
    return because("the latency is out of range",
                   fmt::format("allowed are 1 to {} cycles", kMostOperatorLatency));
  const auto names = ModulesIn(module.text);
  const std::string prefix = std::string(name) + "_";
  const auto own =
      std::ranges::find_if(names, [&](std::string_view one) { return one.starts_with(prefix); });
  if (own != names.end())
    return because(fmt::format("has a module {}, which may be one of the network's", *own),
                   fmt::format("names that begin with {} are the network's own", prefix));
  if (std::ranges::find(names, module.name()) == names.end())
    return because("declares no module " + module.name(),
                   "a module has the name of its file, without .v");
  return std::nullopt;
}

}  // namespace toroid
