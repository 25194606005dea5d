// How a diagnostic looks to a user, and which exit code it is. One line each, in the form of
// compilers, so that scripts can take it apart: place, field, value, what is wrong, what is
// allowed.
#include "gen/support/result.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "gen/support/files.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Most bytes: a place holds a path that could be opened, a sentence quotes two shapes at most.
constexpr std::size_t kMostOfAPlace = 5000;
constexpr std::size_t kMostOfAValue = 400;
constexpr std::size_t kMostOfASentence = 2000;

}  // namespace

std::string ToString(const Diagnostic& diagnostic) {
  std::string line = "toroid: error: ";
  if (!diagnostic.place.empty()) line += Printable(diagnostic.place, kMostOfAPlace) + ": ";
  for (const std::string* part : {&diagnostic.field, &diagnostic.value}) {
    if (!part->empty()) line += Printable(*part, kMostOfAValue) + ": ";
  }
  line += Printable(diagnostic.what, kMostOfASentence);
  if (!diagnostic.allowed.empty()) line += "; " + Printable(diagnostic.allowed, kMostOfASentence);
  return line;
}

// The gravest fault decides: a user must correct the input before anything else matters.
int ExitCodeOf(const Diagnostics& diagnostics) {
  const auto has = [&](Fault fault) {
    return std::ranges::any_of(diagnostics, [&](const Diagnostic& d) { return d.fault == fault; });
  };
  return has(Fault::kInput) ? 2 : has(Fault::kUnable) ? 3 : 1;
}

Diagnostic FailureCaught() {
  const auto failure = [](const char* field, std::string what, std::string advice) {
    return Diagnostic{field, "", std::move(what), std::move(advice), Fault::kUnable};
  };
  try {
    throw;
  } catch (const files::FileError& error) {
    return failure("file", error.what, error.advice);
  } catch (const std::bad_alloc&) {
    return failure("memory", "was not enough for this request", "take a smaller one");
  } catch (const std::filesystem::filesystem_error& error) {
    return failure("file", error.path1().string() + ": " + error.code().message(),
                   files::Advice(error.code().value()));
  } catch (const std::system_error& error) {
    return failure("system", error.code().message(), files::Advice(error.code().value()));
  } catch (const std::exception& error) {
    return failure("toroid", error.what(), "this is a fault of toroid: report it");
  } catch (...) {
    return failure("toroid", "threw what it does not catch",
                   "this is a fault of toroid: report it");
  }
}

std::string WhatWasThrown() {
  const Diagnostic failure = FailureCaught();
  return failure.allowed.empty() ? failure.what : failure.what + "; " + failure.allowed;
}

}  // namespace toroid
