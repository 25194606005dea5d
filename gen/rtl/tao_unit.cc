// The idea: an address keeps each coordinate in a field of its own, so a step works on few bits at a time, and permutations are wires. Each
// step becomes a stage of the unit, headed by the step's text and source. Example: a ring of 6 in a (2,3) mesh is one stage, from three
// bits to 1 + 2, which the estimate makes a table of the ring walk; a ring of 143 on (11,13) is a long division by 12 and some
// subtractions. Contractions send several guest nodes to one place; units are made for bijections.
//
// Source: docs/spec/tao.md, sections 1 and 2.
#include "gen/rtl/tao_unit.h"

#include <cassert>

#include "gen/rtl/walk_logic.h"

namespace toroid::rtl {
namespace {

using tao::Lengths;

Signals Slice(const Signals& list, std::size_t from, std::size_t count) {
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

void Append(Signals& list, const Signals& more) { list.insert(list.end(), more.begin(), more.end()); }

struct Forward {
  Datapath& to;
  const Signals& from;

  void SetAxis(std::size_t axis) const { to.SetPlace("axis" + std::to_string(axis)); }

  Signals operator()(const tao::Permute& step) const {
    Signals result;
    for (const int axis : step.order) result.push_back(from[static_cast<std::size_t>(axis)]);
    return result;
  }

  Signals operator()(const tao::Expand& step) const {
    Signals result;
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
      SetAxis(i);
      Append(result, PlaceLogic(to, step.parts[i].walk, step.parts[i].lengths, from[i]));
    }
    return result;
  }

  Signals operator()(const tao::Join& step) const {
    Signals result;
    std::size_t next = 0;
    for (const Lengths& part : step.parts) {
      SetAxis(result.size());
      result.push_back(NumberLogic(to, part, Slice(from, next, part.size())));
      next += part.size();
    }
    return result;
  }

  Signals operator()(const tao::Absorb& step) const {
    Signals places;
    for (std::size_t i = 0; i < step.offsets.size(); ++i) {
      SetAxis(step.base.size() + i);
      Append(places, PlaceLogic(to, step.offsets[i].walk, step.offsets[i].lengths, from[step.base.size() + i]));
    }
    const Lengths tiles = step.OffsetLengths();
    Signals result;
    for (std::size_t i = 0; i < step.base.size(); ++i) {
      SetAxis(i);
      const Signal base = step.folded[i] ? FoldedPlaceLogic(to, step.base[i], from[i]) : from[i];
      result.push_back(i < tiles.size() ? to.MultiplyAdd(base, tiles[i], places[i]) : base);
    }
    return result;
  }

  template <class Contraction>
  Signals operator()(const Contraction& /*step*/) const {
    assert(false && "address units are made for bijections");
    return from;
  }
};

struct Inverse {
  Datapath& to;
  const Signals& from;

  void SetAxis(std::size_t axis) const { to.SetPlace("axis" + std::to_string(axis)); }

  Signals operator()(const tao::Permute& step) const {
    Signals result(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) result[static_cast<std::size_t>(step.order[i])] = from[i];
    return result;
  }

  Signals operator()(const tao::Expand& step) const {
    Signals result;
    std::size_t next = 0;
    for (const tao::Part& part : step.parts) {
      SetAxis(result.size());
      result.push_back(StepLogic(to, part.walk, part.lengths, Slice(from, next, part.lengths.size())));
      next += part.lengths.size();
    }
    return result;
  }

  Signals operator()(const tao::Join& step) const {
    Signals result;
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
      SetAxis(i);
      Append(result, DigitsLogic(to, step.parts[i], from[i]));
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
        const auto [quotient, within] = to.Divide(from[i], tiles[i]);
        base = quotient;
        places.push_back(within);
      }
      result.push_back(step.folded[i] ? UnfoldedPlaceLogic(to, step.base[i], base) : base);
    }
    std::size_t next = 0;
    for (const tao::Part& offset : step.offsets) {
      SetAxis(result.size());
      result.push_back(StepLogic(to, offset.walk, offset.lengths, Slice(places, next, offset.lengths.size())));
      next += offset.lengths.size();
    }
    return result;
  }

  template <class Contraction>
  Signals operator()(const Contraction& /*step*/) const {
    assert(false && "address units are made for bijections");
    return from;
  }
};

std::string Title(std::size_t index, const tao::ConstructionStep& step) {
  return "step " + std::to_string(index + 1) + ": " + step.Text() + " (" + step.source + ")";
}

}  // namespace

Signals TaoForwardLogic(Datapath& to, const tao::Construction& construction, Signals input) {
  for (std::size_t i = 0; i < construction.steps.size(); ++i) {
    to.BeginStage("step" + std::to_string(i + 1), Title(i, construction.steps[i]));
    input = std::visit(Forward{to, input}, construction.steps[i].step);
  }
  return input;
}

Signals TaoInverseLogic(Datapath& to, const tao::Construction& construction, Signals input) {
  for (std::size_t i = construction.steps.size(); i-- > 0;) {
    to.BeginStage("step" + std::to_string(i + 1), "undo " + Title(i, construction.steps[i]));
    input = std::visit(Inverse{to, input}, construction.steps[i].step);
  }
  return input;
}

}  // namespace toroid::rtl
