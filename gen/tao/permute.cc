// Permutation of the axes. The idea: it makes no link longer, so every embedding may begin and end
// with one. Example: order (2,0,1) takes (4,2,3) to (3,4,2) and node (a,b,c) to (c,a,b). Source:
// Tao, 3.2 (pi, alpha, beta).
#include <fmt/core.h>

#include "gen/support/text.h"
#include "gen/tao/step.h"

namespace toroid::tao {

std::string ListText(const std::vector<int>& list) { return "(" + Joined(list, ",") + ")"; }

std::string Enumerate(const std::vector<std::string>& phrases) {
  std::string text;
  for (std::size_t i = 0, next = 0; i < phrases.size(); i = next) {
    while (next < phrases.size() && phrases[next] == phrases[i]) ++next;
    text += (i == 0 ? "" : ", ") + phrases[i];
    if (next - i > 1) text += fmt::format(" ({} times)", next - i);
  }
  return text;
}

void Permute::Forward(const Coordinates& from, Coordinates& to) const {
  to.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) to[i] = from[static_cast<std::size_t>(order[i])];
}

void Permute::Inverse(const Coordinates& to, Coordinates& from) const {
  from.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) from[static_cast<std::size_t>(order[i])] = to[i];
}

std::string Permute::Text() const { return "take the axes in the order " + ListText(order); }

}  // namespace toroid::tao
