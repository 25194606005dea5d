// Files that are written whole or not at all.
#include "gen/support/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>
#include <vector>

#include "tests/support/scratch.h"

namespace toroid::gen_support_files_test {
namespace {

namespace fs = std::filesystem;

class WholeFiles : public testing::Test {
 protected:
  fs::path Path(const std::string& name) const { return scratch_.path() / name; }
  void Put(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  std::size_t Entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(scratch_.path()), fs::directory_iterator()));
  }

  test::Scratch scratch_;
};

TEST_F(WholeFiles, TakeThePlaceOfWhatWasThere) {
  files::WriteWhole(Path("a"), "first");
  EXPECT_EQ(files::Read(Path("a")), "first");
  files::WriteWhole(Path("a"), "second");
  EXPECT_EQ(files::Read(Path("a")), "second");
  EXPECT_EQ(Entries(), 1U);
}

TEST_F(WholeFiles, LeaveAllAsItWasUntilTheyAreInPlace) {
  Put("a", "old");
  Put("a.part", "the user's");
  {
    files::WholeFile file(Path("a"));
    file.Write("new");
    file.Finish();
    EXPECT_EQ(files::Read(file.path()), "new");
    EXPECT_EQ(files::Read(Path("a")), "old");
  }
  EXPECT_EQ(files::Read(Path("a")), "old");
  EXPECT_EQ(files::Read(Path("a.part")), "the user's");
  EXPECT_EQ(Entries(), 2U);
}

TEST_F(WholeFiles, OfOneNameDoNotMeet) {
  files::WholeFile first(Path("a"));
  files::WholeFile second(Path("a"));
  EXPECT_NE(first.path(), second.path());
  for (files::WholeFile* file : {&first, &second}) {
    file->Write(file == &first ? "first" : "second");
    file->Finish();
    file->PutInPlace();
  }
  EXPECT_EQ(files::Read(Path("a")), "second");
}

TEST_F(WholeFiles, ReplaceWhatALinkLeadsTo) {
  Put("real", "old");
  fs::create_symlink("real", Path("link"));
  files::WriteWhole(Path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(files::Read(Path("real")), "new");
  fs::create_symlink("nowhere", Path("dangling"));
  EXPECT_THROW(files::WriteWhole(Path("dangling"), "new"), files::FileError);
  EXPECT_EQ(Entries(), 3U);
}

TEST_F(WholeFiles, WriteToAFifoAndLeaveIt) {
  ASSERT_EQ(::mkfifo(Path("fifo").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = files::Read(Path("fifo")); });
  files::WriteWhole(Path("fifo"), std::string(200000, 'x'));
  reader.join();
  EXPECT_EQ(read, std::string(200000, 'x'));
  EXPECT_TRUE(fs::is_fifo(Path("fifo")));
  EXPECT_EQ(Entries(), 1U);
  EXPECT_NO_THROW(files::WriteWhole("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(WholeFiles, TakeAFreePlaceOnly) {
  for (const char* name : {"a", "b"}) {
    files::WholeFile file(Path("a"));
    file.Write(name);
    file.Finish();
    if (*name == 'a') {
      file.PutInFreePlace();
    } else {
      EXPECT_THROW(file.PutInFreePlace(), files::FileError);
    }
  }
  EXPECT_EQ(files::Read(Path("a")), "a");
  EXPECT_EQ(Entries(), 1U);
}

TEST_F(WholeFiles, NameTheTargetInErrors) {
  const auto said = [&](const fs::path& target) {
    try {
      files::WriteWhole(target, "x");
    } catch (const files::FileError& error) {
      return error.what;
    }
    return std::string("nothing");
  };
  EXPECT_EQ(said("/nowhere/a"), "cannot create /nowhere/a: No such file or directory");
  EXPECT_EQ(said(scratch_.path()), "cannot write " + scratch_.path().string() + ": Is a directory");
  EXPECT_EQ(said("/dev/full"), "cannot write /dev/full: No space left on device");
}

std::string FailureOf(const std::function<void()>& act) {
  try {
    act();
  } catch (const files::FileError& error) {
    return error.what;
  }
  return "";
}

TEST_F(WholeFiles, AreTriedWithoutATrace) {
  Put("a", "old");
  files::TryToWrite(Path("a"));
  files::TryToWrite(Path("b"));
  files::TryToWrite("/dev/null");
  fs::create_symlink("loop", Path("loop"));
  for (const fs::path& path : {Path("no/b"), Path("a/b"), Path("loop"), scratch_.path(),
                               Path(std::string(300, 'x')), fs::path("/proc/toroid")})
    EXPECT_NE(FailureOf([&] { files::TryToWrite(path); }), "") << path;
  EXPECT_EQ(files::Read(Path("a")), "old");
  EXPECT_EQ(Entries(), 2U);
}

TEST_F(WholeFiles, AreReadUpToALimit) {
  Put("a", "12345");
  EXPECT_EQ(files::Read(Path("a"), 5), "12345");
  EXPECT_EQ(FailureOf([&] { files::Read(Path("a"), 4); }),
            Path("a").string() + " has more than 4 bytes");
  EXPECT_EQ(FailureOf([&] { files::Read("/dev/zero", 1 << 20); }),
            "/dev/zero has more than 1048576 bytes");
}

TEST_F(WholeFiles, AreRemovedWithTheirFoldersButNotThroughLinks) {
  fs::create_directories(Path("a/b/c"));
  Put("a/b/c/d", "gone");
  Put("kept", "kept");
  fs::create_symlink(scratch_.path(), Path("a/link"));
  EXPECT_FALSE(files::RemoveAll(Path("a")));
  EXPECT_EQ(Entries(), 1U);
  EXPECT_FALSE(files::RemoveAll(Path("never was")));
}

}  // namespace
}  // namespace toroid::gen_support_files_test
