// xxHash's canonical form: its bytes are in the same order on every machine, so the digits are too.
#include "gen/support/hash.h"

#include <xxhash.h>

namespace toroid {

std::string HashOf(std::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  std::string digits;
  for (const unsigned char byte : canonical.digest) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

}  // namespace toroid
