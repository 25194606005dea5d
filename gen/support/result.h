// Results and diagnostics.
//
// Bad input is a returned list of diagnostics, as many as can be found in one run: field, value,
// what is wrong, and what is allowed. A broken invariant is an assertion. A Result's value is
// valid, so inner code does not check it again. Libraries neither print nor exit.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace toroid {

// Why something was not done.
enum class Fault {
  kInput,      // the request makes no sense
  kDisproved,  // it makes sense, but was proved not to exist
  kUnable,     // a tool is missing, or the time or the size was too much
};

// One diagnostic. Printed as `toroid: error: FIELD: VALUE: what; allowed`, with `PLACE: ` before
// the field if there is a place.
struct Diagnostic {
  std::string field;    // the option or field, e.g. "--host"
  std::string value;    // what was given
  std::string what;     // what is wrong with it
  std::string allowed;  // what would be right
  Fault fault = Fault::kInput;
  std::string place = {};  // where it was given, e.g. "net.toml:3"; empty: on the command line
  bool operator==(const Diagnostic&) const = default;
};
using Diagnostics = std::vector<Diagnostic>;

// The line a user sees, without the newline; text of others is made safe to print, and cut if it is
// long (gen/support/text.h).
std::string ToString(const Diagnostic& diagnostic);

// The program's exit code for these: 2 if any is about the input, else 3 if any says that something
// could not be done, else 1.
int ExitCodeOf(const Diagnostics& diagnostics);

// Either a valid T or at least one diagnostic.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINT(google-explicit-constructor)
  Result(T value) : state_(std::move(value)) {}
  // NOLINT(google-explicit-constructor)
  Result(Diagnostic one) : state_(Diagnostics{std::move(one)}) {}
  // NOLINT(google-explicit-constructor)
  Result(Diagnostics many) : state_(std::move(many)) { assert(!diagnostics().empty()); }

  // value() and diagnostics() require what ok() says; that is asserted.
  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }
  const T& value() const& {
    assert(ok());
    return std::get<T>(state_);
  }
  T&& value() && {
    assert(ok());
    return std::get<T>(std::move(state_));
  }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  const Diagnostics& diagnostics() const {
    assert(!ok());
    return std::get<Diagnostics>(state_);
  }

 private:
  std::variant<T, Diagnostics> state_;
};

// Returns the exception that is being handled as a diagnostic. Call it only in a catch block.
Diagnostic FailureCaught();

// Its text alone: "cannot read a.json: Too many open files; raise the limit of open files".
std::string WhatWasThrown();

}  // namespace toroid
