// Compiled libraries kept for the next run. An entry is a folder with one file and its checksum,
// complete or absent.
//
// A new entry is made in a folder beside it and renamed at the end, so a killed build leaves only a
// folder that the next build of the same entry removes. Of two simultaneous builds the second waits
// for the first by a file lock. Reading needs neither lock nor write permission, so a cache may be
// read-only. Files that other users could have written are not read: see trust.h.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/files.h"
#include "gen/support/result.h"
#include "sim/dut/tools.h"
#include "sim/dut/trust.h"

namespace toroid {

// A name for an entry that covers every part and the boundaries between them.
std::string EntryName(const std::string& kind, const std::vector<std::string>& parts);

// Throws BuildFault if the whole text cannot be written.
void WriteFile(const std::filesystem::path& path, std::string_view text);

class Cache {
 public:
  // $XDG_CACHE_HOME/toroid, else ~/.cache/toroid. Creates nothing before it is needed. Throws
  // Unusable if there is neither.
  static Cache OfUser();
  // A cache in a folder that is removed after this run.
  static Cache OfThisRun(std::filesystem::path root) { return Cache(std::move(root), false); }
  explicit Cache(std::filesystem::path root) : Cache(std::move(root), true) {}

  const std::filesystem::path& root() const { return root_; }
  // The file of an entry, if it exists and is intact. Throws Unusable.
  std::optional<KeptFile> Find(const std::string& entry, const std::string& file) const;

  // Note to print beside a slow step whose result the cache keeps.
  const char* Outlook() const {
    return lasts_ ? " (first run for this network; cached afterwards)" : " (nothing is kept)";
  }

  class BuildLock;

 private:
  Cache(std::filesystem::path root, bool lasts) : root_(std::move(root)), lasts_(lasts) {}
  // Creates missing parts of the folder. Throws Unusable.
  void MakeRoot() const;

  std::filesystem::path root_;
  bool lasts_;
};

// The right to make an entry, with a work folder that is removed at the end.
class Cache::BuildLock {
 public:
  // Waits while another process holds the right. Throws Unusable.
  BuildLock(const Cache& cache, const std::string& entry, const std::string& file,
            const Caller& caller);
  ~BuildLock();
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

  // Whether the entry exists, made by another process or by Keep.
  bool made() const { return kept_.has_value(); }
  // The folder to make it in. No other user may enter.
  const std::filesystem::path& folder() const { return work_; }
  // Makes an entry of the file of that name in the folder.
  void Keep();
  // The entry's file, which must have been made.
  KeptFile Take() { return std::move(*kept_); }

 private:
  const Cache& cache_;
  std::string entry_, file_;
  Descriptor lock_;
  std::filesystem::path work_;
  std::optional<KeptFile> kept_;
};

// Loads a library of the cache. Only sim/dut includes this.
class LoadedLibrary {
 public:
  LoadedLibrary() = default;
  ~LoadedLibrary();
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;

  // Finds the function that makes what is in the library (adaptor/dut_abi.h). None, or a diagnostic
  // with the field "cache": it cannot be loaded, or is of another version of this program.
  template <class F>
  Diagnostics Open(const KeptFile& file, const char* name, F*& create) {
    Diagnostics found = Load(file, name);
    create = reinterpret_cast<F*>(create_);
    return found;
  }

 private:
  Diagnostics Load(const KeptFile& file, const char* name);
  void* handle_ = nullptr;
  void* create_ = nullptr;
};

}  // namespace toroid
