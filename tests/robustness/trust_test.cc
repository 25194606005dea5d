// Caches that are read: those that only root, the user and the owner of the executable can write
// to, even if the user himself cannot.
#include <unistd.h>

#include <filesystem>
#include <map>

#include "tests/robustness/small_run.h"
#include "tests/support/checkout.h"

namespace toroid::trust_test {
namespace {

namespace fs = std::filesystem;

// Needs no entry in the system's list of users.
constexpr const char* kStranger = "65533";

bool IsRoot() { return geteuid() == 0; }

#define SKIP_UNLESS_ROOT() \
  if (!IsRoot()) GTEST_SKIP() << "only root can give files to another user"

// A folder that everybody may look into, with a cache in which the small run's library is.
class SharedCache : public testing::Test {
 protected:
  void SetUp() override {
    fs::permissions(scratch_.Path(""), fs::perms::others_exec | fs::perms::others_read,
                    fs::perm_options::add);
    ExpectPassed(RunShell(OwnCache(scratch_) + kSmallRun));
    library_ = CachedLibrary(scratch_);
    ASSERT_NE(library_, "");
  }
  void TearDown() override { Do("chmod -R u+w '" + scratch_.Path("cache") + "'"); }

  static void Do(const std::string& command) {
    const Outcome outcome = RunShell(command);
    ASSERT_EQ(outcome.code, 0) << command << ": " << outcome.err;
  }
  std::string Root() const { return scratch_.Path("cache") + "/toroid"; }
  Outcome Run(const std::string& command = kSmallRun) const {
    return RunShell(OwnCache(scratch_) + command);
  }
  // A copy of the executable alone gets the location of its files.
  Outcome RunCopy(const std::string& name) const {
    return Run("export TOROID_TEMPLATES='" + Checkout("rtl_templates") + "' TOROID_DUT_SOURCES='" +
               Checkout("sim/dut/adaptor") + "'; exec '" + scratch_.Path(name) + "' " + kSmall +
               "50");
  }
  // Names, owners and times of all files of the cache.
  std::string Listing() const { return RunShell("ls -lRn --full-time '" + Root() + "'").out; }

  void ExpectUsed(const Outcome& outcome) const {
    ExpectPassed(outcome);
    EXPECT_EQ(outcome.err, "");
  }
  void ExpectLeftAlone(const std::string& path, const std::string& why) const {
    const std::string before = Listing();
    const Outcome outcome = Run();
    ExpectPassed(outcome);
    EXPECT_TRUE(Has(outcome.err, "toroid: the cache is not used: " + path + " " + why +
                                     "; set XDG_CACHE_HOME to a folder of your own\n"))
        << outcome.err;
    EXPECT_TRUE(Has(outcome.err, kCompiling)) << outcome.err;
    EXPECT_EQ(Listing(), before);
  }

  const Scratch scratch_;
  fs::path library_;
};

TEST_F(SharedCache, ThatIsReadOnlyIsUsed) {
  Do("chmod -R a-w '" + scratch_.Path("cache") + "'");
  // root, too, is then asked for its rights
  const std::string humbly =
      IsRoot() ? "exec setpriv --bounding-set=-dac_override,-dac_read_search " : "exec ";
  ExpectUsed(Run(humbly + kSmallRun));
  const Outcome other = Run(humbly + kSmallRun + " --arbiter round-robin");
  ExpectPassed(other);
  EXPECT_TRUE(Has(other.err, "toroid: the cache is not used: " + Root() + " cannot be written"))
      << other.err;
}

TEST_F(SharedCache, OfRootIsUsedByOthers) {
  SKIP_UNLESS_ROOT();
  const std::string installed = scratch_.Path("installed");
  Do("umask 022; '" TOROID_CMAKE "' --install '" TOROID_BUILD "' --prefix '" + installed +
     "'; chown -R " + kStranger + " '" + installed + "'");
  const std::string as_stranger = std::string("exec setpriv --clear-groups --regid ") + kStranger +
                                  " --reuid " + kStranger + " '" + installed + "/bin/toroid' ";
  ExpectUsed(Run(as_stranger + kSmall + "50"));
  const Outcome other = Run(as_stranger + kSmall + "50 --arbiter round-robin");
  ExpectPassed(other);
  EXPECT_TRUE(Has(other.err, "toroid: the cache is not used: " + Root() + " cannot be written"))
      << other.err;
}

TEST_F(SharedCache, OfAnotherUserIsLeftAlone) {
  SKIP_UNLESS_ROOT();
  for (const fs::path& path :
       {library_, fs::path(library_.string() + ".sum"), library_.parent_path(), fs::path(Root()),
        fs::path(scratch_.Path("cache"))}) {
    Do(std::string("chown ") + kStranger + " '" + path.string() + "'");
    ExpectLeftAlone(path.string(), std::string("belongs to user ") + kStranger);
    Do("chown 0 '" + path.string() + "'");
  }
  ExpectUsed(Run());
}

TEST_F(SharedCache, OfTheExecutablesOwnerIsUsed) {
  SKIP_UNLESS_ROOT();
  Do("cp \"$TOROID\" '" + scratch_.Path("theirs") + "'");
  Do(std::string("chown -R ") + kStranger + " '" + Root() + "' '" + scratch_.Path("theirs") + "'");
  ExpectUsed(RunCopy("theirs"));
}

TEST_F(SharedCache, ThatEverybodyMayWriteToIsLeftAlone) {
  for (const fs::path& path :
       {library_, library_.parent_path(), fs::path(Root()), fs::path(scratch_.Path("cache"))}) {
    Do("chmod o+w '" + path.string() + "'");
    ExpectLeftAlone(path.string(), "can be written by every user");
    Do("chmod o-w '" + path.string() + "'");
  }
  ExpectUsed(Run());
}

TEST_F(SharedCache, InAFolderInWhichOthersCannotRenameItIsUsed) {
  Do("chmod 1777 '" + scratch_.Path("cache") + "'");
  ExpectUsed(Run());
}

TEST_F(SharedCache, ThatAGroupMayWriteToIsLeftAloneUnlessItIsTheUsersOwn) {
  SKIP_UNLESS_ROOT();
  Do("chmod g+w '" + Root() + "'");
  ExpectUsed(Run());
  Do(std::string("chgrp ") + kStranger + " '" + Root() + "'");
  ExpectLeftAlone(Root(), std::string("can be written by group ") + kStranger);
}

// A user who can rename the folder can exchange the executable as well.
TEST_F(SharedCache, IsAsGoodAsTheFolderThatTheExecutableIsIn) {
  Do("chmod o+w '" + scratch_.Path("") + "'");
  ExpectLeftAlone(fs::path(scratch_.Path("x")).parent_path().string(),
                  "can be written by every user");
  Do("cp \"$TOROID\" '" + scratch_.Path("inside") + "'");
  ExpectUsed(RunCopy("inside"));
}

TEST_F(SharedCache, BehindALinkIsUsedButALinkInItIsNot) {
  const std::string link = scratch_.Path("link");
  fs::create_directory_symlink(scratch_.Path("cache"), link);
  ExpectUsed(Run("export XDG_CACHE_HOME='" + link + "'; " + kSmallRun));
  const fs::path entry = library_.parent_path();
  fs::rename(entry, scratch_.Path("elsewhere"));
  fs::create_directory_symlink(scratch_.Path("elsewhere"), entry);
  const Outcome outcome = Run();
  ExpectPassed(outcome);
  EXPECT_TRUE(Has(outcome.err, kCompiling)) << outcome.err;
  EXPECT_FALSE(fs::is_symlink(entry));
}

TEST_F(SharedCache, IsMadeSoThatOthersCannotWriteToIt) {
  fs::remove_all(scratch_.Path("cache"));
  ExpectPassed(Run("umask 0; exec " + kSmallRun));
  EXPECT_EQ(RunShell("find '" + scratch_.Path("cache") + "' -perm /022").out, "");
  ExpectUsed(Run());
}

// The other entry is another network's: it would simulate, but not the requested network.
TEST_F(SharedCache, EntriesThatChangedPlacesAreBuiltAgain) {
  ExpectPassed(Run(kSmallRun + " --arbiter round-robin"));
  fs::path other;
  for (const fs::path& entry : InCache(scratch_, "dut-", "")) {
    if (fs::exists(entry / "dut.so") && entry != library_.parent_path()) other = entry;
  }
  ASSERT_NE(other, "");
  fs::remove_all(library_.parent_path());
  fs::rename(other, library_.parent_path());
  const Outcome outcome = Run();
  ExpectPassed(outcome);
  EXPECT_TRUE(Has(outcome.err, kCompiling)) << outcome.err;
}

}  // namespace
}  // namespace toroid::trust_test
