// A folder of this process alone.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "sim/dut/caller.h"

namespace toroid {

// A folder to compile in where the user's cache is not to be touched. What is open survives it.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "toroid-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw BuildFault{{"cache", name, "cannot be made", "set TMPDIR to a folder that can"}};
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace toroid
