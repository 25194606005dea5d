// The idea: an address has a field for each coordinate, so a step works on few bits at a time, and
// permutations are wires. Each step becomes a stage of the unit, headed by the step's text and
// source. Example: a ring of 6 in a (2,3) mesh is one stage, from three bits to 1 + 2, for which a
// table of the ring walk is estimated smaller; a ring of 143 on (11,13) is a long division by 12
// and some subtractions.
//
// A contraction sends several guest nodes to one place. The information that it loses (the place in
// a block, the side of a mirror or a dropped coordinate) forms digits of the rank, those of the
// last contraction least significant. The inverse removes the digits in the opposite order.
// Example: a ring of 12 mirrored and put in blocks of 2 on a line of 3. Node 9 is 2 on the line of
// 6, from the mirror's far side, and 2 is the first of its block, so it is rank 1 * 2 + 0 = 2 of
// place 1. Every place holds equally many, so the digits have the same ranges everywhere.
//
// Source: docs/spec/tao.md, sections 1, 2 and 4.
#include "gen/address_units/tao_unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace toroid::address_units {
namespace {

using tao::Lengths;

// `count` signals of the list, from index `from` on.
Signals Slice(const Signals& list, std::size_t from, std::size_t count) {
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

void Append(Signals& list, const Signals& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// Which half of an axis a coordinate is in, and its place there, counted from the end of the axis.
Signals MirrorLogic(Builder& build, int length, const Signal& x) {
  const int half = length / 2;
  const auto halves = [&](const std::vector<int>& in) {
    return std::vector{in[0] / half, in[0] < half ? in[0] : length - 1 - in[0]};
  };
  const auto formula = [&] {
    const Signal far_half = build.AtLeast(x, half);
    const Signal near_place = build.Low(x, half - 1);
    const Signal far_place = build.SubtractFrom(length - 1, x, half - 1);
    return Signals{far_half, build.Choose(far_half, far_place, near_place)};
  };
  return build.Cheaper(fmt::format("mirror_{}", length), {x}, {1, half - 1}, halves, formula);
}

// The logic of each kind of step, guest to host; the formulas are those of gen/tao's Forward.
struct Forward {
  Builder& build;
  const Signals& from;
  Signal& rank;

  // Moves a digit 0 .. range - 1 into the rank.
  void Forget(const Signal& digit, int range) const {
    rank = rank.bits() == 0 ? digit : build.MultiplyAdd(rank, range, digit);
  }

  void SetAxis(std::size_t axis) const { build.SetPlace(fmt::format("axis{}", axis)); }

  Signals operator()(const tao::Permute& step) const {
    Signals result;
    for (const int axis : step.order) result.push_back(from[static_cast<std::size_t>(axis)]);
    return result;
  }

  // Each axis is a walk through its own axes.
  Signals operator()(const tao::Expand& step) const {
    Signals result;
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
      SetAxis(i);
      Append(result, PlaceLogic(build, step.parts[i].walk, step.parts[i].lengths, from[i]));
    }
    return result;
  }

  Signals operator()(const tao::Gather& step) const;  // like Inverse of Expand

  // Coordinates are the digits of a number.
  Signals operator()(const tao::Join& step) const {
    Signals result;
    std::size_t next = 0;
    for (const Lengths& part : step.parts) {
      SetAxis(result.size());
      result.push_back(NumberLogic(build, part, Slice(from, next, part.size())));
      next += part.size();
    }
    return result;
  }

  // A tile for each base coordinate, and the offset's place in the tile.
  Signals operator()(const tao::Absorb& step) const {
    Signals places;
    for (std::size_t i = 0; i < step.offsets.size(); ++i) {
      SetAxis(step.base.size() + i);
      Append(places, PlaceLogic(build, step.offsets[i].walk, step.offsets[i].lengths,
                                from[step.base.size() + i]));
    }
    const Lengths tiles = step.OffsetLengths();
    Signals result;
    for (std::size_t i = 0; i < step.base.size(); ++i) {
      SetAxis(i);
      const Signal base = step.folded[i] ? FoldedPlaceLogic(build, step.base[i], from[i]) : from[i];
      result.push_back(i < tiles.size() ? build.MultiplyAdd(base, tiles[i], places[i]) : base);
    }
    return result;
  }

  // The dropped coordinates become digits of the rank.
  Signals operator()(const tao::Drop& step) const {
    Signals result;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (std::ranges::find(step.kept, static_cast<int>(i)) != step.kept.end()) {
        result.push_back(from[i]);
      } else {
        Forget(from[i], step.lengths[i]);
      }
    }
    return result;
  }

  // The side is one bit of the rank.
  Signals operator()(const tao::Mirror& step) const {
    Signals result = from;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (!step.mirrored[i]) continue;
      SetAxis(i);
      const Signals halves = MirrorLogic(build, step.lengths[i], from[i]);
      result[i] = halves[1];
      Forget(halves[0], 2);
    }
    return result;
  }

  // Quotient and remainder: the block, and the place in it.
  Signals operator()(const tao::Block& step) const {
    Signals result;
    for (std::size_t i = 0; i < from.size(); ++i) {
      SetAxis(i);
      const auto [block, within] = build.Divide(from[i], step.sides[i]);
      result.push_back(block);
      Forget(within, step.sides[i]);
    }
    return result;
  }
};

// The inverse logic, last step first; axes from the last to the first, as in the rank's digits.
struct Inverse {
  Builder& build;
  const Signals& from;
  Signal& rank;

  // Removes a digit 0 .. range - 1 from the rank.
  Signal Recall(int range) const {
    const auto [before, digit] = build.Divide(rank, range);
    rank = before;
    return digit;
  }

  void SetAxis(std::size_t axis) const { build.SetPlace(fmt::format("axis{}", axis)); }

  Signals operator()(const tao::Permute& step) const {
    Signals result(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
      result[static_cast<std::size_t>(step.order[i])] = from[i];
    return result;
  }

  Signals operator()(const tao::Expand& step) const {
    Signals result;
    std::size_t next = 0;
    for (const tao::Part& part : step.parts) {
      SetAxis(result.size());
      result.push_back(
          StepLogic(build, part.walk, part.lengths, Slice(from, next, part.lengths.size())));
      next += part.lengths.size();
    }
    return result;
  }

  Signals operator()(const tao::Gather& step) const {
    return Forward{build, from, rank}(tao::Expand{step.parts});
  }

  Signals operator()(const tao::Join& step) const {
    Signals result;
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
      SetAxis(i);
      Append(result, DigitsLogic(build, step.parts[i], from[i]));
    }
    return result;
  }

  Signals operator()(const tao::Absorb& step) const {
    const Lengths tiles = step.OffsetLengths();
    Signals result;
    Signals places;
    for (std::size_t i = 0; i < step.base.size(); ++i) {
      SetAxis(i);
      Signal base = from[i];
      if (i < tiles.size()) {
        const auto [quotient, within] = build.Divide(from[i], tiles[i]);
        base = quotient;
        places.push_back(within);
      }
      result.push_back(step.folded[i] ? UnfoldedPlaceLogic(build, step.base[i], base) : base);
    }
    std::size_t next = 0;
    for (const tao::Part& offset : step.offsets) {
      SetAxis(result.size());
      result.push_back(StepLogic(build, offset.walk, offset.lengths,
                                 Slice(places, next, offset.lengths.size())));
      next += offset.lengths.size();
    }
    return result;
  }

  Signals operator()(const tao::Drop& step) const {
    Signals result(step.lengths.size());
    std::size_t next = step.kept.size();
    for (std::size_t i = result.size(); i-- > 0;) {
      SetAxis(i);
      const bool is_kept = next > 0 && step.kept[next - 1] == static_cast<int>(i);
      result[i] = is_kept ? from[--next] : Recall(step.lengths[i]);
    }
    return result;
  }

  Signals operator()(const tao::Mirror& step) const {
    Signals result = from;
    for (std::size_t i = from.size(); i-- > 0;) {
      if (!step.mirrored[i]) continue;
      SetAxis(i);
      result[i] = build.FlipIf(Recall(2), from[i], step.lengths[i] - 1);
    }
    return result;
  }

  Signals operator()(const tao::Block& step) const {
    Signals result(from.size());
    for (std::size_t i = from.size(); i-- > 0;) {
      SetAxis(i);
      result[i] = step.sides[i] == 1
                      ? from[i]
                      : build.MultiplyAdd(from[i], step.sides[i], Recall(step.sides[i]));
    }
    return result;
  }
};

Signals Forward::operator()(const tao::Gather& step) const {
  return Inverse{build, from, rank}(tao::Expand{step.parts});
}

// The step's text and source, as `toroid map` prints them.
std::string Title(std::size_t index, const tao::ConstructionStep& step) {
  return fmt::format("step {}: {} ({})", index + 1, step.Text(), step.source);
}

}  // namespace

// A stage of the circuit for each step of the construction, in order.
ForwardAnswer TaoForwardLogic(Builder& build, const tao::Construction& construction,
                              Signals input) {
  Signal rank;
  for (std::size_t i = 0; i < construction.steps.size(); ++i) {
    build.BeginSection(fmt::format("step{}", i + 1), Title(i, construction.steps[i]));
    input = std::visit(Forward{build, input, rank}, construction.steps[i].step);
  }
  return {std::move(input), rank};
}

// The stages from the last to the first. The rank is used up digit by digit.
Signals TaoInverseLogic(Builder& build, const tao::Construction& construction, Signals input,
                        Signal rank) {
  for (std::size_t i = construction.steps.size(); i-- > 0;) {
    build.BeginSection(fmt::format("step{}", i + 1), "undo " + Title(i, construction.steps[i]));
    input = std::visit(Inverse{build, input, rank}, construction.steps[i].step);
  }
  return input;
}

}  // namespace toroid::address_units
