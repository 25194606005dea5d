// What the checks of a specification find, on top of the values that the options have.
#pragma once

#include <string>

#include "gen/command_line/values.h"
#include "gen/support/result.h"

namespace toroid {

// A diagnostic about an option quotes it as it was written, and names its place.
class SpecDiagnostics {
 public:
  // Appends to `found`. Both outlive this.
  SpecDiagnostics(const Values& values, Diagnostics& found) : values_(values), found_(found) {}

  // `option` is what would have to change.
  void Add(OptionName option, std::string what, std::string allowed) {
    AddAll({{std::string(option), values_.Text(option), std::move(what), std::move(allowed)}});
  }
  void AddAll(const Diagnostics& more) {
    for (const Diagnostic& diagnostic : more) found_.push_back(values_.Quoting(diagnostic));
  }
  // Whether anything was found, so that the stage ends here.
  bool any() const { return !found_.empty(); }

 private:
  const Values& values_;
  Diagnostics& found_;
};

}  // namespace toroid
