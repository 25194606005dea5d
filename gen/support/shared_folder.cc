#include <system_error>

#include "gen/support/files.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

fs::path& Chosen() {
  static fs::path folder;
  return folder;
}

}  // namespace

void UseSharedFoldersOf(const fs::path& folder) { Chosen() = folder; }

fs::path SharedFolder(std::string_view name) {
  if (!Chosen().empty()) return Chosen() / name;
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  return executable.parent_path().parent_path() / "share" / "toroid" / name;
}

}  // namespace toroid
