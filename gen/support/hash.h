// Names for what is kept in a cache. The hashes that stand in emitted files have definitions of
// their own and do not use this one.
#pragma once

#include <string>
#include <string_view>

namespace toroid {

// XXH3, 128 bits, as 32 hexadecimal digits; the same on every machine. It tells apart what differs
// by accident, but two texts with the same hash can be made on purpose.
std::string HashOf(std::string_view bytes);

}  // namespace toroid
