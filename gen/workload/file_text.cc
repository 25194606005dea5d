#include "gen/workload/file_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "gen/workload/workload.h"

namespace toroid {
namespace {

constexpr const char* kForms = "give a table of messages (.csv) or a GOAL file (.goal)";

Diagnostic TooLong(const std::string& path) {
  return {"--trace", path, fmt::format("has more than {} bytes", kMostTraceBytes), kForms};
}

}  // namespace

// No more is read than is allowed, whatever the file is.
Result<std::string> TextOfTrace(const std::string& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error))
    return Diagnostic{"--trace", path, "cannot be read", kForms};
  const auto bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > kMostTraceBytes) return TooLong(path);
  std::string text;
  std::string block(1 << 20, '\0');
  while (file && text.size() <= kMostTraceBytes) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (text.size() > kMostTraceBytes) return TooLong(path);
  if (text.empty()) return Diagnostic{"--trace", path, "is empty", kForms};
  return text;
}

void FileFaults::Add(std::uint32_t line, std::string_view field, std::string_view value,
                     std::string what, std::string allowed) {
  if (full()) return;
  found_.push_back({.field = std::string(field),
                    .value = std::string(value),
                    .what = std::move(what),
                    .allowed = std::move(allowed),
                    .place = fmt::format("{}:{}", file_, line)});
}

std::optional<std::uint64_t> NumberOf(FileFaults& faults, std::uint32_t line,
                                      std::string_view field, std::string_view text,
                                      std::uint64_t low, std::uint64_t high) {
  std::uint64_t number = 0;
  const std::string allowed = fmt::format("allowed are whole numbers from {} to {}", low, high);
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    faults.Add(line, field, text, text.empty() ? "is missing" : "is not a whole number", allowed);
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < low || number > high) {
    faults.Add(line, field, text, "is out of range", allowed);
    return std::nullopt;
  }
  return number;
}

}  // namespace toroid
