// Common base of the CC-cube algorithms (CALMANT 2.2, 2.4). In stage k every process sends its
// neighbour in cube dimension k a vector x_k of N elements. Pipelined, x_k is cut into Q packets of
// N/Q elements, rounded up, and round t carries packet t - k of every x_k that has one. Example, d
// = 2, Q = 2: x_0 packet 0; x_0 packet 1 and x_1 packet 0; x_1 packet 1. Where Q does not divide N,
// zeros pad the last packets, and no process reads them.
//
// Pipelining is correct only if element e of x_k depends on no element of x_0 .. x_(k-1) after the
// e-th, and if no received element overwrites one that is still to be sent.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

#include "sim/algorithm/elements.h"

namespace toroid {

class CcCube : public Algorithm {
 public:
  // cube dimension 0 first, or last; descending is not pipelined
  enum class Stages { kAscending, kDescending };

  const std::vector<Round>& rounds() const final { return rounds_; }

  void Send(std::size_t round, Process from, Process to, std::span<std::uint32_t> words) final {
    const int k = std::countr_zero(from ^ to);
    const std::size_t first = First(round, k);
    const std::size_t width = WordsOf(setting_.flit_bits);
    const std::size_t held = Held(first);
    for (std::size_t e = 0; e < held; ++e) Get(from, k, first + e, words.subspan(e * width, width));
    std::ranges::fill(words.subspan(held * width), 0U);
  }

  void Receive(std::size_t round, Process from, Process to,
               std::span<const std::uint32_t> words) final {
    const int k = std::countr_zero(from ^ to);
    const std::size_t first = First(round, k);
    const std::size_t width = WordsOf(setting_.flit_bits);
    const std::size_t held = Held(first);
    for (std::size_t e = 0; e < held; ++e) Put(to, k, first + e, words.subspan(e * width, width));
  }

 protected:
  CcCube(const AlgorithmSetting& setting, int elements, int pipelining,
         Stages stages = Stages::kAscending)
      : setting_(setting),
        elements_(static_cast<std::size_t>(elements)),
        packet_(static_cast<std::size_t>(PacketFlits(elements, pipelining))),
        pipelined_(pipelining > 1) {
    assert(stages == Stages::kAscending || pipelining == 1);
    for (const Iteration& iteration : PipelinedIterations(setting.dimensions, pipelining)) {
      rounds_.push_back({.iteration = iteration, .message_flits = static_cast<int>(packet_)});
    }
    if (stages == Stages::kDescending) rounds_ = {rounds_.rbegin(), rounds_.rend()};
  }

  // Get gives element e of the vector that `from` sends in cube dimension k; Put stores that
  // element as `to` received it from its neighbour.
  virtual void Get(Process from, int k, std::size_t e, Element element) const = 0;
  virtual void Put(Process to, int k, std::size_t e, ConstElement element) = 0;

  const AlgorithmSetting& setting() const { return setting_; }
  Process processes() const { return Process{1} << setting_.dimensions; }

 private:
  // The first element of the packet of x_k that this round carries.
  std::size_t First(std::size_t round, int k) const {
    return pipelined_ ? (round - static_cast<std::size_t>(k)) * packet_ : 0;
  }

  // Number of existing elements in the packet whose first element is `first`.
  std::size_t Held(std::size_t first) const {
    return std::min(packet_, elements_ - std::min(first, elements_));
  }

  AlgorithmSetting setting_;
  std::size_t elements_;
  std::size_t packet_;
  bool pipelined_;
  std::vector<Round> rounds_;
};

}  // namespace toroid
