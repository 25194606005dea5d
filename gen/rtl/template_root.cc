// The environment takes precedence over the folder beside the executable.
#include <cstdlib>

#include "gen/rtl/rtl.h"
#include "gen/support/files.h"

namespace toroid {

std::filesystem::path TemplateRoot() {
  if (const char* chosen = std::getenv("TOROID_TEMPLATES"); chosen != nullptr && *chosen != '\0')
    return chosen;
  return SharedFolder("rtl_templates");
}

}  // namespace toroid
