// Tests that need a terminal.
#pragma once

#include <pty.h>
#include <unistd.h>

namespace toroid {

// A root folder without /dev/pts has no pseudo-terminals.
inline bool HasTerminals() {
  int terminal = -1;
  int other = -1;
  if (openpty(&terminal, &other, nullptr, nullptr, nullptr) != 0) return false;
  close(terminal);
  close(other);
  return true;
}

}  // namespace toroid
