// Selects the mutant of a program: the number in TOROID_MUTANT, none without it. Reached mutants
// are marked in the existing file that TOROID_MUTANTS_REACHED names, a byte for each number.
// Included into every source of a build with mutants; only `run` makes such a build.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace toroid_mutation {

constexpr int kMost = 1 << 16;

inline int Number() {
  static const int number = [] {
    const char* text = std::getenv("TOROID_MUTANT");
    return text == nullptr ? -1 : std::atoi(text);
  }();
  return number;
}

inline char* Reached() {
  static char* const reached = []() -> char* {
    const char* name = std::getenv("TOROID_MUTANTS_REACHED");
    if (name == nullptr) return nullptr;
    const int file = open(name, O_RDWR);
    if (file < 0) return nullptr;
    void* const bytes = mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return bytes == MAP_FAILED ? nullptr : static_cast<char*>(bytes);
  }();
  return reached;
}

inline bool IsChosen(int number) {
  if (char* const reached = Reached()) reached[number] = 1;
  return number == Number();
}

}  // namespace toroid_mutation

constexpr bool toroid_mutant(int number) {
  return !__builtin_is_constant_evaluated() && toroid_mutation::IsChosen(number);
}
