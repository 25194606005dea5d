// The type of a JSON value whose members keep their order, and such values from untrusted text. It
// is declared only: code that makes or reads one includes <nlohmann/json.hpp>, which takes long to
// compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "gen/support/result.h"

namespace toroid {

using Json = nlohmann::ordered_json;

// Bounds of text from outside, far above any result of this program: comparing, copying and writing
// a value recurse for each level, and finding a member is a linear search.
inline constexpr std::size_t kMostJsonLevels = 64;
inline constexpr std::size_t kMostJsonMembers = 4096;      // of one object
inline constexpr std::size_t kMostJsonBytes = 256U << 20;  // of a file

// The value of a text, which may be any. If it has none, a diagnostic of `field`, about `name`,
// says why.
Result<Json> ParseJson(std::string_view text, const std::string& field, const std::string& name,
                       const std::string& allowed);
// The value that a file holds.
Result<Json> ReadJson(const std::string& path, const std::string& field,
                      const std::string& allowed);

// A whole number from 0 on; none if the value is anything else. A `get` would turn -1, 1e300 and
// true into numbers that nobody wrote.
std::optional<std::uint64_t> CountIn(const Json& value);
// The member of an object; null if there is none, or the value is no object.
const Json& MemberOf(const Json& value, const std::string& key);

}  // namespace toroid
