// Traffic `complete-exchange`: a block from every process to every other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gen/collective/methods.h"
#include "gen/collective/task.h"
#include "gen/request/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

// The first four are between the nodes of a hypercube guest, the others between host nodes.
enum class ExchangeMethod { kCcCube, kDirect, kRing, kBinary, kPhases, kLines, kAuto };
std::string_view ToString(ExchangeMethod method);
std::optional<ExchangeMethod> ParseExchangeMethod(std::string_view text);
// Of a method between host nodes which it is; none of the others.
std::optional<CollectiveMethod> HostMethodOf(ExchangeMethod method);
// Those over the cube.
std::span<const ExchangeMethod> AllCubeMethods();

struct CompleteExchangeRequest {
  ExchangeMethod method = ExchangeMethod::kCcCube;
  int block_flits = 4;       // B
  int pipelining = 8;        // Q, 1 to the flits of a message; method cc-cube only
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  Family family() const { return HostMethodOf(method) ? Family::kCollective : Family::kAlgorithm; }
  std::string_view name() const { return "complete-exchange"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kExchange, block_flits}; }
};

}  // namespace toroid
