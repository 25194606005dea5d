// All-reduce by recursive doubling: in stage k every process sends its neighbour in cube dimension
// k the sums so far and adds what it receives; then it holds the sums over all processes that
// differ from it in dimensions 0 .. k only. Example, one element, d = 2: 1 2 3 4; 3 3 7 7; 10 10 10
// 10. Element e of a stage needs element e of the one before, so it may be pipelined.
//
// Sums are modulo 2^w, w the flit width; other operators take their place (docs/spec/in-network.md,
// section 7). Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005
// (recursive doubling); pipelining as in CALMANT 2.4.
#include "sim/algorithm/cc_cube.h"
#include "sim/algorithm/serial.h"

namespace toroid {
namespace {

class AllReduce : public CcCube {
 public:
  AllReduce(const AlgorithmSetting& setting, int elements, int pipelining)
      : CcCube(setting, elements, pipelining),
        count_(static_cast<std::size_t>(elements)),
        operands_{setting.by, setting.seed, setting.flit_bits},
        sums_(processes(), Elements(count_, setting.flit_bits)) {
    for (Process n = 0; n < processes(); ++n) {
      for (std::size_t e = 0; e < count_; ++e) operands_.Fill(n, e, sums_[n][e]);
    }
  }

  AlgorithmResult Check() const override {
    AlgorithmResult result{.algorithm = "all-reduce"};
    SerialResult expected(operands_, processes());
    for (std::size_t e = 0; e < count_; ++e) {
      expected.Compute(e);
      for (Process n = 0; n < processes(); ++n) expected.CompareWith(sums_[n][e], n, result);
    }
    return result;
  }

 protected:
  void Get(Process from, int /*k*/, std::size_t e, Element element) const override {
    Copy(sums_[from][e], element);
  }
  void Put(Process to, int /*k*/, std::size_t e, ConstElement element) override {
    Combine(setting().by, sums_[to][e], element, setting().flit_bits);
  }

 private:
  std::size_t count_;
  Operands operands_;
  std::vector<Elements> sums_;  // by process
};

}  // namespace

std::unique_ptr<Algorithm> MakeAllReduce(const AlgorithmSetting& setting, int elements,
                                         int pipelining) {
  return std::make_unique<AllReduce>(setting, elements, pipelining);
}

}  // namespace toroid
