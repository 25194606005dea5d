// Writes the manual pages and completions, for an installation. Usage: write_manuals FOLDER
#include <filesystem>
#include <fstream>
#include <iostream>

#include "gen/options/help.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_manuals FOLDER\n";
    return 2;
  }
  for (const auto& [path, text] : toroid::ManualFiles()) {
    const std::filesystem::path file = std::filesystem::path(argv[1]) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << text << std::flush;
    if (!out) {
      std::cerr << "write_manuals: cannot write " << file << "\n";
      return 3;
    }
  }
  return 0;
}
