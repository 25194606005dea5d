#include "gen/spec/spec_diagnostics.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace toroid {

void SpecDiagnostics::Add(std::string_view option, std::string what, std::string allowed) {
  found_.push_back(values_.Quoting(
      {std::string(option), values_.Text(option), std::move(what), std::move(allowed)}));
}

void SpecDiagnostics::AddAll(const Diagnostics& more) {
  for (const Diagnostic& diagnostic : more) found_.push_back(values_.Quoting(diagnostic));
}

void SpecDiagnostics::Require(std::string_view option, std::string_view by,
                              std::string_view otherwise) {
  if (values_.Given(option) || Has(option)) return;
  found_.push_back({std::string(option), "", "is missing",
                    fmt::format("{} needs {} {}{}", by, option,
                                FormFor(values_.command(), *FindOption(option)), otherwise)});
}

bool SpecDiagnostics::Has(std::string_view option) const {
  return std::ranges::any_of(found_, [option](const Diagnostic& d) { return d.field == option; });
}

bool SpecDiagnostics::IsAmiss(std::string_view option) const {
  return values_.Bad(option) || Has(option);
}

}  // namespace toroid
