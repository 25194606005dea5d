// Complete exchange (all-to-all personalised): every process has a block for every other. Block (s,
// j) is the one from s for j.
//
// Over the cube (MakeCubeExchange): process n keeps blocks in places 0 .. P-1, at first (n, j) in
// place n xor j. In stage k it sends the blocks in all places with bit k set, and puts those it
// receives into the same places: the block in place p still has to cross just the cube dimensions
// of p's bits from k on. In the end (s, n) is in place s xor n. Example, d = 2, process 0: places
// hold 00 01 02 03; stage 0 sends places 1 and 3 and receives 10 and 12 there; stage 1 sends 2 and
// 3 (now 02, 12) and receives 20 and 30: 00 10 20 30.
//
// Pipelined it works if blocks go from the highest place down. A place with bits i < k set is sent
// in both stages, in stage i after the places above it that have bit i, in stage k after those that
// have bit k; of the former there are never more. So in stage k no element goes earlier than it
// arrived in stage i. Upwards it fails in long pipelines. Example, d = 3, blocks of 2, Q = 8: the
// first element of place 5 is element 4 of x_0 and element 2 of x_2, so both would travel in round
// 4.
//
// Binary exchange is the cube exchange without pipelining, highest cube dimension first. Direct and
// ring exchange send each block once, straight to its destination: direct sends all at once, to n
// xor 1, n xor 2, ...; ring takes P-1 rounds and sends to (n + r) mod P in round r.
//
// Source: CALMANT 5.1; see docs/spec/algorithms.md A2 for the others.
#include <algorithm>
#include <numeric>
#include <utility>

#include "gen/support/random.h"
#include "sim/algorithm/cc_cube.h"

namespace toroid {
namespace {

void FillBlockElement(const AlgorithmSetting& setting, Process from, Process to, std::size_t e,
                      Element element) {
  FillKeyed(element, setting.flit_bits, Mix(Mix(Mix(setting.seed, from), to), e));
}

// Compares every element that had to travel. `seen(n, s, e)` is element e of the block from s that
// n has; its index is s * block + e.
template <class Seen>
AlgorithmResult CheckBlocks(const AlgorithmSetting& setting, std::size_t block, Seen seen) {
  AlgorithmResult result{.algorithm = "complete-exchange"};
  Elements expected(1, setting.flit_bits);
  const Process processes = Process{1} << setting.dimensions;
  for (Process n = 0; n < processes; ++n) {
    for (Process s = 0; s < processes; ++s) {
      for (std::size_t e = 0; e < block && s != n; ++e) {
        FillBlockElement(setting, s, n, e, expected[0]);
        Compare(result, n, std::uint64_t{s} * block + e, expected[0], seen(n, s, e));
      }
    }
  }
  return result;
}

class CubeExchange : public CcCube {
 public:
  CubeExchange(const AlgorithmSetting& setting, int block_flits, int pipelining, Stages stages,
               BlockOrder order)
      : CcCube(setting, block_flits << (setting.dimensions - 1), pipelining, stages),
        block_(static_cast<std::size_t>(block_flits)),
        held_(processes(), Elements(processes() * block_, setting.flit_bits)) {
    for (Process n = 0; n < processes(); ++n) {
      for (Process j = 0; j < processes(); ++j) {
        for (std::size_t e = 0; e < block_; ++e)
          FillBlockElement(setting, n, j, e, held_[n][(n ^ j) * block_ + e]);
      }
    }
    for (int k = 0; k < setting.dimensions; ++k) {
      std::vector<std::size_t> places;
      for (std::size_t p = 0; p < processes(); ++p) {
        if ((p >> k & 1) != 0) places.push_back(p);
      }
      if (order == BlockOrder::kReversed) std::ranges::reverse(places);
      places_.push_back(std::move(places));
    }
  }

  AlgorithmResult Check() const override {
    return CheckBlocks(setting(), block_, [this](Process n, Process s, std::size_t e) {
      return held_[n][(n ^ s) * block_ + e];
    });
  }

 protected:
  void Get(Process from, int k, std::size_t e, Element element) const override {
    Copy(held_[from][PlaceOf(k, e)], element);
  }
  void Put(Process to, int k, std::size_t e, ConstElement element) override {
    Copy(element, held_[to][PlaceOf(k, e)]);
  }

 private:
  std::size_t PlaceOf(int k, std::size_t e) const {
    return places_[static_cast<std::size_t>(k)][e / block_] * block_ + e % block_;
  }

  std::size_t block_;
  std::vector<Elements> held_;  // by process: its places, one after another
  // by cube dimension: the places that are sent, in order
  std::vector<std::vector<std::size_t>> places_;
};

class StraightExchange : public Algorithm {
 public:
  StraightExchange(const AlgorithmSetting& setting, int block_flits, bool ring)
      : setting_(setting),
        processes_(Process{1} << setting.dimensions),
        block_(static_cast<std::size_t>(block_flits)),
        arrived_(processes_, Elements(processes_ * block_, setting.flit_bits)) {
    const Iteration no_task{.phase = Phase::kRound, .task = {}};
    std::vector<std::uint32_t> distances(processes_ - 1);
    std::iota(distances.begin(), distances.end(), 1U);
    if (!ring)
      rounds_.push_back(
          {.iteration = no_task, .message_flits = block_flits, .distances = distances});
    for (const std::uint32_t r : distances) {
      if (ring)
        rounds_.push_back(
            {.iteration = no_task, .message_flits = block_flits, .distances = {r}, .shifts = true});
    }
  }

  const std::vector<Round>& rounds() const override { return rounds_; }

  void Send(std::size_t /*round*/, Process from, Process to,
            std::span<std::uint32_t> words) override {
    const std::size_t width = WordsOf(setting_.flit_bits);
    for (std::size_t e = 0; e < block_; ++e)
      FillBlockElement(setting_, from, to, e, words.subspan(e * width, width));
  }

  void Receive(std::size_t /*round*/, Process from, Process to,
               std::span<const std::uint32_t> words) override {
    const std::size_t width = WordsOf(setting_.flit_bits);
    for (std::size_t e = 0; e < block_; ++e)
      Copy(words.subspan(e * width, width), arrived_[to][from * block_ + e]);
  }

  AlgorithmResult Check() const override {
    return CheckBlocks(setting_, block_, [this](Process n, Process s, std::size_t e) {
      return std::as_const(arrived_)[n][s * block_ + e];
    });
  }

 private:
  AlgorithmSetting setting_;
  Process processes_;
  std::size_t block_;
  std::vector<Elements> arrived_;  // by process: the blocks from 0, 1, ...
  std::vector<Round> rounds_;
};

}  // namespace

std::unique_ptr<Algorithm> MakeCubeExchange(const AlgorithmSetting& setting, int block_flits,
                                            int pipelining, BlockOrder order) {
  return std::make_unique<CubeExchange>(setting, block_flits, pipelining,
                                        CcCube::Stages::kAscending, order);
}

std::unique_ptr<Algorithm> MakeBinaryExchange(const AlgorithmSetting& setting, int block_flits) {
  return std::make_unique<CubeExchange>(setting, block_flits, 1, CcCube::Stages::kDescending,
                                        BlockOrder::kReversed);
}

std::unique_ptr<Algorithm> MakeDirectExchange(const AlgorithmSetting& setting, int block_flits) {
  return std::make_unique<StraightExchange>(setting, block_flits, false);
}

std::unique_ptr<Algorithm> MakeRingExchange(const AlgorithmSetting& setting, int block_flits) {
  return std::make_unique<StraightExchange>(setting, block_flits, true);
}

}  // namespace toroid
