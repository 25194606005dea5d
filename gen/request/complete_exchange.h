// Traffic `complete-exchange`: a block from every process to every other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gen/collective/task.h"
#include "gen/request/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

// `phases` is between host nodes, the others between the nodes of a hypercube guest.
enum class ExchangeMethod { kCcCube, kDirect, kRing, kBinary, kPhases };
std::string_view ToString(ExchangeMethod method);
std::optional<ExchangeMethod> ParseExchangeMethod(std::string_view text);
// Those over the cube.
std::span<const ExchangeMethod> AllCubeMethods();

struct CompleteExchangeRequest {
  ExchangeMethod method = ExchangeMethod::kCcCube;
  int block_flits = 4;       // B
  int pipelining = 8;        // Q; divides the flits of a message; method cc-cube only
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  Family family() const {
    return method == ExchangeMethod::kPhases ? Family::kCollective : Family::kAlgorithm;
  }
  std::string_view name() const { return "complete-exchange"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kExchange, block_flits}; }

 private:
  Diagnostics MethodDiagnostics(const Setting& setting) const;
};

}  // namespace toroid
