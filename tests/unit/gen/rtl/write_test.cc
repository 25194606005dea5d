// Writing the output folder: all of it or nothing, and never over another program's folder.
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
#include "tests/support/scratch.h"

namespace toroid::gen_rtl_write_test {
namespace {

namespace fs = std::filesystem;
using test::Scratch;

const EmittedFiles kFiles = {
    {"manifest.json", R"({"tool": "toroid", "hardware_hash": "0", "files": ["b", "rtl/a.v"]})"},
    {"rtl/a.v", "a"},
    {"b", ""}};

Result<std::vector<WrittenFile>> Write(const fs::path& out, const EmittedFiles& files) {
  return WriteTree(out, [&](FileSink& sink) {
    for (const auto& [path, text] : files) {
      sink.Begin(path);
      for (const char c : text) sink.Write(std::string_view(&c, 1));
      sink.End();
    }
    return Diagnostics{};
  });
}

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
  const auto result = Write(out, files);
  ASSERT_FALSE(result.ok());
  ASSERT_EQ(result.diagnostics().size(), 1U);
  EXPECT_EQ(result.diagnostics()[0].field, "--out");
  EXPECT_EQ(result.diagnostics()[0].value, out.string());
  EXPECT_NE(result.diagnostics()[0].what.find(why), std::string::npos)
      << result.diagnostics()[0].what;
}

// Runs `body` in a child process, so that it may change its surroundings; returns its exit code.
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
  const auto result = Write(out, kFiles);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->size(), kFiles.size());
  auto file = kFiles.begin();
  for (const auto& [path, bytes] : *result) {
    EXPECT_EQ(path, file->first);
    EXPECT_EQ(bytes, (file++)->second.size()) << path;
  }
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
  EXPECT_TRUE(Write(scratch.path() / "empty", kFiles).ok());
  EXPECT_TRUE(Write((scratch.path() / "new").string() + "/", kFiles).ok());
  EXPECT_EQ(Tree(scratch.path() / "empty"), Tree(scratch.path() / "new"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 2);
}

TEST(WriteTree, ReplacesWhatItWroteEntirely) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  ASSERT_TRUE(Write(out, kFiles).ok());
  EmittedFiles second = kFiles;
  second.erase("b");
  second["rtl/c.v"] = "c";
  ASSERT_TRUE(Write(out, second).ok());
  EXPECT_FALSE(fs::exists(out / "b"));
  EXPECT_EQ(Get(out / "rtl/c.v"), "c");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
}

TEST(WriteTree, FollowsALinkToAFolder) {
  const Scratch scratch;
  fs::create_directory(scratch.path() / "real");
  fs::create_directory_symlink("real", scratch.path() / "link");
  ASSERT_TRUE(Write(scratch.path() / "link", kFiles).ok());
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
    ASSERT_TRUE(Write(out, kFiles).ok());
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
  ASSERT_TRUE(Write(out, kFiles).ok());
  fs::create_directory(scratch.path() / "mine");
  fs::create_directory_symlink(scratch.path() / "mine", out / "link");
  ExpectRefused(out, kFiles, "holds link,");
  EXPECT_TRUE(fs::is_symlink(out / "link"));
}

TEST(WriteTree, ReplacesListedFilesThatWereEditedOrRemoved) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  ASSERT_TRUE(Write(out, kFiles).ok());
  const auto fresh = Tree(out);
  Put(out / "rtl/a.v", "edited");
  fs::remove(out / "b");
  ASSERT_TRUE(Write(out, kFiles).ok());
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
  ASSERT_TRUE(Write(scratch.path() / "locked", kFiles).ok());
  fs::permissions(scratch.path() / "locked/manifest.json", fs::perms::none);
  fs::permissions(scratch.path(), fs::perms::all);
  EXPECT_EQ(
      InChild([&] {
        if (::geteuid() == 0 && ::seteuid(65534) != 0) return 2;  // root may read anything
        const auto result = Write(scratch.path() / "locked", kFiles);
        if (result.ok()) return 1;
        return result.diagnostics()[0].what.find("holds no manifest.json") != std::string::npos ? 0
                                                                                                : 3;
      }),
      0);
}

TEST(WriteTree, OfRunsAtOnceOneWritesAndTheOthersSaySo) {
  constexpr int kRuns = 4;
  EmittedFiles many = kFiles;
  // time enough for the runs to overlap
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
    const auto result = Write(out, many);
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
              return Write(".", kFiles).ok() ? 1 : 0;
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
        const auto result = Write(scratch.path() / "locked" / "out", kFiles);
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

// Runs `body` in a child process without root rights, so that folders can deny it access.
int InChildOfNobody(const Scratch& scratch, const std::function<int()>& body) {
  fs::permissions(scratch.path(), fs::perms::all);
  return InChild([&] {
    ::umask(0);
    if (::geteuid() == 0 && (::setegid(65534) != 0 || ::seteuid(65534) != 0)) return 90;
    return body();
  });
}

constexpr auto kReadOnly = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read |
                           fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec;

const EmittedFiles kLater = {
    {"manifest.json", R"({"tool": "toroid", "hardware_hash": "1", "files": ["rtl/c.v"]})"},
    {"rtl/c.v", "c"}};

TEST(WriteTree, FillsAndReplacesAFolderWhoseParentIsReadOnly) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "locked" / "out";
  fs::create_directories(out);
  fs::permissions(out, fs::perms::all);
  fs::permissions(scratch.path() / "locked", kReadOnly);
  EXPECT_EQ(InChildOfNobody(scratch,
                            [&] {
                              if (!Write(out, kFiles).ok()) return 1;
                              if (Get(out / "rtl/a.v") != "a") return 2;
                              return Write(out, kLater).ok() ? 0 : 3;
                            }),
            0);
  const std::map<std::string, std::string> expected = {
      {"manifest.json", kLater.at("manifest.json")}, {"rtl/", ""}, {"rtl/c.v", "c"}};
  EXPECT_EQ(Tree(out), expected);
}

TEST(WriteTree, KeepsAnEarlierOutputThatItCannotReplaceEntryByEntry) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "locked" / "out";
  fs::create_directories(out);
  fs::permissions(out, fs::perms::all);
  ASSERT_TRUE(Write(out, kFiles).ok());
  // other users may write to `out`, but remove only their own files
  fs::permissions(out, fs::perms::all | fs::perms::sticky_bit);
  fs::permissions(scratch.path() / "locked", kReadOnly);
  if (::geteuid() != 0) GTEST_SKIP() << "needs files of another owner";
  const auto before = Tree(scratch.path());
  EXPECT_EQ(InChildOfNobody(scratch,
                            [&] {
                              const auto result = Write(out, kLater);
                              if (result.ok()) return 1;
                              return result.diagnostics()[0].what.find("cannot rename to") == 0 ? 0
                                                                                                : 2;
                            }),
            0);
  EXPECT_EQ(Tree(scratch.path()), before);
}

constexpr int kCannotMount = 9;

// Mounts a small file system at this place, visible only to the calling process; it ends with the
// process.
bool Mount(const fs::path& place) {
  return ::unshare(CLONE_NEWNS) == 0 &&
         ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=64k") == 0;
}

TEST(WriteTree, FillsAndReplacesAMountPoint) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "mounted";
  fs::create_directory(out);
  const int outcome = InChild([&] {
    if (!Mount(out)) return kCannotMount;
    if (!Write(out, kFiles).ok()) return 1;
    const auto before = Tree(out);
    EmittedFiles large = kLater;
    large["rtl/large.v"] = std::string(100000, 'x');
    const auto result = Write(out, large);
    if (result.ok() || result.diagnostics()[0].what.find("No space left") == std::string::npos)
      return 2;
    if (Tree(out) != before) return 3;
    if (!Write(out, kLater).ok()) return 4;
    return Tree(out).size() == 3 && Get(out / "rtl/c.v") == "c" ? 0 : 5;
  });
  if (outcome == kCannotMount)
    GTEST_SKIP() << "needs the right to mount; folders with a read-only parent are filled alike";
  EXPECT_EQ(outcome, 0);
}

TEST(WriteTree, NamesALinkToNothing) {
  const Scratch scratch;
  fs::create_directory_symlink("nowhere", scratch.path() / "link");
  ExpectRefused(scratch.path() / "link", kFiles, "is a link to nowhere, which does not exist");
  ExpectRefused(scratch.path() / "link" / "out", kFiles,
                "its part " + (scratch.path() / "link").string() + " is a link to nowhere");
  EXPECT_TRUE(fs::is_symlink(scratch.path() / "link"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 1);
}

TEST(WriteTree, SaysThatAPartOfThePathIsAFile) {
  const Scratch scratch;
  Put(scratch.path() / "file", "text");
  for (const char* below : {"file/out", "file/deep/out"}) {
    const auto result = Write(scratch.path() / below, kFiles);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.diagnostics()[0].allowed,
              "a part of the path is a file: choose another folder");
  }
  EXPECT_EQ(Get(scratch.path() / "file"), "text");
}

TEST(WriteTree, LeavesNothingOfAFillThatFailsOrThrows) {
  const Scratch scratch;
  ASSERT_TRUE(Write(scratch.path() / "old", kFiles).ok());
  const auto before = Tree(scratch.path());
  const auto begin = [](FileSink& sink) {
    sink.Begin("deep/file");
    sink.Write("half");
  };
  for (const char* name : {"old", "a/new"}) {
    const auto failed = WriteTree(scratch.path() / name, [&](FileSink& sink) {
      begin(sink);
      return Diagnostics{{"templates", "t", "is missing", ""}};
    });
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.diagnostics()[0].field, "templates");
    EXPECT_THROW(static_cast<void>(WriteTree(scratch.path() / name,
                                             [&](FileSink& sink) -> Diagnostics {
                                               begin(sink);
                                               throw Interrupted{"here"};
                                             })),
                 Interrupted);
    EXPECT_EQ(Tree(scratch.path()), before) << name;
  }
}

TEST(WriteTree, LeavesNothingWhenAFileCannotBeWrittenWhole) {
  const Scratch scratch;
  ASSERT_TRUE(Write(scratch.path() / "old", kFiles).ok());
  EmittedFiles large = kFiles;
  large["rtl/large.v"] = std::string(100000, 'x');
  const auto before = Tree(scratch.path());
  EXPECT_EQ(InChild([&] {
              ::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{4096, 4096};
              if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
              const auto fresh = Write(scratch.path() / "a" / "new", large);
              const auto over = Write(scratch.path() / "old", large);
              if (fresh.ok() || over.ok()) return 1;
              return over.diagnostics()[0].what.find("File too large") != std::string::npos ? 0 : 3;
            }),
            0);
  EXPECT_EQ(Tree(scratch.path()), before);
}

TEST(WriteTree, LeavesNothingOnAFullDisk) {
  const Scratch scratch;
  const int outcome = InChild([&] {
    if (!Mount(scratch.path())) return kCannotMount;
    if (!Write(scratch.path() / "old", kFiles).ok()) return 1;
    EmittedFiles large = kFiles;
    large["rtl/large.v"] = std::string(100000, 'x');
    const auto before = Tree(scratch.path());
    const auto fresh = Write(scratch.path() / "a" / "new", large);
    const auto over = Write(scratch.path() / "old", large);
    if (fresh.ok() || over.ok() || Tree(scratch.path()) != before) return 2;
    if (fresh.diagnostics()[0].allowed != "free some space or choose another folder") return 4;
    return fresh.diagnostics()[0].what.find("No space left") != std::string::npos ? 0 : 3;
  });
  if (outcome == kCannotMount)
    GTEST_SKIP() << "needs the right to mount; the test before covers the same code";
  EXPECT_EQ(outcome, 0);
}

}  // namespace
}  // namespace toroid::gen_rtl_write_test
