// Checks that an FST wave file can be, and has been, written. The library that writes it reports no
// errors. It maps files into memory, where a full disk raises the signal SIGBUS, which callers
// handle.
#pragma once

#include <optional>
#include <string>

#include "gen/support/result.h"

namespace toroid {

// Creates or empties the file.
std::optional<Diagnostic> PrepareWave(const std::string& path);

// After the writer has closed the file: checks that it is complete.
std::optional<Diagnostic> CheckWave(const std::string& path);

// The diagnostic for an incomplete file.
Diagnostic IncompleteWave(const std::string& path);

}  // namespace toroid
