// Hashes that name entries of a cache. The hashes in emitted files have their own definitions and
// do not use this one.
#pragma once

#include <string>
#include <string_view>

namespace toroid {

// XXH3, 128 bits, as 32 hexadecimal digits; the same on every machine. It separates texts that
// differ by accident, but two texts with the same hash can be made on purpose.
std::string HashOf(std::string_view bytes);

}  // namespace toroid
