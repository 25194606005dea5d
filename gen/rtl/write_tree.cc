// Writing a folder all at once. The tree is built in a hidden sibling folder of `out` (so on the
// same file system), flushed to the disk and then renamed. A folder that is replaced changes places
// with the new one in a single step where the file system can do that (Linux renameat2), so that no
// moment exists at which `out` is missing; elsewhere it steps aside first, and back if the rename
// fails.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/rtl/manifest.h"
#include "gen/rtl/rtl.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

std::string Reason(int error) { return std::generic_category().message(error); }

// What a user can do about a failed system call.
std::string Advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space or choose another folder";
    case EROFS: return "choose a folder on a file system that can be written";
    case EACCES:
    case EPERM: return "choose a folder that you may write to, or change its permissions";
    case EFBIG: return "raise the limit on file sizes or choose another folder";
    case ENAMETOOLONG: return "choose a shorter name";
    default: return "choose another folder";
  }
}

// Thrown and caught in this file only: what failed, on which path, and what to do.
struct WriteError {
  std::string what;
  std::string advice;
};
[[noreturn]] void Fail(const std::string& action, const fs::path& path, int error) {
  throw WriteError{"cannot " + action + " " + path.string() + ": " + Reason(error), Advice(error)};
}

// `out` came or went between the first look at it and the rename.
[[noreturn]] void FailOvertaken(const std::string& what) {
  throw WriteError{what, "run again, or choose another folder for each run"};
}

class FileDescriptor {
 public:
  FileDescriptor(const fs::path& path, int flags, const char* action)
      : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (fd_ < 0) Fail(action, path, errno);
  }
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return fd_; }
  int Close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

void WriteFile(const fs::path& path, const std::string& text) {
  FileDescriptor file(path, O_WRONLY | O_CREAT | O_EXCL, "create");
  for (std::size_t done = 0; done < text.size();) {
    const ::ssize_t count = ::write(file.get(), text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("write", path, errno);
    done += static_cast<std::size_t>(count);
  }
  if (::fsync(file.get()) != 0) Fail("flush", path, errno);
  if (file.Close() != 0) Fail("close", path, errno);
}

// So that the names in a folder are on the disk. File systems that cannot flush a folder say
// EINVAL.
void FlushFolder(const fs::path& folder) {
  const FileDescriptor fd(folder, O_RDONLY | O_DIRECTORY, "open");
  if (::fsync(fd.get()) != 0 && errno != EINVAL) Fail("flush", folder, errno);
}

void MakeFolder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0777) != 0) Fail("create", folder, errno);
}

// Creates the missing folders down to `folder`; undone on destruction unless Keep was called.
class ParentFolders {
 public:
  explicit ParentFolders(const fs::path& folder) {
    std::vector<fs::path> missing;
    for (fs::path path = folder; !path.empty() && !fs::exists(path); path = path.parent_path())
      missing.push_back(path);
    try {
      for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
        MakeFolder(*path);
        created_.push_back(*path);
      }
    } catch (const WriteError&) {
      Undo();
      throw;
    }
  }
  ~ParentFolders() { Undo(); }
  ParentFolders(const ParentFolders&) = delete;
  ParentFolders& operator=(const ParentFolders&) = delete;
  void Keep() { created_.clear(); }

 private:
  void Undo() {
    for (; !created_.empty(); created_.pop_back()) ::rmdir(created_.back().c_str());
  }
  std::vector<fs::path> created_;
};

// A new hidden folder beside `out`, removed with all it holds on destruction.
class AsideFolder {
 public:
  explicit AsideFolder(const fs::path& out) {
    const std::string stem =
        std::string(".") + out.filename().string() + ".toroid-" + std::to_string(::getpid());
    for (int attempt = 0;; ++attempt) {
      path_ = out.parent_path() / (stem + "-" + std::to_string(attempt));
      if (::mkdir(path_.c_str(), 0777) == 0) return;
      if (errno != EEXIST) Fail("create a folder in", out.parent_path(), errno);
    }
  }
  ~AsideFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  AsideFolder(const AsideFolder&) = delete;
  AsideFolder& operator=(const AsideFolder&) = delete;
  const fs::path& path() const { return path_; }
  void Release() { path_.clear(); }
  void Remove() {
    std::error_code error;
    fs::remove_all(path_, error);
    if (error) Fail("remove what was there before, now", path_, error.value());
    Release();
  }

 private:
  fs::path path_;
};

void Fill(const fs::path& folder, const EmittedFiles& files) {
  std::set<fs::path> folders = {folder};
  for (const auto& [name, text] : files) {
    const fs::path path = folder / name;
    for (fs::path below = path.parent_path(); below != folder; below = below.parent_path())
      folders.insert(below);
  }
  for (const fs::path& below : folders) {
    if (below != folder) MakeFolder(below);
  }
  for (const auto& [name, text] : files) WriteFile(folder / name, text);
  for (const fs::path& below : folders) FlushFolder(below);
}

// The files that the manifest in `folder` lists, with itself; nothing if there is no readable
// manifest of ours.
std::optional<std::set<std::string>> EarlierOutput(const fs::path& folder) {
  const fs::path path = folder / "manifest.json";
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ostringstream text;
  // a failed read leaves it short, and so no manifest
  text << std::ifstream(path, std::ios::binary).rdbuf();
  auto files = rtl::ListedFiles(text.str());
  if (files) files->insert("manifest.json");
  return files;
}

// The first file below `folder`, by name, that is not one of `known`. Links count as files and are
// not followed.
std::optional<std::string> ForeignFile(const fs::path& folder, const std::set<std::string>& known) {
  std::optional<std::string> first;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.symlink_status().type() == fs::file_type::directory) continue;
    std::string name = entry.path().lexically_relative(folder).generic_string();
    if (!known.contains(name) && (!first || name < *first)) first = std::move(name);
  }
  return first;
}

// Why an existing `out` may not be replaced; empty if it may.
std::string Objection(const fs::path& out) {
  if (!fs::is_directory(out)) return "exists and is not a folder";
  if (out == fs::current_path()) return "is the current folder";
  if (fs::is_empty(out)) return "";
  const auto known = EarlierOutput(out);
  if (!known) return "is not empty, and holds no manifest.json of an earlier run";
  const auto foreign = ForeignFile(out, *known);
  return foreign ? "holds " + *foreign + ", which its manifest.json does not list" : "";
}

// Swaps `fresh` and `out`, or moves `fresh` to a free name. Afterwards `fresh` holds what `out`
// held, if anything.
void Exchange(const fs::path& fresh, const fs::path& out, bool replace) {
  if (!replace) {
    if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, out.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno == EEXIST) FailOvertaken("another run has just written it");
    if (errno != EINVAL && errno != ENOSYS) Fail("rename to", out, errno);
    if (::rename(fresh.c_str(), out.c_str()) == 0) return;
    if (errno == EEXIST || errno == ENOTEMPTY) FailOvertaken("another run has just written it");
    Fail("rename to", out, errno);
  }
  if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, out.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno == ENOENT) FailOvertaken("has just been moved or removed");
  if (errno != EINVAL && errno != ENOSYS) Fail("replace", out, errno);
  const fs::path old = fresh.string() + "-old";
  if (::rename(out.c_str(), old.c_str()) != 0) Fail("replace", out, errno);
  if (::rename(fresh.c_str(), out.c_str()) != 0) {
    const int error = errno;
    ::rename(old.c_str(), out.c_str());
    Fail("replace", out, error);
  }
  if (::rename(old.c_str(), fresh.c_str()) != 0) Fail("remove", old, errno);
}

Diagnostic Complaint(const fs::path& out, const std::string& what) {
  return {"--out", out.string(), what,
          "allowed is a new folder, an empty one, or one that holds an earlier output and nothing "
          "else"};
}

void WriteAndRename(const fs::path& target, bool replace, const EmittedFiles& files) {
  ParentFolders parents(target.parent_path());
  AsideFolder aside(target);
  Fill(aside.path(), files);
  Exchange(aside.path(), target, replace);
  parents.Keep();
  FlushFolder(target.parent_path());
  if (replace) {
    aside.Remove();
  } else {
    aside.Release();
  }
}

}  // namespace

Result<fs::path> WriteTree(const fs::path& out, const EmittedFiles& files) {
  try {
    if (out.empty()) return Complaint(out, "is empty");
    const bool replace = fs::exists(out);
    // A link to a folder stays: the folder it points to is replaced. A trailing slash is no name.
    fs::path target = replace ? fs::canonical(out) : fs::absolute(out).lexically_normal();
    if (!target.has_filename()) target = target.parent_path();
    if (replace) {
      if (const std::string objection = Objection(target); !objection.empty())
        return Complaint(out, objection);
    }
    WriteAndRename(target, replace, files);
    return out;
  } catch (const WriteError& error) {
    return Diagnostic{"--out", out.string(), error.what, error.advice};
  } catch (const fs::filesystem_error& error) {
    return Diagnostic{"--out", out.string(), error.code().message(), Advice(error.code().value())};
  }
}

}  // namespace toroid
