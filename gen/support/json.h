// The name of a JSON value whose members keep the order in which they were written, and such values
// from text that anybody may have written. Declared only: who makes or reads one includes
// <nlohmann/json.hpp>, which takes long to compile.
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

// Values are compared, copied and written by functions that call themselves for each level, and a
// member is found by looking at all before it. So text from outside has bounds that no result of
// this program comes near.
inline constexpr std::size_t kMostJsonLevels = 64;
inline constexpr std::size_t kMostJsonMembers = 4096;      // of one object
inline constexpr std::size_t kMostJsonBytes = 256U << 20;  // of a file

// The value that a text is, whatever the text. A diagnostic of `field`, about `name`, says why it
// is none.
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
