// Where no process can be started, the pieces of work are done one after the other.
#include "sim/sweep/workers.h"

#include <new>

#include "gen/support/result.h"

namespace toroid {

std::optional<std::string> DoInOrder(std::size_t count, int /*jobs*/,
                                     const std::function<std::string(std::size_t)>& work,
                                     const std::function<bool(const std::string&)>& take,
                                     const std::function<void()>& look) {
  for (std::size_t i = 0; i < count; ++i) {
    std::string result;
    try {
      result = work(i);
    } catch (const std::bad_alloc&) {
      return "";
    } catch (...) {
      return WhatWasThrown();
    }
    if (!take(result)) return std::nullopt;
    look();
  }
  return std::nullopt;
}

}  // namespace toroid
