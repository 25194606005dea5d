// Writing the output folder: all of it or nothing, and never over somebody else's.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <vector>

#include "gen/rtl/rtl.h"
#include "tests/unit/scratch.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;
using test::Scratch;

const EmittedFiles kFiles = {
    {"manifest.json", R"({"tool": "toroid", "hardware_hash": "0", "files": ["b", "rtl/a.v"]})"},
    {"rtl/a.v", "a"},
    {"b", ""}};

void Put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}
std::string Get(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Every path below `folder` with its text; folders end in a slash.
std::map<std::string, std::string> Tree(const fs::path& folder) {
  std::map<std::string, std::string> tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (entry.is_directory()) {
      tree[name + "/"] = "";
    } else {
      tree[name] = Get(entry.path());
    }
  }
  return tree;
}

void ExpectRefused(const fs::path& out, const EmittedFiles& files, const std::string& why) {
  const auto result = WriteTree(out, files);
  ASSERT_FALSE(result.ok());
  ASSERT_EQ(result.diagnostics().size(), 1U);
  EXPECT_EQ(result.diagnostics()[0].field, "--out");
  EXPECT_EQ(result.diagnostics()[0].value, out.string());
  EXPECT_NE(result.diagnostics()[0].what.find(why), std::string::npos)
      << result.diagnostics()[0].what;
}

// Runs `body` in a child process, which may spoil its own surroundings; its exit code.
int InChild(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(WriteTree, MakesAFolderAndItsParents) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "x" / "y" / "out";
  const auto result = WriteTree(out, kFiles);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(*result, out);
  const std::map<std::string, std::string> expected = {
      {"x/", ""},
      {"x/y/", ""},
      {"x/y/out/", ""},
      {"x/y/out/b", ""},
      {"x/y/out/manifest.json", kFiles.at("manifest.json")},
      {"x/y/out/rtl/", ""},
      {"x/y/out/rtl/a.v", "a"}};
  EXPECT_EQ(Tree(scratch.path()), expected);
}

TEST(WriteTree, TakesATrailingSlashAndAnEmptyFolder) {
  const Scratch scratch;
  fs::create_directory(scratch.path() / "empty");
  EXPECT_TRUE(WriteTree(scratch.path() / "empty", kFiles).ok());
  EXPECT_TRUE(WriteTree((scratch.path() / "new").string() + "/", kFiles).ok());
  EXPECT_EQ(Tree(scratch.path() / "empty"), Tree(scratch.path() / "new"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 2);
}

TEST(WriteTree, ReplacesWhatItWroteEntirely) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  ASSERT_TRUE(WriteTree(out, kFiles).ok());
  EmittedFiles second = kFiles;
  second.erase("b");
  second["rtl/c.v"] = "c";
  ASSERT_TRUE(WriteTree(out, second).ok());
  EXPECT_FALSE(fs::exists(out / "b"));
  EXPECT_EQ(Get(out / "rtl/c.v"), "c");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
}

TEST(WriteTree, FollowsALinkToAFolder) {
  const Scratch scratch;
  fs::create_directory(scratch.path() / "real");
  fs::create_directory_symlink("real", scratch.path() / "link");
  ASSERT_TRUE(WriteTree(scratch.path() / "link", kFiles).ok());
  EXPECT_TRUE(fs::is_symlink(scratch.path() / "link"));
  EXPECT_EQ(Get(scratch.path() / "real/rtl/a.v"), "a");
}

TEST(WriteTree, LeavesForeignFoldersAndFilesAlone) {
  const Scratch scratch;
  fs::create_directories(scratch.path() / "notes");
  Put(scratch.path() / "notes/thesis.txt", "years of work");
  fs::create_directories(scratch.path() / "other");
  Put(scratch.path() / "other/manifest.json", R"({"tool": "another"})");
  fs::create_directories(scratch.path() / "broken");
  Put(scratch.path() / "broken/manifest.json", "{\"tool\": \"toroid\"");
  Put(scratch.path() / "file", "text");
  const auto before = Tree(scratch.path());
  for (const char* name : {"notes", "other", "broken"})
    ExpectRefused(scratch.path() / name, kFiles, "not empty");
  ExpectRefused(scratch.path() / "file", kFiles, "not a folder");
  ExpectRefused(scratch.path() / "file" / "below", kFiles, "ot a directory");
  ExpectRefused("", kFiles, "empty");
  EXPECT_EQ(Tree(scratch.path()), before);
}

TEST(WriteTree, LeavesAnEarlierOutputWithForeignFilesAlone) {
  for (const std::string foreign :
       {"notes.txt", "rtl/mine.v", "new/folder/x", ".hidden", "rtl/manifest.json"}) {
    const Scratch scratch;
    const fs::path out = scratch.path() / "out";
    ASSERT_TRUE(WriteTree(out, kFiles).ok());
    fs::create_directories((out / foreign).parent_path());
    Put(out / foreign, "years of work");
    Put(out / "zz", "another, later by name");
    const auto before = Tree(scratch.path());
    ExpectRefused(out, kFiles, "holds " + foreign + ",");
    EXPECT_EQ(Tree(scratch.path()), before) << foreign;
  }
}

TEST(WriteTree, CountsALinkAsAFileAndDoesNotFollowIt) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  ASSERT_TRUE(WriteTree(out, kFiles).ok());
  fs::create_directory(scratch.path() / "mine");
  fs::create_directory_symlink(scratch.path() / "mine", out / "link");
  ExpectRefused(out, kFiles, "holds link,");
  EXPECT_TRUE(fs::is_symlink(out / "link"));
}

TEST(WriteTree, ReplacesListedFilesThatWereEditedOrRemoved) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  ASSERT_TRUE(WriteTree(out, kFiles).ok());
  const auto fresh = Tree(out);
  Put(out / "rtl/a.v", "edited");
  fs::remove(out / "b");
  ASSERT_TRUE(WriteTree(out, kFiles).ok());
  EXPECT_EQ(Tree(out), fresh);
}

TEST(WriteTree, TakesNoBrokenManifestForItsOwn) {
  const std::string broken[] = {"",
                                "[]",
                                "{\"tool\": \"toroid\"",
                                R"({"tool": "toroid", "hardware_hash": "0"})",
                                R"({"tool": "toroid", "hardware_hash": "0", "files": "b"})",
                                R"({"tool": "toroid", "hardware_hash": "0", "files": [1]})",
                                R"({"tool": 1, "hardware_hash": "0", "files": []})"};
  for (const std::string& text : broken) {
    const Scratch scratch;
    Put(scratch.path() / "manifest.json", text);
    ExpectRefused(scratch.path(), kFiles, "holds no manifest.json of an earlier run");
    EXPECT_EQ(Get(scratch.path() / "manifest.json"), text);
  }
}

TEST(WriteTree, RefusesAManifestThatCannotBeRead) {
  const Scratch scratch;
  fs::create_directories(scratch.path() / "folder/manifest.json");
  ExpectRefused(scratch.path() / "folder", kFiles, "holds no manifest.json");
  fs::create_directory(scratch.path() / "pipe");
  ASSERT_EQ(::mkfifo((scratch.path() / "pipe/manifest.json").c_str(), 0666), 0);
  ExpectRefused(scratch.path() / "pipe", kFiles, "holds no manifest.json");
  ASSERT_TRUE(WriteTree(scratch.path() / "locked", kFiles).ok());
  fs::permissions(scratch.path() / "locked/manifest.json", fs::perms::none);
  fs::permissions(scratch.path(), fs::perms::all);
  EXPECT_EQ(
      InChild([&] {
        if (::geteuid() == 0 && ::seteuid(65534) != 0) return 2;  // root may read anything
        const auto result = WriteTree(scratch.path() / "locked", kFiles);
        if (result.ok()) return 1;
        return result.diagnostics()[0].what.find("holds no manifest.json") != std::string::npos ? 0
                                                                                                : 3;
      }),
      0);
}

TEST(WriteTree, OfRunsAtOnceOneWritesAndTheOthersSaySo) {
  constexpr int kRuns = 4;
  EmittedFiles many = kFiles;
  // time enough for the runs to meet
  for (int i = 0; i < 50; ++i) many["rtl/" + std::to_string(i)] = "text";
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  int gate[2];
  ASSERT_EQ(::pipe(gate), 0);
  std::vector<pid_t> runs;
  for (int run = 0; run < kRuns; ++run) {
    runs.push_back(::fork());
    if (runs.back() != 0) continue;
    char go = 0;
    ::close(gate[1]);
    if (::read(gate[0], &go, 1) != 0) ::_exit(9);  // all start when the gate closes
    const auto result = WriteTree(out, many);
    if (result.ok()) ::_exit(0);
    const Diagnostic& said = result.diagnostics()[0];
    const bool overtaken =
        said.what == "another run has just written it" && said.allowed.find("run again") == 0;
    ::_exit(overtaken || said.what.find("holds rtl/") == 0 ? 1 : 2);
  }
  ::close(gate[0]);
  ::close(gate[1]);
  int written = 0;
  for (const pid_t run : runs) {
    int status = 0;
    ::waitpid(run, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_LE(WEXITSTATUS(status), 1);
    written += WEXITSTATUS(status) == 0 ? 1 : 0;
  }
  EXPECT_EQ(written, 1) << "what was written lists too little to be replaced by a late run";
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
}

TEST(WriteTree, RefusesTheCurrentFolder) {
  const Scratch scratch;
  EXPECT_EQ(InChild([&] {
              fs::current_path(scratch.path());
              return WriteTree(".", kFiles).ok() ? 1 : 0;
            }),
            0);
}

TEST(WriteTree, LeavesNothingInAReadOnlyParent) {
  const Scratch scratch;
  fs::create_directory(scratch.path() / "locked");
  fs::permissions(scratch.path(), fs::perms::all);
  fs::permissions(scratch.path() / "locked", fs::perms::owner_read | fs::perms::owner_exec |
                                                 fs::perms::others_read | fs::perms::others_exec);
  EXPECT_EQ(
      InChild([&] {
        if (::geteuid() == 0 && ::seteuid(65534) != 0) return 2;  // root may write anywhere
        const auto result = WriteTree(scratch.path() / "locked" / "out", kFiles);
        if (result.ok()) return 1;
        if (result.diagnostics()[0].allowed !=
            "choose a folder that you may write to, or change its permissions")
          return 4;
        return result.diagnostics()[0].what.find("Permission denied") != std::string::npos ? 0 : 3;
      }),
      0);
  EXPECT_EQ(Tree(scratch.path()).size(), 1U);
  ExpectRefused("/proc/toroid-no-such-folder/out", kFiles, "cannot create");
}

TEST(WriteTree, LeavesNothingWhenAFileCannotBeWrittenWhole) {
  const Scratch scratch;
  ASSERT_TRUE(WriteTree(scratch.path() / "old", kFiles).ok());
  EmittedFiles large = kFiles;
  large["rtl/large.v"] = std::string(100000, 'x');
  const auto before = Tree(scratch.path());
  EXPECT_EQ(InChild([&] {
              ::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{4096, 4096};
              if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
              const auto fresh = WriteTree(scratch.path() / "a" / "new", large);
              const auto over = WriteTree(scratch.path() / "old", large);
              if (fresh.ok() || over.ok()) return 1;
              return over.diagnostics()[0].what.find("File too large") != std::string::npos ? 0 : 3;
            }),
            0);
  EXPECT_EQ(Tree(scratch.path()), before);
}

TEST(WriteTree, LeavesNothingOnAFullDisk) {
  constexpr int kCannotMount = 9;
  const Scratch scratch;
  const int outcome = InChild([&] {
    // A file system of the child's own, which ends with it.
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      return kCannotMount;
    if (::mount("tmpfs", scratch.path().c_str(), "tmpfs", 0, "size=64k") != 0) return kCannotMount;
    if (!WriteTree(scratch.path() / "old", kFiles).ok()) return 1;
    EmittedFiles large = kFiles;
    large["rtl/large.v"] = std::string(100000, 'x');
    const auto before = Tree(scratch.path());
    const auto fresh = WriteTree(scratch.path() / "a" / "new", large);
    const auto over = WriteTree(scratch.path() / "old", large);
    if (fresh.ok() || over.ok() || Tree(scratch.path()) != before) return 2;
    if (fresh.diagnostics()[0].allowed != "free some space or choose another folder") return 4;
    return fresh.diagnostics()[0].what.find("No space left") != std::string::npos ? 0 : 3;
  });
  if (outcome == kCannotMount)
    GTEST_SKIP() << "needs the right to mount; the test before covers the same code";
  EXPECT_EQ(outcome, 0);
}

}  // namespace
}  // namespace toroid
