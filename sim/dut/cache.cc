// An entry appears by a rename, so it is whole or absent; a checksum beside the file tells whether
// it is intact. A lock file keeps two builds of one entry apart. The kernel releases it however its
// holder ends, so a killed build blocks nobody.
#include "sim/dut/cache.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "gen/support/files.h"
#include "gen/support/hash.h"
#include "sim/dut/adaptor/dut_abi.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Unusable Unwritable(const fs::path& path) { return {path, "cannot be written"}; }

// Makes a folder and its missing parents, writable only by the user.
bool MakeFolders(const fs::path& path) {
  if (mkdir(path.c_str(), 0755) == 0) return true;
  if (errno != ENOENT) return errno == EEXIST && fs::is_directory(path);
  return path.has_relative_path() && MakeFolders(path.parent_path()) &&
         mkdir(path.c_str(), 0755) == 0;
}

// Replaces whatever has the name by an empty folder.
void MakeAnew(const fs::path& path, mode_t mode) {
  files::RemoveAll(path);
  if (mkdir(path.c_str(), mode) != 0) throw Unwritable(path);
}

// Reads from the open descriptor: the very file that was checked.
std::string ReadAll(const Descriptor& file) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t got = read(file.number(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// A library cut short by a full or failing disk would crash the program when loaded, and another
// entry's library would simulate another network.
std::string SumOf(const std::string& entry, std::string_view content) {
  return HashOf(entry + HashOf(content));
}

// The checksum of a file, beside it.
fs::path SumPath(const fs::path& file) { return file.string() + ".sum"; }

// Waits for another build of the same entry, and checks for an interrupt ten times a second. The
// lock file stays: removing it could take the lock from a third process that has just opened it.
Descriptor LockFile(const fs::path& path, const Caller& caller) {
  Descriptor lock(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!lock.open()) throw Unwritable(path);
  bool told = false;
  while (flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) throw Unusable{path, "cannot be locked"};
    if (caller.cancelled())
      throw BuildFault{{"cache", path.string(), "interrupted while waiting for it", "run again"}};
    if (!told) caller.tell("waiting for another run that compiles the same");
    told = true;
    std::this_thread::sleep_for(100ms);
  }
  return lock;
}

}  // namespace

// Each part is preceded by its length, so that no two lists of parts make the same text.
std::string EntryName(const std::string& kind, const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += fmt::format("{}:{}", part.size(), part);
  return kind + "-" + HashOf(all);
}

void WriteFile(const fs::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  if (!out) files::Fail("write", path, errno);
  out << text;
  out.close();
  if (!out) {
    throw BuildFault{{"cache", path.string(), "cannot be written",
                      "free some space, or set XDG_CACHE_HOME to another folder"}};
  }
}

// XDG base directory specification: a variable that is empty or names a relative path counts as
// unset.
Cache Cache::OfUser() {
  const auto folder_in = [](const char* variable) {
    const char* text = std::getenv(variable);
    return fs::path(text && *text == '/' ? text : "");
  };
  if (const fs::path xdg = folder_in("XDG_CACHE_HOME"); !xdg.empty()) return Cache(xdg / "toroid");
  if (const fs::path home = folder_in("HOME"); !home.empty())
    return Cache(home / ".cache" / "toroid");
  throw Unusable{{}, "neither XDG_CACHE_HOME nor HOME names an absolute path"};
}

// A missing, damaged or foreign file is not found; an untrusted one is an error.
std::optional<KeptFile> Cache::Find(const std::string& entry, const std::string& file) const {
  const auto root = OpenTrustedFolder(root_);
  if (!root) return std::nullopt;
  const auto folder = OpenTrustedFolder(*root, root_ / entry);
  if (!folder) return std::nullopt;
  const fs::path path = root_ / entry / file;
  auto found = OpenTrustedFile(*folder, path);
  const auto sum = OpenTrustedFile(*folder, SumPath(path));
  if (!found || !sum || ReadAll(*sum) != SumOf(entry, ReadAll(*found))) return std::nullopt;
  return KeptFile{path, std::move(*found)};
}

// Makes the folder only where it is missing, and only if it can be trusted then.
void Cache::MakeRoot() const {
  if (OpenTrustedFolder(root_)) return;
  if (!MakeFolders(root_) || !OpenTrustedFolder(root_)) throw Unwritable(root_);
}

// Checks again under the lock: another process may have made the entry while this one waited. The
// work folder has a fixed name, which the lock reserves for this process; leftovers of a killed
// build are removed.
Cache::BuildLock::BuildLock(const Cache& cache, const std::string& entry, const std::string& file,
                            const Caller& caller)
    : cache_(cache), entry_(entry), file_(file) {
  cache.MakeRoot();
  if (access(cache.root_.c_str(), W_OK) != 0) throw Unwritable(cache.root_);
  lock_ = LockFile(cache.root_ / (entry + ".lock"), caller);
  kept_ = cache.Find(entry, file);
  if (made()) return;
  const fs::path work = cache.root_ / (entry + ".part");
  MakeAnew(work, 0700);
  work_ = work;
}

Cache::BuildLock::~BuildLock() {
  if (!work_.empty()) files::RemoveAll(work_);  // a later build removes what stays
}

// Puts file and checksum in a separate folder first; its rename makes the entry.
void Cache::BuildLock::Keep() {
  const fs::path ready = work_ / "ready";
  const fs::path target = cache_.root_ / entry_;
  MakeAnew(ready, 0755);
  fs::rename(work_ / file_, ready / file_);
  WriteFile(SumPath(ready / file_), SumOf(entry_, files::Read(ready / file_)));
  for (const auto& one : fs::directory_iterator(ready)) {
    fs::permissions(one, fs::perms::group_write | fs::perms::others_write,
                    fs::perm_options::remove);
  }
  files::RemoveAll(target);  // the old entry is damaged
  fs::rename(ready, target);
  kept_ = cache_.Find(entry_, file_);
  if (!made())
    throw BuildFault{
        {"cache", target.string(), "cannot be read again", "set XDG_CACHE_HOME to another folder"}};
}

namespace {

// A name by which to load the open file, whatever has become of its path. The loader returns a
// library it already knows by name, and Verilator's libraries stay loaded when they are closed. So
// no name may repeat in a process: the descriptor is never closed.
std::string NameToLoad(const KeptFile& library) {
  const int open = fcntl(library.descriptor.number(), F_DUPFD_CLOEXEC, 0);
  const std::string name = fmt::format("/proc/self/fd/{}", open);
  return open >= 0 && std::filesystem::exists(name) ? name : library.path.string();
}

}  // namespace

LoadedLibrary::~LoadedLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

Diagnostics LoadedLibrary::Load(const KeptFile& file, const char* name) {
  handle_ = dlopen(NameToLoad(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr)
    return {{"cache", file.path.string(), std::string("cannot be loaded: ") + dlerror(),
             "CXX must name a compiler for this machine, and XDG_CACHE_HOME a folder that programs "
             "may run from"}};
  const auto abi = reinterpret_cast<decltype(&toroid_dut_abi)>(dlsym(handle_, "toroid_dut_abi"));
  create_ = dlsym(handle_, name);
  if (abi != nullptr && abi() == TOROID_DUT_ABI && create_ != nullptr) return {};
  return {{"cache", file.path.string(), "is not a simulation library of this version",
           "remove it and run again"}};
}

}  // namespace toroid
