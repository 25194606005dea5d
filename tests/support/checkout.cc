#include "tests/support/checkout.h"

namespace toroid {

std::string Checkout(const std::string& path) { return TOROID_CHECKOUT "/" + path; }

const char* ToroidExecutable() { return TOROID_EXECUTABLE; }

}  // namespace toroid
