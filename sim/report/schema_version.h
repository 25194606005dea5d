// Of the results' form in JSON (docs/json.md).
#pragma once

namespace toroid {

// One more with each change that a reader may stumble over.
inline constexpr int kSchemaVersion = 1;

}  // namespace toroid
