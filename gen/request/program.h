// What the parallel programs among the kinds of traffic have in common: elements, for most of them
// pipelining, a barrier after each iteration, and a schedule.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "gen/request/field.h"
#include "gen/support/text.h"

namespace toroid {

// The fields of a program's request; `pipelining` if it has one.
template <class Request>
Fields ProgramFields(Request& request) {
  Fields fields = {{"--elements", &request.elements}};
  if constexpr (requires { request.pipelining; })
    fields.push_back({"--pipelining", &request.pipelining});
  fields.insert(fields.end(), {{"--barrier-cycles", &request.barrier_cycles},
                               request.schedule.KindField(),
                               request.schedule.TimeLimitField(),
                               {"--no-baseline"}});
  return fields;
}

// ", N=256 elements, Q=8, seed 1, barrier 0"; no seed of a program that carries no data.
template <class Request>
std::string ProgramText(const Request& request, std::optional<std::uint64_t> seed) {
  std::string text = ", N=" + Counted(request.elements, "element");
  if constexpr (requires { request.pipelining; }) text += fmt::format(", Q={}", request.pipelining);
  if (seed) text += fmt::format(", seed {}", *seed);
  return text + fmt::format(", barrier {}", request.barrier_cycles);
}

}  // namespace toroid
