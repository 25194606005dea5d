// Serial computations, for comparison, and the inputs of what is combined.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "sim/algorithm/elements.h"

namespace toroid {

// Serial Fourier transform for comparison: double precision, decimation in time.

// X[k] = sum over j of x[j] exp(-2 pi i j k / n), n = x.size() a power of two.
std::vector<std::complex<double>> SerialFft(const std::vector<std::complex<double>>& x);

// The vectors of processes, by a keyed hash (docs/spec/algorithms.md A1.6); for kFloat32 with
// finite numbers, so that a sum of all is finite too (docs/spec/in-network.md, IN7.7).
struct Operands {
  WordOperator by = WordOperator::kSum;
  std::uint64_t seed = 1;
  int flit_bits = 32;

  // Writes element e of the vector of process n.
  void Fill(Process n, std::uint64_t e, Element element) const;
};

// What an element comes to over all processes, computed in another way than on the network.
class SerialResult {
 public:
  SerialResult(const Operands& operands, Process processes);

  void Compute(std::uint64_t e);
  // Counts a process' element as `Compare` does. Sums of binary32 numbers may be in any order, so
  // they may differ by the bound of IN7.7.
  void CompareWith(ConstElement seen, Process process, AlgorithmResult& result) const;

 private:
  void AddUp(std::uint64_t e);
  void AddFloats(std::uint64_t e);
  bool IsNear(ConstElement seen) const;

  Operands operands_;
  Process processes_;
  std::uint64_t element_ = 0;
  Elements word_;                          // scratch: a process' element
  Elements result_;                        // of kFloat32 rounded
  std::vector<double> sums_, magnitudes_;  // by 32 bits, with kFloat32
};

}  // namespace toroid
