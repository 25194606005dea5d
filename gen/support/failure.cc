#include "gen/support/failure.h"

#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "gen/support/files.h"

namespace toroid {

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
