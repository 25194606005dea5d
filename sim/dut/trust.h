// Checks who could have written a file of the cache. Loading a library runs it, so the cache must
// be as hard to change as toroid itself.
//
// The file and every folder above it are checked. Each must belong to root, to the user who runs
// toroid, or to the owner of its executable, and nobody else may write to it. Two exceptions: the
// group may write if it is the owner's own, with his name and no other member; everybody may write
// to a folder with the sticky bit, such as /tmp, where one user cannot rename or remove another's
// files. Folders above the executable are not checked: their owner can change toroid.
//
// A file is checked once it is open, and each folder is opened from the one above it, without
// following links. So the checked file is the one used, whatever is renamed meanwhile.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gen/support/files.h"

namespace toroid {

// Thrown for a file or folder that another user could have changed, and for a cache that cannot be
// written or has no place.
struct Unusable {
  std::filesystem::path path;  // empty: there is none
  std::string why;             // e.g. "belongs to user guest"

  std::string Text() const { return path.empty() ? why : path.string() + " " + why; }
};

// Opens a folder for opening files in it. Resolves links on the way to it first. Returns nothing if
// it does not exist.
std::optional<Descriptor> OpenTrustedFolder(const std::filesystem::path& path);

// Opens a file or folder in `folder`, which OpenTrustedFolder opened for the path above `path`.
// Returns nothing if it does not exist or cannot be read.
std::optional<Descriptor> OpenTrustedFolder(const Descriptor& folder,
                                            const std::filesystem::path& path);
std::optional<Descriptor> OpenTrustedFile(const Descriptor& folder,
                                          const std::filesystem::path& path);

// For a file or folder that another program will use: throws Unusable if other users could have
// written it, or could add files to it. The sticky bit does not suffice here, as that program
// checks no owners.
void MustBeTrusted(const std::filesystem::path& path);

// A file of the cache, checked and kept open so that it cannot be exchanged.
struct KeptFile {
  std::filesystem::path path;
  Descriptor descriptor;
};

}  // namespace toroid
