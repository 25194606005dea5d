#include "gen/support/input_file.h"

#include <fmt/core.h>

#include <charconv>
#include <vector>

#include "gen/support/files.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Removes a byte-order mark, and ends every line in a line feed.
void MakePlain(std::string& text) {
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  std::size_t end = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool returns = text[i] == '\r';
    if (returns && i + 1 < text.size() && text[i + 1] == '\n') continue;
    text[end++] = returns ? '\n' : text[i];
  }
  text.resize(end);
}

bool IsOf16Bits(const std::string& text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

}  // namespace

Result<std::string> BytesOfInput(std::string_view option, const std::string& path, std::size_t most,
                                 std::string_view forms) {
  const auto fault = [&](std::string what) {
    return Diagnostic{std::string(option), path, std::move(what), std::string(forms)};
  };
  try {
    const Descriptor file = files::OpenToRead(path);
    std::string text;
    std::vector<char> block(1 << 20);
    for (std::string_view some = "."; !some.empty() && text.size() <= most; text += some)
      some = files::ReadSome(file, block, path);
    if (text.size() > most) return fault(fmt::format("has more than {} bytes", most));
    return text;
  } catch (const files::FileError& error) {
    if (error.OfTooManyOpen()) throw;
    return fault("cannot be read");
  }
}

Result<std::string> TextOfInput(std::string_view option, const std::string& path, std::size_t most,
                                std::string_view forms) {
  const auto fault = [&](std::string what) {
    return Diagnostic{std::string(option), path, std::move(what), std::string(forms)};
  };
  auto read = BytesOfInput(option, path, most, forms);
  if (!read) return read;
  std::string text = std::move(read).value();
  if (IsOf16Bits(text)) return fault("is text of 16-bit characters, not UTF-8");
  MakePlain(text);
  if (text.empty()) return fault("is empty");
  return text;
}

void FileFaults::Add(std::uint32_t line, std::string_view field, std::string_view value,
                     std::string what, std::string allowed) {
  Keep({.field = std::string(field),
        .value = std::string(value),
        .what = std::move(what),
        .allowed = std::move(allowed),
        .place = fmt::format("{}:{}", file_, line)});
}

void FileFaults::AddAt(std::string place, std::string_view field, std::string_view value,
                       std::string what, std::string allowed) {
  Diagnostic fault{.field = std::string(field),
                   .value = std::string(value),
                   .what = std::move(what),
                   .allowed = std::move(allowed)};
  for (std::size_t i = 0; i < found_.size(); ++i) {
    fault.place = found_[i].place;
    if (!(fault == found_[i])) continue;
    ++more_[i];
    ++repeats_;
    return;
  }
  fault.place = std::move(place);
  Keep(std::move(fault));
}

void FileFaults::Keep(Diagnostic fault) {
  if (full()) return;
  found_.push_back(std::move(fault));
  more_.push_back(0);
}

Diagnostics FileFaults::Take() {
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (more_[i] > 0)
      found_[i].what += fmt::format(" (and so at {})", Counted(more_[i], "other place"));
  return std::move(found_);
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
