// Many pieces of work, each in a process of its own.
//
// SystemC has one simulation at a time in a process. A child begins with a copy of all that its
// parent has made so far, which costs nothing until it changes; but the parent's threads are not in
// it, so the parent must have none.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace toroid {

// Has `work(i)` done for each i below `count`, by up to `jobs` children at once, and calls `take`
// with what it returned, in order of i. Calls `look` ten times a second and after each result. If
// that throws or `take` returns false, the children are killed. False if a child ended without a
// result, as for want of memory; then `take` has had all results before it.
bool DoInOrder(std::size_t count, int jobs, const std::function<std::string(std::size_t)>& work,
               const std::function<bool(const std::string&)>& take,
               const std::function<void()>& look);

}  // namespace toroid
