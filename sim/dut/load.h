// Loads a library of the cache. Only sim/dut includes this.
#pragma once

#include "gen/support/result.h"
#include "sim/dut/kept_file.h"

namespace toroid {

class LoadedLibrary {
 public:
  LoadedLibrary() = default;
  ~LoadedLibrary();
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;

  // None, or a diagnostic with the field "cache".
  Diagnostics Open(const KeptFile& file);
  // A function by its name; false if the library has none.
  template <class F>
  bool Find(const char* name, F*& function) {
    function = reinterpret_cast<F*>(Symbol(name));
    return function != nullptr;
  }
  // Of a library whose functions or number are not those of this program.
  static Diagnostic OtherVersion(const KeptFile& file);

 private:
  void* Symbol(const char* name);
  void* handle_ = nullptr;
};

}  // namespace toroid
