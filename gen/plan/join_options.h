// What routers do along a tree, and the operator of the joins of scheduled ones
// (docs/spec/in-network.md, sections 4 and 7).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gen/program/operator.h"
#include "gen/support/result.h"
#include "gen/support/words.h"

namespace toroid {

inline constexpr int kMostOperatorLatency = 64;

// Routers copy the flits of a tree on the way down, or also combine them on the way up.
enum class InNetwork { kMulticast, kReduction };
template <>
inline constexpr std::string_view kWords<InNetwork> = "multicast|reduction";

// A user's module in place of toroid's operator (IN7.3).
struct OperatorModule {
  std::string path;       // of FILE.v
  int latency = 1;        // cycles, 1 to kMostOperatorLatency
  std::string text = {};  // of the file

  std::string name() const;  // of the module: the file's name without ".v"
};

struct JoinOptions {
  // none: toroid does not know what the module computes
  std::optional<WordOperator> by = WordOperator::kSum;
  std::optional<OperatorModule> module = std::nullopt;

  int latency() const { return module ? module->latency : 1; }
  bool IsPlainSum() const { return by == WordOperator::kSum && !module; }
};

struct InNetworkOptions {
  InNetwork kind = InNetwork::kMulticast;
  JoinOptions join = {};
};
// The value of --in-network, "reduction:float32:adder.v:4"; the module's text is not read.
Result<InNetworkOptions> ParseInNetwork(std::string_view value);
// The value that ParseInNetwork takes.
std::string InNetworkText(InNetwork kind, const JoinOptions& join);

// Why hardware whose modules begin with `name`, with payloads of `width` bits, cannot have this
// operator. Requires the module's text.
std::optional<Diagnostic> OperatorDiagnostic(const JoinOptions& join, std::string_view name,
                                             int width);

}  // namespace toroid
