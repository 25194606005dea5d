// Places that cannot be written are found before anything long begins, whatever the option.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "cli/commands.h"
#include "gen/options/options.h"
#include "gen/support/files.h"
#include "tests/support/scratch.h"

namespace toroid::cli_written_files_test {
namespace {

// A request of each command; those that run take long.
const std::map<Command, std::string> kRequests = {
    {Command::kMap, "--host ring:4 --guest ring:4 --embedding identity"},
    {Command::kSchedule,
     "--host ring:4 --guest hypercube:2 --embedding xor --task 0,2 --schedule offset"},
    {Command::kGenerate, "--host ring:4"},
    {Command::kCheck, "--host ring:4 --flows FLOWS"},
    {Command::kSimulate,
     "--host ring:4 --traffic all-reduce --method bucket --engine model --elements 1048576"},
    {Command::kSweep,
     "--host ring:4 --traffic uniform --engine model --warmup 1000000000000 --cycles "
     "1000000000000"},
    {Command::kCost, "--host ring:4 --guest hypercube:2 --embedding xor --schedule offset"},
    {Command::kInit, ""},
    {Command::kReport, "missing.json"}};

// Whether the option names a file or folder to write.
bool Writes(const Option& option) {
  return option.type == ValueType::kOutput || option.name == "--out" || option.name == "--export" ||
         option.name == "--results";
}

std::string Ending(std::string_view form) {
  const auto dot = form.find('.');
  return dot == std::string_view::npos ? ".goal" : std::string(form.substr(dot));
}

TEST(WrittenFiles, AreTriedBeforeTheRun) {
  const test::Scratch scratch;
  const std::string flows = (scratch.path() / "flows.csv").string();
  files::WriteWhole(flows, "source,destination,flits\n0,1,1\n");
  std::size_t tried = 0;
  for (const Option& option : AllOptions()) {
    for (const Command command : AllCommands()) {
      if (!Takes(command, option) || !Writes(option)) continue;
      const std::string file = "/dev/null/x" + Ending(FormFor(command, option));
      std::istringstream line(std::string(ToString(command)) + " " + kRequests.at(command) + " " +
                              std::string(option.name.text()) + " " + file);
      std::vector<std::string> words;
      for (std::string word; line >> word;) words.push_back(word == "FLOWS" ? flows : word);
      if (option.name == "--wave") std::erase(words, "model");
      if (option.name == "--wave") std::erase(words, "--engine");
      std::ostringstream out, err;
      EXPECT_EQ(RunToroid(words, out, err), 3) << line.str();
      EXPECT_EQ(out.str(), "") << line.str();
      EXPECT_NE(err.str().find(file), std::string::npos) << line.str() << err.str();
      EXPECT_EQ(err.str().find(std::string("toroid: error: ") + std::string(option.name.text())),
                0U)
          << err.str();
      ++tried;
    }
  }
  EXPECT_GE(tried, 13U);
}

}  // namespace
}  // namespace toroid::cli_written_files_test
