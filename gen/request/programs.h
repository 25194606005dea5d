// The parallel programs among the kinds of traffic, on a hypercube guest: in each iteration every
// process sends along one dimension, and a barrier follows. `cc-cube` sends hashes, as a pipelined
// algorithm would send data; the others compute with what arrives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/collective/task.h"
#include "gen/request/collective.h"
#include "gen/request/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

struct CcCubeRequest {
  int elements = 256;        // N, of a message before pipelining
  int pipelining = 8;        // Q, at most as many as elements
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kProgram; }
  std::string_view name() const { return "cc-cube"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// A fast Fourier transform over all processes. A point is a pair of 32-bit numbers and travels in
// one flit.
struct FftRequest {
  int elements = 256;  // N, points of a process; a power of two
  int pipelining = 8;  // Q, 1 to elements
  Cycle barrier_cycles = 0;
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kAlgorithm; }
  std::string_view name() const { return "fft"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// Keys, sorted over all processes.
struct BitonicSortRequest {
  int elements = 256;  // N, keys of a process
  Cycle barrier_cycles = 0;
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kAlgorithm; }
  std::string_view name() const { return "bitonic-sort"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// Sums over all processes, for each of them; by other methods than doubling between host nodes.
struct AllReduceRequest {
  CollectiveMethod method = CollectiveMethod::kDoubling;
  int elements = 256;  // N, of a process
  int pipelining = 8;  // Q, 1 to elements
  Cycle barrier_cycles = 0;
  Scheduling schedule = {};

  Family family() const { return FamilyOf(method); }
  std::string_view name() const { return "all-reduce"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kAllReduce, elements}; }
};

// What each process has, for all; by other methods than doubling between host nodes.
struct AllGatherRequest {
  CollectiveMethod method = CollectiveMethod::kDoubling;
  int elements = 256;  // N, of a process
  Cycle barrier_cycles = 0;
  Scheduling schedule = {};

  Family family() const { return FamilyOf(method); }
  std::string_view name() const { return "all-gather"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kAllGather, elements}; }
};

}  // namespace toroid
