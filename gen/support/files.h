// Reads and writes files and folders; a failure gives the reason and what to do about it.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace toroid {

// An open file descriptor, closed with its owner. It is moved, not copied, so each is closed once,
// and an exception leaves none open.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { Close(); }

  void Close() {
    if (open()) close(std::exchange(number_, -1));
  }
  bool open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

// A folder that toroid reads at run time (templates, pages of reports, sources of adaptors):
// ../share/toroid/NAME beside the executable's folder, so that an installed copy works wherever it
// is. The build makes links there, so a build tree has the same layout.
std::filesystem::path SharedFolder(std::string_view name);

// Makes SharedFolder return FOLDER/NAME from now on: for other programs that use toroid as a
// library.
void UseSharedFoldersOf(const std::filesystem::path& folder);

}  // namespace toroid

namespace toroid::files {

// Thrown by everything below: what failed, on which path, and what a user can do. A full disk or a
// missing permission is no broken invariant and no bad input, and it may come at any write: hence
// an exception, caught by the command layer (exit code 3).
struct FileError {
  std::string what;    // "cannot write /x/y: No space left on device"
  std::string advice;  // "free some space or choose another folder"
  int error = 0;       // errno of the system call that failed

  // Whether this process has too many open files, which is no fault of the file.
  bool OfTooManyOpen() const;
};
[[noreturn]] void Fail(const std::string& action, const std::filesystem::path& path, int error);
// Advice for the user on a failed system call.
std::string Advice(int error);

// A file that is opened to be read, and the next bytes of it; none at its end. A wait for a pipe
// ends with a signal that the program handles. Both throw FileError or Interrupted.
Descriptor OpenToRead(const std::filesystem::path& path);
std::string_view ReadSome(const Descriptor& file, std::span<char> block,
                          const std::filesystem::path& path);

// Bytes of a file that Read takes: far above what toroid and its tools write, and little enough for
// a device that has no end.
inline constexpr std::size_t kMostRead = std::size_t{1} << 30;
// The whole text of a file; throws FileError, also if it has more than `most` bytes.
std::string Read(const std::filesystem::path& path, std::size_t most = kMostRead);

// Removes a file, or a folder with what is in it, as far as that is possible; returns why the path
// is still there. Needs one free descriptor, however deep the folder is.
std::error_code RemoveAll(const std::filesystem::path& path);

// The first part of `path` that is a link to nothing; empty if there is none.
std::filesystem::path DanglingLink(const std::filesystem::path& path);

// A folder of this process in $TMPDIR (/tmp if that is unset), removed with the object. Throws
// FileError.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A file that did not exist before, written from its beginning to its end.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path);
  // Takes a descriptor that is open; errors call it `path`.
  NewFile(const std::filesystem::path& path, int descriptor);
  ~NewFile();  // without Finish the file is cut short
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(std::string_view text);
  // After it returns, the text is on the disk. No Write may follow.
  void Finish();
  std::uint64_t bytes() const { return bytes_; }

 private:
  void Flush();

  std::filesystem::path path_;
  int descriptor_;
  std::string buffer_;
  std::uint64_t bytes_ = 0;
};

// A file that appears all at once. It is written under a hidden name in the folder of its target,
// and PutInPlace renames it. Without PutInPlace, or if that fails, nothing changes. Errors name the
// target.
//
// A target that is a link stays one: the file that it leads to is replaced. A target that is not a
// regular file (a FIFO, a terminal, /dev/null) is written to when the text is complete; until then
// the text is in the folder for temporary files.
class WholeFile {
 public:
  explicit WholeFile(const std::filesystem::path& target);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void Write(std::string_view text) { file_->Write(text); }
  // After it returns, path() has the whole text. No Write may follow.
  void Finish() { file_->Finish(); }
  const std::filesystem::path& path() const { return aside_; }
  // Requires Finish. Replaces the target.
  void PutInPlace();
  // Requires Finish. Fails if anything has the target's name, even a link or a FIFO.
  void PutInFreePlace();

 private:
  void FindPlace();
  void MakeAside();
  void CopyToTarget();

  std::filesystem::path name_;    // the target's, as it was given
  std::filesystem::path target_;  // the file that will be replaced: no link
  bool is_file_ = true;           // the target is a regular file or will be one
  std::filesystem::path aside_;   // empty when nothing is to be removed
  std::optional<NewFile> file_;
};
// Throws FileError if a WholeFile of this name could not be made now; leaves nothing.
void TryToWrite(const std::filesystem::path& target);
// The whole text as a file, in place. Throws FileError.
void WriteWhole(const std::filesystem::path& target, std::string_view text);

// A folder that appears all at once. Its files are written into a hidden folder on the same file
// system, and PutInPlace renames it. Without PutInPlace, or if that fails, nothing changes.
//
// Usually the hidden folder is a sibling of the target, and the two change places in a single step,
// so that the target is never missing or incomplete. Where that is impossible (the target is a
// mount point, or its parent may not be changed), the hidden folder is inside the target, and the
// contents change places entry by entry: only a kill or a power cut can then leave a mixture.
class NewFolder {
 public:
  // The target is absolute and without links; it is missing, or a folder whose entries may be
  // replaced. Missing parents are created.
  explicit NewFolder(const std::filesystem::path& target);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // The folder of the new files until they are put in place.
  const std::filesystem::path& path() const { return aside_; }
  // Creates the folders that a file of this name, relative to path(), needs.
  void MakeParentsOf(const std::filesystem::path& name);
  // After it returns, the new folder is the target; if it throws, the target is unchanged.
  void PutInPlace();

 private:
  void MakeTargetsParents();
  void MakeAside();
  bool TryAside(const std::filesystem::path& parent, const std::string& stem);
  bool Swap();
  void MoveEntries();
  void RemoveWhatWasMade();

  std::filesystem::path target_;
  bool replaces_;
  std::vector<std::string> replaced_;           // what the target held at first, ascending
  std::vector<std::filesystem::path> parents_;  // created for the target, outermost first
  std::vector<std::filesystem::path> folders_;  // created in aside_
  std::filesystem::path aside_;
};

}  // namespace toroid::files
