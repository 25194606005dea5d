// Text of messages: counted nouns, foreign text made safe to print, and the word that was probably
// meant.
#pragma once

#include <fmt/core.h>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace toroid {

// "1 flit", "2 flits", "0 flits". `many` is for nouns that take no s.
template <std::integral Count>
std::string Counted(Count count, std::string_view noun, std::string_view many = {}) {
  const std::string number = fmt::format("{} ", count);
  if (count == 1) return number + std::string(noun);
  return number + (many.empty() ? std::string(noun) + "s" : std::string(many));
}

// The text without blanks at either end.
std::string_view Trimmed(std::string_view text);

// The parts between separators, at least one: "a" and "b" of "a,b". Valid as long as the text is.
std::vector<std::string_view> SplitAt(std::string_view text, char separator);

// The texts or numbers joined, with the separator between them.
template <std::ranges::input_range Items>
std::string Joined(const Items& items, std::string_view separator) {
  std::string joined;
  bool first = true;
  for (const auto& item : items) {
    if (!first) joined += separator;
    first = false;
    joined += fmt::format("{}", item);
  }
  return joined;
}

// The whole text as a number, not just its beginning; nothing if it does not fit the type.
template <class Number>
std::optional<Number> NumberIn(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The shortest text that reads back as the same number.
std::string ShortestText(double number);

// The text as a terminal may show it: control characters, marks that turn the reading direction and
// bytes that are not UTF-8 are written as escapes (\n, \x1b, \u202e), and of more than `most` bytes
// the first are kept, with a note of how many there were.
std::string Printable(std::string_view text, std::size_t most);

// Output that may quote others: characters that a terminal would obey or hide are written as
// escapes that JSON has too (\u001b). Line feeds and tabs stay.
std::string Harmless(std::string_view text);
// How many of the bytes are whole characters of UTF-8: fewer than all if the last one is cut.
std::size_t WholeCharacters(std::string_view text);

// The text as a field of a CSV file: quoted if it must be.
std::string CsvField(const std::string& text);

// Whether a control character is in the text, such as a NUL, a line feed or an escape.
bool HasControl(std::string_view text);

// The text as a word of a shell's command line: quoted if it must be.
std::string ShellText(std::string_view text);

// Bytes of a foreign name or path that `Printable` keeps.
inline constexpr std::size_t kMostName = 400;

// The candidate that `word` is most likely a misspelling of: fewest letters added, left out,
// changed or swapped with the next, and no more than a third of the longer; the first of equals.
// Case does not matter. None if all are too far off.
std::optional<std::string_view> NearestWord(std::string_view word,
                                            std::span<const std::string_view> candidates);
// "did you mean uniform? ", to stand before what is allowed; empty if no candidate is near.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace toroid
