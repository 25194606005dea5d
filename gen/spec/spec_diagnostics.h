// What the checks of a specification find, on top of the values that the options have.
#pragma once

#include <string>
#include <string_view>

#include "gen/spec/values.h"
#include "gen/support/result.h"

namespace toroid {

// A diagnostic about an option quotes it as it was written, and names its place.
class SpecDiagnostics {
 public:
  // Appends to `found`. Both outlive this.
  SpecDiagnostics(const Values& values, Diagnostics& found) : values_(values), found_(found) {}

  // `option` is what would have to change.
  void Add(std::string_view option, std::string what, std::string allowed);
  void AddAll(const Diagnostics& more);
  // Adds one if the option was not given, unless something was found about it already. `otherwise`
  // is what would do without it.
  void Require(std::string_view option, std::string_view by, std::string_view otherwise = {});
  // Whether anything was found about the option.
  bool Has(std::string_view option) const;
  // Whether the option was given so that what it means is not known.
  bool IsAmiss(std::string_view option) const;

 private:
  const Values& values_;
  Diagnostics& found_;
};

}  // namespace toroid
