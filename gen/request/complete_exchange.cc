#include "gen/request/complete_exchange.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "gen/request/collective.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::array kMethods = {ExchangeMethod::kCcCube, ExchangeMethod::kDirect,
                                 ExchangeMethod::kRing,   ExchangeMethod::kBinary,
                                 ExchangeMethod::kPhases, ExchangeMethod::kLines,
                                 ExchangeMethod::kAuto};

}  // namespace

std::string_view ToString(ExchangeMethod method) {
  switch (method) {
    case ExchangeMethod::kCcCube: return "cc-cube";
    case ExchangeMethod::kDirect: return "direct";
    case ExchangeMethod::kRing: return "ring";
    case ExchangeMethod::kBinary: return "binary";
    case ExchangeMethod::kPhases: return "phases";
    case ExchangeMethod::kLines: return "lines";
    case ExchangeMethod::kAuto: return "auto";
  }
  return "";
}

std::optional<ExchangeMethod> ParseExchangeMethod(std::string_view text) {
  for (const ExchangeMethod method : kMethods)
    if (text == ToString(method)) return method;
  return std::nullopt;
}

std::optional<CollectiveMethod> HostMethodOf(ExchangeMethod method) {
  switch (method) {
    case ExchangeMethod::kPhases: return CollectiveMethod::kPhases;
    case ExchangeMethod::kLines: return CollectiveMethod::kLines;
    case ExchangeMethod::kAuto: return CollectiveMethod::kAuto;
    default: return std::nullopt;
  }
}

std::span<const ExchangeMethod> AllCubeMethods() { return std::span(kMethods).first(4); }

Fields CompleteExchangeRequest::fields() {
  const bool of_host = HostMethodOf(method).has_value();
  Field kind = schedule.KindField();
  Field startup = schedule.StartupField();
  Field release = schedule.ReleaseField();
  for (Field* field : {&kind, &startup, &release}) field->said = field->said && !of_host;
  return {{"--method", EnumFieldOf<ParseExchangeMethod>(
                           method, "cc-cube, direct, ring, binary, phases, lines, auto")},
          {"--block-flits", &block_flits},
          {"--pipelining", &pipelining, method == ExchangeMethod::kCcCube},
          {"--barrier"},
          {"--barrier-cycles", &barrier_cycles, !of_host},
          kind,
          schedule.TimeLimitField(),
          startup,
          release,
          {"--no-baseline"}};
}

std::string CompleteExchangeRequest::Text(std::uint64_t seed) const {
  std::string text =
      fmt::format(", method {}, blocks of {}", ToString(method), Counted(block_flits, "flit"));
  if (method == ExchangeMethod::kCcCube) text += fmt::format(", Q={}", pipelining);
  text += fmt::format(", seed {}", seed);
  if (HostMethodOf(method)) return text;
  return text + fmt::format(", barrier {}", barrier_cycles);
}

Diagnostics CompleteExchangeRequest::Check(const Setting& setting) const {
  if (const auto of_host = HostMethodOf(method))
    return CheckOnHost(setting, "--block-flits", collective(), *of_host);
  const Diagnostics found =
      DataDiagnostics(setting, "--block-flits", block_flits, Growth::kQuadratic);
  if (!found.empty() || method != ExchangeMethod::kCcCube || setting.dimensions() == 0)
    return found;
  const int flits = block_flits << (setting.dimensions() - 1);  // of a message; small enough
  return PipeliningDiagnostics(
      pipelining, flits, "the " + Counted(flits, "flit") + " of a message, --block-flits 2^(d-1),");
}

}  // namespace toroid
