// Checks that more than one request makes. Limits are on what is kept in memory: an algorithm's
// data stays there from the first round to the last, so 2^dimensions processes multiply what one
// asks for.
#include "gen/request/setting.h"

#include <fmt/core.h>

#include <algorithm>

namespace toroid {
namespace {

constexpr std::int64_t kMostWords = 1 << 26;  // 32-bit words of data in all processes together
constexpr std::int64_t kLeastWords = 16;      // that sorting or transforming keeps of an element

Diagnostics DataOf(const Setting& setting, std::string_view option, int amount, Growth growth,
                   const std::string& graph, std::int64_t processes) {
  const std::int64_t flit_words = (setting.hardware.flit_width + 31) / 32;
  const bool quadratic = growth == Growth::kQuadratic;
  const std::int64_t words = quadratic ? flit_words * processes * processes
                                       : std::max(flit_words, kLeastWords) * processes;
  const std::int64_t most = kMostWords / words;
  if (amount <= most) return {};
  return {{std::string(option), std::to_string(amount), "asks for more data than is kept",
           most > 0
               ? "with this " + graph + " and flit width allowed are 1 to " + std::to_string(most)
               : "take a smaller " + graph}};
}

}  // namespace

int Setting::dimensions() const {
  return guest && guest->kind() == Kind::kHypercube ? guest->axes() : 0;
}

Diagnostics PipeliningDiagnostics(int pipelining, int elements, const std::string& whole) {
  if (pipelining <= elements) return {};
  return {{"--pipelining", std::to_string(pipelining),
           fmt::format("is more packets than {} fill", whole),
           fmt::format("allowed are 1 to {}", elements)}};
}

Diagnostics PacketDiagnostics(int pipelining, int elements) {
  return PipeliningDiagnostics(pipelining, elements, fmt::format("--elements {}", elements));
}

Diagnostics DataDiagnostics(const Setting& setting, std::string_view option, int amount,
                            Growth growth) {
  if (setting.dimensions() == 0) return {};
  return DataOf(setting, option, amount, growth, "guest", std::int64_t{1} << setting.dimensions());
}

Diagnostics DataDiagnosticsOfHost(const Setting& setting, std::string_view option, int amount,
                                  Growth growth) {
  return DataOf(setting, option, amount, growth, "host", setting.host->size());
}

}  // namespace toroid
