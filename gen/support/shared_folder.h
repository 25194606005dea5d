// Where the files are that toroid reads at run time: templates, pages of reports, sources of
// adaptors.
#pragma once

#include <filesystem>
#include <string_view>

namespace toroid {

// ../share/toroid/NAME beside the executable's folder, so that an installed copy works wherever it
// is. The build makes links there, so a build tree has the same layout.
std::filesystem::path SharedFolder(std::string_view name);

// FOLDER/NAME instead, from now on: for a program of somebody else, which toroid is a library of.
void UseSharedFoldersOf(const std::filesystem::path& folder);

}  // namespace toroid
