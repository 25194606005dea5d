#include "tests/support/run_toroid.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace toroid {

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "toroid_cli_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
}

Scratch::~Scratch() { std::filesystem::remove_all(folder_); }

std::string Scratch::Write(const std::string& name, const std::string& text) const {
  std::ofstream(Path(name), std::ios::binary) << text;
  return Path(name);
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Outcome RunToroid(const std::string& line) {
  const Scratch scratch;
  const std::string command = "{ '" TOROID_EXECUTABLE "' " + line + "; } >'" + scratch.Path("out") + "' 2>'" + scratch.Path("err") + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(scratch.Path("out")), ReadFile(scratch.Path("err"))};
}

}  // namespace toroid
