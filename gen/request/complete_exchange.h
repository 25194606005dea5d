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

enum class ExchangeMethod { kCcCube, kDirect, kRing, kBinary };
std::string_view ToString(ExchangeMethod method);
std::optional<ExchangeMethod> ParseExchangeMethod(std::string_view text);
std::span<const ExchangeMethod> AllExchangeMethods();

struct CompleteExchangeRequest {
  ExchangeMethod method = ExchangeMethod::kCcCube;
  int block_flits = 4;       // B
  int pipelining = 8;        // Q; divides the flits of a message; method cc-cube only
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  static constexpr Family kFamily = Family::kAlgorithm;
  std::string_view name() const { return "complete-exchange"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kExchange, block_flits}; }

 private:
  Diagnostics MethodDiagnostics(const Setting& setting) const;
};

}  // namespace toroid
