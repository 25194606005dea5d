// The idea: ranks are numbered by ascending guest index, so the number's digits are the places
// within the block, the last axis least significant. A digit has as many values as the block has
// places on that axis: the side, or the rest in the last block of an axis that the side does not
// divide. Both are computed and one is chosen.
//
// If a ring's blocks go out and back (Y6.8), the distance from the nearer end is divided by half
// the side. On the way back places are counted backwards, so that ranks ascend with the coordinate:
// of 10 nodes in blocks of 4, block 1 has 2, 3, 6, 7, and the places of 6 and 7 are 3 - 1 and 3 -
// 0.
//
// Example: 19 x 19 in a 5-cube has blocks of 3 x 5. Coordinate 17 of the second axis is place 2 of
// block 3, which has 4 places, so (1, 17) is rank 1 * 4 + 2 = 6 of block (0, 3), and that block
// has 3 * 4 = 12 ranks.
//
// Source: docs/spec/gray.md, Y6.3, Y6.4 and Y6.8; the order is docs/spec/generated.md, G5.8.
#include <fmt/core.h>

#include <cassert>

#include "gen/address_units/gray_unit.h"
#include "gen/gray/compose.h"
#include "gen/support/integers.h"

namespace toroid::address_units {
namespace {

// The blocks along an axis.
struct BlockAxis {
  int side = 1;
  int rest = 0;  // places of the last used block, if they are fewer; else 0
  int used = 1;  // blocks that have places
  int length = 1;
  bool out_and_back = false;
};

BlockAxis BlockAxisOf(const gray::Plan& plan, std::size_t axis) {
  const int length = plan.guest.lengths()[axis];
  const int side = plan.blocks[axis];
  BlockAxis block{
      .side = side, .rest = length % side, .used = CeilDiv(length, side), .length = length};
  block.out_and_back =
      !plan.folds.empty() && plan.folds[axis] == gray::kOutAndBack && block.used > 1;
  assert((block.used > 1 || block.rest == 0) && "an axis of one block is that block");
  return block;
}

// One bit: whether the block has `rest` places; the constant 0 if no block has.
Signal IsShort(Builder& build, const BlockAxis& block, const Signal& number) {
  return block.rest == 0 ? Signal{} : build.Equals(number, block.used - 1);
}

// top - x on the way back, else x, at most `most` where it matters; `top` is the last of the
// block's places.
Signal Mirrored(Builder& build, const BlockAxis& block, const Signal& is_short, const Signal& back,
                const Signal& x, int most) {
  const auto within = [&](int top) {
    const Signal behind = build.SubtractFrom(top, x, most);
    return build.Choose(back, behind, build.Low(x, most));
  };
  const Signal whole = within(block.side - 1);
  return is_short.is_constant() ? whole : build.Choose(is_short, within(block.rest - 1), whole);
}

// A coordinate's block and its place there.
struct Cut {
  Signal number;
  Signal place;
};
Cut CutLogic(Builder& build, const BlockAxis& block, const Signal& x) {
  if (!block.out_and_back) {
    const auto [number, place] = build.Divide(x, block.side);
    return {number, place};
  }
  const Signal back = build.AtLeast(x, CeilDiv(block.length, 2));
  const int most = (block.length - 1) / 2;
  const Signal behind = build.SubtractFrom(block.length - 1, x, most);
  const Signal from_end = build.Choose(back, behind, build.Low(x, most));
  const auto [number, along] = build.Divide(from_end, block.side / 2);
  return {number,
          Mirrored(build, block, IsShort(build, block, number), back, along, block.side - 1)};
}

// The coordinate of a place in a block.
Signal UncutLogic(Builder& build, const BlockAxis& block, const Signal& number,
                  const Signal& is_short, const Signal& place) {
  if (!block.out_and_back) return build.MultiplyAdd(number, block.side, place);
  const int half = block.side / 2;
  Signal back = build.AtLeast(place, half);
  if (!is_short.is_constant()) {
    const int out = CeilDiv(block.rest, 2);
    const Signal short_back = out < block.rest ? build.AtLeast(place, out) : Signal{};
    back = build.Choose(is_short, short_back, back);
  }
  const Signal along = Mirrored(build, block, is_short, back, place, half - 1);
  const Signal from_end = build.MultiplyAdd(number, half, along);
  const Signal behind = build.SubtractFrom(block.length - 1, from_end, block.length - 1);
  return build.Choose(back, behind, build.Low(from_end, block.length - 1));
}

// The rank with one more digit at its low end.
Signal Appended(Builder& build, const BlockAxis& block, const Signal& is_short, const Signal& rank,
                const Signal& digit) {
  if (rank.bits() == 0) return digit;
  const Signal whole = build.MultiplyAdd(rank, block.side, digit);
  if (is_short.is_constant()) return whole;
  return build.Choose(is_short,
                      build.MultiplyAdd(rank, block.rest, build.Low(digit, block.rest - 1)), whole);
}

// The rank without its lowest digit. The rank is less than `befores` times the number of the
// digit's values.
Signal Removed(Builder& build, const BlockAxis& block, int befores, const Signal& is_short,
               Signal& rank) {
  const auto [before, digit] = build.Divide(build.Low(rank, befores * block.side - 1), block.side);
  if (is_short.is_constant()) {
    rank = before;
    return digit;
  }
  const auto [short_before, short_digit] =
      build.Divide(build.Low(rank, befores * block.rest - 1), block.rest);
  rank = build.Choose(is_short, short_before, before);
  return build.Choose(is_short, short_digit, digit);
}

// The number of guest nodes; 0 in blocks past the end of an axis.
Signal Count(Builder& build, const gray::Plan& plan, const Signals& numbers,
             const Signals& shorts) {
  Signal count = Constant(1);
  Signals inside;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    const BlockAxis block = BlockAxisOf(plan, a);
    build.SetPlace(fmt::format("axis{}", a));
    if (numbers[a].max >= block.used)
      inside.push_back(build.Not(build.AtLeast(numbers[a], block.used)));
    const Signal whole = build.Times(count, block.side);
    count = shorts[a].is_constant()
                ? whole
                : build.Choose(shorts[a], build.Times(count, block.rest), whole);
  }
  build.SetPlace("");
  return inside.empty() ? count : build.Choose(build.All(inside), count, {});
}

}  // namespace

// On each axis the block is a quotient, the digit of the rank a remainder.
Blocks BlocksLogic(Builder& build, const gray::Plan& plan, const Signals& coordinates) {
  build.BeginSection("blocks", "blocks of " + gray::LengthsText(plan.blocks) + " guest nodes");
  Blocks found;
  for (std::size_t a = 0; a < coordinates.size(); ++a) {
    const BlockAxis block = BlockAxisOf(plan, a);
    build.SetPlace(fmt::format("axis{}", a));
    const auto [number, place] = CutLogic(build, block, coordinates[a]);
    found.numbers.push_back(number);
    if (block.side > 1)
      found.rank = Appended(build, block, IsShort(build, block, number), found.rank, place);
  }
  found.rank = build.Low(found.rank, static_cast<int>(plan.load_factor) - 1);
  return found;
}

// The inverse of BlocksLogic: the place of a rank in its block. Blocks at the end of an axis may be
// short, so they have fewer ranks, and the ranges of digits depend on the block. Digits are removed
// from the last axis to the first, in the opposite order of Appended. Without short blocks every
// rank is held, and the comparison is left out.
RankedGuest RankedGuestLogic(Builder& build, const gray::Plan& plan, const Signals& numbers,
                             Signal rank) {
  build.BeginSection("blocks",
                     "the rank of a block of " + gray::LengthsText(plan.blocks) + " guest nodes");
  RankedGuest found;
  Signals shorts;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    build.SetPlace(fmt::format("axis{}", a));
    shorts.push_back(IsShort(build, BlockAxisOf(plan, a), numbers[a]));
  }
  found.count = Count(build, plan, numbers, shorts);
  const bool always = found.count.is_constant() && found.count.max == rank.max + 1 &&
                      rank.max == (1 << rank.bits()) - 1;
  found.held = always ? True() : build.Less(rank, found.count);
  found.coordinates.resize(numbers.size());
  // values of the digits that are still in the rank
  int befores = static_cast<int>(plan.load_factor);
  for (std::size_t a = numbers.size(); a-- > 0;) {
    const BlockAxis block = BlockAxisOf(plan, a);
    build.SetPlace(fmt::format("axis{}", a));
    const Signal number = build.Low(numbers[a], block.used - 1);
    befores /= block.side;
    const Signal place =
        block.side == 1 ? Signal{} : Removed(build, block, befores, shorts[a], rank);
    found.coordinates[a] =
        build.Low(UncutLogic(build, block, number, shorts[a], place), plan.guest.lengths()[a] - 1);
  }
  return found;
}

}  // namespace toroid::address_units
