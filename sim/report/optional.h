// Parts of every JSON result: its version, and values that may be missing.
#pragma once

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gen/support/json.h"

namespace toroid {

template <class T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::string OrDash(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

// The version of the JSON form of results (docs/json.md): increases with each incompatible change.
inline constexpr int kSchemaVersion = 1;

}  // namespace toroid
