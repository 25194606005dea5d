// Templates are looked for beside the running executable, so that an installed copy works wherever
// it lies; a build tree falls back on the source tree it was made from, which its path is compiled
// in for.
#include <cstdlib>

#include "gen/rtl/rtl.h"
#include "gen/support/shared_folder.h"

namespace toroid {

std::filesystem::path TemplateRoot() {
  if (const char* chosen = std::getenv("TOROID_TEMPLATES"); chosen != nullptr && *chosen != '\0')
    return chosen;
  return SharedFolder("rtl_templates", TOROID_SOURCE_TEMPLATES);
}

}  // namespace toroid
