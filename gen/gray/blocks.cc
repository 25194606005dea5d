// Idea. A block that is longer without making fewer blocks only wastes places, so along an axis of
// l nodes there are about 2 sqrt(l) sides to try. Sides are chosen axis by axis, and a choice is
// dropped when it cannot become light enough: r guest nodes for each place on the axes still to
// come, and 2^n / m blocks to put them in if m are there already, make blocks of at least r m / 2^n
// nodes.
//
// Example. 6 x 10 on 16 nodes: sides 1, 2, 3, 6 and 1, 2, 3, 4, 5, 10; of the choices with at most
// 16 blocks 2 x 2 is lightest, 3 x 5 blocks of 4. The solver decides whether the mesh of blocks has
// an embedding in such a small cube.
//
// Source: Ho and Johnsson, section 7, Lemma 5 and Corollary 4. Departure: blocks on any mesh that
// has an embedding, and the search.
#include "gen/gray/blocks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gen/gray/shape.h"
#include "gen/support/integers.h"

namespace toroid::gray {
namespace {

// Whether the blocks make a ring that Gray codes do not close.
bool MakesOddRing(int length, int side) {
  const int blocks = CeilDiv(length, side);
  return blocks > 1 && blocks % 2 != 0;
}

// The sides worth trying: for each number of blocks the shortest that gives it. Example: length 7
// has 1, 2, 3, 4, 7, for 7, 4, 3, 2 blocks and one. On a torus length 9 has 3, and 4 as well.
std::vector<int> SidesOf(int length, bool torus) {
  std::vector<int> sides{1};
  while (true) {
    const int side = sides.back();
    const int blocks = CeilDiv(length, side);
    if (blocks == 1) return sides;
    const int next = CeilDiv(length, blocks - 1);
    if (torus && side % 2 != 0 && MakesOddRing(length, side) && next > side + 1)
      sides.push_back(side + 1);
    sides.push_back(next);
  }
}

// Nodes of an axis on the fullest of 2^bits places, at dilation one.
std::uint64_t GrayLoad(int length, bool torus, int bits) {
  const int side = CeilDiv(length, 1 << bits);
  const bool odd = torus && side % 2 != 0 && MakesOddRing(length, side);
  return static_cast<std::uint64_t>(odd ? side + 1 : side);
}

class BlockSearch {
 public:
  BlockSearch(const std::vector<int>& lengths, bool torus, int dimensions, Stage& stage)
      : lengths_(lengths),
        nodes_(std::uint64_t{1} << dimensions),
        most_(LeastGrayLoad(lengths, torus, dimensions)),
        stage_(stage),
        rest_(lengths.size() + 1, 1) {
    for (std::size_t a = lengths.size(); a-- > 0;) {
      rest_[a] = rest_[a + 1] * static_cast<std::uint64_t>(lengths[a]);
      sides_.push_back(SidesOf(lengths[a], torus));
    }
    std::ranges::reverse(sides_);
  }

  std::vector<BlockSides> Run() {
    Extend(1);
    std::ranges::stable_sort(found_, {}, &BlockSides::load);
    return std::move(found_);
  }

 private:
  // `blocks`: the product of their numbers on the axes that have a side.
  void Extend(std::uint64_t blocks) {
    stage_.Tick();
    const std::size_t axis = chosen_.sides.size();
    // the least guest nodes of a block over the remaining axes
    const std::uint64_t still = (rest_[axis] * blocks + nodes_ - 1) / nodes_;
    if (blocks > nodes_ || chosen_.load * std::max<std::uint64_t>(still, 1) > most_) return;
    if (axis == lengths_.size()) {
      found_.push_back(chosen_);
      return;
    }
    const auto before = std::find(lengths_.rend() - static_cast<std::ptrdiff_t>(axis),
                                  lengths_.rend(), lengths_[axis]);
    const int least = before == lengths_.rend()
                          ? 1
                          : chosen_.sides[static_cast<std::size_t>(lengths_.rend() - before) - 1];
    const std::uint64_t load = chosen_.load;
    for (const int side : sides_[axis]) {
      if (side < least) continue;
      chosen_.sides.push_back(side);
      chosen_.load = load * static_cast<std::uint64_t>(side);
      Extend(blocks * static_cast<std::uint64_t>(CeilDiv(lengths_[axis], side)));
      chosen_.sides.pop_back();
    }
    chosen_.load = load;
  }

  const std::vector<int>& lengths_;
  std::uint64_t nodes_;
  std::uint64_t most_;
  Stage& stage_;
  std::vector<std::uint64_t> rest_;  // the product of the lengths from an axis on
  std::vector<std::vector<int>> sides_;
  BlockSides chosen_;
  std::vector<BlockSides> found_;
};

}  // namespace

std::vector<BlockSides> AllBlocks(const std::vector<int>& lengths, bool torus, int dimensions,
                                  Stage& stage) {
  return BlockSearch(lengths, torus, dimensions, stage).Run();
}

// Dynamic programming over axes and dimensions: with `bits` dimensions an axis of length l has
// 2^bits places, so the fullest has ceil(l / 2^bits) coordinates, and loads of axes multiply.
std::uint64_t LeastGrayLoad(const std::vector<int>& lengths, bool torus, int dimensions) {
  // by dimensions used at most
  std::vector<std::uint64_t> least(static_cast<std::size_t>(dimensions) + 1, 1);
  for (const int length : lengths) {
    std::vector<std::uint64_t> next(least.size(), std::numeric_limits<std::uint64_t>::max());
    for (std::size_t used = 0; used < least.size(); ++used) {
      for (std::size_t bits = 0; bits <= used; ++bits) {
        const std::uint64_t load = GrayLoad(length, torus, static_cast<int>(bits));
        next[used] = std::min(next[used], least[used - bits] * load);
      }
    }
    least = std::move(next);
  }
  return least.back();
}

}  // namespace toroid::gray
