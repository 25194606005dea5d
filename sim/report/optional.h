// Output of optional values in reports.
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

}  // namespace toroid
