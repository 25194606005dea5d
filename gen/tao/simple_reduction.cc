// Simple reduction: several axes of the guest become one of the host. The idea: read their
// coordinates as the digits of a number. A step of a digit is as long as the product of the lengths
// behind it, so the longest axis should come first. Example: (4,3) joined to 12 puts (1,2) on 5 and
// costs 3; (3,4) would cost 4. It applies only if the guest's lengths, grouped, multiply to the
// host's. Source: Tao, Definition 3.4.5 and Theorem 3.4.3 (U), 4.3.1 (inverse).
#include "gen/tao/step.h"

namespace toroid::tao {

void Join::Forward(const Coordinates& from, Coordinates& to) const {
  to.clear();
  std::span<const int> rest(from);
  for (const Lengths& part : parts) {
    to.push_back(Number(part, rest.first(part.size())));
    rest = rest.subspan(part.size());
  }
}

void Join::Inverse(const Coordinates& to, Coordinates& from) const {
  from.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    from.resize(from.size() + parts[i].size());
    Digits(parts[i], to[i], std::span(from).last(parts[i].size()));
  }
}

std::string Join::Text() const {
  std::vector<std::string> phrases;
  for (const Lengths& part : parts) {
    const std::string length = std::to_string(Product(part));
    phrases.push_back(part.size() == 1 ? "keep " + length
                                       : "join " + ListText(part) + " to " + length);
  }
  return Enumerate(phrases);
}

}  // namespace toroid::tao
