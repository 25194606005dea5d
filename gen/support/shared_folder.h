// Where the files lie that an installed toroid brings along.
#pragma once

#include <filesystem>
#include <string_view>

namespace toroid {

// ../share/toroid/NAME beside the executable's folder if it exists, so that an installed copy works
// wherever it lies; else `source`, of the tree that it was built from.
std::filesystem::path SharedFolder(std::string_view name, std::string_view source);

// FOLDER/NAME instead, from now on: for a program of somebody else, which toroid is a library of.
void UseSharedFoldersOf(const std::filesystem::path& folder);

}  // namespace toroid
