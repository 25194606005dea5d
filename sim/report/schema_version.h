// Version of the JSON form of results (docs/json.md).
#pragma once

namespace toroid {

// Increases with each incompatible change.
inline constexpr int kSchemaVersion = 1;

}  // namespace toroid
