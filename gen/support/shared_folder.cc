#include "gen/support/shared_folder.h"

#include <system_error>

namespace toroid {
namespace {

namespace fs = std::filesystem;

fs::path& Chosen() {
  static fs::path folder;
  return folder;
}

}  // namespace

void UseSharedFoldersOf(const fs::path& folder) { Chosen() = folder; }

fs::path SharedFolder(std::string_view name, std::string_view source) {
  std::error_code error;
  if (!Chosen().empty()) return Chosen() / name;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error) return source;
  const fs::path installed = executable.parent_path().parent_path() / "share" / "toroid" / name;
  return fs::is_directory(installed, error) ? installed : fs::path(source);
}

}  // namespace toroid
