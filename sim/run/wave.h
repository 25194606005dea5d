// Whether an FST wave file can be, and has been, written. The library that writes it reports no errors.
#pragma once

#include <optional>
#include <string>

#include "gen/support/result.h"

namespace toroid {

// Creates or empties the file. A diagnostic stands for exit code 3.
std::optional<Diagnostic> PrepareWave(const std::string& path);

// After the writer has closed the file: whether it is whole.
std::optional<Diagnostic> CheckWave(const std::string& path);

}  // namespace toroid
