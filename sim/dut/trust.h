// Who could have written a file of the cache. Loading a library runs it, so the cache must be as
// hard to change as toroid itself.
//
// Checked are the file and every folder above it. Each must belong to root, to the user who runs
// toroid, or to the owner of its executable, and nobody else may write to it. The group may write
// if it is the owner's own: named as he is, with no other member. Everybody may write to a folder
// with the sticky bit, such as /tmp, where one user cannot rename or remove what is another's. Not
// checked are folders above the executable: who can change these can change toroid.
//
// A file is looked at once it is open, and each folder is opened from the one above it, without
// following links. So what is checked is what is used, whatever is renamed meanwhile.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gen/support/descriptor.h"

namespace toroid {

// Thrown for a file or folder that somebody else could have changed, and for a cache that cannot be
// written to or has no place.
struct Unusable {
  std::filesystem::path path;  // empty: there is none
  std::string why;             // e.g. "belongs to user guest"

  std::string Text() const { return path.empty() ? why : path.string() + " " + why; }
};

// A folder, open for opening what is in it. Links on the way to it are resolved first. Nothing if
// it is not there.
std::optional<Descriptor> OpenTrustedFolder(const std::filesystem::path& path);

// A file or folder in `folder`, which OpenTrustedFolder opened for the path above `path`. Nothing
// if it is not there or cannot be read.
std::optional<Descriptor> OpenTrustedFolder(const Descriptor& folder,
                                            const std::filesystem::path& path);
std::optional<Descriptor> OpenTrustedFile(const Descriptor& folder,
                                          const std::filesystem::path& path);

// For a file or folder that another program is to use: throws Unusable if others could have written
// it, or could put something there. The sticky bit is not enough then, as that program looks at no
// owner.
void MustBeTrusted(const std::filesystem::path& path);

}  // namespace toroid
