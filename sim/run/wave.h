// Whether an FST wave file can be, and has been, written. The library that writes it reports no
// errors. It maps files into memory, where a full disk shows as the signal SIGBUS; who runs a
// simulation sees to that.
#pragma once

#include <optional>
#include <string>

#include "gen/support/result.h"

namespace toroid {

// Creates or empties the file.
std::optional<Diagnostic> PrepareWave(const std::string& path);

// After the writer has closed the file: whether it is whole.
std::optional<Diagnostic> CheckWave(const std::string& path);

// That it is not.
Diagnostic IncompleteWave(const std::string& path);

}  // namespace toroid
