// Enums that are written as words. An enum has them by
//
//   template <>
//   inline constexpr std::string_view kWords<Colour> = "red|green";  // in the enum's order
//
// and then ToString(Colour::kRed) is "red", and Parse<Colour>("red") the other way round.
#pragma once

#include <optional>
#include <string_view>

namespace toroid {

// Separated by |; the first may be empty.
template <class Enum>
inline constexpr std::string_view kWords = {};

constexpr std::string_view NthWord(std::string_view words, int number) {
  for (; number > 0; --number) words.remove_prefix(words.find('|') + 1);
  return words.substr(0, words.find('|'));
}
// The place of `text` among the words; none if it is not one of them.
std::optional<int> PlaceOfWord(std::string_view words, std::string_view text);

template <class Enum>
requires(!kWords<Enum>.empty()) constexpr std::string_view ToString(Enum value) {
  return NthWord(kWords<Enum>, static_cast<int>(value));
}

template <class Enum>
std::optional<Enum> Parse(std::string_view text) {
  const auto place = PlaceOfWord(kWords<Enum>, text);
  return place ? std::optional(static_cast<Enum>(*place)) : std::nullopt;
}

}  // namespace toroid
