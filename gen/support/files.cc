// Idea: a reader of a file or folder sees the complete old one or the complete new one, at any time
// and after any failure. A new folder is made under a hidden name on the same file system and
// changes places with the target in one rename; what it replaces is removed last.
//
// One rename is possible where the parent may be written and the target is no mount point
// (RENAME_EXCHANGE). Where the file system cannot exchange, three renames do it, undone if one
// fails. Where even that is not allowed, the entries change places one by one, undone in reverse if
// one fails; only a kill or a power cut between two of them leaves a mixture.
//
// A new file is written under such a name too, and renamed. A target that is not a regular file
// cannot be replaced, so it gets a copy.
//
// Everything is flushed before it is put in place, so that after a power cut a name never leads to
// text that is not on the disk. Errors are thrown as FileError: what failed, on which path, and
// what the user can do. An entry that another run made meanwhile is such an error too, and is not
// touched.
#include "gen/support/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "gen/support/progress.h"

namespace toroid::files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = 1 << 16;  // bytes read or written at once

// Fails because the target appeared or vanished between the first look at it and the rename.
[[noreturn]] void FailOvertaken(const std::string& what) {
  throw FileError{what, "run again, or choose another folder for each run"};
}

// A name of this process, so that two runs do not collide.
std::string HiddenName(const std::string& stem, int attempt) {
  return fmt::format("{}.toroid-{}-{}", stem, ::getpid(), attempt);
}

int Open(const fs::path& path, int flags, const char* action) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0) Fail(action, path, errno);
  return descriptor;
}

void MakeFolder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0777) != 0) Fail("create", folder, errno);
}

// Writes the names in a folder to the disk. File systems that cannot flush a folder return EINVAL,
// and a folder that may not be read cannot be opened.
void FlushFolder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : 0;
  if (error == EACCES) return;
  if (error == 0 && ::fsync(descriptor) != 0) error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (error != 0 && error != EINVAL) Fail("flush", folder, error);
}

// The names in a folder, ascending.
std::vector<std::string> EntriesOf(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  if (error) Fail("look into", folder, error.value());
  std::ranges::sort(names);
  return names;
}

// Whether the parent is on another file system; no rename crosses that border.
bool IsMountPoint(const fs::path& folder) {
  struct statx found {};
  if (::statx(AT_FDCWD, folder.c_str(), 0, 0, &found) != 0) return false;
  return (found.stx_attributes & found.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0;
}

// Renames to a name that must be free. Returns 0 or the error. Old file systems cannot check that
// themselves.
int RenameToFree(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (fs::exists(fs::symlink_status(to))) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// A list of renames, undone together unless Keep is called.
class Renames {
 public:
  ~Renames() {
    for (; !done_.empty(); done_.pop_back())
      ::rename(done_.back().second.c_str(), done_.back().first.c_str());
  }
  void Do(const fs::path& from, const fs::path& to) {
    const int error = RenameToFree(from, to);
    if (error == EEXIST || error == ENOTEMPTY) FailOvertaken("another run has just written it");
    if (error == ENOENT) FailOvertaken("has just been moved or removed");
    if (error != 0) Fail("rename to", to, error);
    done_.emplace_back(from, to);
  }
  void Keep() { done_.clear(); }

 private:
  std::vector<std::pair<fs::path, fs::path>> done_;
};

// The new folder is in place by now, so a failure here undoes nothing.
void RemoveOld(const fs::path& old) {
  if (const std::error_code error = RemoveAll(old))
    Fail("remove what was there before, now", old, error.value());
}

}  // namespace

std::string Advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space or choose another folder";
    case EROFS: return "choose a folder on a file system that can be written";
    case EACCES:
    case EPERM: return "choose a folder that you may write to, or change its permissions";
    case EFBIG: return "raise the limit on file sizes or choose another folder";
    case ENAMETOOLONG: return "choose a shorter name";
    case EAGAIN:
    case ENOMEM: return "free some memory, or raise the limits (ulimit -a)";
    case EMFILE:
    case ENFILE: return "raise the limit of open files (ulimit -n)";
    case ENOTDIR: return "a part of the path is a file: choose another folder";
    default: return "choose another folder";
  }
}

void Fail(const std::string& action, const fs::path& path, int error) {
  throw FileError{
      "cannot " + action + " " + path.string() + ": " + std::generic_category().message(error),
      Advice(error), error};
}

Descriptor OpenToRead(const fs::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.open()) return file;
  if (errno == EINTR) throw Interrupted{"while waiting for " + path.string()};
  Fail("read", path, errno);
}

std::string_view ReadSome(const Descriptor& file, std::span<char> block, const fs::path& path) {
  const ::ssize_t count = ::read(file.number(), block.data(), block.size());
  if (count >= 0) return {block.data(), static_cast<std::size_t>(count)};
  if (errno == EINTR) throw Interrupted{"while waiting for " + path.string()};
  Fail("read", path, errno);
}

std::string Read(const fs::path& path, std::size_t most) {
  const Descriptor file = OpenToRead(path);
  std::string text;
  std::vector<char> block(kBuffer);
  for (std::string_view some = "."; !some.empty();) {
    some = ReadSome(file, block, path);
    text += some;
    if (text.size() > most)
      throw FileError{fmt::format("{} has more than {} bytes", path.string(), most),
                      "name a smaller file"};
  }
  return text;
}

// Each folder is closed before one of its own is opened.
std::error_code RemoveAll(const fs::path& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() == fs::file_type::directory) {
    std::vector<fs::path> entries;
    for (fs::directory_iterator entry(path, error), end; entry != end; entry.increment(error))
      entries.push_back(entry->path());
    for (const fs::path& entry : entries) RemoveAll(entry);
  }
  fs::remove(path, error);
  return error;
}

// Checks each part of the path, because a link may be anywhere in it.
fs::path DanglingLink(const fs::path& path) {
  fs::path part;
  for (const fs::path& name : path) {
    part /= name;
    std::error_code ignored;
    if (fs::is_symlink(part, ignored) && !fs::exists(part, ignored)) return part;
  }
  return {};
}

// ---- a file ----

bool FileError::OfTooManyOpen() const { return error == EMFILE || error == ENFILE; }

TemporaryFolder::TemporaryFolder() {
  const char* set = std::getenv("TMPDIR");
  std::string name = std::string(set != nullptr && *set != '\0' ? set : "/tmp") + "/toroid-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw FileError{fmt::format("cannot make the folder {} for temporary files: {}", name,
                                std::generic_category().message(errno)),
                    "set TMPDIR to an existing folder with free space that you may write to"};
  }
  path_ = fs::absolute(name);
}

TemporaryFolder::~TemporaryFolder() { RemoveAll(path_); }

NewFile::NewFile(const fs::path& path)
    : NewFile(path, Open(path, O_WRONLY | O_CREAT | O_EXCL, "create")) {}

NewFile::NewFile(const fs::path& path, int descriptor) : path_(path), descriptor_(descriptor) {
  buffer_.reserve(kBuffer);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// Writes through a buffer of kBuffer bytes, so memory does not grow with the file.
void NewFile::Write(std::string_view text) {
  assert(descriptor_ >= 0);
  bytes_ += text.size();
  while (buffer_.size() + text.size() >= kBuffer) {
    const std::size_t fits = kBuffer - buffer_.size();
    buffer_.append(text.substr(0, fits));
    text.remove_prefix(fits);
    Flush();
  }
  buffer_.append(text);
}

void NewFile::Flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ::ssize_t count = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("write", path_, errno);
    done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void NewFile::Finish() {
  Flush();
  // a FIFO and the like cannot be flushed to a disk
  if (::fsync(descriptor_) != 0 && errno != EINVAL) Fail("flush", path_, errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) Fail("close", path_, errno);
}

// ---- a file that replaces another ----

WholeFile::WholeFile(const fs::path& target) : name_(target), target_(target) {
  FindPlace();
  MakeAside();
}

WholeFile::~WholeFile() {
  if (!aside_.empty()) ::unlink(aside_.c_str());
}

// First tries to open the target: the link /dev/fd/63 to a pipe leads to no name, but it can be
// opened.
void WholeFile::FindPlace() {
  std::error_code error;
  const fs::file_status status = fs::status(target_, error);
  if (status.type() == fs::file_type::none) Fail("write", name_, error.value());
  if (fs::is_directory(status)) Fail("write", name_, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    if (::access(target_.c_str(), W_OK) != 0) Fail("write", name_, errno);
    is_file_ = false;
  } else if (fs::is_symlink(fs::symlink_status(target_, error))) {
    target_ = fs::canonical(target_, error);
    if (error) Fail("follow the link", name_, error.value());
  }
}

// The name is short, so that it is allowed wherever the target's is.
void WholeFile::MakeAside() {
  std::error_code error;
  const fs::path folder = is_file_ ? target_.parent_path() : fs::temp_directory_path(error);
  if (error) Fail("find a folder for temporary files, to write", name_, error.value());
  for (int attempt = 0; !file_; ++attempt) {
    const fs::path path = folder / HiddenName("", attempt);
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) Fail("create", name_, errno);
    aside_ = path;
    file_.emplace(name_, descriptor);
  }
}

void WholeFile::PutInPlace() {
  if (!is_file_) return CopyToTarget();
  if (::rename(aside_.c_str(), target_.c_str()) != 0) Fail("write", name_, errno);
  aside_.clear();
  FlushFolder(target_.has_parent_path() ? target_.parent_path() : ".");
}

void WholeFile::PutInFreePlace() {
  if (const int error = RenameToFree(aside_, name_); error != 0) Fail("create", name_, error);
  aside_.clear();
}

void WholeFile::CopyToTarget() {
  const std::string text = Read(aside_);
  const int descriptor = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) Fail("write", name_, errno);
  NewFile target(name_, descriptor);
  target.Write(text);
  target.Finish();
}

void TryToWrite(const fs::path& target) { const WholeFile trial(target); }

void WriteWhole(const fs::path& target, std::string_view text) {
  WholeFile file(target);
  file.Write(text);
  file.Finish();
  file.PutInPlace();
}

// ---- a folder ----

NewFolder::NewFolder(const fs::path& target) : target_(target), replaces_(fs::exists(target)) {
  assert(target.is_absolute() && target.has_filename());
  try {
    if (replaces_) {
      replaced_ = EntriesOf(target_);
    } else {
      MakeTargetsParents();
    }
    MakeAside();
  } catch (const FileError&) {
    RemoveWhatWasMade();
    throw;
  }
}

NewFolder::~NewFolder() { RemoveWhatWasMade(); }

// Does nothing after PutInPlace.
void NewFolder::RemoveWhatWasMade() {
  if (!aside_.empty()) RemoveAll(aside_);
  for (; !parents_.empty(); parents_.pop_back()) ::rmdir(parents_.back().c_str());
}

// Records each folder that it makes, so that a failure removes exactly these.
void NewFolder::MakeTargetsParents() {
  std::vector<fs::path> missing;
  for (fs::path path = target_.parent_path(); !fs::exists(path); path = path.parent_path())
    missing.push_back(path);
  for (; !missing.empty(); missing.pop_back()) {
    MakeFolder(missing.back());
    parents_.push_back(missing.back());
  }
}

void NewFolder::MakeAside() {
  const bool beside = !replaces_ || !IsMountPoint(target_);
  if (beside && TryAside(target_.parent_path(), "." + target_.filename().string())) return;
  if (replaces_ && TryAside(target_, "")) return;
  Fail("create a folder in", replaces_ ? target_ : target_.parent_path(), errno);
}

// Returns whether it could be made; if not, errno says why.
bool NewFolder::TryAside(const fs::path& parent, const std::string& stem) {
  for (int attempt = 0;; ++attempt) {
    const fs::path path = parent / HiddenName(stem, attempt);
    if (::mkdir(path.c_str(), 0777) == 0) {
      aside_ = path;
      return true;
    }
    if (errno != EEXIST) return false;
  }
}

void NewFolder::MakeParentsOf(const fs::path& name) {
  fs::path folder;
  for (const fs::path& part : name.parent_path()) {
    folder /= part;
    if (std::ranges::find(folders_, folder) != folders_.end()) continue;
    MakeFolder(aside_ / folder);
    folders_.push_back(folder);
  }
}

// Everything is on the disk before anything is renamed, so a crash leaves the complete old folder
// or the complete new one. Folders made above the target stay from here on.
void NewFolder::PutInPlace() {
  for (const fs::path& folder : folders_) FlushFolder(aside_ / folder);
  FlushFolder(aside_);
  if (!Swap()) MoveEntries();
  parents_.clear();
  FlushFolder(target_.parent_path());
  RemoveOld(std::exchange(aside_, fs::path()));
}

// Swaps in a single step, or almost one where the file system cannot do that. Returns false if it
// is not allowed here.
bool NewFolder::Swap() {
  if (!replaces_) {
    Renames renames;
    renames.Do(aside_, target_);
    renames.Keep();
    return true;
  }
  if (aside_.parent_path() == target_) return false;
  if (::renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0)
    return true;
  if (errno == ENOENT) FailOvertaken("has just been moved or removed");
  if (errno == EPERM || errno == EACCES || errno == EBUSY) return false;
  if (errno != EINVAL && errno != ENOSYS) Fail("replace", target_, errno);
  const fs::path old = aside_.string() + "-old";
  Renames renames;
  renames.Do(target_, old);
  renames.Do(aside_, target_);
  renames.Do(old, aside_);
  renames.Keep();
  return true;
}

// Afterwards aside_ holds what the target held.
void NewFolder::MoveEntries() {
  const fs::path old = aside_.string() + "-old";
  MakeFolder(old);
  try {
    Renames renames;
    for (const std::string& name : replaced_) renames.Do(target_ / name, old / name);
    for (const std::string& name : EntriesOf(aside_)) renames.Do(aside_ / name, target_ / name);
    renames.Keep();
  } catch (const FileError&) {
    ::rmdir(old.c_str());
    throw;
  }
  FlushFolder(target_);
  ::rmdir(aside_.c_str());
  aside_ = old;
}

}  // namespace toroid::files
