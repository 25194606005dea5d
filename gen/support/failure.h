// What went wrong, of any exception: for the places beyond which nothing may be thrown.
#pragma once

#include <string>

#include "gen/support/result.h"

namespace toroid {

// The exception that is being handled, as a diagnostic. Requires to be called where one is caught.
Diagnostic FailureCaught();

// Its text alone: "cannot read a.json: Too many open files; raise the limit of open files".
std::string WhatWasThrown();

}  // namespace toroid
