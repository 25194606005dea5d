// Idea of Printable: a message may quote what a user, a file name or a tool wrote. Characters that
// a terminal would obey or hide are written as escapes, and everything else stays, so that a quoted
// word can be found again. Text is read as UTF-8; a byte that is not is shown as \x and two digits.
//
// Idea of NearestWord: the fewest edits lead from what was typed to what was meant. The distance is
// that of Damerau and Levenshtein in its restricted form (no part is edited twice), in a table of
// all prefixes. Example: "tours" is one swap from "torus". More than a third of the letters wrong
// is taken for another word and not for a misspelling.
#include "gen/support/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <vector>

namespace toroid {
namespace {

// A character of UTF-8 text: how many bytes it takes, 0 if they are not UTF-8.
struct Character {
  std::size_t bytes = 0;
  char32_t code = 0;
};

// Source: Unicode 15, table 3-7; longer forms than needed, surrogates and codes beyond 10FFFF are
// no characters.
Character FirstCharacter(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  char32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (lead < 0xc2 || lead > 0xf4 || code < kLeast[bytes] || surrogate || code > 0x10ffff) return {};
  return {bytes, code};
}

bool IsControl(char32_t code) { return code < 0x20 || (code >= 0x7f && code <= 0x9f); }

// Control characters, line and paragraph separators, and marks that change the reading direction or
// take no room.
bool IsHidden(char32_t code) {
  return IsControl(code) || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
         code == 0xfeff || code == 0x61c;
}

// The lowest `digits` hexadecimal digits of a value.
std::string Hex(unsigned value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

std::string Escaped(char32_t code) {
  switch (code) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return code < 0x80 ? "\\x" + Hex(code, 2) : "\\u" + Hex(code, 4);
  }
}

char Small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// The fewest edits: letters added, left out, changed or swapped with the next.
std::size_t Distance(std::string_view from, std::string_view to) {
  // rows[i][j]: between the first i letters of one and the first j of the other
  std::vector<std::vector<std::size_t>> rows(from.size() + 1,
                                             std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::size_t& best = rows[i][j];
      best = std::max(i, j);  // right where either is 0, and never too small
      if (i == 0 || j == 0) continue;
      const bool same = Small(from[i - 1]) == Small(to[j - 1]);
      best =
          std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) best = std::min(best, rows[i - 2][j - 2] + 1);
    }
  }
  return rows.back().back();
}

}  // namespace

std::string ShortestText(double number) {
  std::array<char, 64> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::string(text.data(), end) : std::string();
}

bool HasControl(std::string_view text) {
  while (!text.empty()) {
    const Character next = FirstCharacter(text);
    if (next.bytes > 0 && IsControl(next.code)) return true;
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
  }
  return false;
}

std::string ShellText(std::string_view text) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+,:=@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// UTF-8 is shown as it is. Bytes that are not UTF-8, and characters that a terminal would act on,
// are written as escapes. Cut between characters, never within one.
std::string Printable(std::string_view text, std::size_t most) {
  std::string shown;
  std::size_t at = 0;
  while (at < text.size()) {
    const Character next = FirstCharacter(text.substr(at));
    const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
    if (text.size() > most && at + bytes > most)
      return fmt::format("{}... ({} bytes)", shown, text.size());
    if (next.bytes == 0) {
      shown += "\\x" + Hex(static_cast<unsigned char>(text[at]), 2);
    } else if (IsHidden(next.code)) {
      shown += Escaped(next.code);
    } else {
      shown += text.substr(at, bytes);
    }
    at += bytes;
  }
  return shown;
}

std::string Harmless(std::string_view text) {
  const auto is_plain = [](char c) { return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t'; };
  std::string shown;
  while (true) {
    const auto plain = std::ranges::find_if_not(text, is_plain);
    shown.append(text.begin(), plain);
    text.remove_prefix(static_cast<std::size_t>(plain - text.begin()));
    if (text.empty()) return shown;
    const Character next = FirstCharacter(text);
    const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
    if (next.bytes == 0) {
      shown += "\\x" + Hex(static_cast<unsigned char>(text[0]), 2);
    } else if (IsHidden(next.code)) {
      shown += "\\u" + Hex(next.code, 4);
    } else {
      shown += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
}

std::size_t WholeCharacters(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    const std::size_t bytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (bytes > back) return text.size() - back;
    if (bytes > 1 || byte < 0x80) break;
  }
  return text.size();
}

std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::vector<std::string_view> SplitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// At most a third of the longer word may differ. Lengths are compared first, because the distance
// takes their product in time.
std::optional<std::string_view> NearestWord(std::string_view word,
                                            std::span<const std::string_view> candidates) {
  std::optional<std::string_view> nearest;
  std::size_t least = std::string_view::npos;
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t shorter = std::min(word.size(), candidate.size());
    if (longer - shorter > longer / 3) continue;
    const std::size_t distance = Distance(word, candidate);
    if (distance <= longer / 3 && distance < least) least = distance, nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto nearest = NearestWord(word, candidates);
  return nearest ? "did you mean " + std::string(*nearest) + "? " : "";
}

}  // namespace toroid
