// All-gather by recursive doubling. In round k every process sends all the vectors it has to its
// neighbour in cube dimension k: those of the 2^k processes that differ from it in dimensions 0 ..
// k-1 only. Messages therefore double each round. Example, d = 2, process 2: has 2; receives 3;
// receives 0 1. Later rounds need the whole of earlier ones, so nothing is pipelined.
//
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (recursive doubling).
#include <utility>

#include "gen/support/random.h"
#include "sim/algorithm/elements.h"

namespace toroid {
namespace {

class AllGather : public Algorithm {
 public:
  AllGather(const AlgorithmSetting& setting, int elements)
      : setting_(setting),
        processes_(Process{1} << setting.dimensions),
        count_(static_cast<std::size_t>(elements)),
        gathered_(processes_, Elements(std::uint64_t{processes_} * count_, setting.flit_bits)) {
    for (int k = 0; k < setting.dimensions; ++k) {
      rounds_.push_back(
          {.iteration = {.phase = Phase::kTask, .task = {k, 1}}, .message_flits = elements << k});
    }
    for (Process n = 0; n < processes_; ++n) {
      for (std::size_t e = 0; e < count_; ++e) FillOwn(n, e, gathered_[n][n * count_ + e]);
    }
  }

  const std::vector<Round>& rounds() const override { return rounds_; }

  void Send(std::size_t round, Process from, Process /*to*/,
            std::span<std::uint32_t> words) override {
    const std::size_t width = WordsOf(setting_.flit_bits);
    for (std::size_t e = 0; e < count_ << round; ++e)
      Copy(gathered_[from][First(round, from) + e], words.subspan(e * width, width));
  }

  void Receive(std::size_t round, Process from, Process to,
               std::span<const std::uint32_t> words) override {
    const std::size_t width = WordsOf(setting_.flit_bits);
    for (std::size_t e = 0; e < count_ << round; ++e)
      Copy(words.subspan(e * width, width), gathered_[to][First(round, from) + e]);
  }

  // A process' own vector is not counted, as it never travelled.
  AlgorithmResult Check() const override {
    AlgorithmResult result{.algorithm = "all-gather"};
    Elements expected(1, setting_.flit_bits);
    for (Process n = 0; n < processes_; ++n) {
      for (std::size_t i = 0; i < processes_ * count_; ++i) {
        if (i / count_ == n) continue;  // its own
        FillOwn(static_cast<Process>(i / count_), i % count_, expected[0]);
        Compare(result, n, i, expected[0], std::as_const(gathered_)[n][i]);
      }
    }
    return result;
  }

 private:
  void FillOwn(Process n, std::size_t e, Element element) const {
    FillKeyed(element, setting_.flit_bits, Mix(Mix(setting_.seed, n), e));
  }
  // Index of the first element that `n` has before round k: the vector of the lowest process of its
  // group.
  std::size_t First(std::size_t k, Process n) const { return (n >> k << k) * count_; }

  AlgorithmSetting setting_;
  Process processes_;
  std::size_t count_;
  std::vector<Elements> gathered_;  // by process: the vectors of 0, 1, ...
  std::vector<Round> rounds_;
};

}  // namespace

std::unique_ptr<Algorithm> MakeAllGather(const AlgorithmSetting& setting, int elements) {
  return std::make_unique<AllGather>(setting, elements);
}

}  // namespace toroid
