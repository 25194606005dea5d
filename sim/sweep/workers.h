// Runs many pieces of work, each in its own process.
//
// SystemC has one simulation at a time in a process. A child starts with a copy-on-write copy of
// its parent's memory, but without the parent's threads, so the parent must have none.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace toroid {

// Runs `work(i)` for each i below `count` in up to `jobs` children at once, and calls `take` with
// each result, in order of i. Calls `look` ten times a second and after each result. If that throws
// or `take` returns false, the children are killed. If a child ends without a result, returns what
// it says went wrong, or "" if it was killed, for example for want of memory; `take` has then had
// all results before it. Throws files::FileError if a child cannot be started.
std::optional<std::string> DoInOrder(std::size_t count, int jobs,
                                     const std::function<std::string(std::size_t)>& work,
                                     const std::function<bool(const std::string&)>& take,
                                     const std::function<void()>& look);

}  // namespace toroid
