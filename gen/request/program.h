// What the parallel programs among the kinds of traffic have in common: elements, for most of them
// pipelining, a barrier after each iteration, and a schedule.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>

#include "gen/request/field.h"
#include "gen/support/text.h"

namespace toroid {

// The fields of a program's request; `pipelining` if it has one. Those that rounds between barriers
// need are said of a run only where it has `rounds`.
template <class Request>
Fields ProgramFields(Request& request, bool rounds = true) {
  Fields fields = {{"--elements", &request.elements}};
  if constexpr (requires { request.pipelining; })
    fields.push_back({"--pipelining", &request.pipelining, rounds});
  fields.insert(fields.end(), {{"--barrier"},
                               {"--barrier-cycles", &request.barrier_cycles, rounds},
                               request.schedule.KindField(),
                               request.schedule.TimeLimitField(),
                               request.schedule.StartupField(),
                               request.schedule.ReleaseField(),
                               {"--no-baseline"}});
  for (Field& field : fields) field.said = field.said && (rounds || field.option == "--elements");
  return fields;
}

// ", N=256 elements, Q=8, seed 1, barrier 0"; no seed of a program that carries no data, no Q and
// no barrier without `rounds`.
template <class Request>
std::string ProgramText(const Request& request, std::optional<std::uint64_t> seed,
                        bool rounds = true) {
  std::string text = ", N=" + Counted(request.elements, "element");
  if constexpr (requires { request.pipelining; }) {
    if (rounds) text += fmt::format(", Q={}", request.pipelining);
  }
  if (seed) text += fmt::format(", seed {}", *seed);
  return rounds ? text + fmt::format(", barrier {}", request.barrier_cycles) : text;
}

}  // namespace toroid
