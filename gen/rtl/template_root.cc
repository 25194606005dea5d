// Templates are looked for beside the running executable, so that an installed copy works wherever
// it lies; a build tree falls back on the source tree it was made from, which its path is compiled
// in for.
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "gen/rtl/rtl.h"

namespace toroid {

std::filesystem::path TemplateRoot() {
  namespace fs = std::filesystem;
  if (const char* chosen = std::getenv("TOROID_TEMPLATES"); chosen != nullptr && *chosen != '\0')
    return chosen;
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed =
        executable.parent_path().parent_path() / "share" / "toroid" / "rtl_templates";
    if (fs::is_directory(installed, error)) return installed;
  }
  return TOROID_SOURCE_TEMPLATES;
}

}  // namespace toroid
