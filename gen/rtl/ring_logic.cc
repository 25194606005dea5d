// The idea: a ring goes along row 0 of its columns and comes back through the other rows, one
// column after the other from the last to the first. With two rows the way back is a subtraction.
// With four, what is left of the ring's number after row 0 is divided by 3: the quotient is the
// column, counted from the last, and the remainder the row, every second column upwards. Places
// that the ring leaves out lie at the beginning of the way back, so their number is added before,
// and subtracted after, with one exception: of three the last is number 4, and only what comes from
// there on makes room for it.
//
// Example: a ring of 5 in 2 columns of 4 leaves out places 0, 1 and 4 of the way back. Node 3 is
// number 1 of the way back, so place 3: the column before the last, its rows upwards, so row 3.
//
// Source: gray::RingPlaces; docs/spec/gray.md, Y6.1.
#include "gen/rtl/ring_logic.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gen/gray/compose.h"

namespace toroid::rtl {
namespace {

struct Ring {
  int length;
  int fold;
  int columns = gray::CeilDiv(length, fold);
  int missing = columns * fold - length;

  std::string Name(const std::string& what) const {
    return what + "_of_" + std::to_string(length) + "_by_" + std::to_string(fold);
  }
  std::vector<int> PlaceMaxima() const { return {columns - 1, fold - 1}; }
  // What is to be added to a number of the way back for the places left out at its beginning.
  int Gap() const { return std::min(missing, 2); }
};

Signal Moved(Datapath& to, const Signal& x, int by) {
  return by < 0 ? to.Minus(x, -by) : to.Plus(x, by);
}

// 1, 2, 3 as their Gray codes; and back. 0 is its own.
Signal RowCode(Datapath& to, const Signal& row) { return to.GrayCode(row, 2); }

Signals TwoRows(Datapath& to, const Ring& ring, const Signal& node) {
  const Signal back = to.AtLeast(node, ring.columns);
  return {to.Choose(back, to.From(ring.length - 1, node, ring.columns - 1),
                    to.Low(node, ring.columns - 1)),
          back};
}

Signals FourRows(Datapath& to, const Ring& ring, const Signal& node) {
  const Signal back = to.AtLeast(node, ring.columns);
  Signal place = Moved(to, node, ring.Gap() - ring.columns);
  if (ring.missing == 3) place = to.Choose(to.AtLeast(place, 4), to.Plus(place, 1), place);
  place = to.Low(place, 3 * ring.columns - 1);
  const auto [from_last, step] = to.Divide(place, 3);
  const Signal row = to.Plus(to.FlipIf(to.LowBits(from_last, 1), step, 2), 1);
  const Signal column = to.Choose(back, to.From(ring.columns - 1, from_last, ring.columns - 1),
                                  to.Low(node, ring.columns - 1));
  return {column, to.Choose(back, RowCode(to, row), {})};
}

Signals TwoRowsBack(Datapath& to, const Ring& ring, const RingCode& place) {
  const Signal node = to.FlipIf(place.row, place.column, ring.length - 1);
  if (ring.missing == 0) return {node, Fixed(1)};
  if (ring.columns == 1) return {node, to.Not(place.row)};
  return {node, to.Not(to.All({place.row, to.Equals(place.column, ring.columns - 1)}))};
}

Signals FourRowsBack(Datapath& to, const Ring& ring, const RingCode& place) {
  const Signal row = to.FromGrayCode(place.row);
  const Signal out = to.Equals(row, 0);
  const Signal from_last = to.From(ring.columns - 1, place.column, ring.columns - 1);
  const Signal step = to.FlipIf(to.LowBits(from_last, 1), to.Low(to.Minus(row, 1), 2), 2);
  const Signal back = to.MultiplyAdd(from_last, 3, step);
  Signal number = Moved(to, back, ring.columns - ring.Gap());
  Signals found;
  if (ring.Gap() > 0) found.push_back(to.AtLeast(back, ring.Gap()));
  if (ring.missing == 3 && back.max >= 4) {
    number = to.Choose(to.AtLeast(back, 5), Moved(to, back, ring.columns - 3), number);
    found.push_back(to.Not(to.Equals(back, 4)));
  }
  const Signal node = to.Low(to.Choose(out, place.column, number), ring.length - 1);
  return {node, found.empty() ? Fixed(1) : to.Choose(out, Fixed(1), to.All(found))};
}

}  // namespace

RingCode RingPlaceLogic(Datapath& to, int length, int fold, const Signal& node) {
  const Ring ring{length, fold};
  const std::vector<gray::RingPlace> places = gray::RingPlaces(length, fold);
  const auto function = [&](const std::vector<int>& in) {
    const gray::RingPlace& place = places[static_cast<std::size_t>(in[0])];
    return std::vector{
        place.column, static_cast<int>(gray::GrayFromIndex(static_cast<std::uint32_t>(place.row)))};
  };
  const auto formula = [&](Datapath& by) {
    return fold == 2 ? TwoRows(by, ring, node) : FourRows(by, ring, node);
  };
  const Signals found =
      to.Cheaper(ring.Name("ring_place"), {node}, ring.PlaceMaxima(), function, formula);
  return {found[0], found[1]};
}

RingNode RingNodeLogic(Datapath& to, int length, int fold, const RingCode& place) {
  const Ring ring{length, fold};
  const std::vector<gray::RingPlace> places = gray::RingPlaces(length, fold);
  const auto function = [&](const std::vector<int>& in) {
    const auto at = std::ranges::find_if(places, [&](const gray::RingPlace& p) {
      return p.column == in[0] &&
             static_cast<int>(gray::GrayFromIndex(static_cast<std::uint32_t>(p.row))) == in[1];
    });
    return at == places.end() ? std::vector{0, 0}
                              : std::vector{static_cast<int>(at - places.begin()), 1};
  };
  const auto formula = [&](Datapath& by) {
    return fold == 2 ? TwoRowsBack(by, ring, place) : FourRowsBack(by, ring, place);
  };
  const Signals found = to.Cheaper(ring.Name("ring_node"), {place.column, place.row},
                                   {length - 1, 1}, function, formula);
  return {found[0], ring.missing == 0 ? Signal{} : found[1]};
}

}  // namespace toroid::rtl
