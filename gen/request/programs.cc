#include "gen/request/programs.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

#include "gen/support/text.h"

namespace toroid {
namespace {

// The fields of a program's request; `pipelining` if it has one, `method` too. Those that rounds
// between barriers need are part of the run only where it has `rounds`.
template <class Request>
Fields FieldsOfProgram(Request& request, bool rounds = true) {
  Fields fields = {{"--elements", &request.elements}};
  if constexpr (requires { request.pipelining; })
    fields.push_back({"--pipelining", &request.pipelining});
  fields.insert(fields.end(), {{"--barrier"},
                               {"--barrier-cycles", &request.barrier_cycles},
                               request.schedule.KindField(),
                               request.schedule.TimeLimitField(),
                               request.schedule.StartupField(),
                               request.schedule.ReleaseField(),
                               {"--no-baseline"}});
  for (Field& field : fields) field.said = field.said && (rounds || field.option == "--elements");
  if constexpr (requires { request.method; })
    fields.insert(fields.begin(), {"--method", EnumFieldOf<ParseCollectiveMethod>(
                                                   request.method, kCollectiveMethods)});
  return fields;
}

// ", N=256 elements, Q=8, seed 1, barrier 0"; no seed of a program that carries no data, no Q and
// no barrier without `rounds`.
template <class Request>
std::string TextOfProgram(const Request& request, std::optional<std::uint64_t> seed,
                          bool rounds = true) {
  std::string text;
  if constexpr (requires { request.method; })
    text += fmt::format(", method {}", ToString(request.method));
  text += ", N=" + Counted(request.elements, "element");
  if constexpr (requires { request.pipelining; }) {
    if (rounds) text += fmt::format(", Q={}", request.pipelining);
  }
  if (seed) text += fmt::format(", seed {}", *seed);
  return rounds ? text + fmt::format(", barrier {}", request.barrier_cycles) : text;
}

constexpr bool HasRounds(CollectiveMethod method) { return method == CollectiveMethod::kDoubling; }

}  // namespace

Fields CcCubeRequest::fields() {
  Fields fields = FieldsOfProgram(*this);
  fields.push_back(schedule.UnitsField());
  return fields;
}
Fields FftRequest::fields() { return FieldsOfProgram(*this); }
Fields BitonicSortRequest::fields() { return FieldsOfProgram(*this); }
Fields AllReduceRequest::fields() { return FieldsOfProgram(*this, HasRounds(method)); }
Fields AllGatherRequest::fields() { return FieldsOfProgram(*this, HasRounds(method)); }

std::string CcCubeRequest::Text(std::uint64_t /*seed*/) const {
  return TextOfProgram(*this, std::nullopt);
}
std::string FftRequest::Text(std::uint64_t seed) const { return TextOfProgram(*this, seed); }
std::string BitonicSortRequest::Text(std::uint64_t seed) const {
  return TextOfProgram(*this, seed);
}
std::string AllReduceRequest::Text(std::uint64_t seed) const {
  return TextOfProgram(*this, seed, HasRounds(method));
}
std::string AllGatherRequest::Text(std::uint64_t seed) const {
  return TextOfProgram(*this, seed, HasRounds(method));
}

Diagnostics CcCubeRequest::Check(const Setting& /*setting*/) const {
  return PacketDiagnostics(pipelining, elements);
}

// Butterflies need a power of two of points.
Diagnostics FftRequest::Check(const Setting& setting) const {
  Diagnostics found;
  if (setting.hardware.flit_width < 64) {
    found.push_back({"--flit-width", std::to_string(setting.hardware.flit_width),
                     "cannot hold a point of the fft",
                     "a flit holds a pair of 32-bit numbers; allowed are 64 and above"});
  }
  if (!std::has_single_bit(static_cast<unsigned>(elements))) {
    found.push_back({"--elements", std::to_string(elements), "is not a power of two",
                     "each process transforms that many points; allowed are 1, 2, 4, 8, ..."});
  }
  std::ranges::copy(DataDiagnostics(setting, "--elements", elements, Growth::kLinear),
                    std::back_inserter(found));
  return found.empty() ? PacketDiagnostics(pipelining, elements) : found;
}

Diagnostics BitonicSortRequest::Check(const Setting& setting) const {
  return DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
}

Diagnostics AllReduceRequest::Check(const Setting& setting) const {
  if (!HasRounds(method)) return CheckOnHost(setting, "--elements", collective(), method);
  const Diagnostics found = DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
  return found.empty() ? PacketDiagnostics(pipelining, elements) : found;
}

Diagnostics AllGatherRequest::Check(const Setting& setting) const {
  if (!HasRounds(method)) return CheckOnHost(setting, "--elements", collective(), method);
  return DataDiagnostics(setting, "--elements", elements, Growth::kQuadratic);
}

}  // namespace toroid
