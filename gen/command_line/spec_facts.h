// What a command line says, as the rules of gen/rules ask it.
#pragma once

#include <optional>

#include "gen/command_line/values.h"
#include "gen/request/traffic.h"
#include "gen/rules/rules.h"

namespace toroid {

// Where values come from.
struct SpecSource {
  const ConfigFile& file;
  bool in_box = false;          // other programs share the machine
  bool ranks = false;           // processes of mpirun share the run
  bool file_schedules = false;  // the file is of a program that schedules messages
};

// What checks find, on top of the values that the options have.
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

class SpecFacts : public Facts {
 public:
  // `values` outlive this.
  SpecFacts(const Values& values, const std::optional<TrafficRequest>& traffic,
            const SpecSource& source);

  std::string Text(OptionName option) const override;
  bool Given(OptionName option) const override { return values_.Given(option); }
  bool Asks(OptionName option) const override;
  bool Holds(Fact fact) const override;
  std::string Form(OptionName option) const override;

 private:
  bool Is(Command command) const { return values_.command() == command; }
  bool HasUnits() const;
  bool HasTable() const;
  bool LoadsRoutes() const;

  const Values& values_;
  bool twisted_ = false;
  std::optional<Family> family_;
  const SpecSource& source_;
};

}  // namespace toroid
