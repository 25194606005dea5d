#include "sim/dut/load.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/core.h>

namespace toroid {
namespace {

// A name by which to load the open file, whatever has become of its path. The loader returns a
// library it already knows by name, and Verilator's libraries stay loaded when they are closed. So
// no name may repeat in a process: the descriptor is never closed.
std::string NameToLoad(const KeptFile& library) {
  const int open = fcntl(library.descriptor.number(), F_DUPFD_CLOEXEC, 0);
  const std::string name = fmt::format("/proc/self/fd/{}", open);
  return open >= 0 && std::filesystem::exists(name) ? name : library.path.string();
}

}  // namespace

LoadedLibrary::~LoadedLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

Diagnostics LoadedLibrary::Open(const KeptFile& file) {
  handle_ = dlopen(NameToLoad(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return {};
  return {{"cache", file.path.string(), std::string("cannot be loaded: ") + dlerror(),
           "CXX must name a compiler for this machine, and XDG_CACHE_HOME a folder that programs "
           "may run from"}};
}

void* LoadedLibrary::Symbol(const char* name) { return dlsym(handle_, name); }

Diagnostic LoadedLibrary::OtherVersion(const KeptFile& file) {
  return {"cache", file.path.string(), "is not a simulation library of this version",
          "remove it and run again"};
}

}  // namespace toroid
