// The folders that toroid reads at run time: templates, pages of reports, sources of adaptors.
#pragma once

#include <filesystem>
#include <string_view>

namespace toroid {

// ../share/toroid/NAME beside the executable's folder, so that an installed copy works wherever it
// is. The build makes links there, so a build tree has the same layout.
std::filesystem::path SharedFolder(std::string_view name);

// Makes SharedFolder return FOLDER/NAME from now on: for other programs that use toroid as a
// library.
void UseSharedFoldersOf(const std::filesystem::path& folder);

}  // namespace toroid
