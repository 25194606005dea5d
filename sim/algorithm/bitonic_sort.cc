// Bitonic sort of blocks: every process sorts its own N keys; then in round (s, k), s = 0 .. d-1, k
// = s .. 0, neighbours in cube dimension k exchange all their keys, merge, and keep one half each.
// Process n keeps the low half if bits k and s+1 of n are equal (bit d is 0). In the end the
// processes in order hold all keys in order. Example, d = 1: [3 5] and [1 4] exchange; process 0
// keeps [1 3], process 1 [4 5].
//
// Keys are unsigned, as wide as a flit, and many are equal. Merging needs whole blocks, so nothing
// is pipelined: d(d+1)/2 tasks <k,1>. Source: Batcher, AFIPS 1968; merging blocks in place of
// comparing keys: Baudet and Stevenson, IEEE Trans. Computers C-27, 1978.
#include <algorithm>
#include <array>

#include "gen/support/integers.h"
#include "gen/support/random.h"
#include "sim/algorithm/elements.h"

namespace toroid {
namespace {

// the most significant word first, so that the order of arrays is that of keys
using Key = std::array<std::uint32_t, 20>;  // 640 bits

Key KeyOf(ConstElement element) {
  Key key{};
  std::copy(element.begin(), element.end(), key.rbegin());
  return key;
}

void Write(const Key& key, Element element) {
  std::copy_n(key.rbegin(), element.size(), element.begin());
}

// Unlike std::merge it may be given keys out of order, as a faulty network may bring them.
std::vector<Key> Merged(const std::vector<Key>& a, const std::vector<Key>& b) {
  std::vector<Key> merged;
  merged.reserve(a.size() + b.size());
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
    merged.push_back(from_a ? a[i++] : b[j++]);
  }
  return merged;
}

class BitonicSort : public Algorithm {
 public:
  BitonicSort(const AlgorithmSetting& setting, int keys)
      : setting_(setting), count_(static_cast<std::size_t>(keys)) {
    for (int s = 0; s < setting.dimensions; ++s) {
      for (int k = s; k >= 0; --k) {
        rounds_.push_back(
            {.iteration = {.phase = Phase::kTask, .task = {k, 1}}, .message_flits = keys});
        stages_.push_back(s);
      }
    }
    const std::size_t total = SizeOf(count_, std::size_t{1} << setting.dimensions);
    Random random(setting.seed);
    Elements element(1, setting.flit_bits);
    for (Process n = 0; n < Process{1} << setting.dimensions; ++n) {
      blocks_.emplace_back();
      for (std::size_t i = 0; i < count_; ++i) {
        // few distinct keys, so that many are equal
        FillKeyed(element[0], setting.flit_bits, Mix(setting.seed, random.Below(total / 2)));
        blocks_[n].push_back(KeyOf(element[0]));
        input_.push_back(blocks_[n].back());
      }
      std::ranges::sort(blocks_[n]);
    }
  }

  const std::vector<Round>& rounds() const override { return rounds_; }

  void Send(std::size_t /*round*/, Process from, Process /*to*/,
            std::span<std::uint32_t> words) override {
    const std::size_t width = WordsOf(setting_.flit_bits);
    for (std::size_t i = 0; i < count_; ++i)
      Write(blocks_[from][i], words.subspan(i * width, width));
  }

  // Compare-split: both partners merge the same two blocks; one keeps the low half and the other
  // the high one. Bit s + 1 of the process, the direction of the block being built, decides which.
  void Receive(std::size_t round, Process from, Process to,
               std::span<const std::uint32_t> words) override {
    const std::size_t width = WordsOf(setting_.flit_bits);
    std::vector<Key> other;
    for (std::size_t i = 0; i < count_; ++i)
      other.push_back(KeyOf(words.subspan(i * width, width)));
    const std::vector<Key> merged = Merged(blocks_[to], other);
    const bool ascending = (to >> (stages_[round] + 1) & 1) == 0;
    const bool keeps_low = ascending == (to < from);
    const auto half = merged.begin() + static_cast<std::ptrdiff_t>(keeps_low ? 0 : count_);
    std::copy_n(half, count_, blocks_[to].begin());
  }

  // Compares with std::sort of all keys, process by process.
  AlgorithmResult Check() const override {
    AlgorithmResult result{.algorithm = "bitonic-sort"};
    std::vector<Key> sorted = input_;
    std::ranges::sort(sorted);
    Elements expected(1, setting_.flit_bits);
    Elements seen(1, setting_.flit_bits);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      Write(sorted[i], expected[0]);
      Write(blocks_[i / count_][i % count_], seen[0]);
      Compare(result, static_cast<Process>(i / count_), i % count_, expected[0], seen[0]);
    }
    return result;
  }

 private:
  AlgorithmSetting setting_;
  std::size_t count_;
  std::vector<Round> rounds_;
  std::vector<int> stages_;               // s, by round
  std::vector<Key> input_;                // of all processes
  std::vector<std::vector<Key>> blocks_;  // by process, ascending
};

}  // namespace

std::unique_ptr<Algorithm> MakeBitonicSort(const AlgorithmSetting& setting, int keys) {
  return std::make_unique<BitonicSort>(setting, keys);
}

}  // namespace toroid
