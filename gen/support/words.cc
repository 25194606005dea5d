#include "gen/support/words.h"

#include <algorithm>

#include "gen/support/text.h"

namespace toroid {

std::optional<int> PlaceOfWord(std::string_view words, std::string_view text) {
  const auto all = SplitAt(words, '|');
  const auto found = std::ranges::find(all, text);
  if (found == all.end()) return std::nullopt;
  return static_cast<int>(found - all.begin());
}

}  // namespace toroid
