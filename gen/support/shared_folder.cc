#include "gen/support/shared_folder.h"

#include <system_error>

namespace toroid {

std::filesystem::path SharedFolder(std::string_view name, std::string_view source) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error) return source;
  const fs::path installed = executable.parent_path().parent_path() / "share" / "toroid" / name;
  return fs::is_directory(installed, error) ? installed : fs::path(source);
}

}  // namespace toroid
