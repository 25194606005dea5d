// Options whose values are known to have the right type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/command_line/raw_options.h"
#include "gen/options/options.h"
#include "gen/request/sweep.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// Numbers too large or too small for a double become infinite or 0.
std::optional<double> RealIn(const std::string& text);

inline constexpr std::string_view kImages = "images=";  // of --load

// Why the option's type refuses the value; empty: it takes it.
Diagnostics ValueDiagnostics(Command command, const Option& option, const std::string& value);

// Values by option name. What was not given reads as the table's default, or as nothing.
class Values {
 public:
  // Adds a diagnostic for each value of the wrong type or out of range; if there are any, the
  // values are not to be used.
  Values(Command command, RawOptions options, Diagnostics& diagnostics);

  Command command() const { return command_; }

  bool Given(OptionName name) const { return given_.contains(name.text()); }
  // Given so that it matters whether anything uses it: not with its default, and no flag that only
  // omits.
  bool Asks(OptionName name) const;
  // A diagnostic about an option that was given quotes it as it was written, and names its place;
  // about one that was not, its default.
  Diagnostic Quoting(Diagnostic diagnostic) const;
  // The text, or the table's default, which may be empty.
  std::string Text(OptionName name) const;
  // Requires an option of type kWhole.
  std::int64_t Whole(OptionName name) const;
  // Requires an option of type kProbability, kPositiveProbability or kCycles, or a list's first.
  double Number(OptionName name) const;
  // Requires an option of type kGraph, or kTask; nothing if there is neither value nor default.
  std::optional<Graph> GraphOf(OptionName name) const;
  std::optional<Task> TaskOf(OptionName name) const;
  Shard ShardOf(OptionName name) const;
  // Requires an option of type kLengths or kCoordinates.
  std::optional<std::vector<int>> NumbersOf(OptionName name) const;

 private:
  Command command_;
  RawOptions given_;
};

}  // namespace toroid
