// Parses arguments of the small programs here.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

namespace toroid {

// Parses the whole of `text` as a number in low .. high. Otherwise returns nothing and prints a
// line on standard error with the argument and the allowed range.
inline std::optional<std::int64_t> ReadNumber(const char* name, std::string_view text,
                                              std::int64_t low, std::int64_t high) {
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault == std::errc{} && end == text.data() + text.size() && number >= low && number <= high)
    return number;
  std::fprintf(stderr, "error: %s: %.*s: allowed are whole numbers from %lld to %lld\n", name,
               static_cast<int>(text.size()), text.data(), static_cast<long long>(low),
               static_cast<long long>(high));
  return std::nullopt;
}

}  // namespace toroid
