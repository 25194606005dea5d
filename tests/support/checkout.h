// The paths of this checkout and of the executable built from it. Only checkout.cc is compiled with
// them, so that a compiler cache can serve all other tests of every checkout.
#pragma once

#include <string>

namespace toroid {

// The absolute path of a file of the checkout, such as "tests/data/ring.csv".
std::string Checkout(const std::string& path);

// The absolute path of the executable under test.
const char* ToroidExecutable();

}  // namespace toroid
