// Checks the rule of trust.h folder by folder from the root down, each opened relative to the one
// above it without following links. A check of a path may be out of date when the path is used; a
// check of an open descriptor cannot be.
#include "sim/dut/trust.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace toroid {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExecutable = "/proc/self/exe";

// root, the user, and the owner of the executable, who could change toroid itself.
bool IsTrustedOwner(uid_t owner) {
  if (owner == 0 || owner == geteuid()) return true;
  struct stat executable {};
  return stat(kExecutable, &executable) == 0 && owner == executable.st_uid;
}

// A group named like its owner, with no other member.
bool IsOwnGroup(gid_t number, uid_t owner) {
  const group* found = getgrgid(number);
  const passwd* user = getpwuid(owner);
  if (!found || !user) return false;
  const std::string name = user->pw_name;
  if (name != found->gr_name) return false;
  for (char** member = found->gr_mem; *member; ++member) {
    if (name != *member) return false;
  }
  return true;
}

std::string UserText(uid_t number) {
  const passwd* user = getpwuid(number);
  return "user " + (user ? std::string(user->pw_name) : std::to_string(number));
}

std::string GroupText(gid_t number) {
  const group* found = getgrgid(number);
  return "group " + (found ? std::string(found->gr_name) : std::to_string(number));
}

// Folders above the executable: their owner could exchange the executable.
bool IsAboveExecutable(const fs::path& path) {
  std::error_code error;
  const fs::path executable = fs::read_symlink(kExecutable, error);
  const auto differ = std::mismatch(path.begin(), path.end(), executable.begin(), executable.end());
  return !error && differ.first == path.end();
}

struct stat StateOf(const Descriptor& open, const fs::path& path) {
  struct stat state {};
  if (fstat(open.number(), &state) != 0) throw Unusable{path, "cannot be examined"};
  return state;
}

void CheckWriters(const struct stat& state, const fs::path& path) {
  if ((state.st_mode & S_IWOTH) != 0) throw Unusable{path, "can be written by every user"};
  if ((state.st_mode & S_IWGRP) != 0 && !IsOwnGroup(state.st_gid, state.st_uid))
    throw Unusable{path, "can be written by " + GroupText(state.st_gid)};
}

// Checks the open file or folder named `path`.
void Check(const Descriptor& open, const fs::path& path) {
  const struct stat state = StateOf(open, path);
  if (!IsTrustedOwner(state.st_uid)) throw Unusable{path, "belongs to " + UserText(state.st_uid)};
  if (!S_ISDIR(state.st_mode) || (state.st_mode & S_ISVTX) == 0) CheckWriters(state, path);
}

fs::path WithoutLinks(const fs::path& path) {
  std::error_code error;
  fs::path whole = fs::weakly_canonical(fs::absolute(path), error);
  return error ? fs::absolute(path).lexically_normal() : whole;
}

std::optional<Descriptor> OpenIn(int folder, const fs::path& name, int flags) {
  Descriptor opened(openat(folder, name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.open()) return std::nullopt;
  return opened;
}

}  // namespace

std::optional<Descriptor> OpenTrustedFolder(const fs::path& path) {
  const fs::path whole = WithoutLinks(path);
  std::optional<Descriptor> folder = OpenIn(AT_FDCWD, "/", O_PATH | O_DIRECTORY);
  fs::path reached = "/";
  for (const fs::path& name : whole.relative_path()) {
    if (!folder) break;
    if (!IsAboveExecutable(reached)) Check(*folder, reached);
    folder = OpenIn(folder->number(), name, O_PATH | O_DIRECTORY);
    reached /= name;
  }
  if (folder) Check(*folder, reached);
  return folder;
}

std::optional<Descriptor> OpenTrustedFolder(const Descriptor& folder, const fs::path& path) {
  auto opened = OpenIn(folder.number(), path.filename(), O_PATH | O_DIRECTORY);
  if (opened) Check(*opened, path);
  return opened;
}

std::optional<Descriptor> OpenTrustedFile(const Descriptor& folder, const fs::path& path) {
  // does not wait if it is a pipe
  auto opened = OpenIn(folder.number(), path.filename(), O_RDONLY | O_NONBLOCK);
  if (opened) Check(*opened, path);
  return opened;
}

// A missing path is judged by the folder in which it would be made.
void MustBeTrusted(const fs::path& path) {
  fs::path there = WithoutLinks(path);
  std::error_code ignored;
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (const auto folder = OpenTrustedFolder(there))
    return CheckWriters(StateOf(*folder, there), there);
  const auto above = OpenTrustedFolder(there.parent_path());
  if (above) OpenTrustedFile(*above, there);
}

}  // namespace toroid
