// The parallel programs among the kinds of traffic, on a hypercube guest: in each iteration every
// process sends along one dimension, and a barrier follows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/plan/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"
#include "gen/support/words.h"

namespace toroid {

// `cc-cube` sends hashes, as a pipelined algorithm would send data; the others compute with what
// arrives. A fast Fourier transform has a point in a flit, a pair of 32-bit numbers; a sort has
// keys.
enum class CubeProgram { kCcCube, kFft, kBitonicSort };
template <>
inline constexpr std::string_view kWords<CubeProgram> = "cc-cube|fft|bitonic-sort";

struct CubeProgramRequest {
  CubeProgram program = CubeProgram::kCcCube;
  int elements = 256;        // N, of a message before pipelining, points, or keys of a process
  int pipelining = 8;        // Q, 1 to elements; not of a sort
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  bool is_cc_cube() const { return program == CubeProgram::kCcCube; }
  Family family() const { return is_cc_cube() ? Family::kProgram : Family::kAlgorithm; }
  std::string_view name() const { return ToString(program); }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// One task: what `schedule`, `check` and `generate` work on too.
struct TaskRequest {
  Task task;
  int message_flits = 1;  // L
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kProgram; }
  std::string_view name() const { return "task"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// Diagnostics are those of MakeScheduleOn.
Result<Schedule> MakeSchedule(const TaskRequest& request, const MessageRoutes& routes,
                              const Embedding& embedding, Ports ports,
                              const Progress& progress = {});

}  // namespace toroid
