// What was compiled once, kept for the next run: an entry is a folder with one file and its
// checksum, complete or absent.
//
// A new entry is made in a folder beside it and renamed at the end, so a build that is killed
// leaves only a folder that the next one for the same entry sweeps away. Of two builds at once the
// second waits for the first by a file lock. Reading needs neither lock nor the right to write, so
// a cache may be read-only. What others could have written is not read: see trust.h.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/descriptor.h"
#include "sim/dut/caller.h"
#include "sim/dut/kept_file.h"
#include "sim/dut/trust.h"

namespace toroid {

// A name for an entry that covers every part, and where one ends and the next begins.
std::string EntryName(const std::string& kind, const std::vector<std::string>& parts);

// Throws BuildFault if the whole text cannot be written.
void WriteFile(const std::filesystem::path& path, std::string_view text);

class Cache {
 public:
  // $XDG_CACHE_HOME/toroid, else ~/.cache/toroid. Nothing is made there before it is needed. Throws
  // Unusable if there is neither.
  static Cache OfUser();
  // In a folder that is gone after this run.
  static Cache OfThisRun(std::filesystem::path root) { return Cache(std::move(root), false); }
  explicit Cache(std::filesystem::path root) : Cache(std::move(root), true) {}

  const std::filesystem::path& root() const { return root_; }
  // The file of an entry, if it is there and intact. Throws Unusable.
  std::optional<KeptFile> Find(const std::string& entry, const std::string& file) const;

  // What to say beside work that an entry saves.
  const char* Outlook() const {
    return lasts_ ? " (first run for this network; cached afterwards)" : " (nothing is kept)";
  }

  class Claim;

 private:
  Cache(std::filesystem::path root, bool lasts) : root_(std::move(root)), lasts_(lasts) {}
  // Makes what is missing of the folder. Throws Unusable.
  void MakeRoot() const;

  std::filesystem::path root_;
  bool lasts_;
};

// The right to make an entry, and a folder to do so in, which is gone at the end.
class Cache::Claim {
 public:
  // Waits while another process has it. Throws Unusable.
  Claim(const Cache& cache, const std::string& entry, const std::string& file,
        const Caller& caller);
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  // Whether the entry has been made meanwhile, or by Keep.
  bool made() const { return kept_.has_value(); }
  // Where to make it. Nobody else may enter.
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

}  // namespace toroid
