// Expansion: axes of the guest become several axes of the host. The idea: an axis is a line or a
// ring, and a walk takes it through a mesh or torus of as many nodes. Example: the axes of a 4x6
// mesh become (2,2) and (2,3) by the line walk; node (1,4) goes to (0,1) and (1,1). It applies only
// if the host's lengths, grouped, multiply to the guest's. Source: Tao, Definition 3.4.2 and
// Theorem 3.4.1 (F, G, H), Definition 3.4.3 and Lemma 3.4.1 (T: a ring laid flat on a line, which
// is the fold walk through one length), 4.3.1 (inverses). Departure: each axis has its own walk.
//
// In reverse these walks gather several axes into one: (2,2) becomes a ring of 4.
#include <numeric>

#include "gen/tao/step.h"

namespace toroid::tao {

// Each axis writes its place to the next few coordinates, as many as its part has lengths.
void Expand::Forward(const Coordinates& from, Coordinates& to) const {
  const auto axes = [](std::size_t sum, const Part& part) { return sum + part.lengths.size(); };
  to.resize(std::accumulate(parts.begin(), parts.end(), std::size_t{0}, axes));
  std::span<int> rest(to);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t axes_of_part = parts[i].lengths.size();
    PlaceAt(parts[i].walk, parts[i].lengths, from[i], rest.first(axes_of_part));
    rest = rest.subspan(axes_of_part);
  }
}

void Expand::Inverse(const Coordinates& to, Coordinates& from) const {
  from.clear();
  std::span<const int> rest(to);
  for (const Part& part : parts) {
    from.push_back(StepAt(part.walk, part.lengths, rest.first(part.lengths.size())));
    rest = rest.subspan(part.lengths.size());
  }
}

std::string Expand::Text() const {
  std::vector<std::string> phrases;
  for (const Part& part : parts) {
    const bool one = part.lengths.size() == 1;
    const std::string length = std::to_string(Product(part.lengths));
    if (one) {
      phrases.push_back(part.walk == Walk::kFold ? "lay " + length + " flat" : "keep " + length);
    } else {
      phrases.push_back("expand " + length + " to " + ListText(part.lengths) + " by the " +
                        std::string(ToString(part.walk)) + " walk");
    }
  }
  return Enumerate(phrases);
}

void Gather::Forward(const Coordinates& from, Coordinates& to) const {
  Expand{parts}.Inverse(from, to);
}

void Gather::Inverse(const Coordinates& to, Coordinates& from) const {
  Expand{parts}.Forward(to, from);
}

std::string Gather::Text() const {
  std::vector<std::string> phrases;
  for (const Part& part : parts) {
    const std::string length = std::to_string(Product(part.lengths));
    phrases.push_back(part.lengths.size() == 1
                          ? "keep " + length
                          : "gather " + ListText(part.lengths) + " to " + length + " by the " +
                                std::string(ToString(part.walk)) + " walk");
  }
  return Enumerate(phrases);
}

}  // namespace toroid::tao
