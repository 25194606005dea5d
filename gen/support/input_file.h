// The text of a file that an option names, and the faults of its lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/result.h"

namespace toroid {

// A file that is missing or cannot be read is bad input, whatever the option (exit code 2).
//
// The text of a file that is not empty: without a byte-order mark, with lines that end in a line
// feed alone. A file above the limit is refused without reading the rest. Diagnostics name
// `option`, and `forms` says what to give.
Result<std::string> TextOfInput(std::string_view option, const std::string& path, std::size_t most,
                                std::string_view forms);
// The bytes of such a file as they are, of which there may be none.
Result<std::string> BytesOfInput(std::string_view option, const std::string& path, std::size_t most,
                                 std::string_view forms);

// The faults of a file, up to kMost. One that is at several places is told once.
class FileFaults {
 public:
  explicit FileFaults(std::string file) : file_(std::move(file)) {}

  void Add(std::uint32_t line, std::string_view field, std::string_view value, std::string what,
           std::string allowed);
  // Likewise, where the place is no line: "app.3.et: node 7". A fault that differs from one before
  // in its place alone is only counted.
  void AddAt(std::string place, std::string_view field, std::string_view value, std::string what,
             std::string allowed);
  // Further faults are not kept.
  bool full() const { return found_.size() >= kMost || repeats_ >= kMostRepeats; }
  bool any() const { return !found_.empty(); }
  Diagnostics Take();

 private:
  static constexpr std::size_t kMost = 20;
  static constexpr std::size_t kMostRepeats = 1000;

  void Keep(Diagnostic fault);

  std::string file_;
  Diagnostics found_;
  std::vector<std::size_t> more_;  // places of each besides its own
  std::size_t repeats_ = 0;
};

// A whole number from `low` to `high`, or nothing, with a fault.
std::optional<std::uint64_t> NumberOf(FileFaults& faults, std::uint32_t line,
                                      std::string_view field, std::string_view text,
                                      std::uint64_t low, std::uint64_t high);

}  // namespace toroid
